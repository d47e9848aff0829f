"""Operators: arithmetic, comparison, assignment and their like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from clang.cindex import Cursor

from gadfly.targets.planted.analyzer.clang import binary_operator, children, type_of, unary_operator
from gadfly.targets.planted.analyzer.errors import UndefinedError, UnsupportedError
from gadfly.targets.planted.analyzer.memory import Pointer, Value
from gadfly.targets.planted.analyzer.places import Lvalue, get, put
from gadfly.targets.planted.analyzer.rules import Rules, is_true
from gadfly.targets.planted.analyzer.run import Code, Frame
from gadfly.targets.planted.analyzer.types import (
    INT,
    Arithmetic,
    Floating,
    Function,
    Integer,
    PointerTo,
    Type,
    common,
    promoted,
)

_COMPARISONS = {"<", ">", "<=", ">=", "==", "!="}
Compute = Callable[[Value, Value], Value]


class Operands(Protocol):
    """What operators need of expressions."""

    def value(self, cursor: Cursor) -> Code: ...

    def lvalue(self, cursor: Cursor) -> Lvalue: ...

    def effect(self, cursor: Cursor) -> Callable[[Frame], object]: ...


class Operators:
    """Compiles operators under the rules of C, or under broken ones."""

    def __init__(self, operands: Operands, rules: Rules) -> None:
        self._operands = operands
        self._rules = rules

    def binary(self, cursor: Cursor) -> Code:
        operator = binary_operator(cursor)
        left, right = children(cursor)
        match operator:
            case "=":
                return self._assignment(left, right)
            case ",":
                return self._sequence(left, right)
            case "&&" | "||":
                return self._logical(operator, left, right)
        compute = self._computation(operator, type_of(left), type_of(right), type_of(cursor))
        both = in_some_order(self._operands.value(left), self._operands.value(right))
        return lambda frame: compute(*both(frame))

    def unary(self, cursor: Cursor) -> Code:
        operator, inner, type_ = unary_operator(cursor), children(cursor)[0], type_of(cursor)
        match operator:
            case "&" if isinstance(type_of(inner), Function):
                return self._operands.value(inner)
            case "&":
                return self._operands.lvalue(inner).address
            case "!":
                value = self._operands.value(inner)
                return lambda frame: int(not is_true(value(frame)))
            case "+" | "__extension__":
                return self._operands.value(inner)
            case "-" | "~" if isinstance(type_, Integer | Floating):
                value, arithmetic = self._operands.value(inner), type_
                return lambda frame: self._negated(operator, value(frame), arithmetic)
            case "++" | "--" | "post++" | "post--":
                return self._increment(self._operands.lvalue(inner), operator)
        raise UnsupportedError(f"operator {operator}")

    def compound_assignment(self, cursor: Cursor) -> Code:
        left, right = children(cursor)
        lvalue, rules = self._operands.lvalue(left), self._rules
        compute = self._update(lvalue, binary_operator(cursor).removesuffix("="), type_of(right))
        both = in_some_order(lvalue.address, self._operands.value(right))

        def assign(frame: Frame) -> Value:
            place, operand = both(frame)
            assert isinstance(place, Pointer)
            old = get(rules, place, lvalue.type, lvalue.bits)
            return put(rules, place, lvalue.type, lvalue.bits, compute(old, operand))

        return assign

    def moved(self, base: Cursor, index: Cursor) -> Code:
        """The sum of a pointer and an integer, whichever comes first."""
        compute = self._computation("+", type_of(base), type_of(index), type_of(base))
        both = in_some_order(self._operands.value(base), self._operands.value(index))
        return lambda frame: compute(*both(frame))

    def _assignment(self, left: Cursor, right: Cursor) -> Code:
        lvalue, rules = self._operands.lvalue(left), self._rules
        both = in_some_order(lvalue.address, self._operands.value(right))

        def assign(frame: Frame) -> Value:
            place, value = both(frame)
            assert isinstance(place, Pointer)
            return put(rules, place, lvalue.type, lvalue.bits, value)

        return assign

    def _sequence(self, left: Cursor, right: Cursor) -> Code:
        first, second = self._operands.effect(left), self._operands.value(right)

        def sequence(frame: Frame) -> Value:
            first(frame)
            return second(frame)

        return sequence

    def _logical(self, operator: str, left: Cursor, right: Cursor) -> Code:
        first, second = self._operands.value(left), self._operands.value(right)
        decides, is_lazy = operator == "||", self._rules.evaluates_lazily

        def logical(frame: Frame) -> Value:
            if is_true(first(frame)) == decides:
                if not is_lazy:
                    second(frame)
                return int(decides)
            return int(is_true(second(frame)))

        return logical

    def _increment(self, lvalue: Lvalue, operator: str) -> Code:
        rules, is_after = self._rules, operator.startswith("post")
        compute = self._update(lvalue, operator[-1], INT)

        def increment(frame: Frame) -> Value:
            place = lvalue.address(frame)
            old = get(rules, place, lvalue.type, lvalue.bits)
            new = put(rules, place, lvalue.type, lvalue.bits, compute(old, 1))
            return rules.after_increment(old, new) if is_after else new

        return increment

    def _update(self, lvalue: Lvalue, operator: str, right: Type) -> Compute:
        """What `lvalue = lvalue operator right` computes, in the type in which C computes it."""
        if isinstance(lvalue.type, PointerTo):
            return self._computation(operator, lvalue.type, right, lvalue.type)
        if not isinstance(lvalue.type, Integer | Floating) or not isinstance(right, Integer | Floating):
            raise UnsupportedError("assignment operator")
        left = promoted(lvalue.type, lvalue.bits)
        if operator in ("<<", ">>"):
            return self._computation(operator, left, right, left)
        type_, convert = common(left, promoted(right)), self._rules.convert
        compute = self._computation(operator, type_, type_, type_)
        return lambda old, operand: compute(convert(old, type_), convert(operand, type_))

    def _computation(self, operator: str, left: Type, right: Type, result: Type) -> Compute:
        rules = self._rules
        if operator in _COMPARISONS:
            return lambda first, second: rules.compare(operator, first, second, left)
        if isinstance(left, PointerTo) and isinstance(right, PointerTo):
            return lambda first, second: _distance(first, second, left.step)
        if isinstance(left, PointerTo):
            step = left.step if operator == "+" else -left.step
            return lambda first, second: _moved(first, second, step)
        if isinstance(right, PointerTo):
            return lambda first, second: _moved(second, first, right.step)
        if not isinstance(result, Integer | Floating):
            raise UnsupportedError(f"operator {operator}")
        if operator in ("<<", ">>"):
            return lambda first, second: rules.shift(operator, first, second, result)
        return lambda first, second: rules.binary(operator, first, second, result)

    def _negated(self, operator: str, value: Value, type_: Arithmetic) -> Value:
        match value:
            case int() if operator == "~" and isinstance(type_, Integer):
                return type_.wrapped(~value)
            case int():
                return self._rules.binary("-", 0, value, type_)
            case float() if operator == "-":
                return -value
        raise UnsupportedError(f"{operator} of an address")


def in_some_order(left: Code, right: Code) -> Callable[[Frame], tuple[Value, Value]]:
    """Both operands; which is evaluated first is up to the execution."""

    def both(frame: Frame) -> tuple[Value, Value]:
        if frame.run.backwards:
            second = right(frame)
            return left(frame), second
        return left(frame), right(frame)

    return both


def _moved(pointer: Value, count: Value, step: int) -> Value:
    if not isinstance(count, int) or step == 0:
        raise UnsupportedError("pointer arithmetic")
    if isinstance(pointer, Pointer):
        return pointer.moved(count * step)
    if pointer == 0 and count == 0:
        return 0
    raise UndefinedError("arithmetic with what is no address of an object")


def _distance(left: Value, right: Value, step: int) -> int:
    if left == 0 and right == 0:
        return 0
    if not isinstance(left, Pointer) or not isinstance(right, Pointer) or left.object is not right.object:
        raise UndefinedError("difference of addresses in different objects")
    if step == 0:
        raise UnsupportedError("pointer arithmetic")
    return (left.offset - right.offset) // step
