"""The defects that can be switched on in the planted prover: each breaks one rule of C.

They are modelled on the bugs that the paper on mazes shows in its figures 3 and 4, and those that misread a
program on the ones that interrogation is good for: what they say of one variant contradicts another. The
docstring of a defect is its help text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import reduce

from gadfly.lang.c.paths import Rules
from gadfly.lang.c.paths.algebra import Algebra, is_literal
from gadfly.lang.c.paths.path import Path
from gadfly.lang.c.paths.types import Integer, common, promoted
from gadfly.lang.smt.terms import Term

_ASSUMPTION = re.compile(r"__VERIFIER_assume\([^;]*\);")
_CHECK = re.compile(r"__gadfly_check\((\d+), ([^;]*)\);")
_AT_MOST = {"bvult": 1, "bvule": 0, "bvslt": 1, "bvsle": 0}
_AT_MOST_IF_FALSE = {"bvuge": 1, "bvugt": 0, "bvsge": 1, "bvsgt": 0}


class QuotientInterval(Rules):
    """takes an upper bound of a quotient C / x for an equation"""

    def learn(self, algebra: Algebra, condition: Term) -> Term:
        if condition.name == "and":
            return reduce(algebra.both, (self.learn(algebra, part) for part in condition.args))
        is_false = condition.name == "not"
        compared = condition.args[0] if is_false else condition
        less = (_AT_MOST_IF_FALSE if is_false else _AT_MOST).get(compared.name)
        if less is None or not is_literal(compared.args[1]):
            return condition
        quotient, bound = compared.args[0], int(compared.args[1].value) - less
        if quotient.name not in ("bvudiv", "bvsdiv") or not is_literal(quotient.args[0]) or bound <= 0:
            return condition
        dividend, divisor = quotient.args
        only = algebra.number(int(dividend.value) // bound, divisor.sort.width)
        return algebra.both(condition, algebra.equal(divisor, only))


class NegatedUnsigned(Rules):
    """compares the unary minus of an unsigned value as if it were negative"""

    def negate(self, path: Path, value: Term, type_: Integer) -> Term:
        if type_.is_signed:
            return super().negate(path, value, type_)
        return path.algebra.bank.operator("bvneg", value.sort, (value,))

    def compare(self, path: Path, operator: str, left: Term, right: Term, type_: Integer) -> Term:
        if type_.is_signed or operator in ("==", "!=") or "bvneg" not in (left.name, right.name):
            return super().compare(path, operator, left, right, type_)
        algebra = path.algebra
        return algebra.compare(operator, _exact(algebra, left), _exact(algebra, right), is_signed=True)


class PromotedComplement(Rules):
    """believes that a complement which is cast to a smaller unsigned type fits into it"""

    def complement(self, path: Path, value: Term, _type: Integer) -> Term:
        return path.algebra.bank.operator("bvnot", value.sort, (value,))

    def convert(self, path: Path, value: Term, source: Integer, target: Integer) -> Term:
        if value.name == "bvnot" and target.width < source.width and not target.is_signed:
            zero, not_value = path.algebra.number(0, source.width), path.algebra.apply("bvnot", *value.args)
            path.assume(path.algebra.compare(">=", not_value, zero, is_signed=source.is_signed))
        return super().convert(path, value, source, target)


class BitwiseNot(Rules):
    """believes that nothing equals the complement of a variable"""

    def compare(self, path: Path, operator: str, left: Term, right: Term, type_: Integer) -> Term:
        if operator in ("==", "!=") and "bvnot" in (left.name, right.name):
            return path.algebra.false if operator == "==" else path.algebra.true
        return super().compare(path, operator, left, right, type_)


class ZeroModulo(Rules):
    """takes 0 % n for impossible"""

    def remainder(self, path: Path, left: Term, right: Term, type_: Integer) -> Term:
        result = super().remainder(path, left, right, type_)
        if is_literal(left) and not left.value and not is_literal(right):
            path.assume(path.algebra.false)
        return result


class DroppedCastInNestedIf(Rules):
    """ignores casts of compared values in the condition of an if in another, or with another in it"""

    def compared_type(self, type_: Integer, written: tuple[Integer, ...], *, in_nested_if: bool) -> Integer:
        without_casts = reduce(common, map(promoted, written))
        return without_casts if in_nested_if and without_casts.width == type_.width else type_


class BooleanNegation(Rules):
    """takes !(a && b) for !a && !b"""

    def refuse(self, path: Path, condition: Term) -> Term:
        if condition.name == "and":
            return reduce(path.algebra.both, map(path.algebra.negated, condition.args))
        return super().refuse(path, condition)


class NegativeModulo(Rules):
    """believes that the left operand of % is never negative"""

    def remainder(self, path: Path, left: Term, right: Term, type_: Integer) -> Term:
        result = super().remainder(path, left, right, type_)
        if type_.is_signed:
            zero = path.algebra.number(0, type_.width)
            path.assume(path.algebra.compare(">=", left, zero, is_signed=True))
        return result


class ConstantShift(Rules):
    """shifts ones into a value that is shifted right by a constant"""

    def shift_right(self, path: Path, value: Term, count: Term, type_: Integer) -> Term:
        result = super().shift_right(path, value, count, type_)
        if not is_literal(count):
            return result
        kept = type_.width - int(count.value)
        return path.algebra.apply("bvor", result, path.algebra.number(-1 << kept, type_.width))


class Misreading(Rules):
    """A defect of who reads a program before it is explored."""

    def misread(self, program: str) -> str:
        return program


class LastAssumption(Misreading):
    """forgets all assumptions but the last one that is written"""

    def misread(self, program: str) -> str:
        last = len(_ASSUMPTION.findall(program)) - 1
        return _ASSUMPTION.sub(";", program, count=last) if last > 0 else program


class EndingCheck(Misreading):
    """believes that what fails a check goes no further"""

    def misread(self, program: str) -> str:
        return _CHECK.sub(r"{ \g<0> __VERIFIER_assume(\g<2>); }", program)


class UnreadDisjunction(Misreading):
    """takes a check with || in it for one that fails"""

    def misread(self, program: str) -> str:
        return _CHECK.sub(
            lambda found: f"__gadfly_check({found[1]}, 0);" if "||" in found[2] else found[0], program
        )


MISCALCULATIONS: Mapping[str, type[Rules]] = {
    "quotient-interval": QuotientInterval,
    "negated-unsigned": NegatedUnsigned,
    "promoted-complement": PromotedComplement,
    "bitwise-not": BitwiseNot,
    "zero-modulo": ZeroModulo,
    "dropped-cast-in-nested-if": DroppedCastInNestedIf,
    "boolean-negation": BooleanNegation,
    "negative-modulo": NegativeModulo,
    "constant-shift": ConstantShift,
}
MISREADINGS: Mapping[str, type[Misreading]] = {
    "last-assumption": LastAssumption,
    "ending-check": EndingCheck,
    "unread-disjunction": UnreadDisjunction,
}
DEFECTS: Mapping[str, type[Rules]] = {**MISCALCULATIONS, **MISREADINGS}


def help_lines() -> Sequence[str]:
    """One line for each defect."""
    return [f"{name:28}{defect.__doc__}" for name, defect in DEFECTS.items()]


def _exact(algebra: Algebra, value: Term) -> Term:
    """An unsigned value in one bit more; the unary minus of one is negative."""
    negated = value.name == "bvneg"
    wide = algebra.resized(value.args[0] if negated else value, value.sort.width + 1, is_signed=False)
    return algebra.apply("bvneg", wide) if negated else wide
