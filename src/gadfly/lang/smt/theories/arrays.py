"""The ArraysEx theory, with constant arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.operator import Indices, Operator, refusal
from gadfly.lang.smt.values import (
    UNDECIDED,
    ArrayValue,
    MaybeValue,
    Value,
    array_value,
    equal,
    is_plain,
    stored,
)


def _select_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    if indices or len(sorts) != 2 or sorts[0].name != "Array" or sorts[0].args[0] != sorts[1]:
        raise refusal("select", sorts, indices)
    return sorts[0].args[1]


def _store_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    if indices or len(sorts) != 3 or sorts[0].name != "Array" or sorts[0].args != sorts[1:]:
        raise refusal("store", sorts, indices)
    return sorts[0]


def _constant_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    raise refusal("const-array", sorts, indices)  # its arguments do not tell: only `as` does


def _select(_term: Term, values: Sequence[Any]) -> MaybeValue:
    array, index = values
    if _may_alias(array, index):
        return UNDECIDED
    found: Value = array.entries.get(index, array.default)
    return found


def _store(_term: Term, values: Sequence[Any]) -> MaybeValue:
    array, index, value = values
    if _may_alias(array, index):
        return UNDECIDED
    return stored(array, index, value)


def _constant(term: Term, values: Sequence[Any]) -> ArrayValue:
    return array_value(term.sort, values[0], {})


def _may_alias(array: ArrayValue, index: Value) -> bool:
    """Whether the index may be one of the entries' without looking like it."""
    if is_plain(index) or index in array.entries:
        return False
    return any(equal(index, other) is UNDECIDED for other in array.entries)


OPERATORS: tuple[Operator, ...] = (
    Operator("select", _select_sort, _select),
    Operator("store", _store_sort, _store),
    Operator("const-array", _constant_sort, _constant),
)
