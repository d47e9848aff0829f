"""The defects that can be switched on in the planted analyzer: each breaks one rule of C.

The docstring of a defect is its help text.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from gadfly.targets.planted.analyzer.memory import Object, Pointer, Value, load_bits, write
from gadfly.targets.planted.analyzer.rules import Rules, compared
from gadfly.targets.planted.analyzer.types import Bits, Field, Integer, Record, Type


class DroppedCast(Rules):
    """ignores casts between integer types"""

    def cast(self, value: Value, target: Type) -> Value:
        if isinstance(value, int) and isinstance(target, Integer):
            return value
        return super().cast(value, target)


class ForgottenElse(Rules):
    """never takes an else branch"""

    takes_else = False


class ShortUnrolling(Rules):
    """goes round a loop at most four times and takes what follows for unreachable"""

    most_iterations = 4


class SignedComparison(Rules):
    """compares unsigned values as if they were signed"""

    def compare(self, operator: str, left: Value, right: Value, type_: Type) -> int:
        if isinstance(type_, Integer) and isinstance(left, int) and isinstance(right, int):
            signed = Integer(type_.size, is_signed=True)
            return compared(operator, signed.wrapped(left), signed.wrapped(right))
        return super().compare(operator, left, right, type_)


class SignedDivision(Rules):
    """divides unsigned values as if they were signed"""

    def divide(self, operator: str, left: int, right: int, type_: Integer) -> int:
        signed = Integer(type_.size, is_signed=True)
        return type_.wrapped(super().divide(operator, signed.wrapped(left), signed.wrapped(right), signed))


class FlooredRemainder(Rules):
    """gives a remainder the sign of the divisor"""

    def divide(self, operator: str, left: int, right: int, type_: Integer) -> int:
        result = super().divide(operator, left, right, type_)
        is_off = operator == "%" and result != 0 and (result < 0) != (right < 0)
        return result + right if is_off else result


class RepeatedFiller(Rules):
    """gives the elements of an array that have no initialiser the value of the last that has"""

    fills_with_zero = False


class TruncatedBool(Rules):
    """keeps only the lowest bit in a conversion to _Bool"""

    def to_bool(self, value: Value) -> int:
        return value & 1 if isinstance(value, int) else super().to_bool(value)


class SpillingBitField(Rules):
    """clears the bits behind a bit-field, up to the end of the byte, when it stores one"""

    def store_bit_field(self, place: Pointer, bits: Bits, value: int) -> None:
        behind = -(bits.offset + bits.width) % 8
        value &= (1 << bits.width) - 1
        super().store_bit_field(place, Bits(bits.offset, bits.width + behind), value)


class UnsignedBitField(Rules):
    """forgets that a bit-field may be negative"""

    def load_bit_field(self, place: Pointer, bits: Bits, _type: Integer) -> int:
        return load_bits(place, bits)


class SeparateUnion(Rules):
    """gives every member of a union but the first memory of its own"""

    def __init__(self) -> None:
        self._apart: dict[tuple[Pointer, Field], Object] = {}

    def member(self, place: Pointer, record: Record, field: Field) -> Pointer:
        if not record.is_union or field == record.fields[0]:
            return super().member(place, record, field)
        return Pointer(self._apart.setdefault((place, field), Object.zero(field.type.size)), 0)


class NoFallthrough(Rules):
    """leaves a switch where the next case begins"""

    falls_through = False


class ContinueLeaves(Rules):
    """takes continue for break"""

    continues = False


class FreshStatic(Rules):
    """initialises a static local variable in every call"""

    keeps_statics = False


class UnnamedBitField(Rules):
    """lets an unnamed bit-field take an initialiser"""

    def takes_initialiser(self, _field: Field) -> bool:
        return True


class EarlyIncrement(Rules):
    """lets x++ have the new value"""

    def after_increment(self, _old: Value, new: Value) -> Value:
        return new


class EagerLogic(Rules):
    """evaluates the right side of && and || in any case"""

    evaluates_lazily = False


class LogicalShift(Rules):
    """shifts zeros into negative values"""

    def shift_right(self, value: int, count: int, type_: Integer) -> int:
        return type_.wrapped((value & ((1 << 8 * type_.size) - 1)) >> count)


class FirstMemberOnly(Rules):
    """copies only the first member when a struct is assigned"""

    def assign_record(self, place: Pointer, type_: Record, value: Value) -> None:
        if type_.is_union or len(type_.fields) < 2:
            super().assign_record(place, type_, value)
            return
        assert isinstance(value, tuple)
        write(place, value[: type_.fields[1].offset or type_.fields[0].type.size])


class FirstCheckOnly(Rules):
    """says safe to every check after the first"""

    def answers(self, unsafe: Mapping[int, bool], _reached: frozenset[int]) -> Mapping[int, bool]:
        return {label: is_unsafe and label == 0 for label, is_unsafe in unsafe.items()}


class AlarmInDeadCode(Rules):
    """says unsafe to every check that is never reached"""

    def answers(self, unsafe: Mapping[int, bool], reached: frozenset[int]) -> Mapping[int, bool]:
        return {label: is_unsafe or label not in reached for label, is_unsafe in unsafe.items()}


class Crash(Rules):
    """crashes on a conditional expression in another"""

    def choose(self, *, is_nested: bool) -> None:
        if is_nested:
            os.abort()


DEFECTS: Mapping[str, type[Rules]] = {
    "dropped-cast": DroppedCast,
    "forgotten-else": ForgottenElse,
    "short-unrolling": ShortUnrolling,
    "signed-comparison": SignedComparison,
    "signed-division": SignedDivision,
    "floored-remainder": FlooredRemainder,
    "repeated-filler": RepeatedFiller,
    "truncated-bool": TruncatedBool,
    "spilling-bit-field": SpillingBitField,
    "unsigned-bit-field": UnsignedBitField,
    "separate-union": SeparateUnion,
    "no-fallthrough": NoFallthrough,
    "continue-leaves": ContinueLeaves,
    "fresh-static": FreshStatic,
    "unnamed-bit-field": UnnamedBitField,
    "early-increment": EarlyIncrement,
    "eager-logic": EagerLogic,
    "logical-shift": LogicalShift,
    "first-member-only": FirstMemberOnly,
    "first-check-only": FirstCheckOnly,
    "alarm-in-dead-code": AlarmInDeadCode,
    "crash": Crash,
}


def help_lines() -> Sequence[str]:
    """One line for each defect."""
    return [f"{name:20}{defect.__doc__}" for name, defect in DEFECTS.items()]
