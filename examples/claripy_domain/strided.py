"""claripy's strided intervals as an abstract domain, for the laws.

A strided interval such as `3[30, 22]` of five bits is a set of machine integers: from 30 in steps of 3, past
31 and on from 0, up to 22. An element has one for every variable. An integer point lies in an element if each
of its coordinates modulo 2^BITS is in the interval of that variable: what a register keeps of an integer.
An inequality alone says nothing about such a remainder; two bounds do, and so does an equation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache

from claripy.backends.backend_vsa.strided_interval import StridedInterval

from gadfly.testing import BaseDomain, Constraint, Relation, Shape, Sum

BITS = 5
MODULUS = 1 << BITS

Element = tuple[StridedInterval, ...]


@cache
def residues(stride: int, first: int, last: int) -> frozenset[int]:
    """What a strided interval means by its definition, enumerated without any of claripy's operations."""
    distance = (last - first) % MODULUS
    return frozenset((first + step) % MODULUS for step in range(0, distance + 1, stride or MODULUS))


def members(interval: StridedInterval) -> frozenset[int]:
    if interval.is_empty:
        return frozenset()
    return residues(interval.stride, interval.lower_bound, interval.upper_bound)


def constant(value: int) -> StridedInterval:
    return between(value, value)


def between(first: float, last: float) -> StridedInterval:
    """The remainders of all integers from first to last."""
    if last < first:
        return StridedInterval.empty(BITS)
    if not last - first < MODULUS - 1:
        return StridedInterval.top(BITS)
    return StridedInterval(
        bits=BITS, stride=int(first < last), lower_bound=int(first) % MODULUS, upper_bound=int(last) % MODULUS
    )


class StridedIntervals(BaseDomain[Element]):
    """One strided interval of BITS bits for every variable."""

    shape = Shape.INTERVAL
    ordered_widening = True
    # Arcs of a circle are no lattice. A right implementation of them may break these:
    exempt = frozenset(
        {
            *("10", "11", "27"),  # two sets may have several smallest covers: which one is a matter of taste
            *("18", "19", "41"),  # two arcs may share two pieces, and a cover of both leaves one of the arcs
            *("15", "20", "21", "66"),  # follow from such laws of joins and meets
            *("34", "39"),  # the cover that was chosen for more values need not contain that for fewer
            "26",  # of two inequalities that exclude each other a remainder tells nothing
            "32",  # claripy widens ⊥ to ⊤, and its code says so
        }
    )

    def top(self) -> Element:
        return (StridedInterval.top(BITS),) * self.variables

    def bottom(self) -> Element:
        return (StridedInterval.empty(BITS),) * self.variables

    def of(self, constraints: Sequence[Constraint]) -> Element:
        return self._reduced(between(*bounds(constraints, variable)) for variable in range(self.variables))

    def join(self, left: Element, right: Element) -> Element:
        return tuple(a.union(b) for a, b in zip(left, right, strict=True))

    def meet(self, left: Element, right: Element) -> Element:
        return self._reduced(a.intersection(b) for a, b in zip(left, right, strict=True))

    def widen(self, left: Element, right: Element) -> Element:
        return tuple(a.widen(b) for a, b in zip(left, right, strict=True))

    def assign(self, element: Element, variable: int, value: Sum) -> Element:
        if self.is_bottom(element):
            return element
        return (*element[:variable], evaluate(value, element), *element[variable + 1 :])

    def cond(self, element: Element, condition: Constraint) -> Element:
        return self.meet(element, self.of([condition]))

    def project(self, element: Element, variable: int) -> Element:
        if self.is_bottom(element):
            return element
        return (*element[:variable], StridedInterval.top(BITS), *element[variable + 1 :])

    def leq(self, left: Element, right: Element) -> bool:
        return self.is_bottom(left) or all(members(a) <= members(b) for a, b in zip(left, right, strict=True))

    def is_bottom(self, element: Element) -> bool:
        return any(not members(interval) for interval in element)

    def contains(self, element: Element, point: Sequence[int]) -> bool:
        return all(value % MODULUS in members(each) for value, each in zip(point, element, strict=True))

    def show(self, element: Element) -> str:
        return ", ".join(f"x{place}: {written(each)}" for place, each in enumerate(element))

    def _reduced(self, intervals: Iterable[StridedInterval]) -> Element:
        """A state needs a value for every variable: if one has none, there is no state."""
        element = tuple(intervals)
        return self.bottom() if self.is_bottom(element) else element


def written(interval: StridedInterval) -> str:
    if interval.is_empty:
        return "none"
    return f"{interval.stride}[{interval.lower_bound}, {interval.upper_bound}]"


def bounds(constraints: Sequence[Constraint], variable: int) -> tuple[float, float]:
    """The least and the greatest value that constraints on this variable alone leave it."""
    first, last = -math.inf, math.inf
    for constraint in constraints:
        factor = constraint.sum.coefficients[variable]
        if abs(factor) == 1 and sum(map(abs, constraint.sum.coefficients)) == 1:
            bound = -constraint.sum.constant * factor
            is_equation = constraint.relation == Relation.EQUAL
            first = max(first, bound) if factor > 0 or is_equation else first
            last = min(last, bound) if factor < 0 or is_equation else last
    return first, last


def evaluate(value: Sum, element: Element) -> StridedInterval:
    """The sum in claripy's arithmetic; an infinite constant is no machine integer, so it may be any."""
    if not isinstance(value.constant, int):
        return StridedInterval.top(BITS)
    total = constant(value.constant)
    for factor, interval in zip(value.coefficients, element, strict=True):
        if factor:
            total = total.add(interval if factor == 1 else interval.mul(constant(factor)))
    return total
