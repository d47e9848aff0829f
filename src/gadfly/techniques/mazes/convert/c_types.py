"""Which type of C holds the values of a sort."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gadfly.lang.smt.sorts import BOOL, INT, Sort

MAX_WIDTH = 128
MAX_NUMBER = (1 << 63) - 1
"""The largest integer, and its negation the smallest: without the lone -2**63, negating is always defined."""


class UnconvertibleError(Exception):
    """C cannot have this; the message says why in one line."""


class Word(Enum):
    """The spelling of the 64-bit type; the simplest first."""

    LONG_LONG = "long long"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class CType:
    """A scalar type: how it is written, its size, what ends its literals, and what reads an input of it."""

    name: str
    bits: int
    suffix: str = ""
    reader: str = ""

    @property
    def is_narrow(self) -> bool:
        """Whether C calculates with it in int, which holds all its values."""
        return self.bits < 32


UNSIGNED_INT = CType("unsigned int", 32, "u", "uint")


class Types:
    """The types, in one spelling."""

    def __init__(self, word: Word) -> None:
        reader = word.value.replace(" ", "")
        mark = "l" * len(word.value.split())
        self.bool = CType("_Bool", 8, "", "bool")
        self.number = CType(word.value, 64, mark.upper(), reader)
        self.unsigned_word = CType(f"unsigned {word.value}", 64, f"u{mark}", f"u{reader}")
        self._unsigned = (
            CType("unsigned char", 8, "", "uchar"),
            CType("unsigned short", 16, "", "ushort"),
            UNSIGNED_INT,
            self.unsigned_word,
            CType("unsigned __int128", 128),
        )
        self._signed = (
            CType("signed char", 8),
            CType("short", 16),
            CType("int", 32),
            CType(word.value, 64),
            CType("__int128", 128),
        )

    def unsigned(self, width: int) -> CType:
        """The smallest unsigned type with so many bits."""
        return next(each for each in self._unsigned if width <= each.bits)

    def signed(self, width: int) -> CType:
        """The signed type of the same size."""
        return next(each for each in self._signed if width <= each.bits)

    def of(self, sort: Sort) -> CType:
        """The type of a sort that `check_sort` passed and that is no array."""
        if sort == BOOL:
            return self.bool
        return self.number if sort == INT else self.unsigned(sort.width)


def check_sort(sort: Sort) -> None:
    """Raise UnconvertibleError unless C can have values of the sort."""
    if sort in (BOOL, INT) or (sort.name == "BitVec" and sort.width <= MAX_WIDTH):
        return
    if sort.name != "Array":
        raise UnconvertibleError(f"no type of C holds {sort}")
    index, element = sort.args
    if index != INT and index.name != "BitVec":
        raise UnconvertibleError(f"no array of C has an index of sort {index}")
    check_sort(index)
    check_sort(element)


class Corners(Enum):
    """What becomes of divisors that are zero, shifts by too much and quotients that overflow."""

    DEFINED = "as SMT-LIB defines them, by a choice"
    EXCLUDED = "tested for before, so that a condition is false there"
    UNCHECKED = "left undefined, as the overflow of integers is then: raw text"
