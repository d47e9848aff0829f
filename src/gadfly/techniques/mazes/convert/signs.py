"""The operators that take bits for signed numbers, in two's complement.

Casts to a signed type are what compilers define and the standard leaves to them. Explicit arithmetic avoids
them, as Minotaur does.
"""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.lang.smt.sorts import INT
from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.convert.bits import (
    always_within,
    argument_width,
    count,
    result_width,
    unless_zero,
    within,
)
from gadfly.techniques.mazes.convert.bodies import Body
from gadfly.techniques.mazes.convert.constants import constant, is_constant
from gadfly.techniques.mazes.convert.expressions import Expr, binary, cast, choice, unary
from gadfly.techniques.mazes.convert.logic import Builder
from gadfly.techniques.mazes.convert.manner import Signs
from gadfly.techniques.mazes.convert.widths import Width


def signed_value(body: Body, width: Width, expr: Expr) -> Expr:
    """The number, in the signed type of the same size, or in int if that one is narrower."""
    if body.notation.manner.signs is Signs.ARITHMETIC:
        return _by_arithmetic(width, body.reusable(expr, width.sort))
    if width.fills_type:
        return cast(width.signed, expr)
    unused = count(width.ctype.bits - width.bits)
    return binary(">>", cast(width.signed, binary("<<", expr, unused)), unused)


def _by_arithmetic(width: Width, value: Expr) -> Expr:
    is_positive = binary("<", value, width.sign_bit)
    if width.ctype.is_narrow:
        size = width.notation.bits(1 << width.bits, width.notation.types.unsigned(16))
        return choice(is_positive, value, binary("-", value, size))
    distance = unary("-", cast(width.signed, binary("-", width.ones, value)))
    return choice(is_positive, cast(width.signed, value), binary("-", distance, Expr("1")))


def _comparison(operator: str) -> Builder:
    def build(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        width = argument_width(body, term)
        if body.notation.manner.signs is Signs.BIASED:
            return binary(operator, *(binary("^", arg, width.sign_bit) for arg in args))
        return binary(operator, *(signed_value(body, width, arg) for arg in args))

    return build


# Division


def _division(operator: str) -> Builder:
    """`/` or `%` towards zero, of two operands that may be repeated, the divisor not being zero."""

    def build(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        width = result_width(body, term)
        dividend, divisor = args
        if body.notation.manner.signs is Signs.ARITHMETIC:
            return _by_magnitudes(body, width, operator, dividend, divisor)
        numbers = [signed_value(body, width, arg) for arg in args]
        result = width.converted(binary(operator, *numbers))
        if not width.fills_type or width.ctype.is_narrow or body.notation.manner.is_plain:
            return result
        by_minus_one = unary("-", dividend) if operator == "/" else width.zero
        if is_constant(term.args[1]):
            return by_minus_one if constant(term.args[1]) == width.largest else result
        return choice(binary("==", divisor, width.ones), by_minus_one, result)

    return build


def _by_magnitudes(body: Body, width: Width, operator: str, dividend: Expr, divisor: Expr) -> Expr:
    sizes = [body.bind(_magnitude(width, value), width.sort) for value in (dividend, divisor)]
    size = width.settled(binary(operator, *sizes))
    is_positive = binary("<", dividend, width.sign_bit)
    if operator == "/":
        is_positive = binary("==", is_positive, binary("<", divisor, width.sign_bit))
    return choice(is_positive, size, width.fitted(unary("-", width.operand(size))))


def _magnitude(width: Width, value: Expr) -> Expr:
    return choice(binary("<", value, width.sign_bit), value, width.fitted(unary("-", width.operand(value))))


_quotient, _remainder = _division("/"), _division("%")


def _sdiv(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    args = [body.reusable(arg, width.sort) for arg in args]
    by_zero = choice(binary("<", args[0], width.sign_bit), width.ones, width.literal(1))
    return unless_zero(body, term, args[1], by_zero, _quotient(body, term, args))


def _srem(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    args = [body.reusable(arg, term.sort) for arg in args]
    return unless_zero(body, term, args[1], args[0], _remainder(body, term, args))


def _smod(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    """The remainder, and the divisor added if their signs differ; by zero the dividend, as the remainder."""
    width = result_width(body, term)
    divisor = body.reusable(args[1], width.sort)
    remainder = body.bind(_srem(body, term, [args[0], divisor]), width.sort)
    sign = binary("&", binary("^", remainder, divisor), width.sign_bit)
    fits = binary("||", binary("==", remainder, width.zero), binary("==", sign, width.zero))
    return choice(fits, remainder, width.fitted(binary("+", *map(width.operand, (remainder, divisor)))))


# Shifts and extensions


def _shift_right(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    steps = args[1]
    if not body.notation.manner.is_plain and not always_within(term):
        most = width.literal(width.bits - 1)
        if is_constant(term.args[1]):
            steps = most
        else:
            steps = body.reusable(steps, width.sort)
            steps = choice(within(width, steps), steps, most)
    if body.notation.manner.signs is not Signs.ARITHMETIC:
        return width.converted(binary(">>", signed_value(body, width, args[0]), steps))
    value, steps = (body.reusable(each, width.sort) for each in (args[0], steps))
    down = binary(">>", value, steps)
    up = binary("-", width.ones, binary(">>", binary("-", width.ones, value), steps))
    return choice(binary("<", value, width.sign_bit), down, up)


def _sign_extend(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width, source = result_width(body, term), argument_width(body, term)
    if width.bits == source.bits:
        return args[0]
    if body.notation.manner.signs is Signs.BIASED:
        bit = width.literal(1 << source.bits - 1)
        flipped = binary("^", args[0] if width.ctype.is_narrow else cast(width.ctype, args[0]), bit)
        return width.fitted(binary("-", flipped, bit))
    return width.converted(signed_value(body, source, args[0]))


def _to_number(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    return cast(body.notation.types.of(INT), signed_value(body, argument_width(body, term), args[0]))


# Overflow


def _overflowing_negation(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    return binary("==", args[0], argument_width(body, term).sign_bit)


def _overflowing_division(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = argument_width(body, term)
    return binary("&&", binary("==", args[0], width.sign_bit), binary("==", args[1], width.ones))


def _overflowing_sum(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    """Both operands have another sign than the result."""
    width = argument_width(body, term)
    left, right = (body.reusable(arg, width.sort) for arg in args)
    total = body.bind(width.fitted(binary("+", *map(width.operand, (left, right)))), width.sort)
    changed = binary("&", binary("^", left, total), binary("^", right, total))
    return binary("!=", binary("&", changed, width.sign_bit), width.zero)


def _overflowing_difference(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    """The first operand has another sign than the second and than the result."""
    width = argument_width(body, term)
    left, right = (body.reusable(arg, width.sort) for arg in args)
    rest = body.bind(width.fitted(binary("-", *map(width.operand, (left, right)))), width.sort)
    changed = binary("&", binary("^", left, right), binary("^", left, rest))
    return binary("!=", binary("&", changed, width.sign_bit), width.zero)


def _overflowing_product(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    """The magnitudes multiply to more than the sign of the result allows."""
    width = argument_width(body, term)
    left, right = (body.reusable(arg, width.sort) for arg in args)
    sizes = [body.bind(_magnitude(width, value), width.sort) for value in (left, right)]
    is_positive = binary("==", *(binary("<", value, width.sign_bit) for value in (left, right)))
    most = choice(is_positive, width.literal((1 << width.bits - 1) - 1), width.sign_bit)
    too_large = binary(">", sizes[1], binary("/", most, sizes[0]))
    return binary("&&", binary("!=", sizes[0], width.zero), too_large)


OPERATORS: dict[str, Builder] = {
    "bvslt": _comparison("<"),
    "bvsle": _comparison("<="),
    "bvsgt": _comparison(">"),
    "bvsge": _comparison(">="),
    "bvsdiv": _sdiv,
    "bvsrem": _srem,
    "bvsmod": _smod,
    "bvashr": _shift_right,
    "sign_extend": _sign_extend,
    "sbv_to_int": _to_number,
    "bvnego": _overflowing_negation,
    "bvsdivo": _overflowing_division,
    "bvsaddo": _overflowing_sum,
    "bvssubo": _overflowing_difference,
    "bvsmulo": _overflowing_product,
}
