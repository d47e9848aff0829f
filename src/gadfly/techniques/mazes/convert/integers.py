"""The Ints theory in `long long`, which no value leaves: `ranges` has proved it, or raw text assumes it."""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.lang.smt.sorts import INT
from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.convert.bodies import Body
from gadfly.techniques.mazes.convert.constants import constant, is_constant
from gadfly.techniques.mazes.convert.expressions import Expr, binary, choice, unary
from gadfly.techniques.mazes.convert.logic import Builder, comparison


def _arithmetic(operator: str) -> Builder:
    def build(_body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
        return unary(operator, args[0]) if len(args) == 1 else binary(operator, *args)

    return build


def _abs(body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    number = body.reusable(args[0], INT)
    return choice(binary("<", number, _zero(body)), unary("-", number), number)


def _zero(body: Body) -> Expr:
    return body.notation.literal(0, INT)


def _div(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    """Euclid's quotient: one less (or more) than C's if C's remainder is negative."""
    quotient = args[0]
    for divisor, written in zip(term.args[1:], args[1:], strict=True):
        quotient = _quotient(body, quotient, divisor, written)
    return quotient


def _quotient(body: Body, dividend: Expr, divisor: Term, written: Expr) -> Expr:
    x, y = body.reusable(dividend, INT), body.reusable(written, INT)
    one = body.notation.literal(1, INT)
    towards_zero = binary("/", x, y)
    adjusted = _by_sign(body, divisor, y, binary("-", towards_zero, one), binary("+", towards_zero, one))
    return choice(binary(">=", binary("%", x, y), _zero(body)), towards_zero, adjusted)


def _mod(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    y = body.reusable(args[1], INT)
    remainder = body.reusable(binary("%", args[0], y), INT)
    adjusted = _by_sign(body, term.args[1], y, binary("+", remainder, y), binary("-", remainder, y))
    return choice(binary(">=", remainder, _zero(body)), remainder, adjusted)


def _by_sign(body: Body, term: Term, written: Expr, positive: Expr, negative: Expr) -> Expr:
    """One of two expressions, by the sign of a term that is not zero."""
    if is_constant(term):
        return positive if constant(term) > 0 else negative
    return choice(binary(">", written, _zero(body)), positive, negative)


def _divisible(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    divisor = body.notation.literal(int(term.indices[0]), INT)
    return binary("==", binary("%", args[0], divisor), _zero(body))


OPERATORS: dict[str, Builder] = {
    "+": _arithmetic("+"),
    "-": _arithmetic("-"),
    "*": _arithmetic("*"),
    "<=": comparison("<="),
    "<": comparison("<"),
    ">=": comparison(">="),
    ">": comparison(">"),
    "div": _div,
    "mod": _mod,
    "abs": _abs,
    "divisible": _divisible,
}
