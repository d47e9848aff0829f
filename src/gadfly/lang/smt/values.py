"""Values: what a term denotes under a model.

Bool is a bool, Int an int, Real a Fraction, a bit-vector of width w an int in [0, 2**w), String a tuple-free
Python str of SMT-LIB characters (code points 0 to 0x2FFFF), RoundingMode one of the strings in
ROUNDING_MODES. The records below are the rest. All are hashable; equal values are the same SMT-LIB value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from gadfly.lang.smt.sorts import Sort

ROUNDING_MODES: Final = ("RNE", "RNA", "RTP", "RTN", "RTZ")


class Undecided:
    """The value of what the model or the standard leaves open; there is one instance, UNDECIDED."""

    def __repr__(self) -> str:
        return "UNDECIDED"


UNDECIDED: Final = Undecided()


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a declared (uninterpreted) sort; different names are different elements."""

    sort: Sort
    name: str


@dataclass(frozen=True, slots=True)
class Constructed:
    """A datatype value."""

    constructor: str
    fields: tuple[Value, ...]
    sort: Sort


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array: `default` everywhere except at `entries`, which never hold the default.

    Build it with `array_value`, which keeps that form, so that equality of records is equality of arrays
    over infinite index sorts; `theories/arrays.py` deals with finite ones.
    """

    sort: Sort
    default: Value
    entries: frozenset[tuple[Value, Value]]


@dataclass(frozen=True, slots=True)
class FloatValue:
    """A floating-point value by its bits; the one NaN of a format has `is_nan` and zero bits.

    `bits` packs sign, exponent and significand as the IEEE interchange format does.
    """

    sort: Sort
    bits: int
    is_nan: bool = False


Value = bool | int | Fraction | str | Element | Constructed | ArrayValue | FloatValue
MaybeValue = Value | Undecided
