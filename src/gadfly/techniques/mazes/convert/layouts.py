"""Layouts: how many cells the arrays of a sort have in C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model
from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.terms import Shape, Term
from gadfly.lang.smt.values import ArrayValue, cardinality
from gadfly.techniques.mazes.convert.c_types import UnconvertibleError
from gadfly.techniques.mazes.convert.constants import constant, is_constant

MAX_CELLS = 512
_MAX_TOTAL = 4096  # with those of nested arrays
_FEW = 64
"""An index that only the model tells may ask for so many cells."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The indices below `cells` have a cell each; all others share one, if `elsewhere` says so.

    An array without the shared cell cannot be compared, unless its cells are all there is.
    """

    cells: int
    elsewhere: bool
    is_complete: bool

    @property
    def size(self) -> int:
        return self.cells + self.elsewhere


def make_layouts(order: Sequence[Term], model: Model, length: int) -> dict[Sort, Layout]:
    """For every array sort in the terms, which are all sub-terms: enough for the constant indices, for the
    small ones that the model uses, and for `length`."""
    if length > MAX_CELLS:
        raise UnconvertibleError(f"an array has at most {MAX_CELLS} cells, not {length}")
    sorts = _array_sorts(term.sort for term in order)
    needed = dict.fromkeys(sorts, max(1, length))
    for sort, index in _constant_indices(order):
        if not 0 <= index < MAX_CELLS:
            raise UnconvertibleError(f"the constant index {index} of an array is out of bounds")
        needed[sort] = max(needed[sort], index + 1)
    compared = _compared(order)
    for sort, index in _used_indices(order, model, compared):
        if 0 <= index < _FEW:
            needed[sort] = max(needed[sort], index + 1)
    layouts = {sort: _layout(sort, cells, sort in compared) for sort, cells in needed.items()}
    for sort in layouts:
        if total_cells(sort, layouts) > _MAX_TOTAL:
            raise UnconvertibleError(f"an array of sort {sort} would have too many cells")
    return layouts


def total_cells(sort: Sort, layouts: Mapping[Sort, Layout]) -> int:
    """How many scalars a value of the sort takes."""
    return layouts[sort].size * total_cells(sort.args[1], layouts) if sort in layouts else 1


def scalar_sort(sort: Sort) -> Sort:
    """What an array holds at the end of all its indices."""
    while sort.name == "Array":
        sort = sort.args[1]
    return sort


def _layout(sort: Sort, cells: int, is_compared: bool) -> Layout:
    size = cardinality(sort.args[0])
    if size is not None and size <= cells:
        return Layout(size, elsewhere=False, is_complete=True)
    return Layout(cells, elsewhere=is_compared, is_complete=False)


def _array_sorts(sorts: Iterable[Sort]) -> list[Sort]:
    found: dict[Sort, None] = {}
    stack = list(sorts)[::-1]
    while stack:
        sort = stack.pop()
        if sort.name == "Array" and sort not in found:
            found[sort] = None
            stack.append(sort.args[1])
    return list(found)


def _accesses(order: Sequence[Term]) -> Iterator[Term]:
    for term in order:
        if term.shape is Shape.OPERATOR and term.name in ("select", "store"):
            yield term


def _constant_indices(order: Sequence[Term]) -> Iterator[tuple[Sort, int]]:
    for term in _accesses(order):
        if is_constant(term.args[1]):
            yield term.args[0].sort, constant(term.args[1])


def _compared(order: Sequence[Term]) -> set[Sort]:
    """The array sorts of which two values are compared as a whole, and those inside them."""
    compared = {
        term.args[0].sort
        for term in order
        if term.shape is Shape.OPERATOR
        and term.name in ("=", "distinct")
        and term.args[0].sort.name == "Array"
    }
    return set(_array_sorts(sorted(compared, key=str)))


def _used_indices(order: Sequence[Term], model: Model, compared: set[Sort]) -> Iterator[tuple[Sort, int]]:
    """The indices that the terms look at under the model; of compared arrays all that make a difference."""
    accesses = list(_accesses(order))
    arrays = [term for term in order if term.shape is Shape.SYMBOL and term.sort in compared]
    values = evaluate([*(term.args[1] for term in accesses), *arrays], model)
    for term, index in zip(accesses, values, strict=False):
        if isinstance(index, int):
            yield term.args[0].sort, index
    for array in values[len(accesses) :]:
        if isinstance(array, ArrayValue):
            yield from ((array.sort, index) for index in array.entries if isinstance(index, int))
