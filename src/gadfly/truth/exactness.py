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
from gadfly.truth.extremes import is_empty, least
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
    if not _includes(result, exact, variables):
        return Exactness.UNSOUND
    if _includes(exact, result, variables):
        return Exactness.EXACT
    is_best = _includes(_hull(exact, variables, shape), result, variables)
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


def _includes(outer: Region, inner: Region, variables: int) -> bool:
    return is_empty(inner, variables) or all(_holds(each, inner) for each in outer.constraints)


def _holds(constraint: Linear, region: Region) -> bool:
    """Whether a constraint holds in all points of a region that has some."""
    coefficients = constraint.coefficients
    if least(coefficients, region) < -constraint.constant:
        return False
    opposite = tuple(-factor for factor in coefficients)
    return not constraint.is_equality or least(opposite, region) >= constraint.constant


def _hull(region: Region, variables: int, shape: Shape) -> Region:
    """The smallest region of a shape around another one; none is smaller than an empty one."""
    if shape is Shape.POLYHEDRON or is_empty(region, variables):
        return region
    bounds = ((direction, least(direction, region)) for direction in _directions(variables, shape))
    return Region(
        tuple(Linear(direction, -bound) for direction, bound in bounds if isinstance(bound, Fraction))
    )


def _directions(variables: int, shape: Shape) -> Iterator[tuple[Fraction, ...]]:
    """The coefficients of the sums that the constraints of a shape bound: ±x, of octagons also ±x ± y."""
    for count in (1, 2) if shape is Shape.OCTAGON else (1,):
        for places in combinations(range(variables), count):
            for signs in product((1, -1), repeat=count):
                factors = dict(zip(places, signs, strict=True))
                yield tuple(Fraction(factors.get(place, 0)) for place in range(variables))
