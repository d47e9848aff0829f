"""The Reals theory beyond what it shares with Ints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gadfly.lang.smt.sorts import REAL, Sort
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.ints import bounded
from gadfly.lang.smt.theories.operator import MANY, Operator, alike
from gadfly.lang.smt.values import UNDECIDED, MaybeValue


def _is_real(sort: Sort) -> bool:
    return sort == REAL


def _divide(_term: Term, values: Sequence[Fraction]) -> MaybeValue:
    result = values[0]
    for divisor in values[1:]:
        if divisor == 0 or bounded(result) is UNDECIDED:
            return UNDECIDED
        result = result / divisor
    return bounded(result)


OPERATORS: tuple[Operator, ...] = (Operator("/", alike("/", _is_real, REAL, 2, MANY), _divide),)
