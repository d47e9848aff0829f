"""Lvalues: how what an expression designates is loaded and stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gadfly.targets.planted.analyzer.errors import UndefinedError, UnsupportedError
from gadfly.targets.planted.analyzer.memory import Object, Pointer, Value, load, store
from gadfly.targets.planted.analyzer.rules import Rules
from gadfly.targets.planted.analyzer.run import Code, Frame
from gadfly.targets.planted.analyzer.types import Bits, Integer, Record, Type

Address = Callable[[Frame], Pointer]


@dataclass(frozen=True, slots=True)
class Lvalue:
    """What can be loaded and stored: an object of a type, or some bits in a record."""

    address: Address
    type: Type
    bits: Bits | None = None


def get(rules: Rules, place: Pointer, type_: Type, bits: Bits | None) -> Value:
    if bits is None:
        return load(place, type_)
    assert isinstance(type_, Integer)
    return rules.load_bit_field(place, bits, type_)


def put(rules: Rules, place: Pointer, type_: Type, bits: Bits | None, value: Value) -> Value:
    """Store a value as its type has it; what is there afterwards."""
    value = rules.convert(value, type_)
    if bits is not None:
        if not isinstance(value, int):
            raise UnsupportedError("address in a bit-field")
        rules.store_bit_field(place, bits, value)
        return get(rules, place, type_, bits)
    if isinstance(type_, Record):
        rules.assign_record(place, type_, value)
    else:
        store(place, type_, value)
    return value


def place_of(pointer: Code) -> Address:
    """Where a pointer points to."""

    def address(frame: Frame) -> Pointer:
        value = pointer(frame)
        if not isinstance(value, Pointer):
            raise UndefinedError("access through what is no address of an object")
        return value

    return address


def temporary(value: Value) -> Pointer:
    """A place for a record that a function returned."""
    assert isinstance(value, tuple)
    return Pointer(Object(value), 0)
