"""The integer literals of a program."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gadfly.lang.c.objects import CType
from gadfly.lang.c.program import Program

_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)([uUlL]*)")
_CHARACTER = re.compile(r"'(?:([^\\'])|\\([abefnrtv\\'\"?])|\\x([0-9a-fA-F]{1,2})|\\([0-7]{1,3}))'")
_ESCAPES = {"a": 7, "b": 8, "e": 27, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


@dataclass(frozen=True, slots=True)
class Literal:
    """An integer or character as the text writes it, from byte `start` to byte `end`."""

    value: int
    start: int
    end: int
    type: CType


def literals(program: Program) -> tuple[Literal, ...]:
    """The literals outside macro expansions, each place once, in the order of the text."""
    found: dict[int, Literal] = {}
    for node in program.walk():
        if node.kind in ("INTEGER_LITERAL", "CHARACTER_LITERAL") and node.editable:
            value = _value(program.text_of(node))
            if value is not None:
                found.setdefault(node.start, Literal(value, node.start, node.end, node.type))
    return tuple(found[start] for start in sorted(found))


def _value(text: str) -> int | None:
    """What a literal is worth; None for wide and multi-character ones, which depend on the compiler."""
    if match := _INTEGER.fullmatch(text):
        digits = match[1]
        if digits[:2] in ("0x", "0X", "0b", "0B"):
            return int(digits, 0)
        return int(digits, 8 if digits.startswith("0") else 10)
    if match := _CHARACTER.fullmatch(text):
        plain, escape, hexadecimal, octal = match.groups()
        if plain:
            return ord(plain) if plain.isascii() else None
        if escape:
            return _ESCAPES.get(escape, ord(escape))
        value = int(hexadecimal, 16) if hexadecimal else int(octal, 8)
        return value - 256 if value > 127 else value
    return None
