"""Memory: objects of cells, and addresses, which are never numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gadfly.lang.c.paths.algebra import Algebra
from gadfly.lang.c.paths.errors import BeyondError
from gadfly.lang.c.paths.types import Array, Function, Integer, PointerTo, Record, Type, Void
from gadfly.lang.smt.terms import Term

MOST_OPTIONS = 512
_LARGEST_OBJECT = 1 << 16


class Object:
    """A piece of memory that is born and dies as a whole. Cells without a value are None."""

    __slots__ = ("cells", "is_alive")

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = list(cells)
        self.is_alive = True


@dataclass(frozen=True, slots=True)
class Pointer:
    """A cell of an object. It may move from `low` to `high`: the array it is in, or its own cells."""

    object: Object
    offset: int
    low: int
    high: int

    def moved(self, distance: int) -> Pointer:
        return Pointer(self.object, self.offset + distance, self.low, self.high)

    def narrowed(self, offset: int, cells: int) -> Pointer:
        """To a part of what it points to."""
        start = self.offset + offset
        return Pointer(self.object, start, start, start + cells)


@dataclass(frozen=True, slots=True)
class FunctionPointer:
    name: str


@dataclass(frozen=True, slots=True)
class Null:
    """The null pointer."""


Address = Pointer | FunctionPointer | Null


@dataclass(frozen=True, slots=True)
class Option:
    condition: Term
    address: Address


@dataclass(frozen=True, slots=True)
class Options:
    """An address that depends on inputs: the one whose condition holds, and only one does."""

    options: tuple[Option, ...]


Scalar = Term | Pointer | FunctionPointer | Null | Options


@dataclass(frozen=True, slots=True)
class Partly:
    """What a cell holds that has a value only where a condition holds."""

    condition: Term
    value: Scalar


Cell = Scalar | Partly | None


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The value of a struct."""

    cells: tuple[Cell, ...]


Value = Scalar | Aggregate
NULL = Null()


def unset(type_: Type) -> Object:
    return Object([None] * _reasonable(type_))


def zero(type_: Type, algebra: Algebra) -> Object:
    _reasonable(type_)
    return Object(_zeros(type_, algebra))


def whole(made: Object) -> Pointer:
    return Pointer(made, 0, 0, len(made.cells))


def options_of(value: Scalar, algebra: Algebra) -> tuple[Option, ...]:
    """All addresses that a value may be."""
    if isinstance(value, Term):
        raise BeyondError("number as an address")
    return value.options if isinstance(value, Options) else (Option(algebra.true, value),)


def address_among(options: Mapping[Address, Term]) -> Scalar:
    """One address out of these, each with its condition."""
    if len(options) > MOST_OPTIONS:
        raise BeyondError("an address that may be too many")
    if len(options) == 1:
        return next(iter(options))
    return Options(tuple(Option(condition, address) for address, condition in options.items()))


def merged(condition: Term, yes: Cell, no: Cell, algebra: Algebra) -> Cell:
    """What a cell holds where a condition does, and what it holds elsewhere, in one."""
    if yes is no or condition is algebra.true:
        return yes
    if yes is None or no is None or isinstance(yes, Partly) or isinstance(no, Partly):
        return _partly(condition, yes, no, algebra)
    return chosen(condition, yes, no, algebra)


def _partly(condition: Term, yes: Cell, no: Cell, algebra: Algebra) -> Cell:
    one, other = _known(yes, algebra), _known(no, algebra)
    if one is None or other is None:
        if one is not None:
            return Partly(algebra.both(condition, one.condition), one.value)
        assert other is not None
        return Partly(algebra.both(algebra.negated(condition), other.condition), other.value)
    value = chosen(condition, one.value, other.value, algebra)
    holds = algebra.choose(condition, one.condition, other.condition)
    return value if holds is algebra.true else Partly(holds, value)


def _known(cell: Cell, algebra: Algebra) -> Partly | None:
    return cell if cell is None or isinstance(cell, Partly) else Partly(algebra.true, cell)


def chosen(condition: Term, yes: Scalar, no: Scalar, algebra: Algebra) -> Scalar:
    """One value where a condition holds, else the other."""
    if isinstance(yes, Term) and isinstance(no, Term):
        return algebra.choose(condition, yes, no)
    found: dict[Address, Term] = {}
    for side, holds in ((yes, condition), (no, algebra.negated(condition))):
        for option in options_of(side, algebra):
            here = algebra.both(holds, option.condition)
            found[option.address] = algebra.either(found.get(option.address, algebra.false), here)
    return address_among(found)


def _zeros(type_: Type, algebra: Algebra) -> list[Cell]:
    match type_:
        case Integer(width):
            return [algebra.number(0, width)]
        case PointerTo():
            return [NULL]
        case Array(element, count):
            return _zeros(element, algebra) * count
        case Record(_, fields):
            return [cell for field in fields for cell in _zeros(field.type, algebra)]
        case Function() | Void():
            return []


def _reasonable(type_: Type) -> int:
    if type_.cells > _LARGEST_OBJECT:
        raise BeyondError("large object")
    return type_.cells
