"""Loading, storing and moving along addresses, some of which depend on inputs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from gadfly.lang.c.paths.algebra import is_literal
from gadfly.lang.c.paths.errors import BeyondError, EndError
from gadfly.lang.c.paths.memory import (
    MOST_OPTIONS,
    Address,
    Aggregate,
    Cell,
    Partly,
    Pointer,
    Scalar,
    Value,
    address_among,
    merged,
    options_of,
)
from gadfly.lang.c.paths.path import Path
from gadfly.lang.c.paths.types import Integer, Record, Type
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.bitvec import signed


@dataclass(frozen=True, slots=True)
class _Found:
    """What cells hold where a condition does."""

    condition: Term
    cells: tuple[Cell, ...]


def load(path: Path, place: Scalar, type_: Type) -> Value:
    """The value of an object; reading one that has none is undefined."""
    if isinstance(place, Pointer):
        return _value(_cells(path, place, type_), type_)
    found: list[_Found] = []
    for option in options_of(place, path.algebra):
        with path.guarded(option.condition), suppress(EndError):
            found.append(_Found(option.condition, _cells(path, option.address, type_)))
    if not found:
        raise EndError
    cells = found[-1].cells
    for one in reversed(found[:-1]):
        pairs = zip(one.cells, cells, strict=True)
        cells = tuple(merged(one.condition, mine, other, path.algebra) for mine, other in pairs)
    return _value(cells, type_)


def _value(cells: tuple[Cell, ...], type_: Type) -> Value:
    if isinstance(type_, Record):
        return Aggregate(cells)
    (value,) = cells
    assert value is not None
    assert not isinstance(value, Partly)
    return value


def store(path: Path, place: Scalar, type_: Type, value: Value) -> None:
    new = value.cells if isinstance(value, Aggregate) else (value,)
    if isinstance(place, Pointer) and path.stores_always:
        pointer = _target(path, place, type_)
        pointer.object.cells[pointer.offset : pointer.offset + type_.cells] = new
        return
    is_stored = False
    for option in options_of(place, path.algebra):
        with path.guarded(option.condition), suppress(EndError):
            pointer = _target(path, option.address, type_)
            for offset, cell in enumerate(new, pointer.offset):
                old = pointer.object.cells[offset]
                condition = path.algebra.both(path.storing, option.condition)
                pointer.object.cells[offset] = merged(condition, cell, old, path.algebra)
            is_stored = True
    if not is_stored:
        raise EndError


def part(path: Path, place: Scalar, type_: Type, offset: int, cells: int) -> Scalar:
    """Where a member of a struct is, or the first element of an array."""

    def narrow(pointer: Pointer) -> dict[Address, Term]:
        return {_target(path, pointer, type_).narrowed(offset, cells): path.algebra.true}

    return _mapped(path, place, narrow)


def moved(path: Path, place: Scalar, count: Term, type_: Integer, step: int) -> Scalar:
    """A pointer so many steps further, or back if they are negative; to leave the array is undefined."""
    if step == 0:
        raise BeyondError("arithmetic with a pointer to what has no size")
    wide = path.algebra.resized(count, count.sort.width + 2, is_signed=type_.is_signed)
    if step < 0:
        wide = path.algebra.apply("bvneg", wide)
    return _mapped(path, place, lambda pointer: _moved(path, pointer, wide, abs(step)))


def single(path: Path, value: Scalar) -> Address:
    """The address that a value is on this path, which is split where inputs decide."""
    *others, last = options_of(value, path.algebra)
    for option in others:
        if path.decide(option.condition):
            return option.address
    return last.address


def compared(path: Path, operator: str, left: Address, right: Address) -> bool:
    """Whether a comparison of two addresses holds."""
    for each in (left, right):
        if isinstance(each, Pointer) and not each.object.is_alive:
            path.undefined_if(path.algebra.true)
    if isinstance(left, Pointer) and isinstance(right, Pointer) and left.object is right.object:
        return _ORDERS[operator](left.offset, right.offset)
    if operator not in ("==", "!="):
        path.undefined_if(path.algebra.true)
    if _may_touch(left, right) or _may_touch(right, left):
        raise BeyondError("comparison with the end of an object")
    return (left == right) == (operator == "==")


def _may_touch(left: Address, right: Address) -> bool:
    """Whether one points past the end of an object, where the other's may begin."""
    return (
        isinstance(left, Pointer)
        and isinstance(right, Pointer)
        and left.offset == len(left.object.cells)
        and right.offset == 0
    )


def distance(path: Path, left: Address, right: Address, step: int) -> int:
    """How many steps lie between two addresses in one object."""
    if not isinstance(left, Pointer) or not isinstance(right, Pointer) or left.object is not right.object:
        path.undefined_if(path.algebra.true)
        raise EndError
    return (left.offset - right.offset) // step


def _mapped(path: Path, place: Scalar, change: Callable[[Pointer], dict[Address, Term]]) -> Scalar:
    """What becomes of every address that a value may be; one that is of no object has no parts."""
    algebra = path.algebra
    if isinstance(place, Pointer):
        return address_among(change(place))
    found: dict[Address, Term] = {}
    for option in options_of(place, algebra):
        with path.guarded(option.condition), suppress(EndError):
            if not isinstance(option.address, Pointer):
                path.undefined_if(algebra.true)
                continue
            for address, condition in change(option.address).items():
                here = algebra.both(option.condition, condition)
                found[address] = algebra.either(found.get(address, algebra.false), here)
    if not found:
        raise EndError
    return address_among(found)


def _moved(path: Path, pointer: Pointer, count: Term, step: int) -> dict[Address, Term]:
    algebra, width = path.algebra, count.sort.width
    back, forth = (pointer.offset - pointer.low) // step, (pointer.high - pointer.offset) // step
    if is_literal(count):
        exact = signed(int(count.value), width)
        if not -back <= exact <= forth:
            path.undefined_if(algebra.true)
        return {pointer.moved(exact * step): algebra.true}
    if back + forth > MOST_OPTIONS:
        raise BeyondError("an index that depends on inputs, in a large array")
    least, greatest = algebra.number(-back, width), algebra.number(forth, width)
    path.undefined_if(algebra.compare("<", count, least, is_signed=True))
    path.undefined_if(algebra.compare(">", count, greatest, is_signed=True))
    return {
        pointer.moved(each * step): condition
        for each in range(-back, forth + 1)
        if (condition := algebra.compare("==", count, algebra.number(each, width), is_signed=True))
        is not algebra.false
    }


def _cells(path: Path, address: Address, type_: Type) -> tuple[Cell, ...]:
    pointer = _target(path, address, type_)
    cells = pointer.object.cells[pointer.offset : pointer.offset + type_.cells]
    return tuple(cells) if isinstance(type_, Record) else (_read(path, cells[0]),)


def _read(path: Path, cell: Cell) -> Scalar:
    """The value of a cell; where it has none, that is undefined."""
    if cell is None:
        path.undefined_if(path.algebra.true)
        raise EndError
    if isinstance(cell, Partly):
        path.undefined_if(path.algebra.negated(cell.condition))
        return cell.value
    return cell


def _target(path: Path, address: Address, type_: Type) -> Pointer:
    """The object that is accessed; without one it is undefined."""
    if (
        not isinstance(address, Pointer)
        or not address.object.is_alive
        or address.offset + type_.cells > address.high
    ):
        path.undefined_if(path.algebra.true)
        raise EndError
    return address


_ORDERS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
    "<=": lambda left, right: left <= right,
    ">=": lambda left, right: left >= right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}
