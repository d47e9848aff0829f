"""What a script declares: few symbols, so that constraints meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.lang.smt.grammar.logics import Logic, Palette
from gadfly.lang.smt.script import Constructor, Datatype, Script, Signature
from gadfly.lang.smt.script_reader import declaration
from gadfly.lang.smt.sorts import BOOL, ROUNDING_MODE, Sort
from gadfly.lang.smt.terms import Bank

_LETTERS = {
    "Array": "a",
    "BitVec": "v",
    "Bool": "p",
    "FloatingPoint": "d",
    "Int": "i",
    "Real": "r",
    "RoundingMode": "m",
    "String": "s",
}


@dataclass(frozen=True, slots=True)
class Constants:
    """How many constants: `each` of every sort of the palette, and from `fewest` to `most` in all."""

    each: int
    fewest: int
    most: int


def declare(logic: Logic, palette: Palette, constants: Constants, choices: Choices) -> Script:
    """A script of the logic that declares symbols over the sorts of a palette and does nothing else."""
    datatypes = {datatype.name: datatype for datatype in logic.datatypes if Sort(datatype.name) in palette}
    free = [sort.name for sort in palette if sort.name not in _LETTERS and sort.name not in datatypes]
    symbols = _constants(logic, palette, constants, choices)
    if logic.functions:
        symbols |= _functions(palette, choices)
    lines = _datatype_declarations(tuple(datatypes.values()))
    lines += [f"(declare-sort {name} 0)" for name in free]
    lines += [declaration(name, signature) for name, signature in symbols.items()]
    return Script(logic.name, Bank(), symbols, datatypes, dict.fromkeys(free, 0), tuple(lines))


def _constants(
    logic: Logic, palette: Palette, constants: Constants, choices: Choices
) -> dict[str, Signature]:
    sorts = list(palette) * constants.each
    more = [*sorts, BOOL, *(sort for sort in logic.sorts if sort == ROUNDING_MODE)]
    missing = max(0, constants.fewest - len(sorts))
    sorts += [choices.pick(more) for _ in choices.repeat(missing, constants.most - len(sorts))]
    symbols: dict[str, Signature] = {}
    for number, sort in enumerate(sorts):
        symbols[f"{_LETTERS.get(sort.name, 'x')}{number}"] = Signature((), sort)
    return symbols


def _functions(palette: Palette, choices: Choices) -> dict[str, Signature]:
    plain = [sort for sort in palette if not sort.args]
    functions: dict[str, Signature] = {}
    for number in choices.repeat(1, 3):
        arguments = [choices.pick(plain) for _ in choices.repeat(1, 2)]
        functions[f"f{number}"] = Signature(tuple(arguments), choices.pick([*plain, BOOL]))
    return functions


def _datatype_declarations(datatypes: Sequence[Datatype]) -> list[str]:
    if not datatypes:
        return []
    names = " ".join(f"({datatype.name} 0)" for datatype in datatypes)
    bodies = " ".join(_datatype_text(datatype) for datatype in datatypes)
    return [f"(declare-datatypes ({names}) ({bodies}))"]


def _datatype_text(datatype: Datatype) -> str:
    return f"({' '.join(map(_constructor_text, datatype.constructors))})"


def _constructor_text(constructor: Constructor) -> str:
    fields = "".join(f" ({selector.name} {selector.sort})" for selector in constructor.selectors)
    return f"({constructor.name}{fields})"
