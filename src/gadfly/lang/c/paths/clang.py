"""A program as Clang's tree, in which every implicit conversion is a node."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from clang.cindex import (
    Cursor,
    CursorKind,
    Diagnostic,
    Index,
    LinkageKind,
    StorageClass,
    TokenKind,
    TranslationUnitLoadError,
    TypeKind,
    conf,
)
from clang.cindex import Type as ClangType

from gadfly.lang.c.dialect import FILE, INPUT_TYPES, input_names, render
from gadfly.lang.c.parse import compiler_include_folders
from gadfly.lang.c.paths.errors import BeyondError
from gadfly.lang.c.paths.types import BOOL, Array, Field, Function, Integer, PointerTo, Record, Type, Void

_ARGUMENTS = ("-std=gnu17", "-target", "x86_64-linux-gnu", "-fno-builtin", "-Wno-everything")
# What changes a meaning without being seen in the tree, and files other than a few of the standard's headers.
_HIDDEN = re.compile(
    r"\b(?:asm|__asm|__asm__|_Pragma|_Thread_local|_Atomic)\b"
    r"|\b__attribute(?:__)?\b(?!\s*\(\(\s*(?:noinline|noreturn|unused|always_inline)\s*\)\))"
    r"|(?:#|%:|\?\?=)[ \t\\\r\n]*(?!define|include|if|ifdef|ifndef|else|elif|endif|undef|line)\w+"
    r"|(?:#|%:)[ \t\\\r\n]*include(?!\s*<(?:limits|stdbool|stddef|stdint|stdlib)\.h>)"
)
_SIGNED = {
    TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG,
    TypeKind.INT128,
}  # fmt: skip
_UNSIGNED = {
    TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG, TypeKind.UINT128,
}  # fmt: skip
_FUNCTIONS = {TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO}
_BINARY = (
    "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||",
    "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ",",
)  # fmt: skip
_FIRST_BINARY = 3
_UNARY = ("post++", "post--", "++", "--", "&", "*", "+", "-", "~", "!", "__real", "__imag", "__extension__")
_FIRST_UNARY = 1
_IS_INTEGER = 1
_ARRAYS = {
    CursorKind.VAR_DECL,
    CursorKind.FIELD_DECL,
    CursorKind.MEMBER_REF_EXPR,
    CursorKind.ARRAY_SUBSCRIPT_EXPR,
    CursorKind.INIT_LIST_EXPR,
}


@dataclass(frozen=True, slots=True)
class Key:
    """Tells the declarations of a program apart."""

    name: str
    number: int


@cache
def _library() -> Any:
    """libclang itself, for the functions that its Python binding does not know."""
    library = conf.lib
    library.clang_getCursorBinaryOperatorKind.argtypes = [Cursor]
    library.clang_getCursorUnaryOperatorKind.argtypes = [Cursor]
    library.clang_Cursor_getVarDeclInitializer.argtypes = [Cursor]
    library.clang_Cursor_getVarDeclInitializer.restype = Cursor
    library.clang_Cursor_Evaluate.argtypes = [Cursor]
    library.clang_Cursor_Evaluate.restype = ctypes.c_void_p
    library.clang_EvalResult_getKind.argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_isUnsignedInt.argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_getAsLongLong.argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_getAsLongLong.restype = ctypes.c_longlong
    library.clang_EvalResult_getAsUnsigned.argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_getAsUnsigned.restype = ctypes.c_ulonglong
    library.clang_EvalResult_dispose.argtypes = [ctypes.c_void_p]
    return library


def read(program: str) -> Cursor:
    """The tree of a program in the standard dialect."""
    if hidden := _HIDDEN.search(program):
        raise BeyondError(f"it uses {' '.join(hidden[0].split())}")
    folders = [argument for folder in compiler_include_folders() for argument in ("-isystem", folder)]
    try:
        text = render(program, _declarations).encode(errors="surrogateescape")
        unit = Index.create().parse(FILE, args=[*_ARGUMENTS, *folders], unsaved_files=[(FILE, text)])
    except TranslationUnitLoadError as error:
        raise BeyondError("libclang cannot read it at all") from error
    for note in unit.diagnostics:
        if note.severity >= Diagnostic.Error:
            raise BeyondError(f"line {note.location.line}: {note.spelling}")
    return unit.cursor


def _declarations(program: str) -> str:
    inputs = "".join(
        f"extern {INPUT_TYPES[name]} __VERIFIER_nondet_{name}(void);\n" for name in input_names(program)
    )
    return (
        "extern void __gadfly_check(int label, _Bool condition);\n"
        f"extern void __VERIFIER_assume(int condition);\n{inputs}"
    )


def children(cursor: Cursor) -> list[Cursor]:
    return list(cursor.get_children())


def key_of(declaration: Cursor) -> Key:
    """The same for all declarations of one thing."""
    canonical = declaration.canonical
    return Key(canonical.spelling, canonical.hash)


def binary_operator(cursor: Cursor) -> str:
    return _BINARY[int(_library().clang_getCursorBinaryOperatorKind(cursor)) - _FIRST_BINARY]


def unary_operator(cursor: Cursor) -> str:
    return _UNARY[int(_library().clang_getCursorUnaryOperatorKind(cursor)) - _FIRST_UNARY]


def initialiser_of(variable: Cursor) -> Cursor | None:
    found = _library().clang_Cursor_getVarDeclInitializer(variable)
    found._tu = variable._tu
    return None if found.kind.is_invalid() else found


def constant_of(cursor: Cursor) -> int:
    """The value of a literal, a `sizeof` or a `case`."""
    library = _library()
    result = library.clang_Cursor_Evaluate(cursor)
    if not result:
        raise BeyondError(f"{cursor.kind.name} that is not constant")
    try:
        if library.clang_EvalResult_getKind(result) != _IS_INTEGER or cursor.type.get_size() > 8:
            raise BeyondError(f"{cursor.kind.name} that is no number of at most 64 bits")
        if library.clang_EvalResult_isUnsignedInt(result):
            return int(library.clang_EvalResult_getAsUnsigned(result))
        return int(library.clang_EvalResult_getAsLongLong(result))
    finally:
        library.clang_EvalResult_dispose(result)


def is_automatic(declaration: Cursor) -> bool:
    """Whether every call of its function has a variable of its own."""
    return bool(
        declaration.linkage == LinkageKind.NO_LINKAGE and declaration.storage_class != StorageClass.STATIC
    )


@dataclass(frozen=True, slots=True)
class ForParts:
    """What a `for` is made of; Clang leaves out what is empty."""

    first: Cursor | None
    condition: Cursor | None
    step: Cursor | None
    body: Cursor


def for_parts(loop: Cursor) -> ForParts:
    *parts, body = children(loop)
    found: list[Cursor | None] = [*parts]
    if len(parts) < 3:
        semicolons = _semicolons(loop)
        found = [None, None, None]
        for part in parts:
            start = part.extent.start.offset
            found[sum(semicolon < start for semicolon in semicolons)] = part
    if sum(part is not None for part in found) != len(parts):
        raise BeyondError("for in a macro")
    return ForParts(found[0], found[1], found[2], body)


def _semicolons(loop: Cursor) -> list[int]:
    """Where the two of a `for` are."""
    depth, found = 0, []
    for token in loop.get_tokens():
        if token.kind != TokenKind.PUNCTUATION:
            continue
        depth += (token.spelling in "([{") - (token.spelling in ")]}")
        if token.spelling == ";" and depth == 1:
            found.append(token.extent.start.offset)
        if len(found) == 2:
            return found
    raise BeyondError("for in a macro")


def type_of(cursor: Cursor) -> Type:
    """The type of an expression or a declaration. Where an array became a pointer, Clang may say array."""
    type_ = translated(cursor.type)
    if isinstance(type_, Array) and not _may_be_array(cursor):
        return _pointer_to(cursor.type.get_canonical().element_type)
    return type_


def _may_be_array(cursor: Cursor) -> bool:
    match cursor.kind:
        case CursorKind.PAREN_EXPR:
            return _may_be_array(children(cursor)[0])
        case CursorKind.DECL_REF_EXPR:
            return _may_be_array(cursor.referenced)
        case CursorKind.UNARY_OPERATOR:
            return unary_operator(cursor) == "*"
    return cursor.kind in _ARRAYS


def translated(type_: ClangType) -> Type:
    canonical = type_.get_canonical()
    kind = canonical.kind
    if kind in _SIGNED or kind in _UNSIGNED:
        return Integer(8 * canonical.get_size(), kind in _SIGNED)
    if kind in _FUNCTIONS:
        return Function()
    match kind:
        case TypeKind.BOOL:
            return BOOL
        case TypeKind.POINTER:
            return _pointer_to(canonical.get_pointee())
        case TypeKind.ENUM:
            return translated(canonical.get_declaration().enum_type)
        case TypeKind.CONSTANTARRAY:
            return Array(translated(canonical.element_type), canonical.element_count)
        case TypeKind.RECORD if canonical.get_size() >= 0:
            return _record(canonical)
        case TypeKind.VOID:
            return Void()
    raise BeyondError(f"type {canonical.spelling}")


def _pointer_to(pointee: ClangType) -> PointerTo:
    canonical = pointee.get_canonical()
    return PointerTo(_cells(canonical), _unqualified(canonical), bool(canonical.is_const_qualified()))


def _cells(type_: ClangType) -> int:
    """The cells of a type, found without looking behind pointers: they may lead back to it."""
    canonical = type_.get_canonical()
    match canonical.kind:
        case TypeKind.CONSTANTARRAY:
            return int(canonical.element_count) * _cells(canonical.element_type)
        case TypeKind.RECORD:
            return sum(_cells(field.type) for field in canonical.get_fields())
        case TypeKind.VOID | TypeKind.FUNCTIONPROTO | TypeKind.FUNCTIONNOPROTO:
            return 0
    return 1


def _record(type_: ClangType) -> Record:
    if type_.get_declaration().kind != CursorKind.STRUCT_DECL:
        raise BeyondError("union")
    fields: list[Field] = []
    offset = 0
    for cursor in type_.get_fields():
        if cursor.is_bitfield() or not cursor.spelling.isidentifier():
            raise BeyondError("bit-field or member without a name")
        fields.append(Field(cursor.spelling, translated(cursor.type), offset))
        offset += fields[-1].type.cells
    return Record(_unqualified(type_), tuple(fields), offset)


def _unqualified(type_: ClangType) -> str:
    return str(type_.spelling).removeprefix("const ")
