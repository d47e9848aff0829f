"""The types of C as records: what a program's objects hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class ScalarKind(StrEnum):
    BOOL = "bool"
    INTEGER = "integer"
    ENUM = "enum"
    FLOATING = "floating"
    POINTER = "pointer"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A type whose values can be compared with `==`. Pointers count as unsigned."""

    spelling: str
    kind: ScalarKind
    bits: int
    signed: bool
    const: bool = False
    volatile: bool = False

    @property
    def is_integer(self) -> bool:
        return self.kind in (ScalarKind.BOOL, ScalarKind.INTEGER, ScalarKind.ENUM)


@dataclass(frozen=True, slots=True)
class Array:
    """`count` is -1 where only the execution or another file knows it."""

    spelling: str
    element: CType
    count: int


@dataclass(frozen=True, slots=True)
class Field:
    """A member; `bit_width` is 0 unless it is a bit-field, `name` is empty if it is anonymous."""

    name: str
    type: CType
    bit_width: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or union; without fields if it is empty or not complete."""

    spelling: str
    fields: tuple[Field, ...]
    is_union: bool
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Opaque:
    """Anything else: void, functions, vectors, complex numbers."""

    spelling: str


CType = Scalar | Array | Record | Opaque


@dataclass(frozen=True, slots=True)
class Access:
    """An expression that reads one scalar inside an object.

    `shares_memory` tells that it lies in a union, where another member may have been written last.
    """

    expression: str
    type: Scalar
    bit_width: int = 0
    shares_memory: bool = False


def scalars_in(expression: str, type_: CType, *, max_elements: int = 4) -> Iterator[Access]:
    """Every scalar of an object, the object itself if it is one; of an array, its first elements."""
    match type_:
        case Scalar():
            yield Access(expression, type_)
        case Array(_, element, count):
            for index in range(min(count, max_elements)):
                yield from scalars_in(f"{expression}[{index}]", element, max_elements=max_elements)
        case Record():
            yield from _scalars_in_record(expression, type_, max_elements)


def _scalars_in_record(expression: str, record: Record, max_elements: int) -> Iterator[Access]:
    for field in record.fields:
        member = f"{expression}.{field.name}" if field.name else expression
        for access in scalars_in(member, field.type, max_elements=max_elements):
            yield Access(
                access.expression,
                access.type,
                field.bit_width or access.bit_width,
                record.is_union or access.shares_memory,
            )
