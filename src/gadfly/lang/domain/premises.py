"""The premises that no formula can state: elements that contradict each other, and what a shape can express.

A program of a law that rests on one is only a counterexample if the premise is met, also after a reducer
changed it.
"""

from __future__ import annotations

from itertools import product

from gadfly.core.words import Shape
from gadfly.lang.domain.law import Preparation
from gadfly.lang.domain.program import Constraint, Program, Relation, Sum


def unmet_premise(program: Program, shape: Shape) -> str:
    """What a program lacks to be a test of its law in a domain of that shape, in words; "" if nothing."""
    preparations = program.law.preparations
    binding = program.binding
    if Preparation.DISJOINT in preparations and not _are_disjoint(program, shape):
        return "x and y are not disjoint by their last constraints"
    if Preparation.REPRESENTABLE in preparations and not can_assign(
        shape, binding.variable, binding.constraint.sum
    ):
        return f"the assignment cannot be represented in a domain of the shape {shape}"
    return ""


def can_express(shape: Shape, sum_: Sum) -> bool:
    """Whether an element of that shape can mean exactly that the sum is at least zero."""
    factors = [factor for factor in sum_.coefficients if factor]
    if not factors or not isinstance(sum_.constant, int):
        return False
    match shape:
        case Shape.INTERVAL:
            return len(factors) == 1
        case Shape.OCTAGON:
            return len(factors) <= 2 and set(factors) <= {1, -1}
        case Shape.POLYHEDRON:
            return True


def can_assign(shape: Shape, variable: int, sum_: Sum) -> bool:
    """Whether an element of that shape can mean exactly that the variable has the value of the sum."""
    if sum_.coefficients[variable] != 0 or not isinstance(sum_.constant, int):
        return False
    factors = [factor for factor in sum_.coefficients if factor]
    match shape:
        case Shape.INTERVAL:
            return not factors
        case Shape.OCTAGON:
            return len(factors) <= 1 and set(factors) <= {1, -1}
        case Shape.POLYHEDRON:
            return True


def _are_disjoint(program: Program, shape: Shape) -> bool:
    binding = program.binding
    left, right = (program.statements[binding[name]].constraints for name in ("x", "y"))
    return any(_contradict(one, other, shape) for one, other in product(left, right))


def _contradict(one: Constraint, other: Constraint, shape: Shape) -> bool:
    """Whether one says t >= a and the other t <= b with b < a."""
    if not (can_express(shape, one.sum) and can_express(shape, other.sum)):
        return False
    are_opposite = all(a == -b for a, b in zip(one.sum.coefficients, other.sum.coefficients, strict=True))
    are_bounds = one.relation is other.relation is Relation.AT_LEAST
    return are_opposite and are_bounds and one.sum.constant + other.sum.constant < 0
