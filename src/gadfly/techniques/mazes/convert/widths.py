"""Bit-vectors of one width in their type.

A written bit-vector always has a value below 2**width. Its type is the closest unsigned one, or int if that
one is narrower than int, because C calculates in int then.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gadfly.lang.smt.sorts import Sort, bitvec
from gadfly.techniques.mazes.convert.c_types import UNSIGNED_INT, CType
from gadfly.techniques.mazes.convert.expressions import Expr, Notation, binary, cast
from gadfly.techniques.mazes.convert.manner import Casting


@dataclass(frozen=True)
class Width:
    """How bit-vectors of a width are written."""

    bits: int
    notation: Notation

    @property
    def sort(self) -> Sort:
        return bitvec(self.bits)

    @cached_property
    def ctype(self) -> CType:
        return self.notation.types.unsigned(self.bits)

    @cached_property
    def signed(self) -> CType:
        return self.notation.types.signed(self.bits)

    @property
    def fills_type(self) -> bool:
        return self.bits == self.ctype.bits

    @property
    def largest(self) -> int:
        return (1 << self.bits) - 1

    def literal(self, value: int) -> Expr:
        return self.notation.bits(value, self.ctype)

    @property
    def zero(self) -> Expr:
        return self.literal(0)

    @property
    def ones(self) -> Expr:
        return self.literal(self.largest)

    @property
    def sign_bit(self) -> Expr:
        """The least number that is negative when signed."""
        return self.literal(1 << self.bits - 1)

    @property
    def is_explicit(self) -> bool:
        """Whether operands are cast, lest they be promoted to int."""
        return self.ctype.is_narrow and self.notation.manner.casting is Casting.EXPLICIT

    def operand(self, expr: Expr) -> Expr:
        """An operand of a calculation."""
        return cast(UNSIGNED_INT, expr) if self.is_explicit else expr

    def settled(self, expr: Expr) -> Expr:
        """The result of a calculation that is below 2**width."""
        return cast(self.ctype, expr) if self.is_explicit else expr

    def fitted(self, expr: Expr) -> Expr:
        """The lowest bits of the result of a calculation."""
        if not self.fills_type:
            return self.settled(binary("&", expr, self.ones))
        return cast(self.ctype, expr) if self.ctype.is_narrow else expr

    def converted(self, expr: Expr) -> Expr:
        """The lowest bits of an integer of any other type."""
        if self.ctype.is_narrow and not self.fills_type:
            return binary("&", cast(self.ctype, expr), self.ones)
        return self.fitted(expr) if self.ctype.is_narrow else self.fitted(cast(self.ctype, expr))
