"""What the front end of Clang knows about a program: its tree, with every implicit conversion in it."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Diagnostic, Index, TokenKind, TypeKind, conf
from clang.cindex import Type as ClangType

from gadfly.lang.c.parse import compiler_include_folders
from gadfly.targets.planted.analyzer.errors import UnsupportedError
from gadfly.targets.planted.analyzer.types import (
    Array,
    Bits,
    DeclarationKey,
    Field,
    Floating,
    Function,
    Integer,
    PointerTo,
    Record,
    Type,
    Void,
)

_STANDARDS = ("gnu17", "gnu89")
_ARGUMENTS = ("-target", "x86_64-linux-gnu", "-fno-builtin")
_HARMLESS_ATTRIBUTE = re.compile(r"'_*(noipa|noclone|optimize|externally_visible|no_reorder|no_icf)_*'")
# What changes a program's meaning without being seen in its tree.
_HIDDEN = re.compile(
    r"\b(?:asm|__asm|__asm__)\b|__attribute(?:__)?\s*\(\(.*?\b_*"
    r"(cleanup|constructor|destructor|alias|weakref|ifunc|scalar_storage_order)_*\b"
)
_SIGNED = {TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG}
_UNSIGNED = {TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG}
_FUNCTIONS = {TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO}
_BINARY = re.split(" ", "* / % + - << >> <=> < > <= >= == != & ^ | && || = *= /= %= += -= <<= >>= &= ^= |= ,")
_FIRST_BINARY = 3
_ARRAYS = {
    CursorKind.VAR_DECL,
    CursorKind.FIELD_DECL,
    CursorKind.MEMBER_REF_EXPR,
    CursorKind.ARRAY_SUBSCRIPT_EXPR,
    CursorKind.COMPOUND_LITERAL_EXPR,
    CursorKind.STRING_LITERAL,
    CursorKind.INIT_LIST_EXPR,
}
_ARGUMENT_LISTS = ("struct __va_list_tag *", "struct __va_list_tag[1]")
_BUILTIN = "<builtin fn type>"
_UNARY = ("post++", "post--", "++", "--", "&", "*", "+", "-", "~", "!", "__real", "__imag", "__extension__")
_FIRST_UNARY = 1
_ESCAPE = re.compile(r"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPES = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_WIDEST_BIT_FIELD = 32  # compilers disagree about the type of wider ones

conf.lib.clang_getCursorBinaryOperatorKind.argtypes = [Cursor]
conf.lib.clang_getCursorUnaryOperatorKind.argtypes = [Cursor]
conf.lib.clang_Cursor_getVarDeclInitializer.argtypes = [Cursor]
conf.lib.clang_Cursor_getVarDeclInitializer.restype = Cursor
conf.lib.clang_Cursor_Evaluate.argtypes = [Cursor]
conf.lib.clang_Cursor_Evaluate.restype = ctypes.c_void_p
conf.lib.clang_EvalResult_getKind.argtypes = [ctypes.c_void_p]
conf.lib.clang_EvalResult_isUnsignedInt.argtypes = [ctypes.c_void_p]
conf.lib.clang_EvalResult_getAsLongLong.argtypes = [ctypes.c_void_p]
conf.lib.clang_EvalResult_getAsLongLong.restype = ctypes.c_longlong
conf.lib.clang_EvalResult_getAsUnsigned.argtypes = [ctypes.c_void_p]
conf.lib.clang_EvalResult_getAsUnsigned.restype = ctypes.c_ulonglong
conf.lib.clang_EvalResult_getAsDouble.argtypes = [ctypes.c_void_p]
conf.lib.clang_EvalResult_getAsDouble.restype = ctypes.c_double
conf.lib.clang_EvalResult_dispose.argtypes = [ctypes.c_void_p]
_IS_INTEGER, _IS_FLOATING = 1, 2


def parse(file: Path) -> Cursor:
    """The program as a tree; what Clang refuses or ignores is unsupported. Old C is welcome."""
    if hidden := _HIDDEN.search(file.read_text(errors="replace")):
        raise UnsupportedError(hidden[0])
    folders = [argument for folder in compiler_include_folders() for argument in ("-isystem", folder)]
    complaints = []
    for standard in _STANDARDS:
        unit = Index.create().parse(str(file), args=[f"-std={standard}", *_ARGUMENTS, *folders])
        complaint = next(filter(_is_serious, unit.diagnostics), None)
        if complaint is None:
            return unit.cursor
        complaints.append(complaint.spelling)
    raise UnsupportedError(complaints[0])


def _is_serious(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity >= Diagnostic.Error or _is_ignored(diagnostic)


def _is_ignored(diagnostic: Diagnostic) -> bool:
    return diagnostic.option == "-Wunknown-pragmas" or (
        diagnostic.option in ("-Wunknown-attributes", "-Wignored-attributes")
        and not _HARMLESS_ATTRIBUTE.search(diagnostic.spelling)
    )


def children(cursor: Cursor) -> list[Cursor]:
    return list(cursor.get_children())


def key_of(declaration: Cursor) -> DeclarationKey:
    """The same for all declarations of one thing; what has no name has an empty one."""
    canonical = declaration.canonical
    name = canonical.spelling
    return DeclarationKey(name if name.isidentifier() else "", canonical.hash)


def binary_operator(cursor: Cursor) -> str:
    return _BINARY[int(conf.lib.clang_getCursorBinaryOperatorKind(cursor)) - _FIRST_BINARY]


def unary_operator(cursor: Cursor) -> str:
    return _UNARY[int(conf.lib.clang_getCursorUnaryOperatorKind(cursor)) - _FIRST_UNARY]


def initialiser_of(variable: Cursor) -> Cursor | None:
    found = conf.lib.clang_Cursor_getVarDeclInitializer(variable)
    found._tu = variable._tu
    return None if found.kind.is_invalid() else found


def constant_of(cursor: Cursor) -> int | float:
    """The value of a literal, a `sizeof` or the like."""
    result = conf.lib.clang_Cursor_Evaluate(cursor)
    if not result:
        raise UnsupportedError(f"{cursor.kind.name} that is not constant")
    try:
        kind = conf.lib.clang_EvalResult_getKind(result)
        if kind == _IS_INTEGER and conf.lib.clang_EvalResult_isUnsignedInt(result):
            return int(conf.lib.clang_EvalResult_getAsUnsigned(result))
        if kind == _IS_INTEGER:
            return int(conf.lib.clang_EvalResult_getAsLongLong(result))
        if kind == _IS_FLOATING:
            return float(conf.lib.clang_EvalResult_getAsDouble(result))
    finally:
        conf.lib.clang_EvalResult_dispose(result)
    raise UnsupportedError(f"{cursor.kind.name} that is not a number")


def string_of(literal: Cursor) -> bytes:
    """The bytes of a string literal: as many as its type has, which is that of the array it initialises."""
    text = literal.spelling
    if not text.startswith('"'):
        raise UnsupportedError("wide string")
    content = _ESCAPE.sub(lambda match: chr(_escaped(match[1])), text[1:-1]).encode("latin-1")
    size = literal.type.get_canonical().get_array_size()
    return content.ljust(size, b"\0")[:size]


def _escaped(code: str) -> int:
    return int(code, 8) if len(code) == 3 else _ESCAPES.get(code, ord(code))


def for_parts(loop: Cursor) -> tuple[Cursor | None, Cursor | None, Cursor | None, Cursor]:
    """The initialisation, condition, step and body of a `for`; Clang leaves out what is empty."""
    *parts, body = children(loop)
    if len(parts) == 3:
        return parts[0], parts[1], parts[2], body
    semicolons = _semicolons(loop)
    found: list[Cursor | None] = [None, None, None]
    for part in parts:
        start = part.extent.start.offset
        found[sum(semicolon < start for semicolon in semicolons)] = part
    if sum(part is not None for part in found) != len(parts):
        raise UnsupportedError("for in a macro")
    return found[0], found[1], found[2], body


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
    raise UnsupportedError("for in a macro")


def has_range(cursor: Cursor) -> bool:
    """Whether a designator is one of GNU's ranges."""
    return any(token.spelling == "..." for token in cursor.get_tokens())


def type_of(cursor: Cursor) -> Type:
    """The type of an expression or a declaration. Where an array became a pointer, Clang may say array."""
    type_ = translated(cursor.type)
    if isinstance(type_, Array) and not _may_be_array(cursor):
        return PointerTo(type_.element.size)
    return type_


def _may_be_array(cursor: Cursor) -> bool:
    match cursor.kind:
        case CursorKind.PAREN_EXPR:
            return _may_be_array(children(cursor)[0])
        case CursorKind.DECL_REF_EXPR:
            return _may_be_array(cursor.referenced)
        case CursorKind.UNARY_OPERATOR:
            return unary_operator(cursor) == "*"
        case CursorKind.UNEXPOSED_EXPR:  # __func__
            return [part.kind for part in cursor.get_children()] == [CursorKind.STRING_LITERAL]
    return cursor.kind in _ARRAYS


def is_argument_list(cursor: Cursor) -> bool:
    """Whether an expression is a `va_list`."""
    return cursor.type.get_canonical().spelling in _ARGUMENT_LISTS


def translated(type_: ClangType) -> Type:
    canonical = type_.get_canonical()
    kind = canonical.kind
    if kind in _SIGNED:
        return Integer(canonical.get_size(), is_signed=True)
    if kind in _UNSIGNED:
        return Integer(canonical.get_size(), is_signed=False)
    if kind in _FUNCTIONS or canonical.spelling == _BUILTIN:
        return Function()
    match kind:
        case TypeKind.BOOL:
            return Integer(1, is_signed=False, is_bool=True)
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            return Floating(canonical.get_size())
        case TypeKind.POINTER:
            return PointerTo(_step(canonical.get_pointee()))
        case TypeKind.ENUM:
            return translated(canonical.get_declaration().enum_type)
        case TypeKind.CONSTANTARRAY:
            return Array(translated(canonical.element_type), canonical.element_count)
        case TypeKind.INCOMPLETEARRAY:
            return Array(translated(canonical.element_type), 0)
        case TypeKind.RECORD if canonical.get_size() >= 0:
            return _record(canonical)
        case TypeKind.VOID:
            return Void()
    raise UnsupportedError(f"type {canonical.spelling}")


def _step(pointee: ClangType) -> int:
    canonical = pointee.get_canonical()
    if canonical.kind == TypeKind.VOID or canonical.kind in _FUNCTIONS:
        return 1
    return max(int(canonical.get_size()), 0)


def _record(type_: ClangType) -> Record:
    is_union = type_.get_declaration().kind == CursorKind.UNION_DECL
    return Record(type_.get_size(), is_union, tuple(map(_field, type_.get_fields())))


def _field(cursor: Cursor) -> Field:
    start = cursor.get_field_offsetof()
    bits = None
    if cursor.is_bitfield():
        bits = Bits(start, cursor.get_bitfield_width())
        if bits.width > _WIDEST_BIT_FIELD:
            raise UnsupportedError("bit-field wider than int")
    return Field(key_of(cursor), type_of(cursor), start // 8 if bits is None else 0, bits)
