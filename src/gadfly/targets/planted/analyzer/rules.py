"""The rules of C as the correct checker follows them. A defect breaks one of them by overriding it."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping

from gadfly.targets.planted.analyzer.errors import UndefinedError, UnsupportedError
from gadfly.targets.planted.analyzer.memory import (
    FunctionPointer,
    Pointer,
    Value,
    load_bits,
    store,
    store_bits,
)
from gadfly.targets.planted.analyzer.types import (
    Arithmetic,
    Bits,
    Field,
    Floating,
    Integer,
    PointerTo,
    Record,
    Type,
)

_EXACT_INTEGER = 1 << 53  # up to which a double holds every integer


class Rules:
    """How C computes, stores and branches. Methods are what a defect may override, one each."""

    most_iterations = 0
    """How often a loop may go round before the path is given up; 0 is without end."""
    takes_else = True
    falls_through = True
    continues = True
    keeps_statics = True
    evaluates_lazily = True
    fills_with_zero = True

    def convert(self, value: Value, target: Type) -> Value:
        """What C's conversion to a type makes of a value."""
        match target:
            case Integer(is_bool=True):
                return self.to_bool(value)
            case Integer():
                return self._to_integer(value, target)
            case Floating():
                return _to_floating(value, target)
            case PointerTo() if isinstance(value, float | tuple):
                raise UnsupportedError("conversion to a pointer")
            case PointerTo() if isinstance(value, int):
                return value & ((1 << 64) - 1)
        return value

    def cast(self, value: Value, target: Type) -> Value:
        """A conversion that the program writes."""
        return self.convert(value, target)

    def to_bool(self, value: Value) -> int:
        return int(is_true(value))

    def _to_integer(self, value: Value, target: Integer) -> Value:
        match value:
            case int():
                return target.wrapped(value)
            case float():
                if not math.isfinite(value) or not target.holds(math.trunc(value)):
                    raise UndefinedError("floating value beyond the integer type")
                return math.trunc(value)
            case Pointer() | FunctionPointer() if target.size == 8:
                return value
        raise UnsupportedError("address as a number")

    def compare(self, operator: str, left: Value, right: Value, _type: Type) -> int:
        return compared(operator, left, right)

    def divide(self, operator: str, left: int, right: int, type_: Integer) -> int:
        """Quotient or remainder, towards zero."""
        if right == 0:
            raise UndefinedError("division by zero")
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        if not type_.holds(quotient):
            raise UndefinedError("overflow")
        return quotient if operator == "/" else left - quotient * right

    def shift_right(self, value: int, count: int, _type: Integer) -> int:
        return value >> count

    def member(self, place: Pointer, _record: Record, field: Field) -> Pointer:
        """Where a member lies that is no bit-field."""
        return place.moved(field.offset)

    def takes_initialiser(self, field: Field) -> bool:
        return not field.is_unnamed_bit_field

    def load_bit_field(self, place: Pointer, bits: Bits, type_: Integer) -> int:
        value = load_bits(place, bits)
        return value - (1 << bits.width) if type_.is_signed and value >> (bits.width - 1) else value

    def store_bit_field(self, place: Pointer, bits: Bits, value: int) -> None:
        store_bits(place, bits, value)

    def assign_record(self, place: Pointer, type_: Record, value: Value) -> None:
        store(place, type_, value)

    def after_increment(self, old: Value, _new: Value) -> Value:
        """The value of `x++` or `x--`."""
        return old

    def choose(self, *, is_nested: bool) -> None:
        """Called for every `?:` that is met while a function is read."""

    def answers(self, unsafe: Mapping[int, bool], _reached: frozenset[int]) -> Mapping[int, bool]:
        """Which checks can fail, from what the executions showed."""
        return unsafe

    def binary(self, operator: str, left: Value, right: Value, type_: Arithmetic) -> Value:
        """An arithmetic operator on two operands that have the type in which it computes."""
        match left, right, type_:
            case int(), int(), Integer():
                return self._integers(operator, left, right, type_)
            case ((int() | float()), (int() | float()), Floating()):
                return _floats(operator, float(left), float(right), type_)
        raise UnsupportedError("arithmetic with an address")

    def shift(self, operator: str, value: Value, count: Value, type_: Arithmetic) -> int:
        if not isinstance(value, int) or not isinstance(count, int) or not isinstance(type_, Integer):
            raise UnsupportedError("shift of an address")
        if not 0 <= count < 8 * type_.size:
            raise UndefinedError("shift by too much")
        if operator == ">>":
            return self.shift_right(value, count, type_)
        if type_.is_signed and (value < 0 or not type_.holds(value << count)):
            raise UndefinedError("left shift of a negative value or into the sign")
        return type_.wrapped(value << count)

    def _integers(self, operator: str, left: int, right: int, type_: Integer) -> int:
        if operator in "/%":
            return self.divide(operator, left, right, type_)
        result = _INTEGER_OPERATORS[operator](left, right)
        if type_.is_signed and not type_.holds(result):
            raise UndefinedError("overflow")
        return type_.wrapped(result)


def is_true(value: Value) -> bool:
    if isinstance(value, tuple):
        raise UnsupportedError("record as a condition")
    return isinstance(value, Pointer | FunctionPointer) or value != 0


def compared(operator: str, left: Value, right: Value) -> int:
    match left, right:
        case ((int() | float()), (int() | float())):
            return int(_COMPARISONS[operator](left, right))
        case Pointer(), Pointer() if left.object is right.object:
            return int(_COMPARISONS[operator](left.offset, right.offset))
    if operator not in ("==", "!="):
        raise UndefinedError("order of addresses in different objects")
    if _may_touch(left, right) or _may_touch(right, left):
        raise UnsupportedError("comparison with an end of an object")
    if any(isinstance(side, int) and side != 0 for side in (left, right)):
        raise UnsupportedError("comparison of an address and a number")
    return int((left == right) == (operator == "=="))


def _may_touch(left: Value, right: Value) -> bool:
    """Whether one points past the end of an object, where the other's may begin."""
    return (
        isinstance(left, Pointer)
        and isinstance(right, Pointer)
        and left.object is not right.object
        and left.offset == len(left.object.cells)
        and right.offset == 0
    )


def rounded(value: float, type_: Floating) -> float:
    if type_.size == 8:
        return value
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _to_floating(value: Value, target: Floating) -> float:
    if isinstance(value, int):
        if abs(value) > _EXACT_INTEGER and target.size == 4:
            raise UnsupportedError("large integer as float")
        return rounded(float(value), target)
    if isinstance(value, float):
        return rounded(value, target)
    raise UnsupportedError("conversion to a floating type")


def _floats(operator: str, left: float, right: float, type_: Floating) -> float:
    if operator == "/" and right == 0:
        raise UnsupportedError("floating division by zero")
    return rounded(_FLOAT_OPERATORS[operator](left, right), type_)


_INTEGER_OPERATORS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
}
_FLOAT_OPERATORS: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right,
}
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
    "<=": lambda left, right: left <= right,
    ">=": lambda left, right: left >= right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}
