"""Interval arithmetic: proof that no integer leaves `long long`, whatever is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gadfly.lang.smt.sorts import INT
from gadfly.lang.smt.terms import Shape, Term
from gadfly.techniques.mazes.convert.c_types import MAX_NUMBER, UnconvertibleError
from gadfly.techniques.mazes.convert.layouts import scalar_sort


@dataclass(frozen=True, slots=True)
class Range:
    """All integers from `low` to `high`."""

    low: int
    high: int

    @property
    def magnitude(self) -> int:
        return max(abs(self.low), abs(self.high))

    def joined(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))

    def plus(self, other: Range) -> Range:
        return Range(self.low + other.low, self.high + other.high)

    def negated(self) -> Range:
        return Range(-self.high, -self.low)

    def times(self, other: Range) -> Range:
        corners = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Range(min(corners), max(corners))


class Ranges:
    """The ranges of integer terms, and of the integers in array terms, for inputs up to a bound."""

    def __init__(self, bound: int) -> None:
        self._inputs = Range(-bound, bound)
        self._known: dict[Term, Range] = {}

    def admit(self, order: Sequence[Term]) -> None:
        """Find the ranges of terms, arguments first; UnconvertibleError if one may leave `long long`."""
        for term in order:
            if term not in self._known and scalar_sort(term.sort) == INT:
                self._known[term] = self._range(term)

    def _range(self, term: Term) -> Range:
        if term.shape is Shape.LITERAL:
            value = int(term.value)
            return Range(value, value)
        if term.shape is Shape.SYMBOL:
            return self._inputs
        parts = [self._known[arg] for arg in term.args if arg in self._known]
        match term.name:
            case "+":
                return _sum(parts)
            case "-" if len(parts) == 1:
                return parts[0].negated()
            case "-":
                return _sum([parts[0], *(part.negated() for part in parts[1:])])
            case "*":
                return _product(parts)
            case "div":
                return Range(-parts[0].magnitude, parts[0].magnitude)
            case "mod":
                return Range(0, max(parts[1].magnitude - 1, 0))
            case "abs":
                return Range(0, parts[0].magnitude)
            case "ite":
                return parts[0].joined(parts[1])
            case "select" | "const-array":
                # The index of an array is a number too, the array's own range comes first.
                return parts[0]
            case "store":
                return parts[0].joined(parts[-1])
            case "sbv_to_int":
                half = 1 << term.args[0].sort.width - 1
                return Range(-half, half - 1)
        return Range(0, (1 << term.args[0].sort.width) - 1)  # ubv_to_int and its old names


def _sum(parts: Sequence[Range]) -> Range:
    """Of every partial sum, too, because C adds from the left."""
    total = parts[0]
    for part in parts[1:]:
        total = _checked(total.plus(part))
    return total


def _product(parts: Sequence[Range]) -> Range:
    product = parts[0]
    for part in parts[1:]:
        product = _checked(product.times(part))
    return product


def _checked(found: Range) -> Range:
    if found.magnitude > MAX_NUMBER:
        raise UnconvertibleError("an integer may leave long long")
    return found
