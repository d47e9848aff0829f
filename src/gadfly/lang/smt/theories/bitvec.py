"""The FixedSizeBitVectors theory, with the operators its logics define and the usual extensions.

A value is an int in [0, 2**width). Division by zero, shifts beyond the width and the signed operators
follow the definitions in the standard's text, not the host's.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from math import prod

from gadfly.lang.smt.sorts import BOOL, INT, Sort, bitvec
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.operator import (
    MANY,
    Apply,
    Indices,
    Operator,
    Result,
    alike,
    natural_indices,
    refusal,
)

Binary = Callable[[int, int, int], int]
Predicate = Callable[[int, int, int], bool]


def signed(value: int, width: int) -> int:
    """The number a bit pattern stands for in two's complement."""
    return value - (1 << width) if value >> (width - 1) else value


def _mask(term: Term) -> int:
    return (1 << term.sort.indices[0]) - 1


def _argument_width(term: Term) -> int:
    return term.args[0].sort.indices[0]


def _is_bitvec(sort: Sort) -> bool:
    return sort.name == "BitVec"


# Operators whose arguments and result have one width.


def _add(term: Term, values: Sequence[int]) -> int:
    return sum(values) & _mask(term)


def _multiply(term: Term, values: Sequence[int]) -> int:
    return prod(values) & _mask(term)


def _and(_term: Term, values: Sequence[int]) -> int:
    return reduce(operator.and_, values)


def _or(_term: Term, values: Sequence[int]) -> int:
    return reduce(operator.or_, values)


def _xor(_term: Term, values: Sequence[int]) -> int:
    return reduce(operator.xor, values)


def _not(term: Term, values: Sequence[int]) -> int:
    return values[0] ^ _mask(term)


def _negate(term: Term, values: Sequence[int]) -> int:
    return -values[0] & _mask(term)


def _udiv(a: int, b: int, _width: int) -> int:
    return a // b if b else -1


def _urem(a: int, b: int, _width: int) -> int:
    return a % b if b else a


def _sdiv(a: int, b: int, width: int) -> int:
    """The quotient towards zero; by zero it is -1 for a >= 0 and 1 for a < 0."""
    a, b = signed(a, width), signed(b, width)
    if b == 0:
        return 1 if a < 0 else -1
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _srem(a: int, b: int, width: int) -> int:
    """The remainder with the sign of the dividend; by zero the dividend."""
    a, b = signed(a, width), signed(b, width)
    if b == 0:
        return a
    remainder = abs(a) % abs(b)
    return -remainder if a < 0 else remainder


def _smod(a: int, b: int, width: int) -> int:
    """The remainder with the sign of the divisor; by zero the dividend."""
    a, b = signed(a, width), signed(b, width)
    return a % b if b else a


def _shift_left(a: int, b: int, width: int) -> int:
    return a << b if b < width else 0


def _shift_right(a: int, b: int, width: int) -> int:
    return a >> b if b < width else 0


def _shift_right_signed(a: int, b: int, width: int) -> int:
    return signed(a, width) >> min(b, width)


_BINARY: dict[str, Binary] = {
    "bvsub": lambda a, b, _: a - b,
    "bvnand": lambda a, b, _: ~(a & b),
    "bvnor": lambda a, b, _: ~(a | b),
    "bvxnor": lambda a, b, _: ~(a ^ b),
    "bvudiv": _udiv,
    "bvurem": _urem,
    "bvsdiv": _sdiv,
    "bvsrem": _srem,
    "bvsmod": _smod,
    "bvshl": _shift_left,
    "bvlshr": _shift_right,
    "bvashr": _shift_right_signed,
}


def _wrapped(function: Binary) -> Apply:
    def apply(term: Term, values: Sequence[int]) -> int:
        width = term.sort.indices[0]
        return function(values[0], values[1], width) & (1 << width) - 1

    return apply


# Comparisons, and the overflow predicates of SMT-LIB 2.7.


def _overflows(a: int, width: int) -> bool:
    """Whether a number is outside two's complement."""
    return not -(1 << width - 1) <= a < 1 << width - 1


_PREDICATES: dict[str, Predicate] = {
    "bvult": lambda a, b, _: a < b,
    "bvule": lambda a, b, _: a <= b,
    "bvugt": lambda a, b, _: a > b,
    "bvuge": lambda a, b, _: a >= b,
    "bvslt": lambda a, b, width: signed(a, width) < signed(b, width),
    "bvsle": lambda a, b, width: signed(a, width) <= signed(b, width),
    "bvsgt": lambda a, b, width: signed(a, width) > signed(b, width),
    "bvsge": lambda a, b, width: signed(a, width) >= signed(b, width),
    "bvuaddo": lambda a, b, width: a + b >= 1 << width,
    "bvsaddo": lambda a, b, width: _overflows(signed(a, width) + signed(b, width), width),
    "bvumulo": lambda a, b, width: a * b >= 1 << width,
    "bvsmulo": lambda a, b, width: _overflows(signed(a, width) * signed(b, width), width),
    "bvusubo": lambda a, b, _: a < b,
    "bvssubo": lambda a, b, width: _overflows(signed(a, width) - signed(b, width), width),
    "bvsdivo": lambda a, b, width: signed(a, width) == -(1 << width - 1) and signed(b, width) == -1,
}


def _decided_by(predicate: Predicate) -> Apply:
    def apply(term: Term, values: Sequence[int]) -> bool:
        return predicate(values[0], values[1], _argument_width(term))

    return apply


def _negation_overflows(term: Term, values: Sequence[int]) -> bool:
    return values[0] == 1 << _argument_width(term) - 1


def _compare(_term: Term, values: Sequence[int]) -> int:
    return int(values[0] == values[1])


def _any_bit(_term: Term, values: Sequence[int]) -> int:
    return int(values[0] != 0)


def _every_bit(term: Term, values: Sequence[int]) -> int:
    return int(values[0] == (1 << _argument_width(term)) - 1)


# Operators that change the width.


def _concat_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    if indices or len(sorts) < 2 or not all(map(_is_bitvec, sorts)):
        raise refusal("concat", sorts, indices)
    return bitvec(sum(sort.width for sort in sorts))


def _concat(term: Term, values: Sequence[int]) -> int:
    result = 0
    for arg, value in zip(term.args, values, strict=True):
        result = result << arg.sort.indices[0] | value
    return result


def _extract_sort(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
    high, low = natural_indices("extract", indices, 2)
    if len(sorts) != 1 or not low <= high < sorts[0].width:
        raise refusal("extract", sorts, indices)
    return bitvec(high - low + 1)


def _extract(term: Term, values: Sequence[int]) -> int:
    return values[0] >> int(term.indices[1]) & _mask(term)


def _resized(name: str, width_from: Callable[[int, int], int], least: int) -> Result:
    """The sort check of a unary operator with one index, of which the new width depends."""

    def check(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        (index,) = natural_indices(name, indices, 1)
        if index < least or len(sorts) != 1:
            raise refusal(name, sorts, indices)
        return bitvec(width_from(sorts[0].width, index))

    return check


def _repeat(term: Term, values: Sequence[int]) -> int:
    """Multiply by 1 at the start of every copy: (2**(width * n) - 1) / (2**width - 1)."""
    ones = _mask(term) // ((1 << _argument_width(term)) - 1)
    return ones * values[0]


def _zero_extend(_term: Term, values: Sequence[int]) -> int:
    return values[0]


def _sign_extend(term: Term, values: Sequence[int]) -> int:
    return signed(values[0], _argument_width(term)) & _mask(term)


def _rotated_left(value: int, steps: int, width: int) -> int:
    steps %= width
    return (value << steps | value >> width - steps) & (1 << width) - 1


def _rotate_left(term: Term, values: Sequence[int]) -> int:
    return _rotated_left(values[0], int(term.indices[0]), _argument_width(term))


def _rotate_right(term: Term, values: Sequence[int]) -> int:
    return _rotated_left(values[0], -int(term.indices[0]), _argument_width(term))


# Conversions.


def _number_sort(name: str) -> Result:
    def check(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        if indices or len(sorts) != 1 or not _is_bitvec(sorts[0]):
            raise refusal(name, sorts, indices)
        return INT

    return check


def _from_number_sort(name: str) -> Result:
    def check(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        (width,) = natural_indices(name, indices, 1)
        if sorts != (INT,):
            raise refusal(name, sorts, indices)
        return bitvec(width)

    return check


def _to_number(_term: Term, values: Sequence[int]) -> int:
    return values[0]


def _to_signed_number(term: Term, values: Sequence[int]) -> int:
    return signed(values[0], _argument_width(term))


def _from_number(term: Term, values: Sequence[int]) -> int:
    return values[0] & _mask(term)


def _same(name: str, apply: Apply, least: int, most: int, result: Sort | None = None) -> Operator:
    return Operator(name, alike(name, _is_bitvec, result, least, most), apply)


OPERATORS: tuple[Operator, ...] = (
    _same("bvnot", _not, 1, 1),
    _same("bvneg", _negate, 1, 1),
    # Binary in the standard; solvers take more arguments, from left to right.
    _same("bvadd", _add, 2, MANY),
    _same("bvmul", _multiply, 2, MANY),
    _same("bvand", _and, 2, MANY),
    _same("bvor", _or, 2, MANY),
    _same("bvxor", _xor, 2, MANY),
    *(_same(name, _wrapped(function), 2, 2) for name, function in _BINARY.items()),
    *(_same(name, _decided_by(predicate), 2, 2, BOOL) for name, predicate in _PREDICATES.items()),
    _same("bvnego", _negation_overflows, 1, 1, BOOL),
    _same("bvcomp", _compare, 2, 2, bitvec(1)),
    _same("bvredor", _any_bit, 1, 1, bitvec(1)),
    _same("bvredand", _every_bit, 1, 1, bitvec(1)),
    Operator("concat", _concat_sort, _concat),
    Operator("extract", _extract_sort, _extract),
    Operator("repeat", _resized("repeat", lambda width, n: width * n, 1), _repeat),
    Operator("zero_extend", _resized("zero_extend", lambda width, n: width + n, 0), _zero_extend),
    Operator("sign_extend", _resized("sign_extend", lambda width, n: width + n, 0), _sign_extend),
    Operator("rotate_left", _resized("rotate_left", lambda width, _: width, 0), _rotate_left),
    Operator("rotate_right", _resized("rotate_right", lambda width, _: width, 0), _rotate_right),
    *(Operator(name, _number_sort(name), _to_number) for name in ("ubv_to_int", "bv2nat", "bv2int")),
    Operator("sbv_to_int", _number_sort("sbv_to_int"), _to_signed_number),
    *(Operator(name, _from_number_sort(name), _from_number) for name in ("int_to_bv", "int2bv", "nat2bv")),
)
