"""Memory: objects of bytes. What a byte holds may be unknown, or a part of a pointer.

Pointers are an object and an offset, never a number: no answer can depend on where a compiler puts things.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gadfly.targets.planted.analyzer.errors import UndefinedError, UnsupportedError
from gadfly.targets.planted.analyzer.types import Bits, Floating, Integer, PointerTo, Record, Type

_LARGEST_OBJECT = 1 << 20


class Object:
    """A piece of memory that is born and dies as a whole. Cells without a value are None."""

    __slots__ = ("cells", "is_alive", "is_constant")

    def __init__(self, cells: Iterable[Cell], *, is_constant: bool = False) -> None:
        self.cells = list(cells)
        self.is_alive = True
        self.is_constant = is_constant

    @classmethod
    def unset(cls, size: int) -> Object:
        return cls([None] * _reasonable(size))

    @classmethod
    def zero(cls, size: int) -> Object:
        return cls([0] * _reasonable(size))

    def grow(self, size: int) -> None:
        """Make room for the initialiser of a flexible array member."""
        self.cells += [0] * (size - len(self.cells))


@dataclass(frozen=True, slots=True)
class Pointer:
    """An address: a place in an object, or one past its end."""

    object: Object
    offset: int

    def moved(self, distance: int) -> Pointer:
        offset = self.offset + distance
        if not 0 <= offset <= len(self.object.cells):
            raise UndefinedError("pointer leaves its object")
        return Pointer(self.object, offset)


@dataclass(frozen=True, slots=True)
class FunctionPointer:
    name: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """One byte of a pointer."""

    whole: Pointer | FunctionPointer
    index: int


@dataclass(frozen=True, slots=True)
class PartialByte:
    """A byte of which only the bits in `known` have a value."""

    value: int
    known: int


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a `va_list` holds: the arguments that are still to come."""

    values: tuple[Value, ...]


Cell = int | Fragment | PartialByte | Arguments | None
Value = int | float | Pointer | FunctionPointer | tuple[Cell, ...]


def load(place: Pointer, type_: Type) -> Value:
    cells = _cells(place, type_.size)
    match type_:
        case Record():
            return tuple(cells)
        case Integer() | PointerTo() if isinstance(cells[0], Fragment):
            return _whole_pointer(cells)
        case Integer():
            value = int.from_bytes(_bytes(cells), "little", signed=type_.is_signed)
            if type_.is_bool and value > 1:
                raise UndefinedError("_Bool that is neither 0 nor 1")
            return value
        case PointerTo():
            return int.from_bytes(_bytes(cells), "little")
        case Floating():
            return float(struct.unpack(_FORMATS[type_.size], _bytes(cells))[0])
    raise UnsupportedError(f"load of {type(type_).__name__}")


def store(place: Pointer, type_: Type, value: Value) -> None:
    write(place, cells_of(value, type_))


def cells_of(value: Value, type_: Type) -> Sequence[Cell]:
    """How memory holds a value."""
    match value:
        case tuple():
            return value
        case float():
            return struct.pack(_FORMATS[type_.size], value)
        case int():
            return (value & ((1 << 8 * type_.size) - 1)).to_bytes(type_.size, "little")
    return [Fragment(value, index) for index in range(type_.size)]


def write(place: Pointer, cells: Sequence[Cell]) -> None:
    """Put bytes there, whatever they hold."""
    _cells(place, len(cells))
    if place.object.is_constant:
        raise UndefinedError("write to a constant")
    place.object.cells[place.offset : place.offset + len(cells)] = cells


def read(place: Pointer, size: int) -> tuple[Cell, ...]:
    """Bytes from there, whatever they hold."""
    return tuple(_cells(place, size))


def load_bits(place: Pointer, bits: Bits) -> int:
    """The bits of a bit-field as a number that is not negative."""
    first, shift = divmod(bits.offset, 8)
    cells = _cells(place.moved(first), (shift + bits.width + 7) // 8)
    parts = [_partial(cell) for cell in cells]
    known = sum(part.known << (8 * index) for index, part in enumerate(parts)) >> shift
    mask = (1 << bits.width) - 1
    if known & mask != mask:
        raise UndefinedError("read of an uninitialised bit-field")
    return (sum(part.value << (8 * index) for index, part in enumerate(parts)) >> shift) & mask


def store_bits(place: Pointer, bits: Bits, value: int) -> None:
    first, shift = divmod(bits.offset, 8)
    start = place.moved(first)
    size = (shift + bits.width + 7) // 8
    mask = ((1 << bits.width) - 1) << shift
    new = (value << shift) & mask
    cells: list[Cell] = []
    for index, old in enumerate(_cells(start, size)):
        here = (mask >> (8 * index)) & 0xFF
        part = _partial(old)
        merged = (part.value & ~here) | ((new >> (8 * index)) & here)
        known = part.known | here
        cells.append(merged if known == 0xFF else PartialByte(merged, known))
    write(start, cells)


def _cells(place: Pointer, size: int) -> list[Cell]:
    if not place.object.is_alive:
        raise UndefinedError("use of an object after its end")
    end = place.offset + size
    if end > len(place.object.cells):
        raise UndefinedError("access out of bounds")
    return place.object.cells[place.offset : end]


def _bytes(cells: Sequence[Cell]) -> bytes:
    known = []
    for cell in cells:
        if cell is None or isinstance(cell, PartialByte):
            raise UndefinedError("read of an uninitialised object")
        if not isinstance(cell, int):
            raise UnsupportedError("bytes of a pointer")
        known.append(cell)
    return bytes(known)


def _whole_pointer(cells: Sequence[Cell]) -> Pointer | FunctionPointer:
    first = cells[0]
    assert isinstance(first, Fragment)
    if len(cells) != 8 or any(
        not isinstance(cell, Fragment) or cell.index != index or cell.whole != first.whole
        for index, cell in enumerate(cells)
    ):
        raise UnsupportedError("bytes of a pointer")
    return first.whole


def _partial(cell: Cell) -> PartialByte:
    match cell:
        case int():
            return PartialByte(cell, 0xFF)
        case PartialByte():
            return cell
        case None:
            return PartialByte(0, 0)
    raise UnsupportedError("bits of a pointer")


def _reasonable(size: int) -> int:
    if size > _LARGEST_OBJECT:
        raise UnsupportedError("large object")
    return size


_FORMATS = {4: "<f", 8: "<d"}
