"""Tracked points: integer states that concrete semantics puts inside an element, by exact arithmetic.

A point follows an element through the operations. If a domain's result does not contain it, the domain lost
a state that can happen, whatever else is true of the elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gadfly.lang.domain.formula import NAMES, Node, parse_formula
from gadfly.lang.domain.program import LONG_MAX, LONG_MIN, Constraint, Op, Program, Relation, Statement, Sum

Point = tuple[int, ...]

NO_POINT: Point = ()
_FORMULA_OPS = frozenset(Op) - {Op.OF, Op.OBSERVE}


def tracked(program: Program) -> tuple[Point, ...]:
    """The point of every element, NO_POINT where none is known."""
    points: list[Point] = []
    for statement in program.statements:
        points.append(_after(statement, [points[operand] for operand in statement.operands]))
    return tuple(points)


def formula_points(program: Program) -> tuple[Point, ...]:
    """The point of every node of the law's formula, in postfix order; tests have none."""
    points = tracked(program)
    binding = program.binding
    found: list[Point] = []

    def visit(node: Node) -> Point:
        operands = [visit(operand) for operand in node.operands]
        if node.word in NAMES:
            point = points[binding[node.word]]
        elif node.word in _FORMULA_OPS:
            constraint = binding.constraint
            statement = Statement(
                Op(node.word), variable=binding.variable, constraints=(constraint,), sum=constraint.sum
            )
            point = _after(statement, operands)
        else:
            point = NO_POINT
        found.append(point)
        return point

    visit(parse_formula(program.law.formula))
    return tuple(found)


def holds(constraint: Constraint, point: Point) -> bool:
    """Whether a point surely satisfies a constraint: what an infinite constant means is up to the domain."""
    if not isinstance(constraint.sum.constant, int):
        return False
    value = value_at(constraint.sum, point)
    return value == 0 if constraint.relation is Relation.EQUAL else value >= 0


def value_at(sum_: Sum, point: Point) -> int:
    """The value of a sum with a finite constant."""
    assert isinstance(sum_.constant, int)
    return linear_part(sum_, point) + sum_.constant


def linear_part(sum_: Sum, point: Point) -> int:
    return sum(factor * x for factor, x in zip(sum_.coefficients, point, strict=True))


def _after(statement: Statement, operands: Sequence[Point]) -> Point:
    match statement.op:
        case Op.TOP | Op.OF:
            constraints = statement.constraints
            return _kept(statement.point, lambda point: all(holds(each, point) for each in constraints))
        case Op.JOIN | Op.WIDEN:
            return operands[0] or operands[1]
        case Op.MEET | Op.NARROW:
            return operands[0] if operands[0] == operands[1] else NO_POINT
        case Op.PROJECT | Op.OBSERVE:
            return operands[0]
        case Op.COND:
            return _kept(operands[0], lambda point: holds(statement.constraints[0], point))
        case Op.ASSIGN:
            return _assigned(operands[0], statement.variable, statement.sum)
        case Op.SUBSTITUTE:
            # a state is in the result iff assigning to it leads into the operand: here it changes nothing
            return _kept(
                operands[0], lambda point: point == _assigned(point, statement.variable, statement.sum)
            )
        case Op.BOTTOM:
            return NO_POINT


def _assigned(point: Point, variable: int, sum_: Sum) -> Point:
    if not point or not isinstance(sum_.constant, int):
        return NO_POINT
    value = value_at(sum_, point)
    return (*point[:variable], value, *point[variable + 1 :]) if LONG_MIN <= value <= LONG_MAX else NO_POINT


def _kept(point: Point, is_kept: Callable[[Point], bool]) -> Point:
    return point if point and is_kept(point) else NO_POINT
