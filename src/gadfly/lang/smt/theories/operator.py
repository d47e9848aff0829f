"""The record that describes one operator of a theory, and the usual ways to check argument sorts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gadfly.lang.smt.sorts import BOOL, Sort, SortError
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.values import MaybeValue

Indices = tuple[int | str, ...]
Result = Callable[[Indices, tuple[Sort, ...]], Sort]
# The values are Any because `result` has fixed their types: checking them again would double the cost.
Apply = Callable[[Term, Sequence[Any]], MaybeValue]


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator.

    `result(indices, argument_sorts)` is the sort of an application, or raises SortError if it does not fit.
    `apply(term, argument_values)` is its value once all arguments have one; UNDECIDED where SMT-LIB leaves it
    open. `partial` is the same when some arguments are UNDECIDED; without it, so is the value.
    """

    name: str
    result: Result
    apply: Apply
    partial: Apply | None = None


def refusal(name: str, sorts: Sequence[Sort], indices: Indices = ()) -> SortError:
    """The error that an operator does not fit its arguments."""
    head = f"(_ {name} {' '.join(map(str, indices))})" if indices else name
    return SortError(f"{head} does not take ({' '.join(map(str, sorts))})")


def fixed(name: str, parameters: tuple[Sort, ...], result: Sort) -> Result:
    """Exactly these argument sorts."""

    def check(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        if indices or sorts != parameters:
            raise refusal(name, sorts, indices)
        return result

    return check


def alike(name: str, allowed: Callable[[Sort], bool], result: Sort | None, least: int, most: int) -> Result:
    """From `least` to `most` arguments of one allowed sort, which is also the result's unless given."""

    def check(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        if indices or not least <= len(sorts) <= most or not allowed(sorts[0]):
            raise refusal(name, sorts, indices)
        if any(sort != sorts[0] for sort in sorts):
            raise refusal(name, sorts, indices)
        return sorts[0] if result is None else result

    return check


def natural_indices(name: str, indices: Indices, count: int) -> tuple[int, ...]:
    """The indices of an operator that takes `count` natural numbers."""
    numbers = tuple(index for index in indices if isinstance(index, int) and index >= 0)
    if len(indices) != count or len(numbers) != count:
        raise SortError(f"{name} takes {count} natural numbers as indices, not {indices}")
    return numbers


def chainable(compare: Callable[[Any, Any], bool]) -> Apply:
    """A comparison that holds when it holds between all neighbours."""

    def apply(_term: Term, values: Sequence[Any]) -> bool:
        if len(values) == 2:
            return compare(values[0], values[1])
        return all(map(compare, values, values[1:]))

    return apply


MANY = 1 << 30


def is_bool(sort: Sort) -> bool:
    return sort == BOOL
