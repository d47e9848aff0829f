"""Literals worth trying: small ones, those at a boundary, and now and then any.

The simplest comes first in every table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar, cast

from gadfly.core.choices import Choices
from gadfly.lang.smt.grammar.rules import Role, Slot
from gadfly.lang.smt.model import value_term
from gadfly.lang.smt.sorts import INT, REAL, ROUNDING_MODE, STRING, Sort, bitvec
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.lang.smt.values import ROUNDING_MODES, Value

Number = TypeVar("Number", int, Fraction)

TINY_INTEGERS = (0, 1, -1, 2)
SMALL_INTEGERS = (0, 1, 2, 3, -1, 4, 5)
LENGTHS = (0, 1, 2, 3, 4, 5, 7)
INTEGERS = (0, 1, 2, 3, 5, 7, -1, -2, -3, 4, 6, 8, 9, 10, 12, -5, -7, 100, 255, -256, 65536, -2147483648)
HUGE_INTEGERS = (0, 1, 2, -1, 3, 1 << 31, (1 << 31) - 1, -(1 << 31), 1 << 32, 1 << 63, (1 << 63) - 1,
                 -(1 << 63), 1 << 64, 10**20)  # fmt: skip
_REALS = (*map(Fraction, (0, 1, 2, 3, -1, -2, 5, 10, 100)), *(Fraction(n, 2) for n in (1, -1, -7)),
          Fraction(1, 3), Fraction(3, 4), Fraction(1, 1000))  # fmt: skip
_STRINGS = ("", "a", "b", "ab", "0", "ba", "aa", "abc", "10", "bab", " ", "\u00e9")
_CHARACTERS = ("a", "b", "c", "0", "9", "z")


def has_literals(slot: Slot) -> bool:
    """Whether the sort has literals and the role admits them."""
    if slot.role not in (Role.TERM, Role.LITERAL, Role.NONZERO, Role.CHARACTER):
        return False
    sort = slot.sort
    return sort in (INT, REAL, STRING, ROUNDING_MODE) or sort.name in ("BitVec", "FloatingPoint")


def is_literal(term: Term) -> bool:
    """Whether `literal` may have made the term."""
    return (
        term.shape is Shape.LITERAL or term.name == "fp" or (term.shape is Shape.OPERATOR and not term.args)
    )


def literal(slot: Slot, bank: Bank, integers: tuple[int, ...], choices: Choices) -> Term:
    """A literal for a slot that has them; `integers` are the ones that suit the logic."""
    sort, role = slot.sort, slot.role
    if sort == INT:
        return bank.literal(choices.pick(_without_zero(integers, role)), sort)
    if sort == REAL:
        return bank.literal(choices.pick(_without_zero(_REALS, role)), sort)
    if sort == STRING:
        return bank.literal(choices.pick(_CHARACTERS if role is Role.CHARACTER else _STRINGS), sort)
    if sort == ROUNDING_MODE:
        return bank.operator(choices.pick(ROUNDING_MODES), sort)
    if sort.name == "BitVec":
        return bank.literal(_bits(sort.width, choices), sort)
    return _float(bank, sort, choices)


def _without_zero(numbers: tuple[Number, ...], role: Role) -> tuple[Number, ...]:
    return tuple(number for number in numbers if number) if role is Role.NONZERO else numbers


def _bits(width: int, choices: Choices) -> int:
    top = 1 << width
    boundaries = (0, 1, top - 1, top >> 1, (top >> 1) - 1, 2 % top, 3 % top, width % top, top - 2)
    if choices.coin(0.2):
        return choices.below(top)
    return choices.pick(boundaries)


_SPECIAL_FLOATS = ("+zero", "-zero", "+oo", "-oo", "NaN")


def _float(bank: Bank, sort: Sort, choices: Choices) -> Term:
    if choices.coin(0.25):
        return bank.operator(choices.pick(_SPECIAL_FLOATS), sort, (), sort.indices)
    exponent_bits, precision = sort.indices
    fraction_bits = precision - 1
    bias = (1 << exponent_bits - 1) - 1
    exponents = (bias, bias + 1, bias - 1, 0, 1, 2 * bias, bias + fraction_bits)
    last = (1 << fraction_bits) - 1
    fractions = (0, 1 << fraction_bits - 1, 1, last)
    parts = (
        bank.literal(choices.below(2), bitvec(1)),
        bank.literal(choices.pick(exponents), bitvec(exponent_bits)),
        bank.literal(choices.pick(fractions), bitvec(fraction_bits)),
    )
    return bank.operator("fp", sort, parts)


_STEPS = (0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -3, 10)  # mostly none: an equation that holds says the most
_DIVISORS = (1, 2, 3)
_LONGEST = 40  # characters of a string literal
_WIDEST = 160  # bits of an integer literal


def near(value: Value, sort: Sort, bank: Bank, choices: Choices) -> Term | None:
    """A literal that is a value or next to it, where atoms change their truth; None if it is too large."""
    step = choices.pick(_STEPS)
    if sort == INT:
        number = cast("int", value) + step
        return bank.literal(number, sort) if number.bit_length() <= _WIDEST else None
    if sort == REAL:
        ratio = cast("Fraction", value) + Fraction(step, choices.pick(_DIVISORS))
        fits = ratio.numerator.bit_length() + ratio.denominator.bit_length() <= _WIDEST
        return bank.literal(ratio, sort) if fits else None
    if sort == STRING:
        text = cast("str", value)
        text = text[:step] if step < 0 else text + "a" * (step // 2)
        return bank.literal(text, sort) if len(text) <= _LONGEST else None
    if sort.name == "BitVec":
        return bank.literal((cast("int", value) + step) % (1 << sort.width), sort)
    return value_term(value, sort, bank)
