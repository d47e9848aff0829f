"""For tests of laws: intervals over the rationals, exact and with the best transformers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gadfly.core.words import Shape
from gadfly.lang.domain.domain import BaseDomain
from gadfly.lang.domain.program import Constraint, Relation, Sum

Bound = int | Fraction | float  # a float only for the infinities


@dataclass(frozen=True, slots=True)
class Range:
    low: Bound = -math.inf
    high: Bound = math.inf

    def meet(self, other: Range) -> Range:
        return Range(max(self.low, other.low), min(self.high, other.high))

    def scaled(self, factor: int) -> Range:
        ends = sorted((_times(self.low, factor), _times(self.high, factor)))
        return Range(ends[0], ends[1])


@dataclass(frozen=True, slots=True)
class Box:
    """A range per variable. There is one empty box only, which has none."""

    ranges: tuple[Range, ...]

    @classmethod
    def of(cls, ranges: Sequence[Range]) -> Box:
        return EMPTY if any(each.low > each.high for each in ranges) else cls(tuple(ranges))

    def replaced(self, variable: int, by: Range) -> Box:
        return Box.of([*self.ranges[:variable], by, *self.ranges[variable + 1 :]])


EMPTY = Box(())


class Intervals(BaseDomain[Box]):
    """Right in all respects; the tests break one method at a time."""

    variables = 3
    shape = Shape.INTERVAL

    def top(self) -> Box:
        return Box((Range(),) * self.variables)

    def bottom(self) -> Box:
        return EMPTY

    def of(self, constraints: Sequence[Constraint]) -> Box:
        """By its own means, so that a broken condition does not break all elements."""
        element = self.top()
        for constraint in constraints:
            element = Intervals.cond(self, element, constraint)
        return element

    def join(self, left: Box, right: Box) -> Box:
        if EMPTY in {left, right}:
            return right if left == EMPTY else left
        return Box(tuple(Range(min(a.low, b.low), max(a.high, b.high)) for a, b in _pairs(left, right)))

    def meet(self, left: Box, right: Box) -> Box:
        return EMPTY if EMPTY in {left, right} else Box.of([a.meet(b) for a, b in _pairs(left, right)])

    def widen(self, left: Box, right: Box) -> Box:
        if EMPTY in {left, right}:
            return right if left == EMPTY else left
        return Box(
            tuple(
                Range(a.low if a.low <= b.low else -math.inf, a.high if a.high >= b.high else math.inf)
                for a, b in _pairs(left, right)
            )
        )

    def narrow(self, left: Box, right: Box) -> Box:
        if EMPTY in {left, right}:
            return EMPTY
        return Box.of(
            [
                Range(
                    b.low if math.isinf(a.low) else a.low,
                    b.high if math.isinf(a.high) else a.high,
                )
                for a, b in _pairs(left, right)
            ]
        )

    def assign(self, element: Box, variable: int, value: Sum) -> Box:
        return element if element == EMPTY else element.replaced(variable, _range_of(value, element))

    def substitute(self, element: Box, variable: int, value: Sum) -> Box:
        if element == EMPTY:
            return EMPTY
        wanted = element.ranges[variable]
        return _limited(self.project(element, variable), value, wanted)

    def cond(self, element: Box, condition: Constraint) -> Box:
        is_equality = condition.relation is Relation.EQUAL
        return _limited(element, condition.sum, Range(0, 0 if is_equality else math.inf))

    def project(self, element: Box, variable: int) -> Box:
        return element if element == EMPTY else element.replaced(variable, Range())

    def leq(self, left: Box, right: Box) -> bool:
        if EMPTY in {left, right}:
            return left == EMPTY
        return all(b.low <= a.low and a.high <= b.high for a, b in _pairs(left, right))

    def eq(self, left: Box, right: Box) -> bool:
        return left == right

    def is_bottom(self, element: Box) -> bool:
        return element == EMPTY

    def is_top(self, element: Box) -> bool:
        return element == Box((Range(),) * self.variables)

    def contains(self, element: Box, point: Sequence[int]) -> bool:
        return element != EMPTY and all(
            each.low <= x <= each.high for each, x in zip(element.ranges, point, strict=True)
        )

    def constraints(self, element: Box) -> list[Constraint]:
        return [each for place, range_ in enumerate(element.ranges) for each in self._bounds(place, range_)]

    def _bounds(self, variable: int, range_: Range) -> Iterator[Constraint]:
        for bound, sign in ((range_.low, 1), (range_.high, -1)):
            if not isinstance(bound, float):
                factors = [0] * self.variables
                factors[variable] = sign * bound.denominator
                yield Constraint(Sum(tuple(factors), -sign * bound.numerator))


def _pairs(left: Box, right: Box) -> Iterator[tuple[Range, Range]]:
    return zip(left.ranges, right.ranges, strict=True)


def _times(bound: Bound, factor: int) -> Bound:
    return bound * factor if factor else 0


def _divided(bound: Bound, factor: int) -> Bound:
    return bound / factor if isinstance(bound, float) else Fraction(bound, factor)


def _range_of(sum_: Sum, box: Box) -> Range:
    """All values of a sum; any if its constant is not finite."""
    if not isinstance(sum_.constant, int):
        return Range()
    low: Bound = sum_.constant
    high: Bound = sum_.constant
    for factor, each in zip(sum_.coefficients, box.ranges, strict=True):
        scaled = each.scaled(factor)
        low, high = low + scaled.low, high + scaled.high
    return Range(low, high)


def _limited(box: Box, sum_: Sum, to: Range) -> Box:
    """The part of a box where the value of a sum is in a range, as exactly as a box can tell."""
    if box == EMPTY or not isinstance(sum_.constant, int):
        return box
    values = _range_of(sum_, box).meet(to)
    if values.low > values.high:
        return EMPTY
    ranges = list(box.ranges)
    for place, factor in enumerate(sum_.coefficients):
        if factor:
            rest = Sum((*sum_.coefficients[:place], 0, *sum_.coefficients[place + 1 :]), sum_.constant)
            others = _range_of(rest, box)
            product = Range(to.low - others.high, to.high - others.low)
            ends = sorted((_divided(product.low, factor), _divided(product.high, factor)))
            ranges[place] = ranges[place].meet(Range(ends[0], ends[1]))
    return Box.of(ranges)
