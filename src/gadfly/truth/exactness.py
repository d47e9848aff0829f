"""How near the results of a domain come to the exact ones, which polyhedra can express.

The operands are taken as the domain printed them, and exact polyhedra do the same with them. So what is
measured is one operation, whatever was lost before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm

import z3

from gadfly.core.interfaces import Target
from gadfly.core.words import Language, Limits, Outcome, Query, Refusal, Shape
from gadfly.lang.domain.formula import parse_formula
from gadfly.lang.domain.law import Law, LawClass
from gadfly.lang.domain.program import (
    LONG_MAX,
    LONG_MIN,
    Binding,
    Constraint,
    Op,
    Program,
    Relation,
    Statement,
    Sum,
    without_unused,
)
from gadfly.lang.domain.text import print_program
from gadfly.truth.domain_faults import exact_sum, parts
from gadfly.truth.domain_values import ValuesError, read_values
from gadfly.truth.regions import Linear, Region

# Widening is left out: it is meant to give more than it need.
TERMS = {
    Op.JOIN: "x ⊔ y",
    Op.MEET: "x ⊓ y",
    Op.ASSIGN: "assign(x, v, e)",
    Op.SUBSTITUTE: "substitute(x, v, e)",
    Op.COND: "cond(x, e)",
    Op.PROJECT: "project(x, v)",
}
_LIMITS = Limits(wall_seconds=20.0, cpu_seconds=2.0)


class Exactness(StrEnum):
    """What a result is, compared with the exact one."""

    EXACT = "exact"
    BEST = "best"  # the smallest that the domain can express
    LOOSE = "loose"
    UNSOUND = "unsound"


class Gauge:
    """Measures the operations of a domain against exact polyhedra."""

    def __init__(self, target: Target, polyhedra: Target) -> None:
        self._target = target
        self._polyhedra = polyhedra

    def measure(self, program: Program, number: int) -> Exactness | Refusal:
        """How near the result of a statement comes; refused where there are no exact numbers of 64 bits."""
        try:
            probe = _probe(program, number)
            applied = _applied(self._target, probe)
            exact = _applied(self._polyhedra, _with_operands(probe, applied.operands))
        except ValuesError as error:
            return Refusal(str(error))
        return classify(applied.result, exact.result, program.variables, self._target.capabilities.shape)


def classify(result: Region, exact: Region, variables: int, shape: Shape) -> Exactness:
    """How the result of a domain of that shape compares with the exact one."""
    space = _Space(variables)
    if not space.includes(result, exact):
        return Exactness.UNSOUND
    if space.includes(exact, result):
        return Exactness.EXACT
    is_best = space.includes(space.hull(exact, shape), result)
    return Exactness.BEST if is_best else Exactness.LOOSE


@dataclass(frozen=True, slots=True)
class _Application:
    """One operation as it was applied."""

    operands: tuple[Region, ...]
    result: Region


def _probe(program: Program, number: int) -> Program:
    """The program with a law that does nothing but apply the operation of a statement to its operands."""
    statement = program.statements[number]
    law = Law("exactness", LawClass.PRECISION, f"⊥ ⊑ {TERMS[statement.op]}")
    constraint = statement.constraints[0] if statement.op is Op.COND else Constraint(statement.sum)
    exact_sum(constraint.sum)
    elements = tuple(zip(("x", "y"), statement.operands, strict=False))
    binding = Binding(elements, statement.variable, constraint)
    return without_unused(replace(program, law=law, binding=binding))


def _with_operands(probe: Program, operands: tuple[Region, ...]) -> Program:
    statements = tuple(
        Statement(Op.OF, constraints=tuple(map(_constraint, region.constraints))) for region in operands
    )
    elements = tuple((name, place) for place, (name, _) in enumerate(probe.binding.elements))
    return replace(probe, statements=statements, binding=replace(probe.binding, elements=elements))


def _constraint(linear: Linear) -> Constraint:
    """The same with integers; ValuesError if they do not fit."""
    numbers = (linear.constant, *linear.coefficients)
    scale = lcm(*(number.denominator for number in numbers))
    scaled = [int(scale * number) for number in numbers]
    constant, *coefficients = (number // (gcd(*scaled) or 1) for number in scaled)
    if not all(LONG_MIN <= number <= LONG_MAX for number in (constant, *coefficients)):
        raise ValuesError("there are numbers of more than 64 bits")
    relation = Relation.EQUAL if linear.is_equality else Relation.AT_LEAST
    return Constraint(Sum(tuple(coefficients), constant), relation)


def _applied(domain: Target, probe: Program) -> _Application:
    verdict = domain.answer(Query(Language.DOMAIN, print_program(probe)), _LIMITS)
    if verdict.outcome is not Outcome.ANSWERED:
        raise ValuesError(f"{domain.identity.name} gives no result: {verdict.detail}")
    values = read_values(verdict.output, probe.variables)
    *_, term, _ = parts(parse_formula(probe.law.formula))
    return _Application(tuple(map(values.region, term.operands)), values.region(term.place))


class _Space:
    """The rational space of so many variables, in which z3 looks for points."""

    def __init__(self, variables: int) -> None:
        self._point = [z3.Real(f"x{place}") for place in range(variables)]

    def includes(self, outer: Region, inner: Region) -> bool:
        outside = z3.Or([z3.Not(condition) for condition in self._conditions(outer)])
        return not self._has_point(inner, outside)

    def hull(self, region: Region, shape: Shape) -> Region:
        """The smallest region of a shape around another one that is not empty; nothing is inside of none."""
        if shape is Shape.POLYHEDRON or not self._has_point(region):
            return region
        search = z3.Optimize()
        search.set(priority="box")
        search.add(*self._conditions(region))
        directions = list(_directions(len(self._point), shape))
        lowest = [search.minimize(self._value(direction)) for direction in directions]
        search.check()
        bounds = zip(directions, (each.value() for each in lowest), strict=True)
        return Region(
            tuple(
                Linear(direction.coefficients, -Fraction(bound.as_string()))
                for direction, bound in bounds
                if z3.is_rational_value(bound) or z3.is_int_value(bound)
            )
        )

    def _has_point(self, region: Region, *more: z3.BoolRef) -> bool:
        search = z3.SolverFor("QF_LRA")
        search.add(*self._conditions(region), *more)
        return bool(search.check() == z3.sat)

    def _conditions(self, region: Region) -> Iterator[z3.BoolRef]:
        for each in region.constraints:
            value = self._value(each)
            yield value == 0 if each.is_equality else value >= 0

    def _value(self, linear: Linear) -> z3.ArithRef:
        terms = (
            z3.Q(*factor.as_integer_ratio()) * x
            for factor, x in zip(linear.coefficients, self._point, strict=True)
        )
        return z3.Sum([*terms, z3.Q(*linear.constant.as_integer_ratio())])


def _directions(variables: int, shape: Shape) -> Iterator[Linear]:
    """The sums that the constraints of a shape bound: ±x, of octagons also ±x ± y."""
    for count in (1, 2) if shape is Shape.OCTAGON else (1,):
        for places in combinations(range(variables), count):
            for signs in product((1, -1), repeat=count):
                factors = dict(zip(places, signs, strict=True))
                coefficients = (Fraction(factors.get(place, 0)) for place in range(variables))
                yield Linear(tuple(coefficients), Fraction(0))
