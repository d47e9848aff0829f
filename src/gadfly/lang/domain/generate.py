"""Random tests of a law: a pool of simple elements, operations on them, and the law's arguments among both.

The native drivers have a generator of their own. This one draws through Choices, so that records can be
shrunk, and serves domains written in Python.
"""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.core.words import Shape
from gadfly.lang.domain.draw import Drawing
from gadfly.lang.domain.formula import (
    NEEDS_SEQUENCE,
    NEEDS_SUM,
    NEEDS_VARIABLE,
    element_names,
    parse_formula,
    words,
)
from gadfly.lang.domain.law import Preparation
from gadfly.lang.domain.points import NO_POINT, holds
from gadfly.lang.domain.program import (
    BINARY,
    NO_CONSTRAINT,
    WITH_SUM,
    Binding,
    Constraint,
    Op,
    Program,
    Statement,
    Sum,
    without_unused,
)
from gadfly.lang.domain.sweep import Engine, Sweep

_MOST_DIRECT_CONSTRAINTS = 50
_MOST_SEQUENCE = 4
_RESULT_WEIGHT = 4  # how much rather a result of an operation is used than an element of the pool
_PREPARED_SHARE = 0.75
_OPERATIONS = {
    Op.JOIN: 4,
    Op.MEET: 4,
    Op.WIDEN: 3,
    Op.ASSIGN: 4,
    Op.PROJECT: 3,
    Op.COND: 1,
    Op.OBSERVE: 1,
    Op.SUBSTITUTE: 1,
}


def draw_program(choices: Choices, sweep: Sweep, shape: Shape, *, ordered_widening: bool = False) -> Program:
    """One test of a sweep's law, with only the statements that it needs."""
    draft = _Draft(choices, sweep, shape, ordered_widening=ordered_widening)
    if sweep.engine is not Engine.DIRECT:
        for _ in choices.repeat(0, sweep.operations):
            draft.operate()
    return without_unused(draft.program())


class _Draft:
    """A program in the making. Elements of the pool are drawn when they are first used."""

    def __init__(self, choices: Choices, sweep: Sweep, shape: Shape, *, ordered_widening: bool) -> None:
        self._choices = choices
        self._sweep = sweep
        self._formula = parse_formula(sweep.law.formula)
        self._words = words(self._formula)
        self._draw = Drawing(choices, sweep.variables, shape, sweep.values)
        self._ordered_widening = ordered_widening
        self._statements: list[Statement] = []
        self._pool: dict[int, int] = {}
        self._results: list[int] = []

    def operate(self) -> None:
        """One operation on what is there; substitution only if the law says that the domain has it."""
        operations = [op for op in _OPERATIONS if op is not Op.SUBSTITUTE or "substitute" in self._words]
        op = self._choices.weighted(operations, [_OPERATIONS[each] for each in operations])
        if op in BINARY:
            result = self._binary(op, self._element(), self._element())
        else:
            result = self._add(self._unary(op, self._element()))
        self._results.append(result)

    def program(self) -> Program:
        """The program with its law's arguments drawn and prepared."""
        elements = {name: self._element() for name in element_names(self._formula)}
        for preparation in self._sweep.law.preparations:
            self._prepare(preparation, elements)
        sequence: tuple[int, ...] = ()
        if self._words & NEEDS_SEQUENCE:
            sequence = tuple(self._element() for _ in self._choices.repeat(1, _MOST_SEQUENCE))
        variable = self._draw.variable() if self._words & NEEDS_VARIABLE else -1
        binding = Binding(tuple(elements.items()), variable, self._expression(variable), sequence)
        return Program(self._sweep.variables, tuple(self._statements), self._sweep.law, binding)

    def _element(self) -> int:
        if self._sweep.engine is Engine.DIRECT:
            return self._add(self._of(_MOST_DIRECT_CONSTRAINTS))
        pool = self._sweep.pool
        ticket = self._choices.below(pool + _RESULT_WEIGHT * len(self._results))
        if ticket >= pool:
            return self._results[(ticket - pool) // _RESULT_WEIGHT]
        if ticket not in self._pool:
            self._pool[ticket] = self._add(self._simple(ticket))
        return self._pool[ticket]

    def _simple(self, place: int) -> Statement:
        match place:
            case 0:
                return Statement(Op.TOP, point=self._draw.point() if self._choices.coin() else NO_POINT)
            case 1:
                return Statement(Op.BOTTOM)
        return self._of(1)

    def _of(self, most: int) -> Statement:
        """An element with one constraint (or pair of bounds), or any number if there may be more than one."""
        rounds = self._choices.repeat(0, most) if most > 1 else range(1)
        constraints = [constraint for _ in rounds for constraint in self._draw.constraints()]
        if not self._choices.coin():
            return Statement(Op.OF, constraints=tuple(constraints))
        point = self._draw.point()
        moved = tuple(self._draw.through(constraint, point) for constraint in constraints)
        is_inside = all(holds(constraint, point) for constraint in moved)
        return Statement(Op.OF, constraints=moved, point=point if is_inside else NO_POINT)

    def _unary(self, op: Op, operand: int) -> Statement:
        if op in WITH_SUM:
            return Statement(op, (operand,), self._draw.variable(), sum=self._draw.sum())
        if op is Op.PROJECT:
            return Statement(op, (operand,), self._draw.variable())
        if op is Op.COND:
            return Statement(op, (operand,), constraints=(self._draw.condition(),))
        return Statement(op, (operand,))

    def _binary(self, op: Op, left: int, right: int) -> int:
        if op is Op.WIDEN and self._ordered_widening:
            right = self._binary(Op.JOIN, left, right)
        return self._add(Statement(op, (left, right)))

    def _prepare(self, preparation: Preparation, elements: dict[str, int]) -> None:
        if preparation is Preparation.DISJOINT:
            self._separate(elements)
        elif preparation is not Preparation.REPRESENTABLE and self._choices.coin(_PREPARED_SHARE):
            self._arrange(preparation, elements)

    def _arrange(self, preparation: Preparation, elements: dict[str, int]) -> None:
        x, y = elements["x"], elements.get("y", -1)
        match preparation:
            case Preparation.ORDERED if self._choices.coin():
                elements["x"] = self._binary(Op.MEET, x, y)
            case Preparation.ORDERED:
                elements["y"] = self._binary(Op.JOIN, x, y)
            case Preparation.CHAIN:
                elements["y"] = self._binary(Op.JOIN, x, y)
                elements["z"] = self._binary(Op.JOIN, elements["y"], elements["z"])
            case Preparation.ABOVE:
                elements["b"] = self._binary(Op.JOIN, elements["b"], self._binary(Op.JOIN, x, y))
            case Preparation.BELOW:
                elements["b"] = self._binary(Op.MEET, elements["b"], self._binary(Op.MEET, x, y))
            case Preparation.BOTTOM:
                elements["x"] = self._add(Statement(Op.BOTTOM))

    def _separate(self, elements: dict[str, int]) -> None:
        """x is where a sum t is at least one, y where it is at most zero."""
        t = self._draw.separator()
        assert isinstance(t.constant, int)
        opposite = Sum(tuple(-factor for factor in t.coefficients), -t.constant)
        for name, side in (("x", Sum(t.coefficients, t.constant - 1)), ("y", opposite)):
            elements[name] = self._add(Statement(Op.COND, (elements[name],), constraints=(Constraint(side),)))

    def _expression(self, variable: int) -> Constraint:
        """What e stands for; none if the law does not speak of it."""
        if "cond" in self._words:
            return self._draw.condition()
        if not self._words & NEEDS_SUM:
            return NO_CONSTRAINT
        is_representable = Preparation.REPRESENTABLE in self._sweep.law.preparations
        return Constraint(self._draw.assignable(variable) if is_representable else self._draw.sum())

    def _add(self, statement: Statement) -> int:
        self._statements.append(statement)
        return len(self._statements) - 1
