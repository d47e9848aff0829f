"""The types of C as x86-64 has them. Sizes are in cells: a cell holds a number or an address."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer type, an enumeration or `_Bool`."""

    width: int
    is_signed: bool
    is_bool: bool = False
    cells: int = 1


@dataclass(frozen=True, slots=True)
class PointerTo:
    """A pointer. `step` is the cells of what it points to, 0 without any; `pointee` names its type."""

    step: int
    pointee: str
    is_constant: bool
    cells: int = 1


@dataclass(frozen=True, slots=True)
class Function:
    """What a function designator has as its type."""

    cells: int = 0


@dataclass(frozen=True, slots=True)
class Void:
    """No value."""

    cells: int = 0


@dataclass(frozen=True, slots=True)
class Array:
    element: Type
    count: int

    @property
    def cells(self) -> int:
        return self.element.cells * self.count


@dataclass(frozen=True, slots=True)
class Field:
    """A member and its first cell."""

    name: str
    type: Type
    offset: int


@dataclass(frozen=True, slots=True)
class Record:
    """A struct; the same name is the same type."""

    name: str
    fields: tuple[Field, ...]
    cells: int


Type = Integer | PointerTo | Function | Void | Array | Record

INT = Integer(32, is_signed=True)
UNSIGNED = Integer(32, is_signed=False)
BOOL = Integer(8, is_signed=False, is_bool=True)


def promoted(type_: Integer) -> Integer:
    """The type in which C computes with such an operand."""
    return INT if type_.width < 32 else type_


def common(left: Integer, right: Integer) -> Integer:
    """The type in which C computes with two promoted operands."""
    if left.width != right.width:
        return left if left.width > right.width else right
    return right if left.is_signed else left
