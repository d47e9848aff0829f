"""Copies libclang's syntax tree of a text into records, in one walk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from clang import cindex

from gadfly.lang.c.clang_types import type_record
from gadfly.lang.c.objects import CType
from gadfly.lang.c.program import Node, Storage


@cache
def _library() -> Any:
    """libclang itself, for the functions that its Python binding does not know."""
    library = cindex.conf.lib
    library.clang_getCursorBinaryOperatorKind.argtypes = [cindex.Cursor]
    library.clang_Cursor_getVarDeclInitializer.argtypes = [cindex.Cursor]
    library.clang_Cursor_getVarDeclInitializer.restype = cindex.Cursor
    library.clang_Cursor_isNull.argtypes = [cindex.Cursor]
    return library


_Kind = cindex.CursorKind
_NAMED = {
    _Kind.VAR_DECL, _Kind.PARM_DECL, _Kind.FUNCTION_DECL, _Kind.FIELD_DECL, _Kind.TYPEDEF_DECL,
    _Kind.ENUM_CONSTANT_DECL, _Kind.ENUM_DECL, _Kind.STRUCT_DECL, _Kind.UNION_DECL, _Kind.DECL_REF_EXPR,
    _Kind.MEMBER_REF_EXPR, _Kind.CALL_EXPR, _Kind.LABEL_STMT, _Kind.LABEL_REF, _Kind.UNEXPOSED_DECL,
}  # fmt: skip
_VARIABLES = {_Kind.VAR_DECL, _Kind.PARM_DECL}
_RECORDS = {_Kind.STRUCT_DECL, _Kind.UNION_DECL, _Kind.ENUM_DECL}
_REPEAT_THEIR_RECORD = {_Kind.VAR_DECL, _Kind.FIELD_DECL, _Kind.TYPEDEF_DECL}
_PREPROCESSING = {_Kind.MACRO_DEFINITION, _Kind.INCLUSION_DIRECTIVE}
_STORAGES = {
    cindex.StorageClass.STATIC: Storage.STATIC,
    cindex.StorageClass.EXTERN: Storage.EXTERN,
    cindex.StorageClass.REGISTER: Storage.REGISTER,
}
_MACRO_BIT = 1 << 31
"""Set in libclang's number of a location that lies in a macro expansion.

Without it the number minus that of the file's start is the offset; asking libclang for it takes four calls.
"""


def read_declarations(unit: Any, data: bytes, name: str) -> tuple[Node, ...]:
    """The top-level declarations of a text without errors, which libclang knows under a file name."""
    return _Reader.of(unit, data, name).declarations()


@dataclass(slots=True)
class _Draft:
    """A node whose children are still being read."""

    cursor: Any
    start: int
    end: int
    starts_in_macro: bool
    ends_in_macro: bool
    children: list[_Draft] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Copies what libclang knows about one text into records."""

    base: int
    tops: tuple[Any, ...]
    expansion_starts: tuple[int, ...]
    expansion_ends: tuple[int, ...]
    types: dict[tuple[int, int], CType] = field(default_factory=dict)

    @classmethod
    def of(cls, unit: Any, data: bytes, name: str) -> _Reader:
        base = unit.cursor.extent.begin_int_data
        tops = []
        starts: list[int] = []
        ends: list[int] = []
        for cursor in unit.cursor.get_children():
            kind = cursor.kind
            if kind in _PREPROCESSING or not _in_text(cursor, base, len(data), name):
                continue
            if kind is not _Kind.MACRO_INSTANTIATION:
                tops.append(cursor)
                continue
            extent = cursor.extent
            start, end = extent.start.offset, extent.end.offset
            if not ends or start >= ends[-1]:  # an expansion in an argument of another adds nothing
                starts.append(start)
                ends.append(end)
        return cls(base, tuple(tops), tuple(starts), tuple(ends))

    def declarations(self) -> tuple[Node, ...]:
        drafts = [self._draft(cursor) for cursor in self.tops]
        order: list[_Draft] = []
        waiting = list(drafts)
        while waiting:
            draft = waiting.pop()
            order.append(draft)
            draft.children = list(self._child_drafts(draft.cursor))
            waiting.extend(draft.children)
        nodes: dict[int, Node] = {}
        for draft in reversed(order):
            nodes[id(draft)] = self._node(draft, tuple(nodes.pop(id(child)) for child in draft.children))
        return tuple(nodes[id(draft)] for draft in drafts)

    def _child_drafts(self, cursor: Any) -> Iterator[_Draft]:
        """The children once each: libclang repeats records at every declarator, and parts of `a ?: b`."""
        seen = set()
        skip_records = cursor.kind in _REPEAT_THEIR_RECORD
        for child in cursor.get_children():
            kind = child.kind
            if skip_records and kind in _RECORDS:
                continue
            draft = self._draft(child)
            place = (kind, draft.start, draft.end)
            if draft.starts_in_macro or place not in seen:
                seen.add(place)
                yield draft

    def _draft(self, cursor: Any) -> _Draft:
        extent = cursor.extent
        start, end = extent.begin_int_data, extent.end_int_data
        starts_in_macro, ends_in_macro = bool(start & _MACRO_BIT), bool(end & _MACRO_BIT)
        start = extent.start.offset if starts_in_macro else start - self.base
        end = extent.end.offset if ends_in_macro else end - self.base
        ends_in_macro = ends_in_macro or self._in_expansion(end - 1)
        return _Draft(cursor, start, end, starts_in_macro, ends_in_macro)

    def _in_expansion(self, offset: int) -> bool:
        at = bisect_right(self.expansion_starts, offset) - 1
        return at >= 0 and offset < self.expansion_ends[at]

    def _node(self, draft: _Draft, children: tuple[Node, ...]) -> Node:
        cursor = draft.cursor
        kind = cursor.kind
        if kind is _Kind.UNEXPOSED_EXPR and len(children) == 1:
            child = children[0]
            if (child.start, child.end) == (draft.start, draft.end):
                return child
        is_variable = kind in _VARIABLES
        return Node(
            kind=kind.name,
            start=draft.start,
            end=draft.end,
            children=children,
            spelling=_spelling(cursor, kind),
            type=self._type(cursor.result_type if kind is _Kind.FUNCTION_DECL else cursor.type),
            starts_in_macro=draft.starts_in_macro,
            ends_in_macro=draft.ends_in_macro,
            storage=_STORAGES.get(cursor.storage_class, Storage.NONE) if is_variable else Storage.NONE,
            has_initialiser=is_variable and _has_initialiser(cursor),
            is_bit_field=kind is _Kind.MEMBER_REF_EXPR and cursor.referenced.is_bitfield(),
        )

    def _type(self, type_: Any) -> CType:
        key = (type_.data[0] or 0, type_.data[1] or 0)
        known = self.types.get(key)
        if known is None:
            known = self.types[key] = type_record(type_)
        return known


def _in_text(cursor: Any, base: int, length: int, name: str) -> bool:
    """Whether something begins in the text itself, not in a header."""
    extent = cursor.extent
    begin = extent.begin_int_data
    if begin & _MACRO_BIT:
        file = extent.start.file
        return file is not None and file.name == name
    return bool(base <= begin <= base + length)


def _spelling(cursor: Any, kind: Any) -> str:
    if kind is _Kind.BINARY_OPERATOR:
        return _BINARY_OPERATORS[_library().clang_getCursorBinaryOperatorKind(cursor)]
    return str(cursor.spelling) if kind in _NAMED else ""


_BINARY_OPERATORS = (
    "", ".*", "->*", "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">=", "==", "!=",
    "&", "^", "|", "&&", "||", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ",",
)  # fmt: skip
"""By libclang's number of them."""


def _has_initialiser(cursor: Any) -> bool:
    library = _library()
    return not library.clang_Cursor_isNull(library.clang_Cursor_getVarDeclInitializer(cursor))
