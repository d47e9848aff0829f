"""Numbers, sums, constraints and points by choice, the simplest being zero, ⊤ and the origin."""

from __future__ import annotations

import math

from gadfly.core.choices import Choices
from gadfly.core.words import Shape
from gadfly.lang.domain.points import Point, holds, linear_part
from gadfly.lang.domain.program import LONG_MAX, LONG_MIN, Constraint, Relation, Sum
from gadfly.lang.domain.sweep import Values

_INT_MIN, _INT_MAX = -(1 << 31), (1 << 31) - 1
_PREDEFINED: dict[Values, tuple[int | float, ...]] = {
    Values.NONE: (),
    Values.INT: (0, 1, -1, _INT_MAX, _INT_MIN),
    Values.LONG: (0, 1, -1, LONG_MAX, LONG_MIN),
    Values.INFINITY: (0, math.inf, -math.inf),
    Values.NAN: (0, math.inf, -math.inf, math.nan),
}
_SMALL = 10
_MOST_TERMS = 4
_PREDEFINED_COEFFICIENTS = 0.125  # the share of a polyhedron's coefficients that are boundary values
_THROUGH_POINT = 0.5


class Drawing:
    """Draws what fits a shape, a number of variables and a set of pre-defined values."""

    def __init__(self, choices: Choices, variables: int, shape: Shape, values: Values) -> None:
        self.choices = choices
        self.variables = variables
        self._shape = shape
        self._predefined = _PREDEFINED[values]
        self._boundaries = [value for value in self._predefined if isinstance(value, int) and value]

    def variable(self) -> int:
        return self.choices.below(self.variables)

    def point(self) -> Point:
        return tuple(self._small(_SMALL) for _ in range(self.variables))

    def sum(self) -> Sum:
        """Any sum with small coefficients, representable or not."""
        return self._sum({self.variable(): self._small(3) for _ in self.choices.repeat(0, _MOST_TERMS)})

    def condition(self) -> Constraint:
        return Constraint(self.sum(), self._relation())

    def assignable(self, variable: int) -> Sum:
        """A sum whose assignment to a variable the shape can express."""
        others = [other for other in range(self.variables) if other != variable]
        terms: dict[int, int] = {}
        if others and self._shape is Shape.OCTAGON and self.choices.coin():
            terms = {self.choices.pick(others): self._sign()}
        elif others and self._shape is Shape.POLYHEDRON:
            terms = {self.choices.pick(others): self._small(3) for _ in self.choices.repeat(0, _MOST_TERMS)}
        return self._sum(terms, is_finite=True)

    def separator(self) -> Sum:
        """A sum that the shape can compare with zero, far from all limits."""
        terms = {variable: max(factor, -LONG_MAX) for variable, factor in self._terms().items()}
        return Sum(self._coefficients_of(terms), self._small(_SMALL))

    def constraints(self) -> tuple[Constraint, ...]:
        """What an element of the pool consists of: a constraint of the shape, or the bounds of a variable."""
        if self._shape is not Shape.INTERVAL:
            return (Constraint(self._sum(self._terms()), self._relation()),)
        variable = self.variable()
        below, above = self._constant(), self._constant()
        if below + above < 0:  # -below <= x <= above is empty, so the bounds change places
            below, above = _negated(above), _negated(below)
        return (Constraint(self._bound(variable, 1, below)), Constraint(self._bound(variable, -1, above)))

    def through(self, constraint: Constraint, point: Point) -> Constraint:
        """The constraint as it is if the point satisfies it, else in half of the cases moved to the point."""
        if holds(constraint, point) or not self.choices.coin(_THROUGH_POINT):
            return constraint
        constant = -linear_part(constraint.sum, point)
        if not LONG_MIN <= constant <= LONG_MAX:
            return constraint
        return Constraint(Sum(constraint.sum.coefficients, constant), constraint.relation)

    def _terms(self) -> dict[int, int]:
        """Coefficients by variable, at least one, as the shape has them."""
        match self._shape:
            case Shape.INTERVAL:
                return {self.variable(): self._sign()}
            case Shape.OCTAGON:
                return {self.variable(): self._sign() for _ in self.choices.repeat(1, 2)}
            case Shape.POLYHEDRON:
                return {self.variable(): self._coefficient() for _ in self.choices.repeat(1, _MOST_TERMS)}

    def _sum(self, terms: dict[int, int], *, is_finite: bool = False) -> Sum:
        constant = self._constant()
        if is_finite and not isinstance(constant, int):
            constant = 0
        return Sum(self._coefficients_of(terms), constant)

    def _bound(self, variable: int, sign: int, constant: int | float) -> Sum:
        return Sum(self._coefficients_of({variable: sign}), constant)

    def _coefficients_of(self, terms: dict[int, int]) -> tuple[int, ...]:
        return tuple(terms.get(variable, 0) for variable in range(self.variables))

    def _constant(self) -> int | float:
        kinds = ("small", "pre-defined", "any") if self._predefined else ("small", "any")
        match self.choices.pick(kinds):
            case "small":
                return self._small(_SMALL)
            case "pre-defined":
                return self.choices.pick(self._predefined)
        return self._small(_INT_MAX)

    def _coefficient(self) -> int:
        """Not zero."""
        if self._boundaries and self.choices.coin(_PREDEFINED_COEFFICIENTS):
            return self.choices.pick(self._boundaries)
        return self._small(3) or 1

    def _relation(self) -> Relation:
        return self.choices.pick((Relation.AT_LEAST, Relation.AT_LEAST, Relation.EQUAL))

    def _sign(self) -> int:
        return self.choices.pick((1, -1))

    def _small(self, most: int) -> int:
        """0, 1, -1, 2, -2, … up to `most` in both directions."""
        place = self.choices.below(2 * most + 1)
        return (place + 1) // 2 if place % 2 else -(place // 2)


def _negated(number: int | float) -> int | float:
    return LONG_MAX if number == LONG_MIN else -number
