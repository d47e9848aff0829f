"""The Core theory, and `=`, `distinct` and `ite` of every sort."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.operator import MANY, Indices, Operator, alike, fixed, is_bool, refusal
from gadfly.lang.smt.values import UNDECIDED, MaybeValue, equal


def _any_sort(_sort: Sort) -> bool:
    return True


def _ite_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    if indices or len(sorts) != 3 or sorts[0] != BOOL or sorts[1] != sorts[2]:
        raise refusal("ite", sorts, indices)
    return sorts[1]


def _not(_term: Term, values: Sequence[bool]) -> bool:
    return not values[0]


def _and(_term: Term, values: Sequence[bool]) -> bool:
    return False not in values


def _and_partial(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    return False if False in values else UNDECIDED


def _or(_term: Term, values: Sequence[bool]) -> bool:
    return True in values


def _or_partial(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    return True if True in values else UNDECIDED


def _xor(_term: Term, values: Sequence[bool]) -> bool:
    return values.count(True) % 2 == 1


def _implies(_term: Term, values: Sequence[bool]) -> bool:
    """Right-associative: false only when everything before a false conclusion is true."""
    return values[-1] or False in values[:-1]


def _implies_partial(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    return True if values[-1] is True or False in values[:-1] else UNDECIDED


def _ite(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    condition, yes, no = values
    return yes if condition else no


def _ite_partial(term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    condition, yes, no = values
    if condition is not UNDECIDED:
        return _ite(term, values)
    if yes is UNDECIDED or no is UNDECIDED or equal(yes, no) is not True:
        return UNDECIDED
    return _ite(term, (True, yes, no))


def _equals(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    if len(values) == 2:
        return equal(values[0], values[1])
    return _all([equal(values[0], value) for value in values[1:]])


def _equals_partial(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    decided = _decided(values)
    differ = any(equal(decided[0], value) is False for value in decided[1:])
    return False if differ else UNDECIDED


def _distinct(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    return _all([_negated(equal(left, right)) for left, right in combinations(values, 2)])


def _distinct_partial(_term: Term, values: Sequence[MaybeValue]) -> MaybeValue:
    same = any(equal(left, right) is True for left, right in combinations(_decided(values), 2))
    return False if same else UNDECIDED


def _decided(values: Sequence[MaybeValue]) -> list[MaybeValue]:
    return [value for value in values if value is not UNDECIDED]


def _negated(truth: MaybeValue) -> MaybeValue:
    return UNDECIDED if truth is UNDECIDED else not truth


def _all(truths: Sequence[MaybeValue]) -> MaybeValue:
    if any(truth is False for truth in truths):
        return False
    return all(truth is True for truth in truths) or UNDECIDED


OPERATORS: tuple[Operator, ...] = (
    Operator("not", fixed("not", (BOOL,), BOOL), _not),
    # The standard wants two arguments; solvers and their benchmarks also use one.
    Operator("and", alike("and", is_bool, BOOL, 1, MANY), _and, _and_partial),
    Operator("or", alike("or", is_bool, BOOL, 1, MANY), _or, _or_partial),
    Operator("xor", alike("xor", is_bool, BOOL, 2, MANY), _xor),
    Operator("=>", alike("=>", is_bool, BOOL, 2, MANY), _implies, _implies_partial),
    Operator("ite", _ite_sort, _ite, _ite_partial),
    Operator("=", alike("=", _any_sort, BOOL, 2, MANY), _equals, _equals_partial),
    Operator("distinct", alike("distinct", _any_sort, BOOL, 2, MANY), _distinct, _distinct_partial),
)
