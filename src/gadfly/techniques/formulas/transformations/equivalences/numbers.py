"""Laws of integers and reals. A divisor is only ever a literal other than zero: the rest is left open."""

from __future__ import annotations

from fractions import Fraction

from gadfly.lang.smt.sorts import INT, REAL
from gadfly.lang.smt.terms import Shape, Term
from gadfly.techniques.formulas.transformations.equivalences.patterns import operation
from gadfly.techniques.formulas.transformations.equivalences.rules import Desk, Rule, rules

_COMPARISONS = rules(
    "a b: Number",
    """
    (< a b) <-> (not (>= a b))
    (> a b) <-> (not (<= a b))
    (= a b) <-> (and (<= a b) (>= a b))
    (distinct a b) <-> (or (< a b) (> a b))
    (<= a b) <-> (or (< a b) (= a b))
    """,
    plain=True,
)

_LINEAR = rules(
    "a b c: Number",
    """
    a <-> (+ a 0@a)
    a <-> (* 1@a a)
    a <-> (- a 0@a)
    a <-> (- (- a))
    a <-> (+ (- a b) b)
    a <-> (ite (<= a b) a (+ (- a b) b))
    (- a) <-> (* -1@a a)
    (- a) <-> (- 0@a a)
    (- a b) <-> (+ a (- b))
    (- a b) <-> (- (- b a))
    (- a b c) <-> (- a (+ b c))
    (+ a b) <-> (+ b a)
    (+ a b) <-> (- a (- b))
    (+ a a) <-> (* 2@a a)
    (* a b) <-> (* b a)
    (* a (+ b c)) -> (+ (* a b) (* a c))
    (* a (- b c)) -> (- (* a b) (* a c))
    (* (+ a b) c) -> (+ (* a c) (* b c))
    (< a b) <-> (> b a)
    (<= a b) <-> (>= b a)
    (<= a b) <-> (<= (- a b) 0@a)
    (<= a b) <-> (<= (+ a c) (+ b c))
    (< a b) <-> (< (- b) (- a))
    (= a b) <-> (= (- a b) 0@a)
    """,
)

_INTEGERS = rules(
    "a b: Int",
    """
    (< a b) <-> (<= (+ a 1) b)
    (> a b) <-> (>= a (+ b 1))
    (= a b) <-> (and (< a (+ b 1)) (> a (- b 1)))
    (abs a) -> (ite (>= a 0) a (- a))
    (to_int (to_real a)) -> a
    (to_real (+ a b)) -> (+ (to_real a) (to_real b))
    (to_real (- a)) -> (- (to_real a))
    """,
)

_REALS = rules(
    "a: Real",
    """
    (is_int a) <-> (= a (to_real (to_int a)))
    """,
)


def _divisor(term: Term) -> Term | None:
    """The only divisor, if it is a literal other than zero."""
    if len(term.args) != 2 or term.args[1].shape is not Shape.LITERAL or not term.args[1].value:
        return None
    return term.args[1]


def _remainder(term: Term, desk: Desk) -> Term | None:
    divisor = _divisor(term)
    if divisor is None:
        return None
    bank = desk.bank
    multiple = operation(bank, "*", [divisor, bank.operator("div", INT, term.args)])
    return operation(bank, "-", [term.args[0], multiple])


def _opposite_divisor(term: Term, desk: Desk) -> Term | None:
    divisor = _divisor(term)
    if divisor is None or not isinstance(divisor.value, int):
        return None
    bank = desk.bank
    quotient = bank.operator("div", INT, [term.args[0], bank.literal(-divisor.value, INT)])
    return operation(bank, "-", [quotient])


def _factor(term: Term, desk: Desk) -> Term | None:
    divisor = _divisor(term)
    if divisor is None:
        return None
    inverse = desk.bank.literal(1 / Fraction(divisor.value), REAL)
    return operation(desk.bank, "*", [inverse, term.args[0]])


def _divides(term: Term, desk: Desk) -> Term | None:
    bank = desk.bank
    remainder = operation(bank, "mod", [term.args[0], bank.literal(int(term.indices[0]), INT)])
    return operation(bank, "=", [remainder, bank.literal(0, INT)])


RULES: tuple[Rule, ...] = (
    *_COMPARISONS,
    *_LINEAR,
    *_INTEGERS,
    *_REALS,
    Rule("(mod a k) -> (- a (* k (div a k)))", "mod", "", _remainder),
    Rule("(div a k) -> (- (div a (- k)))", "div", "", _opposite_divisor),
    Rule("(/ a k) -> (* (/ 1 k) a)", "/", "", _factor),
    Rule("((_ divisible k) a) -> (= (mod a k) 0)", "divisible", "", _divides),
)
