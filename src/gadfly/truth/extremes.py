"""The least value of a sum over a region: an exact simplex on the dual problem.

The dual of the least d · x with A x + b >= 0 is the greatest -b · y with y A = d and y >= 0, which has as few
rows as there are variables. Bland's rule lets it end always.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf

from gadfly.truth.regions import Linear, Region

Extreme = Fraction | float
"""A float only for the infinities."""


def is_empty(region: Region, variables: int) -> bool:
    return least((Fraction(0),) * variables, region) == inf


def least(direction: Sequence[Fraction], region: Region) -> Extreme:
    """The least value of direction · x in a region, minus infinity if there is none.

    An empty region has no least value of zero, which is plus infinity; other directions need a point.
    """
    tableau = _Tableau(direction, _inequalities(region))
    while (entering := tableau.entering()) >= 0:
        leaving = tableau.leaving(entering)
        if leaving < 0:
            return inf
        tableau.pivot(leaving, entering)
    return tableau.value()


def _inequalities(region: Region) -> list[Linear]:
    """An equality is an inequality in both directions."""
    found = []
    for each in region.constraints:
        found.append(each)
        if each.is_equality:
            found.append(Linear(tuple(-factor for factor in each.coefficients), -each.constant))
    return found


class _Tableau:
    """Rows of y A = d, to each of which an artificial variable is added, and two rows of what is minimised.

    The first of those is the sum of the artificial variables: it must become 0 before b · y counts. The last
    column is the right side, which in the rows of what is minimised has the opposite sign.
    """

    def __init__(self, direction: Sequence[Fraction], constraints: Sequence[Linear]) -> None:
        self._count = len(constraints)
        self._rows = [
            _signed([*(each.coefficients[place] for each in constraints), right])
            for place, right in enumerate(direction)
        ]
        self._basis = [self._count + place for place in range(len(direction))]
        self._penalty = [-sum(column, Fraction(0)) for column in zip(*self._rows, strict=True)]
        self._cost = [*(each.constant for each in constraints), Fraction(0)]

    def entering(self) -> int:
        """The first variable that makes it less; -1 if there is none. Artificial ones never come back."""
        zero = (Fraction(0), Fraction(0))
        reduced = zip(self._penalty[: self._count], self._cost, strict=False)
        return next((place for place, each in enumerate(reduced) if each < zero), -1)

    def leaving(self, entering: int) -> int:
        """The row whose variable becomes 0 first; -1 if none does."""
        ratios = [
            (row[-1] / row[entering], self._basis[place], place)
            for place, row in enumerate(self._rows)
            if row[entering] > 0
        ]
        return min(ratios)[-1] if ratios else -1

    def pivot(self, leaving: int, entering: int) -> None:
        divisor = self._rows[leaving][entering]
        chosen = self._rows[leaving] = [number / divisor for number in self._rows[leaving]]
        self._basis[leaving] = entering
        for place, row in enumerate(self._rows):
            if place != leaving:
                self._rows[place] = _without(row, chosen, entering)
        self._penalty = _without(self._penalty, chosen, entering)
        self._cost = _without(self._cost, chosen, entering)

    def value(self) -> Extreme:
        return -inf if self._penalty[-1] else self._cost[-1]


def _signed(row: list[Fraction]) -> list[Fraction]:
    """The row with a right side that is not negative."""
    return [-number for number in row] if row[-1] < 0 else row


def _without(row: list[Fraction], other: list[Fraction], place: int) -> list[Fraction]:
    """The row minus as much of another as makes it 0 at a place where that is 1."""
    factor = row[place]
    return [own - factor * number for own, number in zip(row, other, strict=True)] if factor else row
