"""Whole scripts: few symbols, so that constraints meet; shared terms and atoms under rich connectives."""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.core.choices import Choices
from gadfly.lang.smt.grammar.logics import PROPOSITIONAL, Logic, Palette, logic_named
from gadfly.lang.smt.grammar.maker import TermMaker
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Constructor, Datatype, Signature
from gadfly.lang.smt.script_reader import declaration
from gadfly.lang.smt.sorts import BOOL, ROUNDING_MODE, Sort
from gadfly.lang.smt.terms import Bank, Term

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


def make_seed(logic: str, choices: Choices) -> str:
    """A script of the logic, or ValueError if there is no such logic."""
    data = logic_named(logic)
    palette = choices.pick(data.palettes)
    datatypes = [datatype for datatype in data.datatypes if Sort(datatype.name) in palette]
    symbols = _constants(data, palette, choices)
    if data.functions:
        symbols |= _functions(palette, choices)
    lines = [f"(set-logic {logic})"]
    lines += _sort_declarations(palette, datatypes)
    lines += [declaration(name, signature) for name, signature in symbols.items()]
    lines += [
        f"(assert {print_term(term)})" for term in _assertions(data, symbols, palette, datatypes, choices)
    ]
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"


def _constants(logic: Logic, palette: Palette, choices: Choices) -> dict[str, Signature]:
    """Two constants of each sort, then some more, six at most."""
    sorts = [*palette, *palette]
    more = [*sorts, BOOL, *(sort for sort in logic.sorts if sort == ROUNDING_MODE)]
    sorts += [choices.pick(more) for _ in choices.repeat(max(0, 3 - len(sorts)), 6 - len(sorts))]
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


def _assertions(
    logic: Logic,
    symbols: dict[str, Signature],
    palette: Palette,
    datatypes: Sequence[Datatype],
    choices: Choices,
) -> list[Term]:
    """Atoms are made over a few shared terms, and assertions over the same few atoms."""
    bank = Bank()
    plain = TermMaker(bank, symbols, logic, datatypes)
    shared = [plain.term(choices.pick(palette), logic.depth - 1, choices) for _ in choices.repeat(1, 3)]
    sharing = TermMaker(bank, symbols, logic, datatypes, shared)
    atoms = [
        sharing.atom(choices.integer(logic.depth - 1, logic.depth), choices) for _ in choices.repeat(4, 7)
    ]
    connectives = TermMaker(bank, {}, PROPOSITIONAL, leaves=atoms)
    return [
        connectives.term(BOOL, choices.weighted((1, 2, 3), (4, 4, 1)), choices) for _ in choices.repeat(2, 8)
    ]


def _sort_declarations(palette: Palette, datatypes: Sequence[Datatype]) -> list[str]:
    known = {datatype.name for datatype in datatypes}
    lines = []
    if datatypes:
        names = " ".join(f"({datatype.name} 0)" for datatype in datatypes)
        bodies = " ".join(_datatype_text(datatype) for datatype in datatypes)
        lines.append(f"(declare-datatypes ({names}) ({bodies}))")
    free = [sort for sort in palette if sort.name not in _LETTERS and sort.name not in known]
    return lines + [f"(declare-sort {sort} 0)" for sort in free]


def _datatype_text(datatype: Datatype) -> str:
    return f"({' '.join(map(_constructor_text, datatype.constructors))})"


def _constructor_text(constructor: Constructor) -> str:
    fields = "".join(f" ({selector.name} {selector.sort})" for selector in constructor.selectors)
    return f"({constructor.name}{fields})"
