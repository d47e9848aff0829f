"""Exact binary numbers and how IEEE 754 rounds them into a floating-point format.

Everything is integer arithmetic. A finite float is a `Dyadic`; an operation computes its exact result and
`Format.rounded` brings it back. No step builds an integer much longer than the significands involved, so
formats with very wide exponents cost no more than ordinary ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.values import FloatValue


@dataclass(frozen=True, slots=True)
class Dyadic:
    """The number ±significand · 2**exponent; zero keeps its sign."""

    negative: bool
    significand: int
    exponent: int

    @property
    def top(self) -> int:
        """The least t with magnitude < 2**t (of a number other than zero)."""
        return self.exponent + self.significand.bit_length()


@dataclass(frozen=True, slots=True)
class Format:
    """A floating-point sort with the numbers that describe its bits."""

    sort: Sort
    precision: int  # significant bits, the hidden one included
    least_exponent: int  # of the smallest normal number
    greatest_exponent: int  # of the largest finite number
    infinity: int  # the bits of +oo; all smaller bit patterns are the non-negative finite numbers in order
    sign: int  # the sign bit

    def zero(self, negative: bool) -> FloatValue:
        return FloatValue(self.sort, self.sign if negative else 0)

    def infinite(self, negative: bool) -> FloatValue:
        return FloatValue(self.sort, self.infinity | (self.sign if negative else 0))

    def nan(self) -> FloatValue:
        return FloatValue(self.sort, 0, is_nan=True)

    def from_bits(self, bits: int) -> FloatValue:
        """The value an interchange bit pattern stands for: all patterns of NaN are one value."""
        return self.nan() if bits & ~self.sign > self.infinity else FloatValue(self.sort, bits)

    def decode(self, value: FloatValue) -> Dyadic:
        """The number a finite value stands for."""
        field, fraction = divmod(value.bits & ~self.sign, 1 << (self.precision - 1))
        hidden = 1 << (self.precision - 1) if field else 0
        exponent = self.least_exponent - (self.precision - 1) + max(field - 1, 0)
        return Dyadic(value.bits >= self.sign, hidden | fraction, exponent)

    def round_dyadic(self, number: Dyadic, mode: str) -> FloatValue:
        return self.round_ratio(number, 1, mode)

    def round_ratio(self, number: Dyadic, divisor: int, mode: str) -> FloatValue:
        """`number` / `divisor` (positive) as the nearest value by `mode`, overflowing as IEEE 754 says."""
        if number.significand == 0:
            return self.zero(number.negative)
        exponent = _leading_exponent(number, divisor)
        if exponent > self.greatest_exponent:
            return self._overflow(number.negative, mode)
        normal = max(exponent, self.least_exponent)
        quantum = normal - (self.precision - 1)
        if exponent < quantum - 1:
            # Less than half of the smallest number: any such magnitude rounds alike, a quarter is short.
            number, divisor = Dyadic(number.negative, 1, quantum - 2), 1
        scale = number.exponent - quantum
        numerator = number.significand << max(scale, 0)
        units = rounded_quotient(numerator, divisor << max(-scale, 0), mode, number.negative)
        # The hidden bit of `units`, and a carry into the next binade, add into the exponent field.
        bits = ((normal - self.least_exponent) << (self.precision - 1)) + units
        if bits >= self.infinity:
            return self._overflow(number.negative, mode)
        return FloatValue(self.sort, bits | (self.sign if number.negative else 0))

    def _overflow(self, negative: bool, mode: str) -> FloatValue:
        stays_finite = mode in {"RTZ", "RTP" if negative else "RTN"}
        bits = self.infinity - stays_finite
        return FloatValue(self.sort, bits | (self.sign if negative else 0))


@lru_cache(maxsize=256)
def format_of(sort: Sort) -> Format:
    exponent_bits, precision = sort.indices
    bias = (1 << (exponent_bits - 1)) - 1
    return Format(
        sort=sort,
        precision=precision,
        least_exponent=1 - bias,
        greatest_exponent=bias,
        infinity=((1 << exponent_bits) - 1) << (precision - 1),
        sign=1 << (exponent_bits + precision - 1),
    )


def rounded_quotient(numerator: int, divisor: int, mode: str, negative: bool) -> int:
    """The integer magnitude that `mode` makes of a magnitude whose sign is `negative`."""
    quotient, rest = divmod(numerator, divisor)
    if rest == 0:
        return quotient
    match mode:
        case "RNE":
            away = 2 * rest > divisor or (2 * rest == divisor and quotient % 2 == 1)
        case "RNA":
            away = 2 * rest >= divisor
        case "RTP":
            away = not negative
        case "RTN":
            away = negative
        case _:
            away = False
    return quotient + away


def integral_magnitude(number: Dyadic, mode: str) -> int:
    """The magnitude of `number` (with a negative exponent) rounded to an integer."""
    # Below a quarter all magnitudes round alike, so the divisor need not be longer than that.
    places = min(-number.exponent, number.significand.bit_length() + 2)
    return rounded_quotient(number.significand, 1 << places, mode, number.negative)


def product(x: Dyadic, y: Dyadic) -> Dyadic:
    return Dyadic(x.negative != y.negative, x.significand * y.significand, x.exponent + y.exponent)


def sum_for(precision: int, x: Dyadic, y: Dyadic, mode: str) -> Dyadic:
    """A number that rounds to `precision` bits as x + y does, with the sign a zero sum has in `mode`."""
    if not x.significand and not y.significand:
        negative = x.negative if x.negative == y.negative else mode == "RTN"
        return Dyadic(negative, 0, 0)
    if not x.significand or not y.significand:
        return x if x.significand else y
    high, low = (x, y) if x.exponent >= y.exponent else (y, x)
    reach = high.exponent - precision - 3
    if low.top < reach:
        # So small that it only pushes `high` off its place; where exactly within does not matter.
        low = Dyadic(low.negative, 1, reach)
    total = _signed(high) << (high.exponent - low.exponent)
    total += _signed(low)
    return Dyadic(total < 0 if total else mode == "RTN", abs(total), low.exponent)


def root_for(precision: int, x: Dyadic) -> Dyadic:
    """A number that rounds to `precision` bits as the square root of x (positive) does."""
    places = max(2 * precision + 4 - x.significand.bit_length(), 0)
    places += (x.exponent - places) % 2
    radicand = x.significand << places
    root = isqrt(radicand)
    inexact = root * root != radicand
    return Dyadic(False, 2 * root + inexact, (x.exponent - places) // 2 - 1)


def remainder(x: Dyadic, y: Dyadic) -> Dyadic:
    """x - y·n for the integer n nearest to x / y, the even one of two; y is not zero.

    Exact, and a number of the format of x and y. Zero has the sign of x.
    """
    if not x.significand or x.top < y.top - 1:
        return x  # |x| < |y| / 2, so n is 0
    exponent = min(x.exponent, y.exponent)
    divisor = y.significand << (y.exponent - exponent)
    # Modulo twice the divisor, so that the parity of n is known.
    rest = x.significand * pow(2, x.exponent - exponent, 2 * divisor) % (2 * divisor)
    if 2 * rest >= 3 * divisor:
        rest -= 2 * divisor
    elif 2 * rest > divisor:
        rest -= divisor
    return Dyadic(x.negative != (rest < 0), abs(rest), exponent)


def _leading_exponent(number: Dyadic, divisor: int) -> int:
    """The e with 2**e <= magnitude / divisor < 2**(e + 1)."""
    length = number.significand.bit_length() - divisor.bit_length()
    reaches = number.significand << max(-length, 0) >= divisor << max(length, 0)
    return number.exponent + length - (not reaches)


def _signed(number: Dyadic) -> int:
    return -number.significand if number.negative else number.significand
