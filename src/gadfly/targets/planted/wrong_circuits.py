"""Defects that work an operator out wrongly: answers in both directions and models go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from gadfly.lang.smt.terms import Shape, Term
from gadfly.targets.planted.circuits import OPERATIONS, Operations
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


def _equals(gates: Gates, term: Term, args: Sequence[Bits]) -> Bits:
    if any(map(_is_lowest, term.args)) and not all(arg.shape is Shape.LITERAL for arg in term.args):
        return (0,)
    return OPERATIONS["="](gates, term, args)


def _is_lowest(term: Term) -> bool:
    """Whether it is the literal of the one signed number without an opposite."""
    is_bits = term.shape is Shape.LITERAL and term.sort.name == "BitVec"
    return is_bits and term.sort.width > 1 and term.value == 1 << term.sort.width - 1


class WrongBoundary(Defect):
    """Thinks that nothing is equal to the literal of the lowest signed number."""

    circuits: ClassVar[Operations] = {"=": _equals}


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
