"""Random conditions over what can be read at a spot.

They are defined in every state, or a check would not leave the execution alone: integers are only reckoned
with where nothing overflows or all wraps around, and floating-point numbers where nothing gets infinite,
which some analyzers take for an error. No number is converted to a type that may not hold it, unless that is
unsigned.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.lang.c.objects import Scalar, ScalarKind
from gadfly.techniques.branches.literals import literal
from gadfly.techniques.interrogation.conditions import (
    RELATIONS,
    Comparison,
    Condition,
    Constant,
    Junction,
    Negation,
)
from gadfly.techniques.interrogation.scene import Operand

_DEPTH = 2
_INT_BITS = 32
_WIDE = Scalar("long long", ScalarKind.INTEGER, 64, signed=True)
_INT = Scalar("int", ScalarKind.INTEGER, 32, signed=True)
_NARROW = (
    Scalar("unsigned char", ScalarKind.INTEGER, 8, signed=False),
    Scalar("unsigned short", ScalarKind.INTEGER, 16, signed=False),
)
_MODULAR = (
    Scalar("unsigned int", ScalarKind.INTEGER, 32, signed=False),
    Scalar("unsigned long long", ScalarKind.INTEGER, 64, signed=False),
)
_FLOATS = ("0.0", "1.0", "(-1.0)", "0.5", "1e-3", "1e9", "(-1e9)")
_EXACT = 1 << 53
_CONSTANT_SHARE = 0.05
_TRUE_SHARE = 0.25
_SEEN_CONSTANTS = 4


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What conditions at a spot are made of."""

    operands: tuple[Operand, ...]
    constants: tuple[int, ...]

    @property
    def integers(self) -> list[Operand]:
        return [operand for operand in self.operands if not operand.is_float]

    @property
    def refutable(self) -> list[Operand]:
        """Of which a value is known."""
        return [operand for operand in self.operands if operand.seen]

    @property
    def confirmable(self) -> list[Operand]:
        """Of which all values are known that the executions of the seed showed."""
        return [operand for operand in self.integers if operand.seen and operand.is_complete]

    @property
    def floats(self) -> list[Operand]:
        return [operand for operand in self.operands if operand.is_float]


def draw_condition(words: Vocabulary, choices: Choices, depth: int = _DEPTH) -> Condition:
    shape = choices.weighted(("comparison", "and", "or", "not"), (6, 1, 1, 1)) if depth else "comparison"
    match shape:
        case "and" | "or":
            left, right = (draw_condition(words, choices, depth - 1) for _ in range(2))
            return Junction(left, right, shape == "or")
        case "not":
            return Negation(draw_condition(words, choices, depth - 1))
        case _:
            return _draw_comparison(words, choices)


def draw_refuted(words: Vocabulary, choices: Choices) -> Condition:
    """A condition that is false when one of the seed's executions comes by; `words.refutable` must not be
    empty."""
    operand = choices.pick(words.refutable)
    value = literal(operand.access.type, choices.pick(operand.seen))
    return Comparison(operand.access.expression, "!=", value)


def draw_confirmed(words: Vocabulary, choices: Choices) -> Condition:
    """A condition that is true whenever the seed's executions come by; `words.confirmable` must not be
    empty."""
    operand = choices.pick(words.confirmable)
    draw = _Draw(words, operand, choices)
    seen = operand.seen_integers
    value = draw.integer(draw.type)
    relations = [each for each in RELATIONS if all(_HOLDS[each](one, value) for one in seen)]
    if not relations:
        relations, value = [">="], min(seen)
    return Comparison(draw.expression, choices.pick(relations), literal(draw.type, str(value)))


_HOLDS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _draw_comparison(words: Vocabulary, choices: Choices) -> Condition:
    if not words.operands or choices.coin(_CONSTANT_SHARE):
        return Constant(choices.coin(_TRUE_SHARE))
    operand = choices.pick(words.operands)
    forms = _FLOAT_FORMS if operand.is_float else _INTEGER_FORMS
    return choices.pick(forms)(_Draw(words, operand, choices))


@dataclass(frozen=True, slots=True)
class _Draw:
    """The drawing of one comparison, which is about an operand."""

    words: Vocabulary
    operand: Operand
    choices: Choices

    @property
    def expression(self) -> str:
        return self.operand.access.expression

    @property
    def type(self) -> Scalar:
        return self.operand.access.type

    def comparison(self, left: str, right: str) -> Comparison:
        return Comparison(left, self.choices.pick(RELATIONS), right)

    def integer(self, type_: Scalar) -> int:
        """A constant of the program, a boundary, or a value that was seen, or next to it."""
        values = 1 << type_.bits
        low = -values // 2 if type_.signed else 0
        seen = self.operand.seen_integers[:_SEEN_CONSTANTS]
        pool = dict.fromkeys((0, 1, *seen, *self.words.constants, -1, 127, 255, low, low + values - 1))
        value = self.choices.pick(tuple(pool)) + self.choices.pick((0, 1, -1))
        if type_.kind is ScalarKind.BOOL:
            values = 2
        return low + (value - low) % values

    def constant(self, type_: Scalar) -> str:
        return literal(type_, str(self.integer(type_)))

    def floating(self) -> str:
        whole = [f"({value}.0)" for value in self.words.constants if abs(value) < _EXACT]
        seen = (
            [literal(self.type, value) for value in self.operand.seen[:_SEEN_CONSTANTS]]
            if self.operand.is_float
            else []
        )
        return self.choices.pick((*_FLOATS, *seen, *whole))


def _plain(draw: _Draw) -> Condition:
    return draw.comparison(draw.expression, draw.constant(draw.type))


def _pair(draw: _Draw) -> Condition:
    """Two integers, in a type that holds both, or modulo 2^64 if there is none."""
    other = draw.choices.pick(draw.words.integers).access
    fits = all(type_.signed or type_.bits < _WIDE.bits for type_ in (draw.type, other.type))
    cast = f"({(_WIDE if fits else _MODULAR[-1]).spelling})"
    return draw.comparison(f"{cast}{draw.expression}", f"{cast}{other.expression}")


def _wide(draw: _Draw) -> Condition:
    """A small integer and a number of 32 bits reckoned with in 64 bits."""
    if draw.type.bits > _INT_BITS:
        return _modular(draw)
    sign = draw.choices.pick(("+", "-", "*"))
    left = f"((long long){draw.expression} {sign} {draw.constant(_INT)})"
    return draw.comparison(left, draw.constant(_WIDE))


def _modular(draw: _Draw) -> Condition:
    """Unsigned arithmetic, which wraps around; divisors and shifts are constants."""
    choices = draw.choices
    type_ = choices.pick(_MODULAR)
    sign = choices.pick(("+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"))
    if sign in ("/", "%"):
        right = literal(type_, str(draw.integer(type_) or 1))
    elif sign in ("<<", ">>"):
        right = str(choices.below(type_.bits))
    elif choices.coin():
        right = f"({type_.spelling}){choices.pick(draw.words.integers).access.expression}"
    else:
        right = draw.constant(type_)
    left = f"(({type_.spelling}){draw.expression} {sign} {right})"
    return draw.comparison(left, draw.constant(type_))


def _narrow(draw: _Draw) -> Condition:
    type_ = draw.choices.pick(_NARROW)
    return draw.comparison(f"({type_.spelling}){draw.expression}", draw.constant(type_))


def _as_float(draw: _Draw) -> Condition:
    if draw.type.bits > _INT_BITS:
        return _plain(draw)
    return draw.comparison(f"(double){draw.expression}", draw.floating())


def _float_plain(draw: _Draw) -> Condition:
    return draw.comparison(draw.expression, draw.floating())


def _float_pair(draw: _Draw) -> Condition:
    """Two of them, or one with itself, which differs from itself if it is no number."""
    return draw.comparison(draw.expression, draw.choices.pick(draw.words.floats).access.expression)


def _float_scaled(draw: _Draw) -> Condition:
    """What is finite stays so."""
    factor = draw.choices.pick(("1.0", "0.5", "(-0.25)"))
    summand = draw.choices.pick(_FLOATS)
    return draw.comparison(f"({draw.expression} * {factor} + {summand})", draw.floating())


_Form = Callable[[_Draw], Condition]
_INTEGER_FORMS: Sequence[_Form] = (_plain, _pair, _wide, _modular, _narrow, _as_float)
_FLOAT_FORMS: Sequence[_Form] = (_float_plain, _float_pair, _float_scaled)
