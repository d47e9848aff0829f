"""The theory of floating-point numbers as operators, for every format."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from gadfly.lang.smt.sorts import BOOL, REAL, ROUNDING_MODE, Sort, bitvec, floating
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories import ieee
from gadfly.lang.smt.theories.operator import (
    MANY,
    Indices,
    Operator,
    Result,
    alike,
    fixed,
    natural_indices,
    refusal,
)
from gadfly.lang.smt.theories.rounding import Format, format_of
from gadfly.lang.smt.values import UNDECIDED, FloatValue, MaybeValue

LONG_MODE_NAMES = {
    "RNE": "roundNearestTiesToEven",
    "RNA": "roundNearestTiesToAway",
    "RTP": "roundTowardPositive",
    "RTN": "roundTowardNegative",
    "RTZ": "roundTowardZero",
}


def _is_float(sort: Sort) -> bool:
    return sort.name == "FloatingPoint"


def _rounding_mode(name: str, mode: str) -> Operator:
    return Operator(name, fixed(name, (), ROUNDING_MODE), lambda _term, _values: mode)


def _target_format(name: str, indices: Indices) -> Sort:
    exponent, significand = natural_indices(name, indices, 2)
    if exponent < 2 or significand < 2:
        raise refusal(name, (), indices)
    return floating(exponent, significand)


def _constant(name: str, make: Callable[[Format], FloatValue]) -> Operator:
    def result(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        if sorts:
            raise refusal(name, sorts, indices)
        return _target_format(name, indices)

    return Operator(name, result, lambda term, _: make(format_of(term.sort)))


def _predicate(name: str, holds: Callable[[FloatValue], bool]) -> Operator:
    return Operator(name, alike(name, _is_float, BOOL, 1, 1), lambda _term, values: holds(values[0]))


def _comparison(name: str, compare: Callable[[int, int], bool]) -> Operator:
    def apply(_term: Term, values: Sequence[Any]) -> bool:
        if any(value.is_nan for value in values):
            return False
        return all(compare(x, y) for x, y in pairwise(map(ieee.rank, values)))

    return Operator(name, alike(name, _is_float, BOOL, 2, MANY), apply)


def _unrounded(name: str, arity: int, compute: Callable[..., MaybeValue]) -> Operator:
    return Operator(name, alike(name, _is_float, None, arity, arity), lambda _term, values: compute(*values))


def _rounded(name: str, arity: int, compute: Callable[..., FloatValue]) -> Operator:
    operands = alike(name, _is_float, None, arity, arity)

    def result(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        if sorts[:1] != (ROUNDING_MODE,):
            raise refusal(name, sorts, indices)
        return operands(indices, sorts[1:])

    return Operator(name, result, lambda _term, values: compute(*values))


def _fp_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    bit_vectors = len(sorts) == 3 and all(sort.name == "BitVec" for sort in sorts)
    if indices or not bit_vectors or sorts[0].width != 1 or sorts[1].width < 2:
        raise refusal("fp", sorts, indices)
    return floating(sorts[1].width, sorts[2].width + 1)


def _fp(term: Term, values: Sequence[Any]) -> FloatValue:
    sign, exponent, fraction = values
    form = format_of(term.sort)
    return form.from_bits(sign * form.sign | exponent << (form.precision - 1) | fraction)


def _to_fp_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    target = _target_format("to_fp", indices)
    match sorts:
        case (Sort(name="BitVec") as bits,):
            fits = bits.width == sum(target.indices)
        case (mode, Sort(name="BitVec" | "FloatingPoint" | "Real")):
            fits = mode == ROUNDING_MODE
        case _:
            fits = False
    if not fits:
        raise refusal("to_fp", sorts, indices)
    return target


def _to_fp(term: Term, values: Sequence[Any]) -> FloatValue:
    form = format_of(term.sort)
    if len(values) == 1:
        return form.from_bits(values[0])
    mode, source = values
    sort = term.args[1].sort
    if sort.name == "FloatingPoint":
        return ieee.convert(form, mode, source)
    if sort.name == "BitVec" and source >> (sort.width - 1):
        return ieee.from_rational(form, mode, source - (1 << sort.width))
    return ieee.from_rational(form, mode, source)


def _to_fp_unsigned_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    if len(sorts) != 2 or sorts[0] != ROUNDING_MODE or sorts[1].name != "BitVec":
        raise refusal("to_fp_unsigned", sorts, indices)
    return _target_format("to_fp_unsigned", indices)


def _to_fp_unsigned(term: Term, values: Sequence[Any]) -> FloatValue:
    return ieee.from_rational(format_of(term.sort), values[0], values[1])


def _to_bits_sort(name: str) -> Result:
    def result(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        (width,) = natural_indices(name, indices, 1)
        if len(sorts) != 2 or sorts[0] != ROUNDING_MODE or not _is_float(sorts[1]):
            raise refusal(name, sorts, indices)
        return bitvec(width)

    return result


def _to_unsigned(term: Term, values: Sequence[Any]) -> MaybeValue:
    mode, x = values
    if ieee.is_negative(x) and not ieee.is_zero(x):
        # By the standard's definition 0 if it rounds to 0; by its notes no negative number is specified.
        return UNDECIDED
    return ieee.to_integer(mode, x, 0, (1 << term.sort.width) - 1)


def _to_signed(term: Term, values: Sequence[Any]) -> MaybeValue:
    mode, x = values
    half = 1 << (term.sort.width - 1)
    number = ieee.to_integer(mode, x, -half, half - 1)
    return number % (2 * half) if isinstance(number, int) else UNDECIDED


def _to_bit_pattern_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    if indices or len(sorts) != 1 or not _is_float(sorts[0]):
        raise refusal("fp.to_ieee_bv", sorts, indices)
    return bitvec(sum(sorts[0].indices))


def _to_bit_pattern(_term: Term, values: Sequence[Any]) -> MaybeValue:
    x: FloatValue = values[0]
    return UNDECIDED if x.is_nan else x.bits


OPERATORS: tuple[Operator, ...] = (
    *(_rounding_mode(mode, mode) for mode in LONG_MODE_NAMES),
    *(_rounding_mode(name, mode) for mode, name in LONG_MODE_NAMES.items()),
    _constant("+oo", lambda form: form.infinite(negative=False)),
    _constant("-oo", lambda form: form.infinite(negative=True)),
    _constant("+zero", lambda form: form.zero(negative=False)),
    _constant("-zero", lambda form: form.zero(negative=True)),
    _constant("NaN", Format.nan),
    Operator("fp", _fp_sort, _fp),
    _unrounded("fp.abs", 1, ieee.absolute),
    _unrounded("fp.neg", 1, ieee.negate),
    _unrounded("fp.rem", 2, ieee.remainder_of),
    _unrounded("fp.min", 2, ieee.minimum),
    _unrounded("fp.max", 2, ieee.maximum),
    _rounded("fp.add", 2, ieee.add),
    _rounded("fp.sub", 2, ieee.subtract),
    _rounded("fp.mul", 2, ieee.multiply),
    _rounded("fp.div", 2, ieee.divide),
    _rounded("fp.fma", 3, ieee.fused_multiply_add),
    _rounded("fp.sqrt", 1, ieee.square_root),
    _rounded("fp.roundToIntegral", 1, ieee.round_to_integral),
    _comparison("fp.leq", operator.le),
    _comparison("fp.lt", operator.lt),
    _comparison("fp.geq", operator.ge),
    _comparison("fp.gt", operator.gt),
    _comparison("fp.eq", operator.eq),
    _predicate("fp.isNormal", ieee.is_normal),
    _predicate("fp.isSubnormal", ieee.is_subnormal),
    _predicate("fp.isZero", ieee.is_zero),
    _predicate("fp.isInfinite", ieee.is_infinite),
    _predicate("fp.isNaN", ieee.is_nan),
    _predicate("fp.isNegative", ieee.is_negative),
    _predicate("fp.isPositive", ieee.is_positive),
    Operator("to_fp", _to_fp_sort, _to_fp),
    Operator("to_fp_unsigned", _to_fp_unsigned_sort, _to_fp_unsigned),
    Operator("fp.to_ubv", _to_bits_sort("fp.to_ubv"), _to_unsigned),
    Operator("fp.to_sbv", _to_bits_sort("fp.to_sbv"), _to_signed),
    Operator(
        "fp.to_real",
        alike("fp.to_real", _is_float, REAL, 1, 1),
        lambda _term, values: ieee.to_real(values[0]),
    ),
    Operator("fp.to_ieee_bv", _to_bit_pattern_sort, _to_bit_pattern),
)
