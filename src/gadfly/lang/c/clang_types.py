"""Copies libclang's types into records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clang import cindex

from gadfly.lang.c.objects import Array, CType, Field, Opaque, Record, Scalar, ScalarKind

_T = cindex.TypeKind
_SIGNED = {_T.CHAR_S, _T.SCHAR, _T.SHORT, _T.INT, _T.LONG, _T.LONGLONG, _T.INT128}
_UNSIGNED = {_T.CHAR_U, _T.UCHAR, _T.USHORT, _T.UINT, _T.ULONG, _T.ULONGLONG, _T.UINT128}
_FLOATING = {_T.FLOAT, _T.DOUBLE, _T.LONGDOUBLE, _T.FLOAT128, _T.HALF}
_ARRAYS = {_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.VARIABLEARRAY}


def type_record(type_: Any) -> CType:
    """What an object of a type holds; the type behind a pointer is left out, for it may hold itself."""
    canonical = type_.get_canonical()
    kind = canonical.kind
    spelling = str(type_.spelling)
    if kind in _ARRAYS:
        count = canonical.element_count if kind is _T.CONSTANTARRAY else -1
        return Array(spelling, type_record(canonical.get_array_element_type()), count)
    if kind is _T.RECORD:
        is_union = canonical.get_declaration().kind is cindex.CursorKind.UNION_DECL
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
            yield Field(name, type_record(cursor.type), width)
