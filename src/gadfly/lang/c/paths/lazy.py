"""Operands that only some inputs evaluate: `&&`, `||` and `?:`.

Where such an operand changes nothing, both ways are joined in one term. What is undefined in it is so only
for the inputs that evaluate it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from gadfly.lang.c.paths.errors import EndError
from gadfly.lang.c.paths.frame import Code, Condition, Frame
from gadfly.lang.c.paths.memory import Aggregate, Value, chosen
from gadfly.lang.smt.terms import Term

T = TypeVar("T")


def joined_logical(first: Condition, second: Condition, *, is_and: bool) -> Condition:
    """A right operand without effects: the result is one term."""

    def logical(frame: Frame) -> Term:
        algebra, mine = frame.path.algebra, first(frame)
        other = _guarded(frame, mine if is_and else algebra.negated(mine), second)
        if other is None:
            return mine
        return algebra.both(mine, other) if is_and else algebra.either(mine, other)

    return logical


def split_logical(first: Condition, second: Condition, *, is_and: bool) -> Condition:
    """A right operand with effects: paths that evaluate it, and paths that do not."""

    def logical(frame: Frame) -> Term:
        if frame.path.decide(first(frame)) == is_and:
            return second(frame)
        return frame.path.algebra.false if is_and else frame.path.algebra.true

    return logical


def joined_choice(condition: Condition, first: Code, second: Code) -> Code:
    """A choice between numbers or addresses without effects: the result is one of both."""

    def choose(frame: Frame) -> Value:
        algebra, holds = frame.path.algebra, condition(frame)
        one = _guarded(frame, holds, first)
        other = _guarded(frame, algebra.negated(holds), second)
        if one is not None and other is not None:
            assert not isinstance(one, Aggregate)
            assert not isinstance(other, Aggregate)
            one = chosen(holds, one, other, algebra)
        result = other if one is None else one
        if result is None:
            raise EndError
        return result

    return choose


def _guarded(frame: Frame, guard: Term, code: Callable[[Frame], T]) -> T | None:
    """What a part is that only some inputs evaluate; None if there are none, or if it ends there for all."""
    algebra = frame.path.algebra
    if guard is algebra.true:
        return code(frame)
    if guard is not algebra.false:
        with frame.path.guarded(guard), suppress(EndError):
            return code(frame)
    return None
