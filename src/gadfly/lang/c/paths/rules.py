"""The rules of C for integers. A planted defect breaks one of them by overriding it."""

from __future__ import annotations

from gadfly.lang.c.paths.algebra import Algebra, is_literal
from gadfly.lang.c.paths.path import Path
from gadfly.lang.c.paths.types import Integer
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.bitvec import signed

_SAME_WIDTH = {"+": "bvadd", "-": "bvsub", "*": "bvmul", "&": "bvand", "|": "bvor", "^": "bvxor"}


class Rules:
    """How C computes with integers and what a branch tells about them.

    Operands have the type in which C computes, a bit-vector of its width. Methods tell the path what is
    undefined.
    """

    def convert(self, path: Path, value: Term, source: Integer, target: Integer) -> Term:
        """A value of one type as one of another."""
        if target.is_bool:
            return path.algebra.indicator(path.algebra.truth(value), target.width)
        return path.algebra.resized(value, target.width, is_signed=source.is_signed)

    def arithmetic(self, path: Path, operator: str, left: Term, right: Term, type_: Integer) -> Term:
        """One of + - * & | ^."""
        result = path.algebra.apply(_SAME_WIDTH[operator], left, right)
        if type_.is_signed and operator in "+-*":
            path.undefined_if(_overflows(path.algebra, operator, left, right, result))
        return result

    def divide(self, path: Path, left: Term, right: Term, type_: Integer) -> Term:
        """The quotient, towards zero."""
        _check_division(path, left, right, type_)
        return path.algebra.apply("bvsdiv" if type_.is_signed else "bvudiv", left, right)

    def remainder(self, path: Path, left: Term, right: Term, type_: Integer) -> Term:
        """The remainder, with the sign of the left operand."""
        _check_division(path, left, right, type_)
        return path.algebra.apply("bvsrem" if type_.is_signed else "bvurem", left, right)

    def shift_left(self, path: Path, value: Term, count: Term, type_: Integer) -> Term:
        """By a count of the value's width."""
        result = path.algebra.apply("bvshl", value, count)
        if type_.is_signed:
            path.undefined_if(_loses_bits(path.algebra, value, count, result))
        return result

    def shift_right(self, path: Path, value: Term, count: Term, type_: Integer) -> Term:
        """By a count of the value's width; negative values stay negative."""
        return path.algebra.apply("bvashr" if type_.is_signed else "bvlshr", value, count)

    def negate(self, path: Path, value: Term, type_: Integer) -> Term:
        return self.arithmetic(path, "-", path.algebra.number(0, type_.width), value, type_)

    def complement(self, path: Path, value: Term, _type: Integer) -> Term:
        return path.algebra.apply("bvnot", value)

    def compare(self, path: Path, operator: str, left: Term, right: Term, type_: Integer) -> Term:
        """The condition that a comparison is."""
        return path.algebra.compare(operator, left, right, is_signed=type_.is_signed)

    def refuse(self, path: Path, condition: Term) -> Term:
        """The condition `!` of another."""
        return path.algebra.negated(condition)

    def learn(self, _algebra: Algebra, condition: Term) -> Term:
        """What a path knows once a branch or an assumption told it a condition."""
        return condition

    def compared_type(self, type_: Integer, _written: tuple[Integer, ...], *, in_nested_if: bool) -> Integer:
        """The type in which a comparison is made, of operands that had other types before they were cast."""
        del in_nested_if
        return type_


def check_shift(path: Path, count: Term, count_type: Integer, width: int) -> None:
    """Undefined by a negative count, and by the width or more."""
    algebra = path.algebra
    limit = algebra.number(width, count.sort.width)
    path.undefined_if(algebra.compare(">=", count, limit, is_signed=count_type.is_signed))
    if count_type.is_signed:
        zero = algebra.number(0, count.sort.width)
        path.undefined_if(algebra.compare("<", count, zero, is_signed=True))


def _check_division(path: Path, left: Term, right: Term, type_: Integer) -> None:
    algebra, width = path.algebra, type_.width
    path.undefined_if(algebra.compare("==", right, algebra.number(0, width), is_signed=True))
    if type_.is_signed:
        least = algebra.compare("==", left, algebra.number(1 << width - 1, width), is_signed=True)
        minus_one = algebra.compare("==", right, algebra.number(-1, width), is_signed=True)
        path.undefined_if(algebra.both(least, minus_one))


def _overflows(algebra: Algebra, operator: str, left: Term, right: Term, result: Term) -> Term:
    """Whether the exact result is not the one modulo two to the width."""
    width = left.sort.width
    if algebra.combined_range(operator, left, right).fits(width):
        return algebra.false
    if operator == "*" and (is_literal(left) or is_literal(right)):
        return _leaves_range(algebra, *((right, left) if is_literal(left) else (left, right)))
    wider = 2 * width if operator == "*" else width + 1
    exact = algebra.apply(
        _SAME_WIDTH[operator],
        algebra.resized(left, wider, is_signed=True),
        algebra.resized(right, wider, is_signed=True),
    )
    return algebra.negated(algebra.equal(exact, algebra.resized(result, wider, is_signed=True)))


def _leaves_range(algebra: Algebra, value: Term, factor: Term) -> Term:
    """Whether the product with a constant that is neither 0 nor 1 overflows, without multiplying."""
    width = value.sort.width
    by, least, greatest = signed(int(factor.value), width), -(1 << width - 1), (1 << width - 1) - 1
    ends = (least, greatest) if by > 0 else (greatest, least)
    first, last = -(-ends[0] // by), min(ends[1] // by, greatest)  # rounded to the inside; -least is no value
    return algebra.either(
        algebra.compare("<", value, algebra.number(first, width), is_signed=True),
        algebra.compare(">", value, algebra.number(last, width), is_signed=True),
    )


def _loses_bits(algebra: Algebra, value: Term, count: Term, result: Term) -> Term:
    """Whether a left shift of a signed value is undefined: of a negative one, or if the sign is touched."""
    zero = algebra.number(0, value.sort.width)
    is_negative = algebra.compare("<", value, zero, is_signed=True)
    back = algebra.apply("bvashr", result, count)
    return algebra.either(is_negative, algebra.negated(algebra.equal(back, value)))
