"""The record that describes one operator of a theory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.values import MaybeValue, Value

Indices = tuple[int | str, ...]
Result = Callable[[Indices, tuple[Sort, ...]], Sort]
Apply = Callable[[Term, tuple[Value, ...]], MaybeValue]


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator.

    `result(indices, argument_sorts)` is the sort of an application, or raises SortError if it does not fit.
    `apply(term, argument_values)` is its value once all arguments have one; UNDECIDED where SMT-LIB leaves it
    open. Operators that may be decided by some of their arguments (and, or, =>, ite) are the evaluator's.
    """

    name: str
    result: Result
    apply: Apply | None = None
