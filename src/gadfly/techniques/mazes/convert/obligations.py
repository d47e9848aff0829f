"""Restrictions: what must hold for a term to mean the same in SMT-LIB and in C."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gadfly.lang.smt.sorts import BOOL, INT, Sort
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.techniques.mazes.convert.c_types import MAX_NUMBER, Corners
from gadfly.techniques.mazes.convert.constants import constant, is_constant
from gadfly.techniques.mazes.convert.ground import Ground
from gadfly.techniques.mazes.convert.layouts import scalar_sort

_SHIFTS = frozenset({"bvshl", "bvlshr", "bvashr"})
_BIT_DIVISIONS = frozenset({"bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"})
_SIGNED_DIVISIONS = frozenset({"bvsdiv", "bvsrem", "bvsmod"})
_TYPE_WIDTHS = (32, 64, 128)  # of types that are not promoted, so that their least number has no negation


def restrictions(ground: Ground, terms: Sequence[Term], bank: Bank) -> list[Term]:
    """Conditions under which the terms mean in C what they mean in SMT-LIB.

    What is read is within the bound of the integers, and the obligations hold.
    """
    found: dict[Term, None] = {}
    for term in post_order(terms):
        if term.shape is Shape.SYMBOL:
            found |= dict.fromkeys(_bounded(ground, term, bank))
    return [*found, *obligations(ground, terms, bank)]


def obligations(ground: Ground, terms: Sequence[Term], bank: Bank) -> list[Term]:
    """The restrictions without the bounds of what is read, which every grounded model is within.

    Array indices are within bounds, divisors of integers are not zero. Where corner cases are excluded, none
    occurs; where they are unchecked, no integer overflows either.
    """
    found: dict[Term, None] = {}
    for term in post_order(terms):
        found |= dict.fromkeys(index_obligations(ground, term, bank))
        found |= dict.fromkeys(divisor_obligations(term, bank))
        if ground.corners is not Corners.DEFINED:
            found |= dict.fromkeys(corner_obligations(term, bank))
        if ground.corners is Corners.UNCHECKED:
            found |= dict.fromkeys(_range_obligations(term, bank))
    return list(found)


def index_obligations(ground: Ground, term: Term, bank: Bank) -> Iterator[Term]:
    """The index of a read or a write is that of a cell."""
    if term.shape is not Shape.OPERATOR or term.name not in ("select", "store"):
        return
    array, index = term.args[:2]
    layout = ground.layout(array.sort)
    if layout.is_complete:
        return
    if is_constant(index) and 0 <= constant(index) < layout.cells:
        return
    limit = bank.literal(layout.cells, index.sort)
    if index.sort == INT:
        yield bank.operator("<=", BOOL, [bank.literal(0, INT), index])
        yield bank.operator("<", BOOL, [index, limit])
    else:
        yield bank.operator("bvult", BOOL, [index, limit])


def divisor_obligations(term: Term, bank: Bank) -> Iterator[Term]:
    """No integer is divided by zero, which SMT-LIB leaves open."""
    if term.shape is Shape.OPERATOR and term.name in ("div", "mod"):
        for divisor in term.args[1:]:
            if not is_constant(divisor):
                yield _nonzero(divisor, bank)


def _nonzero(term: Term, bank: Bank) -> Term:
    return bank.operator("distinct", BOOL, [term, bank.literal(0, term.sort)])


def _within(term: Term, bound: int, bank: Bank) -> Term:
    return bank.operator("<=", BOOL, [bank.literal(-bound, INT), term, bank.literal(bound, INT)])


def _bounded(ground: Ground, symbol: Term, bank: Bank) -> Iterator[Term]:
    """What is read for a symbol is within the bound, if it is made of integers."""
    if scalar_sort(symbol.sort) == INT:
        for cell in _cells(ground, symbol, symbol.sort, bank):
            yield _within(cell, ground.bound, bank)


def _cells(ground: Ground, term: Term, sort: Sort, bank: Bank) -> Iterator[Term]:
    """The scalars in a term. The first index without a cell stands for all of them."""
    if sort.name != "Array":
        yield term
        return
    index_sort, element_sort = sort.args
    for index in range(ground.layout(sort).size):
        cell = bank.operator("select", element_sort, [term, bank.literal(index, index_sort)])
        yield from _cells(ground, cell, element_sort, bank)


def _range_obligations(term: Term, bank: Bank) -> Iterator[Term]:
    """No integer leaves `long long`."""
    if term.shape is Shape.OPERATOR and term.sort == INT and term.name in ("+", "-", "*"):
        for end in range(2, len(term.args) + 1):
            yield _within(bank.operator(term.name, INT, term.args[:end]), MAX_NUMBER, bank)


def corner_obligations(term: Term, bank: Bank) -> Iterator[Term]:
    """No divisor of bits is zero, no shift goes beyond the width, no signed quotient overflows."""
    if term.shape is not Shape.OPERATOR:
        return
    if term.name in _SHIFTS:
        count = term.args[1]
        if not (count.shape is Shape.LITERAL and int(count.value) < count.sort.width):
            yield bank.operator("bvult", BOOL, [count, bank.literal(count.sort.width, count.sort)])
    if term.name in _BIT_DIVISIONS:
        divisor = term.args[1]
        if not (divisor.shape is Shape.LITERAL and divisor.value):
            yield _nonzero(divisor, bank)
    if term.name in _SIGNED_DIVISIONS and term.sort.width in _TYPE_WIDTHS:
        yield bank.operator("not", BOOL, [bank.operator("bvsdivo", BOOL, term.args)])
