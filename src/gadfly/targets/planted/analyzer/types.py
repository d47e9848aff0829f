"""The types of C as x86-64 has them, and the conversions of the integers among them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer type, an enumeration or `_Bool`."""

    size: int
    is_signed: bool
    is_bool: bool = False

    @property
    def least(self) -> int:
        return -(1 << (8 * self.size - 1)) if self.is_signed else 0

    @property
    def greatest(self) -> int:
        return (1 << (8 * self.size - self.is_signed)) - 1

    def holds(self, value: int) -> bool:
        return self.least <= value <= self.greatest

    def wrapped(self, value: int) -> int:
        """The value modulo two to the width."""
        return (value - self.least) % (1 << (8 * self.size)) + self.least


@dataclass(frozen=True, slots=True)
class Floating:
    """`float` or `double`."""

    size: int


@dataclass(frozen=True, slots=True)
class PointerTo:
    """A pointer; `step` is the size of what it points to, 0 where that has none."""

    step: int
    size: int = 8


@dataclass(frozen=True, slots=True)
class Function:
    """What a function designator has as its type."""

    size: int = 1


@dataclass(frozen=True, slots=True)
class Void:
    """No value."""

    size: int = 0


@dataclass(frozen=True, slots=True)
class Array:
    element: Type
    count: int

    @property
    def size(self) -> int:
        return self.element.size * self.count


@dataclass(frozen=True, slots=True)
class Bits:
    """Where a bit-field lies in its record, counted from the record's first bit."""

    offset: int
    width: int


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a record. A bit-field has `bits`, any other an `offset` in bytes."""

    key: DeclarationKey
    type: Type
    offset: int
    bits: Bits | None = None

    @property
    def is_unnamed_bit_field(self) -> bool:
        return self.bits is not None and not self.key.name


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or a union."""

    size: int
    is_union: bool
    fields: tuple[Field, ...]

    def field(self, key: DeclarationKey) -> Field | None:
        """A member of this record or of an anonymous one in it, with its place in this one."""
        for field in self.fields:
            if field.key == key:
                return field
            inner = field.type.field(key) if isinstance(field.type, Record) and not field.key.name else None
            if inner is not None:
                bits = inner.bits and Bits(inner.bits.offset + 8 * field.offset, inner.bits.width)
                return Field(key, inner.type, field.offset + inner.offset, bits)
        return None


@dataclass(frozen=True, slots=True)
class DeclarationKey:
    """Tells the declarations of a program apart."""

    name: str
    number: int


Type = Integer | Floating | PointerTo | Function | Void | Array | Record
Arithmetic = Integer | Floating

INT = Integer(4, is_signed=True)
UNSIGNED = Integer(4, is_signed=False)
SIZE = Integer(8, is_signed=False)


def promoted(type_: Arithmetic, bits: Bits | None = None) -> Arithmetic:
    """The type in which C computes with such an operand."""
    if isinstance(type_, Floating):
        return type_
    width = bits.width if bits else 8 * type_.size
    if width < 32:
        return INT
    if width == 32:
        return INT if type_.is_signed else UNSIGNED
    return type_


def common(left: Arithmetic, right: Arithmetic) -> Arithmetic:
    """The type in which C computes with two promoted operands."""
    if isinstance(left, Floating) or isinstance(right, Floating):
        return max((t for t in (left, right) if isinstance(t, Floating)), key=lambda t: t.size)
    if left.size != right.size:
        return left if left.size > right.size else right
    return right if left.is_signed else left
