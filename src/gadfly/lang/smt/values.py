"""Values: what a term denotes under a model.

Bool is a bool, Int an int, Real a Fraction, a bit-vector of width w an int in [0, 2**w), String a tuple-free
Python str of SMT-LIB characters (code points 0 to 0x2FFFF), RoundingMode one of the strings in
ROUNDING_MODES. The records below are the rest. All are hashable; equal values are the same SMT-LIB value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from gadfly.lang.smt.regex import Regex
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

    Build it with `array_value`, whose form is unique wherever the size of the index sort is known, so that
    equality of records is equality of arrays; `equal` also deals with the others.
    """

    sort: Sort
    default: Value
    entries: Mapping[Value, Value]

    def __hash__(self) -> int:
        return hash((self.default, frozenset(self.entries.items())))


@dataclass(frozen=True, slots=True)
class FloatValue:
    """A floating-point value by its bits; the one NaN of a format has `is_nan` and zero bits.

    `bits` packs sign, exponent and significand as the IEEE interchange format does.
    """

    sort: Sort
    bits: int
    is_nan: bool = False


Value = bool | int | Fraction | str | Element | Constructed | ArrayValue | FloatValue | Regex
MaybeValue = Value | Undecided


def array_value(sort: Sort, default: Value, entries: Mapping[Value, Value]) -> ArrayValue:
    """The array in its unique form.

    The default of an array over a finite sort is its most frequent value. As long as the entries are fewer
    than half of the indices it is that already; otherwise count, and let the first index decide a tie.
    """
    return _unique(sort, default, {index: value for index, value in entries.items() if value != default})


def stored(array: ArrayValue, index: Value, value: Value) -> ArrayValue:
    """The array with another value at the index."""
    entries = dict(array.entries)
    entries.pop(index, None)
    if value != array.default:
        entries[index] = value
    return _unique(array.sort, array.default, entries)


def _unique(sort: Sort, default: Value, entries: Mapping[Value, Value]) -> ArrayValue:
    """The unique form, given entries none of which is the default."""
    size = cardinality(sort.args[0])
    if size is None or 2 * len(entries) < size:
        return ArrayValue(sort, default, entries)
    everything = {index: entries.get(index, default) for index in domain(sort.args[0])}
    ((common, _),) = Counter(everything.values()).most_common(1)
    return ArrayValue(sort, common, {i: value for i, value in everything.items() if value != common})


_INFINITE: Final = frozenset({"Int", "Real", "String"})


def cardinality(sort: Sort) -> int | None:
    """How many values a sort has; None if infinitely many or if only a model or a declaration can tell."""
    if sort.name == "Bool":
        return 2
    if sort.name == "BitVec":
        return 1 << sort.indices[0]
    if sort.name == "RoundingMode":
        return len(ROUNDING_MODES)
    if sort.name == "FloatingPoint":
        exponent, significand = sort.indices
        payloads = (1 << significand - 1) - 1
        return (1 << exponent + significand) - 2 * payloads + 1
    return None


def domain(sort: Sort) -> Iterator[Value]:
    """Every value of a sort with a cardinality, in a fixed order."""
    if sort.name == "Bool":
        yield from (False, True)
    elif sort.name == "BitVec":
        yield from range(1 << sort.indices[0])
    elif sort.name == "RoundingMode":
        yield from ROUNDING_MODES
    else:
        yield from _floats(sort)


def _floats(sort: Sort) -> Iterator[Value]:
    exponent, significand = sort.indices
    infinity = ((1 << exponent) - 1) << significand - 1
    for sign in (0, 1 << exponent + significand - 1):
        for bits in range(infinity + 1):
            yield FloatValue(sort, sign | bits)
    yield FloatValue(sort, 0, is_nan=True)


_PLAIN: Final = frozenset({bool, int, Fraction, str, Element, FloatValue})


def equal(left: Any, right: Any) -> bool | Undecided:
    """Whether two values of one sort are the same; UNDECIDED where that hangs on what is not known.

    That is the size of an uninterpreted or datatype index sort, or the language of a regular expression.
    """
    if left == right:
        return True
    kind = type(left)
    if kind in _PLAIN:
        return False
    if kind is Constructed:
        if left.constructor != right.constructor:
            return False
        return _all_equal(zip(left.fields, right.fields, strict=True))
    if kind is ArrayValue:
        return _arrays_equal(left, right)
    return UNDECIDED


def is_plain(value: Any) -> bool:
    """Whether a value can be told from any other of its sort by its looks."""
    return type(value) in _PLAIN or (type(value) is Constructed and all(map(is_plain, value.fields)))


def _arrays_equal(left: ArrayValue, right: ArrayValue) -> bool | Undecided:
    touched = dict.fromkeys(chain(left.entries, right.entries))
    if not all(map(is_plain, touched)):
        return UNDECIDED
    at_entries = _all_equal(
        (left.entries.get(index, left.default), right.entries.get(index, right.default)) for index in touched
    )
    index_sort = left.sort.args[0]
    size = cardinality(index_sort)
    if at_entries is False or size == len(touched):
        return at_entries
    elsewhere = equal(left.default, right.default)
    if elsewhere is False and touched and size is None and index_sort.name not in _INFINITE:
        return UNDECIDED  # the entries may be all there is; without any, there is at least one index
    return at_entries if elsewhere is True else elsewhere


def _all_equal(pairs: Iterable[tuple[Any, Any]]) -> bool | Undecided:
    result: bool | Undecided = True
    for left, right in pairs:
        same = equal(left, right)
        if same is False:
            return False
        if same is UNDECIDED:
            result = UNDECIDED
    return result
