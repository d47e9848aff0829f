"""The Ints theory, with the operators it shares with Reals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import ge, gt, le, lt
from typing import Any

from gadfly.lang.smt.sorts import BOOL, INT, REAL, Sort
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.operator import (
    MANY,
    Indices,
    Operator,
    alike,
    chainable,
    fixed,
    natural_indices,
    refusal,
)
from gadfly.lang.smt.values import UNDECIDED, MaybeValue

_MOST_BITS = 1 << 14
"""A longer number is left undecided: squaring a number a hundred times over must not exhaust memory."""


def bounded(value: int | Fraction) -> MaybeValue:
    """The number, or UNDECIDED if it has grown beyond any use."""
    if value.numerator.bit_length() > _MOST_BITS or value.denominator.bit_length() > _MOST_BITS:
        return UNDECIDED
    return value


def is_number(sort: Sort) -> bool:
    return sort in (INT, REAL)


def _is_int(sort: Sort) -> bool:
    return sort == INT


def _plus(_term: Term, values: Sequence[Any]) -> MaybeValue:
    return bounded(sum(values))


def _minus(_term: Term, values: Sequence[Any]) -> MaybeValue:
    if len(values) == 1:
        negated: int | Fraction = -values[0]
        return negated
    return bounded(values[0] - sum(values[1:]))


def _times(_term: Term, values: Sequence[Any]) -> MaybeValue:
    product: MaybeValue = values[0]
    for value in values[1:]:
        if product is UNDECIDED:
            return UNDECIDED
        product = bounded(product * value)
    return product


def quotient(dividend: int, divisor: int) -> int:
    """The q with dividend = divisor * q + r and 0 <= r < |divisor|."""
    return dividend // divisor if divisor > 0 else -(dividend // -divisor)


def _div(_term: Term, values: Sequence[int]) -> MaybeValue:
    result = values[0]
    for divisor in values[1:]:
        if divisor == 0:
            return UNDECIDED
        result = quotient(result, divisor)
    return result


def _mod(_term: Term, values: Sequence[int]) -> MaybeValue:
    dividend, divisor = values
    if divisor == 0:
        return UNDECIDED
    return dividend % abs(divisor)


def _abs(_term: Term, values: Sequence[int]) -> int:
    return abs(values[0])


def _divisible_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    (divisor,) = natural_indices("divisible", indices, 1)
    if sorts != (INT,) or divisor == 0:
        raise refusal("divisible", sorts, indices)
    return BOOL


def _divisible(term: Term, values: Sequence[int]) -> bool:
    return values[0] % int(term.indices[0]) == 0


def _to_real(_term: Term, values: Sequence[int]) -> Fraction:
    return Fraction(values[0])


def _to_int(_term: Term, values: Sequence[Fraction]) -> int:
    return values[0] // 1


def _is_whole(_term: Term, values: Sequence[Fraction]) -> bool:
    return values[0].denominator == 1


OPERATORS: tuple[Operator, ...] = (
    Operator("+", alike("+", is_number, None, 2, MANY), _plus),
    Operator("-", alike("-", is_number, None, 1, MANY), _minus),
    Operator("*", alike("*", is_number, None, 2, MANY), _times),
    Operator("<=", alike("<=", is_number, BOOL, 2, MANY), chainable(le)),
    Operator("<", alike("<", is_number, BOOL, 2, MANY), chainable(lt)),
    Operator(">=", alike(">=", is_number, BOOL, 2, MANY), chainable(ge)),
    Operator(">", alike(">", is_number, BOOL, 2, MANY), chainable(gt)),
    Operator("div", alike("div", _is_int, INT, 2, MANY), _div),
    Operator("mod", fixed("mod", (INT, INT), INT), _mod),
    Operator("abs", fixed("abs", (INT,), INT), _abs),
    Operator("divisible", _divisible_sort, _divisible),
    Operator("to_real", fixed("to_real", (INT,), REAL), _to_real),
    Operator("to_int", fixed("to_int", (REAL,), INT), _to_int),
    Operator("is_int", fixed("is_int", (REAL,), BOOL), _is_whole),
)
