"""The FixedSizeBitVectors theory in unsigned types; what takes bits for signed numbers is in `signs`."""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.lang.smt.sorts import INT
from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.convert.bodies import Body
from gadfly.techniques.mazes.convert.c_types import UNSIGNED_INT
from gadfly.techniques.mazes.convert.constants import constant, is_constant
from gadfly.techniques.mazes.convert.expressions import Expr, binary, cast, choice, unary
from gadfly.techniques.mazes.convert.logic import Builder, comparison
from gadfly.techniques.mazes.convert.widths import Width

_INT_MAX = (1 << 31) - 1


def result_width(body: Body, term: Term) -> Width:
    return Width(term.sort.width, body.notation)


def argument_width(body: Body, term: Term) -> Width:
    return Width(term.args[0].sort.width, body.notation)


def count(number: int) -> Expr:
    """A number of bits in a shift."""
    return Expr(str(number))


# Arithmetic and bitwise operators


def _calculation(operator: str, *, negated: bool = False) -> Builder:
    """An operator of C, whose result may need to be cut to the width."""
    stays_below = operator in ("&", "|", "^") and not negated

    def build(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        width = result_width(body, term)
        result = binary(operator, *map(width.operand, args))
        if stays_below:
            return width.settled(result)
        return width.fitted(unary("~", result) if negated else result)

    return build


def _add(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    return _in_unsigned(width, "+", args, overflows_int=len(args) * width.largest > _INT_MAX)


def _multiply(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    return _in_unsigned(width, "*", args, overflows_int=width.largest ** len(args) > _INT_MAX)


def _in_unsigned(width: Width, operator: str, args: Sequence[Expr], *, overflows_int: bool) -> Expr:
    """A sum or product; the first operand is cast where int is too small for what is promoted to it."""
    if width.ctype.is_narrow and overflows_int and not width.is_explicit:
        first = cast(UNSIGNED_INT, args[0])
        return width.converted(binary(operator, first, *args[1:]))
    return width.fitted(binary(operator, *map(width.operand, args)))


def _unary(operator: str) -> Builder:
    def build(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        width = result_width(body, term)
        return width.fitted(unary(operator, width.operand(args[0])))

    return build


def _udiv(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    divisor = body.reusable(args[1], width.sort)
    quotient = width.settled(binary("/", *map(width.operand, (args[0], divisor))))
    return unless_zero(body, term, divisor, width.ones, quotient)


def _urem(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    dividend, divisor = (body.reusable(arg, width.sort) for arg in args)
    remainder = width.settled(binary("%", *map(width.operand, (dividend, divisor))))
    return unless_zero(body, term, divisor, dividend, remainder)


def unless_zero(body: Body, term: Term, divisor: Expr, by_zero: Expr, otherwise: Expr) -> Expr:
    """The result of a division, which SMT-LIB defines for a divisor that is zero, and C does not."""
    if body.notation.manner.is_plain:
        return otherwise
    if is_constant(term.args[1]):
        return otherwise if constant(term.args[1]) else by_zero
    return choice(binary("==", divisor, result_width(body, term).zero), by_zero, otherwise)


# Shifts


def _shift(operator: str) -> Builder:
    def build(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        width = result_width(body, term)
        steps = body.reusable(args[1], width.sort)
        shifted = binary(operator, width.operand(args[0]), steps)
        shifted = width.fitted(shifted) if operator == "<<" else width.settled(shifted)
        if body.notation.manner.is_plain or always_within(term):
            return shifted
        if is_constant(term.args[1]):
            return width.zero
        return choice(within(width, steps), shifted, width.zero)

    return build


def always_within(term: Term) -> bool:
    """Whether the count of a shift is less than the width whatever is read."""
    steps, width = term.args[1], term.sort.width
    return is_constant(steps) and constant(steps) < width


def within(width: Width, steps: Expr) -> Expr:
    """The test that the count of a shift is less than the width."""
    return binary("<", steps, width.literal(width.bits))


def _rotate(direction: int) -> Builder:
    def build(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        width = result_width(body, term)
        steps = direction * int(term.indices[0]) % width.bits
        if steps == 0:
            return args[0]
        value = width.operand(body.reusable(args[0], width.sort))
        left = binary("<<", value, count(steps))
        return width.fitted(binary("|", left, binary(">>", value, count(width.bits - steps))))

    return build


# Predicates


def _overflowing_sum(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = argument_width(body, term)
    if width.fills_type and not width.ctype.is_narrow:
        first = body.reusable(args[0], width.sort)
        return binary("<", binary("+", first, args[1]), first)
    return binary(">", binary("+", *map(width.operand, args)), width.ones)


def _overflowing_product(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = argument_width(body, term)
    if width.bits <= 32:
        wide = Width(max(32, 2 * width.ctype.bits), body.notation)
        product = binary("*", cast(wide.ctype, args[0]), cast(wide.ctype, args[1]))
        return binary(">", product, wide.literal(width.largest))
    left, right = (body.reusable(arg, width.sort) for arg in args)
    too_large = binary(">", left, binary("/", width.ones, right))
    return binary("&&", binary("!=", right, width.zero), too_large)


def _any_bit(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    return binary("!=", args[0], argument_width(body, term).zero)


def _every_bit(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    return binary("==", args[0], argument_width(body, term).ones)


# Operators that change the width


def _concat(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    joined = _resized(width, args[0])
    for arg, written in zip(term.args[1:], args[1:], strict=True):
        joined = binary("|", binary("<<", joined, count(arg.sort.width)), written)
    return width.settled(joined)


def _resized(width: Width, expr: Expr) -> Expr:
    """A narrower bit-vector in the type of a wider one."""
    return width.operand(expr) if width.ctype.is_narrow else cast(width.ctype, expr)


def _zero_extend(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width = result_width(body, term)
    if width.ctype == argument_width(body, term).ctype:
        return args[0]
    return width.settled(args[0]) if width.ctype.is_narrow else cast(width.ctype, args[0])


def _repeat(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    """Multiply by 1 at the start of every copy."""
    width = result_width(body, term)
    starts = width.largest // argument_width(body, term).largest
    return width.settled(binary("*", _resized(width, args[0]), width.literal(starts)))


def _extract(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    width, source = result_width(body, term), argument_width(body, term)
    high, low = (int(index) for index in term.indices)
    shifted = binary(">>", args[0], count(low)) if low else args[0]
    if high == source.bits - 1 and width.ctype == source.ctype:
        return width.settled(shifted)
    return width.converted(shifted)


# Conversions


def _to_number(body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    return cast(body.notation.types.of(INT), args[0])


def _from_number(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    return result_width(body, term).converted(args[0])


OPERATORS: dict[str, Builder] = {
    "bvnot": _unary("~"),
    "bvneg": _unary("-"),
    "bvadd": _add,
    "bvsub": _calculation("-"),
    "bvmul": _multiply,
    "bvand": _calculation("&"),
    "bvor": _calculation("|"),
    "bvxor": _calculation("^"),
    "bvnand": _calculation("&", negated=True),
    "bvnor": _calculation("|", negated=True),
    "bvxnor": _calculation("^", negated=True),
    "bvudiv": _udiv,
    "bvurem": _urem,
    "bvshl": _shift("<<"),
    "bvlshr": _shift(">>"),
    "rotate_left": _rotate(1),
    "rotate_right": _rotate(-1),
    "bvult": comparison("<"),
    "bvule": comparison("<="),
    "bvugt": comparison(">"),
    "bvuge": comparison(">="),
    "bvuaddo": _overflowing_sum,
    "bvusubo": comparison("<"),
    "bvumulo": _overflowing_product,
    "bvcomp": comparison("=="),
    "bvredor": _any_bit,
    "bvredand": _every_bit,
    "concat": _concat,
    "extract": _extract,
    "repeat": _repeat,
    "zero_extend": _zero_extend,
    "ubv_to_int": _to_number,
    "bv2nat": _to_number,
    "bv2int": _to_number,
    "int_to_bv": _from_number,
    "int2bv": _from_number,
    "nat2bv": _from_number,
}
