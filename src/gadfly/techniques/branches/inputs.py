"""Closing a program: what it reads becomes a fixed table, so that it has one execution.

The paper replaces the inputs of SV-COMP programs by random values in the same way, and drops their errors.
"""

from __future__ import annotations

import re

from gadfly.core.choices import Choices
from gadfly.lang.c.dialect import INPUT_TYPES, input_names, without_errors

VALUES = 8  # of every type; a program that reads more of them reads the first again
_BITS = {"bool": 1, "char": 7, "uchar": 8, "short": 15, "ushort": 16, "int": 31, "uint": 32}
_MOST_BITS = 62


def closed(text: str, choices: Choices) -> str:
    """The program with drawn values for its inputs, and without errors of its own."""
    names = input_names(text)
    inputs = "".join(_input(name, choices) for name in names)
    for name in names:
        text = re.sub(rf"\b__VERIFIER_nondet_{name}\b", f"gadfly_{name}", text)
    return inputs + without_errors(text)


def _input(name: str, choices: Choices) -> str:
    type_ = INPUT_TYPES[name]
    values = ", ".join(str(_value(name, choices)) for _ in range(VALUES))
    return (
        f"static {type_} gadfly_{name}_inputs[] = {{ {values} }};\n"
        f"static unsigned gadfly_{name}_next;\n"
        f"{type_} gadfly_{name}(void) {{ return gadfly_{name}_inputs[gadfly_{name}_next++ % {VALUES}u]; }}\n"
    )


def _value(name: str, choices: Choices) -> int:
    """A small number, a boundary, or any; half of them negative where that is possible."""
    bits = _BITS.get(name, _MOST_BITS)
    largest = (1 << bits) - 1
    size = choices.pick((min(4, bits), min(8, bits), bits))
    value = choices.below(1 << size)
    if size == bits and choices.coin(0.25):
        value = largest - choices.below(2)
    negative = name in ("short", "int", "long", "longlong", "float", "double") and choices.coin()
    return -value if negative else value
