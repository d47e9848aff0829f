"""Read C with libclang, which preprocesses by itself: the only module that knows libclang."""

from __future__ import annotations

import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from clang import cindex

from gadfly.lang.c.edits import encode
from gadfly.lang.c.objects import Array, CType, Field, Opaque, Record, Scalar, ScalarKind
from gadfly.lang.c.program import Node, Program, Storage


class CReadError(Exception):
    """The text is not C as libclang knows it; one line, with the line number."""


_TEXT_NAME = "/gadfly/query.c"
_PRELUDE_NAME = "/gadfly/prelude.h"
_OUR_WORDS = """\
void __gadfly_check(int label, _Bool condition);
void __gadfly_see(int label, long long value);
void __gadfly_see_float(int label, double value);
"""
_INPUT_TYPES = {
    "bool": "_Bool",
    "char": "char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "float": "float",
    "double": "double",
}
_INPUT_WORDS = "".join(f"{type_} __VERIFIER_nondet_{name}();\n" for name, type_ in _INPUT_TYPES.items())


@dataclass(frozen=True, slots=True)
class _Attempt:
    standard: str
    words: str


# Programs may declare the input words themselves, and differently; old ones are no C17.
_ATTEMPTS = (
    _Attempt("gnu17", _OUR_WORDS + _INPUT_WORDS + "void __VERIFIER_assume();\n"),
    _Attempt("gnu17", _OUR_WORDS),
    _Attempt("gnu89", _OUR_WORDS),
)


@cache
def compiler_include_folders() -> tuple[str, ...]:
    """Where gcc keeps `stddef.h` and its like, which the libclang wheel lacks; none without gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return ()
    printed = subprocess.run([gcc, "-print-file-name=include"], capture_output=True, text=True, check=True)
    return (printed.stdout.strip(),)


def parse(text: str, *, dialect_prelude: str = "", include_folders: tuple[str, ...] | None = None) -> Program:
    """Read a program in our standard dialect or in the one that `dialect_prelude` declares.

    Old C with implicit types and declarations is welcome. Offsets are those of `text` alone.
    """
    folders = compiler_include_folders() if include_folders is None else include_folders
    data = encode(text)
    complaint = ""
    for attempt in _ATTEMPTS:
        unit = _read_unit(data, attempt, dialect_prelude, folders)
        errors = [note for note in unit.diagnostics if note.severity >= cindex.Diagnostic.Error]
        if not errors:
            return Program.of(text, _Reader.of(unit, data).declarations())
        complaint = complaint or f"line {errors[0].location.line}: {errors[0].spelling}"
    raise CReadError(complaint)


def _read_unit(data: bytes, attempt: _Attempt, dialect_prelude: str, folders: tuple[str, ...]) -> Any:
    arguments = [
        f"-std={attempt.standard}",
        "-Wno-everything",
        "-fno-spell-checking",
        "-include",
        _PRELUDE_NAME,
    ]
    for folder in folders:
        arguments += ["-isystem", folder]
    prelude = encode(attempt.words + dialect_prelude)
    return _index().parse(
        _TEXT_NAME,
        args=arguments,
        unsaved_files=[(_TEXT_NAME, data), (_PRELUDE_NAME, prelude)],
        options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
    )


@cache
def _index() -> Any:
    return cindex.Index.create()


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

    unit: Any
    base: int
    length: int
    tops: tuple[Any, ...]
    expansion_starts: tuple[int, ...]
    expansion_ends: tuple[int, ...]
    types: dict[tuple[int, int], CType] = field(default_factory=dict)

    @classmethod
    def of(cls, unit: Any, data: bytes) -> _Reader:
        base = unit.cursor.extent.begin_int_data
        tops = []
        starts: list[int] = []
        ends: list[int] = []
        for cursor in unit.cursor.get_children():
            kind = cursor.kind
            if kind in _PREPROCESSING or not _in_text(cursor, base, len(data)):
                continue
            if kind is not _Kind.MACRO_INSTANTIATION:
                tops.append(cursor)
                continue
            extent = cursor.extent
            start, end = extent.start.offset, extent.end.offset
            if not ends or start >= ends[-1]:  # an expansion in an argument of another adds nothing
                starts.append(start)
                ends.append(end)
        return cls(unit, base, len(data), tuple(tops), tuple(starts), tuple(ends))

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
            known = self.types[key] = _type_record(type_)
        return known


def _in_text(cursor: Any, base: int, length: int) -> bool:
    """Whether something begins in the text itself, not in a header."""
    extent = cursor.extent
    begin = extent.begin_int_data
    if begin & _MACRO_BIT:
        file = extent.start.file
        return file is not None and file.name == _TEXT_NAME
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


_T = cindex.TypeKind
_SIGNED = {_T.CHAR_S, _T.SCHAR, _T.SHORT, _T.INT, _T.LONG, _T.LONGLONG, _T.INT128}
_UNSIGNED = {_T.CHAR_U, _T.UCHAR, _T.USHORT, _T.UINT, _T.ULONG, _T.ULONGLONG, _T.UINT128}
_FLOATING = {_T.FLOAT, _T.DOUBLE, _T.LONGDOUBLE, _T.FLOAT128, _T.HALF}
_ARRAYS = {_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.VARIABLEARRAY}


def _type_record(type_: Any) -> CType:
    canonical = type_.get_canonical()
    kind = canonical.kind
    spelling = str(type_.spelling)
    if kind in _ARRAYS:
        count = canonical.element_count if kind is _T.CONSTANTARRAY else -1
        return Array(spelling, _type_record(type_.get_array_element_type()), count)
    if kind is _T.RECORD:
        is_union = canonical.get_declaration().kind is _Kind.UNION_DECL
        fields = tuple(_fields(canonical))
        return Record(
            spelling, fields, is_union, canonical.is_const_qualified(), canonical.is_volatile_qualified()
        )
    scalar = _scalar_kind(canonical)
    if scalar is None:
        return Opaque(spelling)
    signed = kind in _SIGNED or scalar is ScalarKind.FLOATING
    if scalar is ScalarKind.ENUM:
        signed = canonical.get_declaration().enum_type.get_canonical().kind in _SIGNED
    bits = 8 * canonical.get_size()
    return Scalar(
        spelling, scalar, bits, signed, canonical.is_const_qualified(), canonical.is_volatile_qualified()
    )


def _scalar_kind(canonical: Any) -> ScalarKind | None:
    kind = canonical.kind
    if kind in _SIGNED or kind in _UNSIGNED:
        return ScalarKind.INTEGER
    if kind in _FLOATING:
        return ScalarKind.FLOATING
    return {_T.BOOL: ScalarKind.BOOL, _T.ENUM: ScalarKind.ENUM, _T.POINTER: ScalarKind.POINTER}.get(kind)


def _fields(record: Any) -> Iterator[Field]:
    """The members that can be named, or whose members can; unnamed bit-fields are padding."""
    for cursor in record.get_fields():
        is_bit_field = cursor.is_bitfield()
        name = str(cursor.spelling)
        if "(" in name:  # libclang describes what has no name
            name = ""
        if name or not is_bit_field:
            width = cursor.get_bitfield_width() if is_bit_field else 0
            yield Field(name, _type_record(cursor.type), width)
