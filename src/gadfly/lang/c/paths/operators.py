"""Operators: arithmetic, comparison, assignment and their like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from clang.cindex import Cursor, CursorKind

from gadfly.lang.c.paths.access import compared, distance, load, moved, single, store
from gadfly.lang.c.paths.clang import children, type_of, unary_operator
from gadfly.lang.c.paths.errors import BeyondError
from gadfly.lang.c.paths.frame import Code, Condition, Frame, ScalarCode
from gadfly.lang.c.paths.memory import Aggregate, Scalar, Value
from gadfly.lang.c.paths.path import Path
from gadfly.lang.c.paths.rules import Rules, check_shift
from gadfly.lang.c.paths.types import INT, Integer, PointerTo, Type, common, promoted
from gadfly.lang.smt.terms import Term

_COMPARISONS = {"<", ">", "<=", ">=", "==", "!="}
_SHIFTS = {"<<", ">>"}
_DISTANCE_WIDTH = 64


class Operands(Protocol):
    """What operators need of expressions."""

    in_nested_if: bool

    def value(self, cursor: Cursor) -> Code: ...

    def number(self, cursor: Cursor) -> Condition: ...

    def address(self, cursor: Cursor) -> ScalarCode: ...

    def place(self, cursor: Cursor) -> ScalarCode: ...


class Operators:
    """Compiles operators under the rules of C, or under broken ones."""

    def __init__(self, operands: Operands, rules: Rules) -> None:
        self._operands = operands
        self._rules = rules

    def unary(self, cursor: Cursor) -> Code:
        """One of - ~ ++ --."""
        operator, inner, type_ = unary_operator(cursor), children(cursor)[0], type_of(cursor)
        if operator in ("++", "--", "post++", "post--"):
            return self._increment(inner, operator)
        if operator not in "-~" or not isinstance(type_, Integer):
            raise BeyondError(f"operator {operator}")
        number, integer = self._operands.number(inner), type_
        compute = self._rules.negate if operator == "-" else self._rules.complement
        return lambda frame: compute(frame.path, number(frame), integer)

    def binary(self, cursor: Cursor, operator: str, left: Cursor, right: Cursor) -> Code:
        """One that needs the values of both operands."""
        types = type_of(left), type_of(right)
        if operator in _COMPARISONS:
            return self._comparison(operator, left, right)
        match types:
            case PointerTo(step), PointerTo():
                return self._distance(left, right, step)
            case PointerTo(), Integer():
                return self.moved(left, right, is_backwards=operator == "-")
            case Integer(), PointerTo():
                return self.moved(right, left)
            case Integer(), Integer() as right_type:
                result = type_of(cursor)
                assert isinstance(result, Integer)
                compute = self._computation(operator, result, right_type)
                first, second = self._operands.number(left), self._operands.number(right)
                return lambda frame: compute(frame.path, first(frame), second(frame))
        raise BeyondError(f"operator {operator}")

    def moved(self, base: Cursor, index: Cursor, *, is_backwards: bool = False) -> ScalarCode:
        """The sum or the difference of a pointer and an integer."""
        if isinstance(type_of(base), Integer):
            base, index = index, base
        pointer, count_type = type_of(base), type_of(index)
        if not isinstance(pointer, PointerTo) or not isinstance(count_type, Integer):
            raise BeyondError("arithmetic with what is no pointer")
        address, number = self._operands.address(base), self._operands.number(index)
        step = -pointer.step if is_backwards else pointer.step
        return lambda frame: moved(frame.path, address(frame), number(frame), count_type, step)

    def assignment(self, left: Cursor, right: Cursor) -> Code:
        place, value, type_ = self._operands.place(left), self._operands.value(right), type_of(left)

        def assign(frame: Frame) -> Value:
            target, new = place(frame), value(frame)
            store(frame.path, target, type_, new)
            return new

        return assign

    def compound_assignment(self, operator: str, left: Cursor, right: Cursor) -> Code:
        type_, operand_type = type_of(left), type_of(right)
        if not isinstance(operand_type, Integer):
            raise BeyondError(f"operator {operator}")
        place, operand = self._operands.place(left), self._operands.number(right)
        compute = self._update(type_, operator.removesuffix("="), operand_type)

        def assign(frame: Frame) -> Value:
            target, number = place(frame), operand(frame)
            old = load(frame.path, target, type_)
            new = compute(frame.path, old, number)
            store(frame.path, target, type_, new)
            return new

        return assign

    def _increment(self, inner: Cursor, operator: str) -> Code:
        type_, place = type_of(inner), self._operands.place(inner)
        compute, is_after = self._update(type_, operator[-1], INT), operator.startswith("post")

        def increment(frame: Frame) -> Value:
            path, target = frame.path, place(frame)
            old = load(path, target, type_)
            new = compute(path, old, path.algebra.number(1, INT.width))
            store(path, target, type_, new)
            return old if is_after else new

        return increment

    def _update(self, type_: Type, operator: str, operand: Integer) -> Callable[[Path, Value, Term], Scalar]:
        """What `lvalue operator operand` is as a value of the lvalue's type."""
        if isinstance(type_, PointerTo):
            step = -type_.step if operator == "-" else type_.step

            def move(path: Path, old: Value, count: Term) -> Scalar:
                assert not isinstance(old, Term | Aggregate)
                return moved(path, old, count, operand, step)

            return move
        if not isinstance(type_, Integer):
            raise BeyondError("assignment operator")
        integer, convert = type_, self._rules.convert
        left = promoted(integer)
        right = operand if operator in _SHIFTS else common(left, promoted(operand))
        computing = left if operator in _SHIFTS else right
        compute = self._computation(operator, computing, right)

        def update(path: Path, old: Value, number: Term) -> Scalar:
            assert isinstance(old, Term)
            first, second = convert(path, old, integer, computing), convert(path, number, operand, right)
            return convert(path, compute(path, first, second), computing, integer)

        return update

    def _computation(
        self, operator: str, type_: Integer, right: Integer
    ) -> Callable[[Path, Term, Term], Term]:
        rules = self._rules
        match operator:
            case "/":
                return lambda path, first, second: rules.divide(path, first, second, type_)
            case "%":
                return lambda path, first, second: rules.remainder(path, first, second, type_)
            case "<<" | ">>":
                shift = rules.shift_left if operator == "<<" else rules.shift_right

                def shifted(path: Path, value: Term, count: Term) -> Term:
                    check_shift(path, count, right, type_.width)
                    return shift(
                        path, value, path.algebra.resized(count, type_.width, is_signed=False), type_
                    )

                return shifted
            case "+" | "-" | "*" | "&" | "|" | "^":
                return lambda path, first, second: rules.arithmetic(path, operator, first, second, type_)
        raise BeyondError(f"operator {operator}")

    def _comparison(self, operator: str, left: Cursor, right: Cursor) -> Code:
        type_ = type_of(left)
        if isinstance(type_, Integer):
            first, second, compare = (
                self._operands.number(left),
                self._operands.number(right),
                self._rules.compare,
            )
            written = tuple(
                kind for side in (left, right) if isinstance(kind := _written_type(side), Integer)
            )
            used = self._rules.compared_type(type_, written, in_nested_if=self._operands.in_nested_if)
            return lambda frame: frame.path.algebra.indicator(
                compare(frame.path, operator, first(frame), second(frame), used), INT.width
            )
        one, other = self._operands.address(left), self._operands.address(right)

        def compare_addresses(frame: Frame) -> Value:
            path = frame.path
            holds = compared(path, operator, single(path, one(frame)), single(path, other(frame)))
            return path.algebra.number(int(holds), INT.width)

        return compare_addresses

    def _distance(self, left: Cursor, right: Cursor, step: int) -> Code:
        first, second = self._operands.address(left), self._operands.address(right)
        if step == 0:
            raise BeyondError("arithmetic with a pointer to what has no size")

        def count(frame: Frame) -> Value:
            path = frame.path
            steps = distance(path, single(path, first(frame)), single(path, second(frame)), step)
            return path.algebra.number(steps, _DISTANCE_WIDTH)

        return count


def _written_type(cursor: Cursor) -> Type:
    """The type that an expression had before it was cast."""
    while cursor.kind in (CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR):
        cursor = children(cursor)[-1]
    return type_of(cursor)
