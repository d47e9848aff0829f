"""Initialisers: which part of an object gets which value.

Clang shows them as they are written, so braces that are left out are resolved here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from clang.cindex import Cursor, CursorKind, TypeKind

from gadfly.lang.c.paths.access import store
from gadfly.lang.c.paths.clang import children, type_of
from gadfly.lang.c.paths.errors import BeyondError
from gadfly.lang.c.paths.frame import Code, Frame, Initialise
from gadfly.lang.c.paths.memory import Object, whole
from gadfly.lang.c.paths.types import Array, Record, Type


@dataclass(frozen=True, slots=True)
class _Slot:
    """A part of an object and its first cell."""

    type: Type
    offset: int


@dataclass(frozen=True, slots=True)
class _Setting:
    slot: _Slot
    value: Code


class Initialisers:
    """Compiles initialisers."""

    def __init__(self, value_of: Callable[[Cursor], Code]) -> None:
        self._value_of = value_of

    def compiled(self, cursor: Cursor, type_: Type) -> Initialise:
        """What sets an object that is all zero."""
        settings = self._of(cursor, _Slot(type_, 0))

        def initialise(frame: Frame, made: Object) -> None:
            for setting in settings:
                slot = setting.slot
                place = whole(made).narrowed(slot.offset, slot.type.cells)
                store(frame.path, place, slot.type, setting.value(frame))

        return initialise

    def _of(self, cursor: Cursor, slot: _Slot) -> list[_Setting]:
        """An initialiser that is for the whole slot."""
        if cursor.kind != CursorKind.INIT_LIST_EXPR:
            return [_Setting(slot, self._value_of(cursor))]
        items = deque(children(cursor))
        if isinstance(slot.type, Array | Record):
            return self._fill(items, slot)
        return self._of(items[0], slot) if items else []

    def _fill(self, items: deque[Cursor], slot: _Slot) -> list[_Setting]:
        """Take initialisers for the parts of an aggregate, as long as there are some."""
        settings: list[_Setting] = []
        for part in _parts(slot):
            if not items:
                break
            if _needs_parts(items[0], part.type):
                settings += self._fill(items, part)
            else:
                settings += self._of(items.popleft(), part)
        return settings


def _parts(slot: _Slot) -> list[_Slot]:
    match slot.type:
        case Array(element, count):
            return [_Slot(element, slot.offset + index * element.cells) for index in range(count)]
        case Record(_, fields):
            return [_Slot(field.type, slot.offset + field.offset) for field in fields]
    raise BeyondError("braces")


def _needs_parts(cursor: Cursor, type_: Type) -> bool:
    """Whether an initialiser without braces is for a part of an aggregate only."""
    if cursor.type.kind == TypeKind.VOID or cursor.kind == CursorKind.STRING_LITERAL:
        raise BeyondError("initialiser with a designator, or a string")
    if cursor.kind == CursorKind.INIT_LIST_EXPR:
        return False
    return isinstance(type_, Array) or (isinstance(type_, Record) and type_of(cursor) != type_)
