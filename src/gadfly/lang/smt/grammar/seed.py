"""Whole scripts: few symbols, shared terms, and shared atoms under rich connectives."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.grammar.logics import PROPOSITIONAL, Logic, Palette, logic_named
from gadfly.lang.smt.grammar.maker import TermMaker
from gadfly.lang.smt.grammar.vocabulary import Constants, declare
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Term

_CONSTANTS = Constants(each=2, fewest=3, most=6)


def make_seed(logic: str, choices: Choices) -> str:
    """A script of the logic, or ValueError if there is no such logic."""
    data = logic_named(logic)
    palette = choices.pick(data.palettes)
    script = declare(data, palette, _CONSTANTS, choices)
    assertions = _assertions(data, palette, script, choices)
    lines = [
        f"(set-logic {logic})",
        *script.declarations,
        *(f"(assert {print_term(term)})" for term in assertions),
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"


def _assertions(logic: Logic, palette: Palette, script: Script, choices: Choices) -> list[Term]:
    """Atoms are made over a few shared terms, and assertions over the same few atoms."""
    bank, symbols, datatypes = script.bank, script.symbols, tuple(script.datatypes.values())
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
