"""Defects that work an operator out wrongly: answers in both directions and models go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from gadfly.lang.smt.terms import Shape, Term
from gadfly.targets.planted.circuits import OPERATIONS, Operation, Operations
from gadfly.targets.planted.defect import Defect
from gadfly.targets.planted.gates import Bits, Gates, any_on

_MANY = 3


class WrongModulo(Defect):
    """Gives `bvsmod` the sign of the dividend, as `bvsrem` has it."""

    circuits: ClassVar[Operations] = {"bvsmod": OPERATIONS["bvsrem"]}


def _shift_down(gates: Gates, term: Term, args: Sequence[Bits]) -> Bits:
    value, amount = args
    width = len(value)
    is_short = any_on(tuple(gates.equal(amount, gates.constant(place, width)) for place in range(width)))
    return gates.select(is_short, OPERATIONS["bvashr"](gates, term, args), gates.constant(0, width))


class WrongShift(Defect):
    """Forgets the sign when `bvashr` shifts by the whole width or more."""

    circuits: ClassVar[Operations] = {"bvashr": _shift_down}


class WrongOverflow(Defect):
    """Takes signed overflow of a sum, difference or product for the unsigned one."""

    circuits: ClassVar[Operations] = {
        f"bvs{name}o": OPERATIONS[f"bvu{name}o"] for name in ("add", "sub", "mul")
    }


def _without_largest(name: str, strict: str, *, bound_at: int, sign_bits: int) -> Operation:
    """`name`, but `strict` if the argument at `bound_at` is the literal of the largest number."""

    def circuit(gates: Gates, term: Term, args: Sequence[Bits]) -> Bits:
        bound = term.args[bound_at]
        largest = (1 << bound.sort.width - sign_bits) - 1
        is_met = bound.shape is Shape.LITERAL and bound.value == largest
        return OPERATIONS[strict if is_met else name](gates, term, args)

    return circuit


class WrongBoundary(Defect):
    """Thinks that nothing reaches the largest number: a literal of it bounds as `<` where `<=` is asked."""

    circuits: ClassVar[Operations] = {
        "bvule": _without_largest("bvule", "bvult", bound_at=1, sign_bits=0),
        "bvuge": _without_largest("bvuge", "bvugt", bound_at=0, sign_bits=0),
        "bvsle": _without_largest("bvsle", "bvslt", bound_at=1, sign_bits=1),
        "bvsge": _without_largest("bvsge", "bvsgt", bound_at=0, sign_bits=1),
    }


def _ite(gates: Gates, term: Term, args: Sequence[Bits]) -> Bits:
    right = OPERATIONS["ite"](gates, term, args)
    _, yes, no = term.args
    return gates.invert(right) if yes is no else right


class WrongEqualBranches(Defect):
    """Inverts every bit of an `ite` whose two branches are the same."""

    circuits: ClassVar[Operations] = {"ite": _ite}


def _distinct(gates: Gates, term: Term, args: Sequence[Bits]) -> Bits:
    if len(args) <= _MANY:
        return OPERATIONS["distinct"](gates, term, args)
    table = gates.true
    for a, b in pairwise(args):
        table &= gates.true ^ gates.equal(a, b)
    return (table,)


class WrongDistinct(Defect):
    """Compares only neighbours in a `distinct` of more than three arguments."""

    circuits: ClassVar[Operations] = {"distinct": _distinct}
