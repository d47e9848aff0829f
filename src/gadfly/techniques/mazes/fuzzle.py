"""The conditions that Fuzzle makes by itself: ranges and equalities of input bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from gadfly.core.interfaces import SkipSeedError
from gadfly.core.words import Seed
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.sorts import BOOL, bitvec
from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.constraints import Constraints, Opening, own_script

_BYTES = 8
_CHECKS = 24
_BYTE = bitvec(8)

FUZZLE_SEED = Seed(
    "fuzzle",
    "(set-logic QF_BV)\n"
    + "".join(f"(declare-fun b{place} () (_ BitVec 8))\n" for place in range(_BYTES))
    + "(check-sat)\n",
)


def draw_checks(opening: Opening) -> Constraints:
    """Checks around the values of a random assignment, which satisfies them all."""
    choices = opening.choices
    script = own_script(opening.seed)
    bank = script.bank
    names = [name for name, each in script.symbols.items() if each == Signature((), _BYTE)]
    if not names:
        raise SkipSeedError("it declares no bytes")
    model = random_model(replace(script, symbols={name: Signature((), _BYTE) for name in names}), choices)

    def literal(value: int) -> Term:
        return bank.literal(value, _BYTE)

    checks = []
    for _ in choices.repeat(1, _CHECKS):
        name = choices.pick(names)
        value = cast(int, model.definitions[name].body.value)
        byte = bank.symbol(name, _BYTE)
        if choices.coin():
            low, high = choices.integer(0, value), 255 - choices.below(256 - value)
            checks.append(bank.operator("bvuge", BOOL, [byte, literal(low)]))
            checks.append(bank.operator("bvule", BOOL, [byte, literal(high)]))
        else:
            checks.append(bank.operator("=", BOOL, [byte, literal(value)]))
    return Constraints(script, model, tuple(dict.fromkeys(checks)), ())
