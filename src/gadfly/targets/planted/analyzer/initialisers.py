"""Initialisers: which part of an object gets which value.

Clang shows them as they are written, so braces that are left out and designators are resolved here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from clang.cindex import Cursor, CursorKind, TypeKind

from gadfly.targets.planted.analyzer.clang import (
    children,
    constant_of,
    has_range,
    key_of,
    string_of,
    type_of,
)
from gadfly.targets.planted.analyzer.errors import UnsupportedError
from gadfly.targets.planted.analyzer.memory import Object, Pointer, write
from gadfly.targets.planted.analyzer.places import put
from gadfly.targets.planted.analyzer.rules import Rules
from gadfly.targets.planted.analyzer.run import Code, Frame, Initialise
from gadfly.targets.planted.analyzer.types import Array, Bits, Field, Integer, Record, Type


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of an object. The bits of a bit-field are counted from its record, which is at `offset`."""

    type: Type
    offset: int
    bits: Bits | None = None

    @property
    def end(self) -> int:
        return self.offset + (0 if self.bits else self.type.size)


@dataclass(frozen=True, slots=True)
class Setting:
    """A slot and the value that it gets: that of an expression, or the bytes of a string."""

    slot: Slot
    value: Code | bytes


@dataclass(frozen=True, slots=True)
class Item:
    """An initialiser in a list and the designators before it."""

    cursor: Cursor
    designators: tuple[Cursor, ...] = ()


class Initialisers:
    """Compiles initialisers under the rules of C, or under broken ones."""

    def __init__(self, value_of: Callable[[Cursor], Code], rules: Rules) -> None:
        self._value_of = value_of
        self._rules = rules

    def compiled(self, cursor: Cursor, type_: Type) -> Initialise:
        """What sets an object that is all zero."""
        settings, rules = self._of(cursor, Slot(type_, 0)), self._rules
        size = max((setting.slot.end for setting in settings), default=0)

        def initialise(frame: Frame, made: Object) -> None:
            made.grow(size)
            for setting in settings:
                slot = setting.slot
                place = Pointer(made, 0).moved(slot.offset)
                if isinstance(setting.value, bytes):
                    write(place, setting.value)
                else:
                    put(rules, place, slot.type, slot.bits, setting.value(frame))

        return initialise

    def _of(self, cursor: Cursor, slot: Slot) -> list[Setting]:
        """An initialiser that is for the whole slot."""
        string = _string_for(cursor, slot.type)
        if string is not None:
            return [Setting(slot, string)]
        if cursor.kind != CursorKind.INIT_LIST_EXPR:
            return [Setting(slot, self._value_of(cursor))]
        if isinstance(slot.type, Array) and slot.type.count == 0:  # a flexible array member
            slot = Slot(type_of(cursor), slot.offset)
        items = deque(_item(part) for part in children(cursor))
        if isinstance(slot.type, Array | Record):
            return self._fill(items, slot, is_braced=True)
        return self._of(items[0].cursor, slot) if items else []

    def _fill(
        self, items: deque[Item], slot: Slot, path: tuple[Cursor, ...] = (), *, is_braced: bool
    ) -> list[Setting]:
        """Take items for the parts of an aggregate, from where the path leads to.

        Without braces of its own an aggregate takes as many as it has parts, up to a designator.
        """
        settings: list[Setting] = []
        parts, index = self._parts(slot), 0
        while items:
            if is_braced and items[0].designators:
                path = items[0].designators
                items[0] = Item(items[0].cursor)
            if path:
                index = self._designated(slot.type, path[0])
                part = _member(slot, path[0]) if path[0].kind == CursorKind.MEMBER_REF else parts[index]
                settings += self._take(items, part, path[1:])
                path = ()
            elif items[0].designators or index >= len(parts):
                break
            else:
                settings += self._take(items, parts[index])
            index += 1
        if is_braced and settings and isinstance(slot.type, Array):
            settings += self._rest(settings[-1], parts[index:])
        return settings

    def _take(self, items: deque[Item], slot: Slot, path: tuple[Cursor, ...] = ()) -> list[Setting]:
        """Initialise a slot with the next item, or with so many as its parts need."""
        if path or _needs_parts(items[0].cursor, slot.type):
            return self._fill(items, slot, path, is_braced=False)
        return self._of(items.popleft().cursor, slot)

    def _parts(self, slot: Slot) -> list[Slot]:
        """What takes one initialiser after another."""
        match slot.type:
            case Array(element, count):
                return [Slot(element, slot.offset + index * element.size) for index in range(count)]
            case Record(_, is_union, fields):
                taking = [field for field in fields if self._rules.takes_initialiser(field)]
                return [_slot_of(slot, field) for field in (taking[:1] if is_union else taking)]
        raise UnsupportedError("braces")

    def _designated(self, type_: Type, designator: Cursor) -> int:
        """The place of a part among those that take initialisers; a union has a single one."""
        if not isinstance(type_, Record):
            return int(constant_of(designator))
        keys = [field.key for field in type_.fields if self._rules.takes_initialiser(field)]
        return 0 if type_.is_union else keys.index(key_of(designator.referenced))

    def _rest(self, last: Setting, slots: list[Slot]) -> list[Setting]:
        """What the elements get for which an array has no initialiser, if that is not zero."""
        if self._rules.fills_with_zero:
            return []
        return [Setting(slot, last.value) for slot in slots if slot.type == last.slot.type]


def _item(cursor: Cursor) -> Item:
    parts = children(cursor)
    if cursor.kind != CursorKind.UNEXPOSED_EXPR or len(parts) < 2 or cursor.type.kind != TypeKind.VOID:
        return Item(cursor)
    if has_range(cursor):
        raise UnsupportedError("range designator")
    return Item(parts[-1], tuple(parts[:-1]))


def _slot_of(record: Slot, field: Field) -> Slot:
    return Slot(field.type, record.offset + field.offset, field.bits)


def _member(slot: Slot, designator: Cursor) -> Slot:
    key = key_of(designator.referenced)
    field = slot.type.field(key) if isinstance(slot.type, Record) else None
    if field is None:
        raise UnsupportedError("designator")
    return _slot_of(slot, field)


def _needs_parts(cursor: Cursor, type_: Type) -> bool:
    """Whether an initialiser without braces is for a part of an aggregate only."""
    if cursor.kind == CursorKind.INIT_LIST_EXPR or _string_for(cursor, type_) is not None:
        return False
    return isinstance(type_, Array) or (isinstance(type_, Record) and type_of(cursor) != type_)


def _string_for(cursor: Cursor, type_: Type) -> bytes | None:
    """The bytes of a string literal, perhaps in braces, that initialises an array of characters."""
    if not isinstance(type_, Array) or not isinstance(type_.element, Integer) or type_.element.size != 1:
        return None
    while cursor.kind in (CursorKind.PAREN_EXPR, CursorKind.INIT_LIST_EXPR, CursorKind.UNEXPOSED_EXPR):
        parts = children(cursor)
        if len(parts) != 1:
            return None
        cursor = parts[0]
    if cursor.kind != CursorKind.STRING_LITERAL:
        return None
    return string_of(cursor)[: type_.size]
