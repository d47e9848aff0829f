"""Regions of rational space, as a domain prints its elements: exact, and independent of any domain.

What is asked about regions always has one form: is there a point inside all of these constraints and outside
one of those? Inclusion is that there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

LOGICS = {"Real": "QF_LRA", "Int": "QF_LIA"}

Point = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Linear:
    """`constant + coefficients · x` is at least 0, or is 0."""

    coefficients: tuple[Fraction, ...]
    constant: Fraction
    is_equality: bool = False

    def value(self, point: Sequence[Fraction]) -> Fraction:
        return self.constant + sum(
            (factor * x for factor, x in zip(self.coefficients, point, strict=True) if factor), Fraction(0)
        )

    def holds(self, point: Sequence[Fraction]) -> bool:
        value = self.value(point)
        return value == 0 if self.is_equality else value >= 0

    def substituted(self, variable: int, term: Linear) -> Linear:
        """What must hold of a point so that this holds once the variable has the value of the term."""
        factor = self.coefficients[variable]
        kept = (*self.coefficients[:variable], Fraction(0), *self.coefficients[variable + 1 :])
        coefficients = tuple(own + factor * other for own, other in zip(kept, term.coefficients, strict=True))
        return Linear(coefficients, self.constant + factor * term.constant, self.is_equality)

    def __str__(self) -> str:
        terms = [f"{_factor(factor)}x{place}" for place, factor in enumerate(self.coefficients) if factor]
        terms += [str(self.constant)] if self.constant or not terms else []
        written = " + ".join(terms).replace("+ -", "- ")
        return f"{written} {'=' if self.is_equality else '>='} 0"

    def with_extra(self) -> Linear:
        """The same in a space with one more variable."""
        return Linear((*self.coefficients, Fraction(0)), self.constant, self.is_equality)

    def moved_to_extra(self, variable: int) -> Linear:
        """The same about the extra variable instead of this one."""
        kept = (*self.coefficients[:variable], Fraction(0), *self.coefficients[variable + 1 :])
        return Linear((*kept, self.coefficients[variable]), self.constant, self.is_equality)


@dataclass(frozen=True, slots=True)
class Region:
    """The points that satisfy all constraints."""

    constraints: tuple[Linear, ...] = ()

    def contains(self, point: Sequence[Fraction]) -> bool:
        return all(constraint.holds(point) for constraint in self.constraints)

    def substituted(self, variable: int, term: Linear) -> Region:
        return Region(tuple(constraint.substituted(variable, term) for constraint in self.constraints))

    def __str__(self) -> str:
        if any(not any(each.coefficients) and not each.holds(each.coefficients) for each in self.constraints):
            return "nothing"
        return ", ".join(map(str, self.constraints)) or "everything"

    def __and__(self, other: Region) -> Region:
        return Region((*self.constraints, *other.constraints))


def _factor(factor: Fraction) -> str:
    return "" if factor == 1 else "-" if factor == -1 else f"{factor}*"


def nowhere(variables: int) -> Region:
    return Region((Linear((Fraction(0),) * variables, Fraction(-1)),))


EVERYWHERE = Region()


@dataclass(frozen=True, slots=True)
class Gap:
    """Points that are inside one region and outside another, in a space of so many variables."""

    variables: int
    inside: Region
    outside: Region

    def holds(self, point: Sequence[Fraction]) -> bool:
        return self.inside.contains(point) and not self.outside.contains(point)

    def is_plainly_empty(self) -> bool:
        """Whether every constraint of the outer region is one of the inner as well."""
        return set(self.outside.constraints) <= set(self.inside.constraints)

    def script(self, sort: str) -> str:
        """The question to a solver whether there is such a point of `Real` or `Int` coordinates."""
        names = [f"x{place}" for place in range(self.variables)]
        point = "" if sort == "Int" else ".0"
        missed = " ".join(f"(not {_smt(each, names, point)})" for each in self.outside.constraints)
        lines = [
            "(set-option :produce-models true)",
            f"(set-logic {LOGICS[sort]})",
            *(f"(declare-fun {name} () {sort})" for name in names),
            *(f"(assert {_smt(each, names, point)})" for each in self.inside.constraints),
            f"(assert (or false {missed}))",
            "(check-sat)",
            "(get-model)",
        ]
        return "\n".join(lines) + "\n"


def _smt(constraint: Linear, names: Sequence[str], point: str) -> str:
    """The constraint, multiplied until all its numbers are integers."""
    numbers = (constraint.constant, *constraint.coefficients)
    common = lcm(*(number.denominator for number in numbers))
    constant, *factors = (_number(int(common * number), point) for number in numbers)
    products = (f"(* {factor} {name})" for factor, name in zip(factors, names, strict=True))
    relation = "=" if constraint.is_equality else ">="
    return f"({relation} (+ {' '.join([constant, *products])}) 0{point})"


def _number(value: int, point: str) -> str:
    return f"(- {-value}{point})" if value < 0 else f"{value}{point}"


def shown(point: Sequence[Fraction]) -> str:
    """A point for people."""
    return f"({', '.join(map(str, point))})"
