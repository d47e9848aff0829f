"""Values as C writes them, in the type that they were seen in."""

from __future__ import annotations

from gadfly.lang.c.objects import Scalar, ScalarKind

_INT_BITS = 32
_WORD = 1 << 64


def literal(type_: Scalar, seen: str) -> str:
    """A constant expression with the value that was seen: a hexadecimal float, or a 64-bit pattern."""
    if type_.kind is ScalarKind.FLOATING:
        written = f"{seen}f" if type_.bits == _INT_BITS else seen
        return f"({written})" if written.startswith("-") else written
    value = int(seen)
    if not type_.signed:
        return f"{value % _WORD}{_suffix(type_)}"
    if value == -1 << (type_.bits - 1) and type_.bits >= _INT_BITS:
        return f"(-{-(value + 1)}{_suffix(type_)} - 1)"
    return f"({value}{_suffix(type_)})" if value < 0 else f"{value}{_suffix(type_)}"


def _suffix(type_: Scalar) -> str:
    if type_.bits < _INT_BITS:
        return ""
    return ("" if type_.signed else "U") + ("L" if type_.bits > _INT_BITS else "")
