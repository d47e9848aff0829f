"""Expressions of C as text, with no more parentheses than a reader wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from gadfly.lang.smt.sorts import BOOL, INT, Sort
from gadfly.techniques.mazes.convert.c_types import CType, Types
from gadfly.techniques.mazes.convert.manner import Base, Manner


class Grip(IntEnum):
    """How firmly an expression holds together."""

    ATOM = 0  # a name, a literal, a call, an element
    UNARY = 1
    PRODUCT = 2
    SUM = 3
    COMPARISON = 4
    BINARY = 5  # everything whose precedence few people know by heart
    CHOICE = 6


_OWN_GRIP = {
    **dict.fromkeys("*/%", Grip.PRODUCT),
    **dict.fromkeys("+-", Grip.SUM),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), Grip.COMPARISON),
}
_LOOSEST_OPERAND = {
    Grip.PRODUCT: Grip.UNARY,
    Grip.SUM: Grip.PRODUCT,
    Grip.COMPARISON: Grip.SUM,
    Grip.BINARY: Grip.UNARY,
}


@dataclass(frozen=True, slots=True)
class Expr:
    """The text of an expression."""

    text: str
    grip: Grip = Grip.ATOM

    def held(self, most: Grip = Grip.UNARY) -> str:
        """The text, in parentheses if it is looser than `most`."""
        return self.text if self.grip <= most else f"({self.text})"


def binary(operator: str, *operands: Expr) -> Expr:
    """Operands joined from the left; a single one is returned as it is."""
    if len(operands) == 1:
        return operands[0]
    grip = _OWN_GRIP.get(operator, Grip.BINARY)
    most = Grip.COMPARISON if operator in ("&&", "||") else _LOOSEST_OPERAND[grip]
    return Expr(f" {operator} ".join([operand.held(most) for operand in operands]), grip)


def unary(operator: str, operand: Expr) -> Expr:
    # `-(-1)` must not become `--1`.
    most = Grip.ATOM if operand.text.startswith("-") else Grip.UNARY
    return Expr(operator + operand.held(most), Grip.UNARY)


def cast(ctype: CType, operand: Expr) -> Expr:
    return Expr(f"({ctype.name}){operand.held()}", Grip.UNARY)


def choice(condition: Expr, yes: Expr, no: Expr) -> Expr:
    text = f"{condition.held(Grip.BINARY)} ? {yes.held(Grip.BINARY)} : {no.held(Grip.CHOICE)}"
    return Expr(text, Grip.CHOICE)


def call(function: str, arguments: Sequence[str]) -> Expr:
    return Expr(f"{function}({', '.join(arguments)})")


def element(array: Expr, index: Expr) -> Expr:
    return Expr(f"{array.held(Grip.ATOM)}[{index.text}]")


class Notation:
    """How a manner spells types and literals."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.types = Types(manner.word)

    def literal(self, value: int, sort: Sort) -> Expr:
        """A literal of the sort's type, or of int where C promotes that type to int anyway."""
        if sort == BOOL:
            return Expr(str(int(value)))
        if sort == INT:
            text = f"{self._digits(abs(value))}{self.types.number.suffix}"
            return Expr(text) if value >= 0 else Expr(f"-{text}", Grip.UNARY)
        return self.bits(value, self.types.of(sort))

    def bits(self, value: int, ctype: CType) -> Expr:
        """A literal of an unsigned type."""
        if ctype.bits < 128:
            return Expr(self._digits(value) + ctype.suffix)
        word = self.types.unsigned_word
        low = self.bits(value & (1 << 64) - 1, word)
        if value < 1 << 64:
            return cast(ctype, low)
        return binary("|", binary("<<", cast(ctype, self.bits(value >> 64, word)), Expr("64")), low)

    def _digits(self, value: int) -> str:
        return str(value) if self.manner.base is Base.DECIMAL or value < 10 else hex(value)
