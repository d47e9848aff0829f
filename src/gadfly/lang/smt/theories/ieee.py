"""The operations of IEEE 754 on floating-point values, as SMT-LIB takes them over.

What SMT-LIB leaves open is UNDECIDED: the minimum and maximum of zeros of opposite sign, NaN and infinities
as numbers of other sorts, numbers out of the range of an integer type.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction

from gadfly.lang.smt.theories.rounding import (
    Dyadic,
    Format,
    format_of,
    integral_magnitude,
    product,
    remainder,
    root_for,
    sum_for,
)
from gadfly.lang.smt.values import UNDECIDED, FloatValue, MaybeValue, Undecided

# A float of a wide format may be a number with more digits than memory holds.
LARGEST_REAL_EXPONENT = 1 << 16


def is_zero(x: FloatValue) -> bool:
    return not x.is_nan and x.bits & ~format_of(x.sort).sign == 0


def is_infinite(x: FloatValue) -> bool:
    form = format_of(x.sort)
    return not x.is_nan and x.bits & ~form.sign == form.infinity


def is_finite(x: FloatValue) -> bool:
    return not x.is_nan and not is_infinite(x)


def is_negative(x: FloatValue) -> bool:
    return not x.is_nan and x.bits >= format_of(x.sort).sign


def is_positive(x: FloatValue) -> bool:
    return not x.is_nan and x.bits < format_of(x.sort).sign


def is_normal(x: FloatValue) -> bool:
    return is_finite(x) and x.bits & format_of(x.sort).infinity != 0


def is_subnormal(x: FloatValue) -> bool:
    return is_finite(x) and x.bits & format_of(x.sort).infinity == 0 and not is_zero(x)


def is_nan(x: FloatValue) -> bool:
    return x.is_nan


def absolute(x: FloatValue) -> FloatValue:
    return x if x.is_nan else FloatValue(x.sort, x.bits & ~format_of(x.sort).sign)


def negate(x: FloatValue) -> FloatValue:
    return x if x.is_nan else FloatValue(x.sort, x.bits ^ format_of(x.sort).sign)


def add(mode: str, x: FloatValue, y: FloatValue) -> FloatValue:
    form = format_of(x.sort)
    if x.is_nan or y.is_nan:
        return form.nan()
    if is_infinite(x):
        return form.nan() if is_infinite(y) and x != y else x
    if is_infinite(y):
        return y
    return form.round_dyadic(sum_for(form.precision, form.decode(x), form.decode(y), mode), mode)


def subtract(mode: str, x: FloatValue, y: FloatValue) -> FloatValue:
    return add(mode, x, negate(y))


def multiply(mode: str, x: FloatValue, y: FloatValue) -> FloatValue:
    form = format_of(x.sort)
    if is_finite(x) and is_finite(y):
        return form.round_dyadic(product(form.decode(x), form.decode(y)), mode)
    return _infinite_product(form, x, y)


def fused_multiply_add(mode: str, x: FloatValue, y: FloatValue, z: FloatValue) -> FloatValue:
    form = format_of(x.sort)
    if not (is_finite(x) and is_finite(y)):
        return add(mode, _infinite_product(form, x, y), z)
    if not is_finite(z):
        return z
    exact = product(form.decode(x), form.decode(y))
    return form.round_dyadic(sum_for(form.precision, exact, form.decode(z), mode), mode)


def divide(mode: str, x: FloatValue, y: FloatValue) -> FloatValue:
    form = format_of(x.sort)
    negative = is_negative(x) != is_negative(y)
    if x.is_nan or y.is_nan or (is_infinite(x) and is_infinite(y)) or (is_zero(x) and is_zero(y)):
        return form.nan()
    if is_infinite(x) or is_zero(y):
        return form.infinite(negative)
    if is_infinite(y):
        return form.zero(negative)
    dividend, divisor = form.decode(x), form.decode(y)
    scaled = Dyadic(negative, dividend.significand, dividend.exponent - divisor.exponent)
    return form.round_ratio(scaled, divisor.significand, mode)


def square_root(mode: str, x: FloatValue) -> FloatValue:
    form = format_of(x.sort)
    if is_zero(x):
        return x
    if x.is_nan or is_negative(x):
        return form.nan()
    if is_infinite(x):
        return x
    return form.round_dyadic(root_for(form.precision, form.decode(x)), mode)


def remainder_of(x: FloatValue, y: FloatValue) -> FloatValue:
    form = format_of(x.sort)
    if not is_finite(x) or y.is_nan or is_zero(y):
        return form.nan()
    if is_infinite(y):
        return x
    return form.round_dyadic(remainder(form.decode(x), form.decode(y)), "RTZ")


def round_to_integral(mode: str, x: FloatValue) -> FloatValue:
    if not is_finite(x):
        return x
    form = format_of(x.sort)
    number = form.decode(x)
    if number.exponent >= 0:
        return x
    return form.round_dyadic(Dyadic(number.negative, integral_magnitude(number, mode), 0), mode)


def minimum(x: FloatValue, y: FloatValue) -> MaybeValue:
    return _extreme(x, y, operator.lt)


def maximum(x: FloatValue, y: FloatValue) -> MaybeValue:
    return _extreme(x, y, operator.gt)


def to_real(x: FloatValue) -> MaybeValue:
    if is_zero(x):
        return Fraction(0)
    if not is_finite(x):
        return UNDECIDED
    number = format_of(x.sort).decode(x)
    if abs(number.exponent) > LARGEST_REAL_EXPONENT:
        return UNDECIDED
    magnitude = number.significand * Fraction(2) ** number.exponent
    return -magnitude if number.negative else magnitude


def to_integer(mode: str, x: FloatValue, lowest: int, highest: int) -> int | Undecided:
    """A value rounded to an integer if that exists and lies within the bounds."""
    if is_zero(x):
        return 0
    if not is_finite(x):
        return UNDECIDED
    number = format_of(x.sort).decode(x)
    if number.top > highest.bit_length() + 1:
        return UNDECIDED
    if number.exponent < 0:
        magnitude = integral_magnitude(number, mode)
    else:
        magnitude = number.significand << number.exponent
    rounded = -magnitude if number.negative else magnitude
    return rounded if lowest <= rounded <= highest else UNDECIDED


def from_rational(form: Format, mode: str, number: Fraction | int) -> FloatValue:
    return form.round_ratio(Dyadic(number < 0, abs(number.numerator), 0), number.denominator, mode)


def convert(form: Format, mode: str, x: FloatValue) -> FloatValue:
    """A value in another format."""
    if x.is_nan:
        return form.nan()
    if is_infinite(x):
        return form.infinite(is_negative(x))
    return form.round_dyadic(format_of(x.sort).decode(x), mode)


def _infinite_product(form: Format, x: FloatValue, y: FloatValue) -> FloatValue:
    """x · y when they are not both finite."""
    if x.is_nan or y.is_nan or is_zero(x) or is_zero(y):
        return form.nan()
    return form.infinite(is_negative(x) != is_negative(y))


def rank(x: FloatValue) -> int:
    """An integer that orders the values other than NaN, the same for both zeros."""
    sign = format_of(x.sort).sign
    return x.bits if x.bits < sign else sign - x.bits


def _extreme(x: FloatValue, y: FloatValue, better: Callable[[int, int], bool]) -> MaybeValue:
    if x.is_nan or y.is_nan:
        return y if x.is_nan else x
    if is_zero(x) and is_zero(y) and x != y:
        return UNDECIDED
    return x if better(rank(x), rank(y)) else y
