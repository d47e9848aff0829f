"""Operations of a domain written in Python, and the processes that repeat them until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gadfly.lang.domain.domain import Domain, Narrowing, Substituting
from gadfly.lang.domain.program import Op, Statement, Sum

E = TypeVar("E")

MOST_STEPS = 100  # the paper's k: what has not settled by then is said to diverge


class MissingOperationError(Exception):
    """A program uses an operation that the domain does not offer."""


def apply(statement: Statement, operands: Sequence[E], domain: Domain[E]) -> E:
    """The element that a statement makes of its operands."""
    match statement.op:
        case Op.TOP:
            return domain.top()
        case Op.BOTTOM:
            return domain.bottom()
        case Op.OF:
            return domain.of(statement.constraints)
        case Op.JOIN:
            return domain.join(operands[0], operands[1])
        case Op.MEET:
            return domain.meet(operands[0], operands[1])
        case Op.WIDEN:
            return domain.widen(operands[0], operands[1])
        case Op.NARROW:
            return narrow(domain, operands[0], operands[1])
        case Op.ASSIGN:
            return domain.assign(operands[0], statement.variable, statement.sum)
        case Op.SUBSTITUTE:
            return _substitute(domain, operands[0], statement.variable, statement.sum)
        case Op.COND:
            return domain.cond(operands[0], statement.constraints[0])
        case Op.PROJECT:
            return domain.project(operands[0], statement.variable)
        case Op.OBSERVE:
            return domain.observe(operands[0])


def widen_any(domain: Domain[E], left: E, right: E) -> E:
    """Widening of any two elements, also where the domain wants the left one below the right one."""
    return domain.widen(left, domain.join(left, right) if domain.ordered_widening else right)


def narrow(domain: Domain[E], left: E, right: E) -> E:
    if not isinstance(domain, Narrowing):
        raise MissingOperationError("the domain has no narrowing")
    narrowed: E = domain.narrow(left, right)
    return narrowed


def widening_converges(domain: Domain[E], start: E, sequence: Sequence[E]) -> bool:
    def step(element: E, round_: int) -> E:
        return widen_any(domain, element, sequence[round_ % len(sequence)])

    return _settles(domain, start, step, len(sequence))


def narrowing_converges(domain: Domain[E], start: E, sequence: Sequence[E]) -> bool:
    def step(element: E, round_: int) -> E:
        return narrow(domain, element, domain.meet(element, sequence[round_ % len(sequence)]))

    return _settles(domain, start, step, len(sequence))


def loop_settles(domain: Domain[E], start: E, variable: int, value: Sum) -> bool:
    """Whether the analysis of `while (…) variable = value;` ends."""

    def step(element: E, _: int) -> E:
        return domain.widen(element, domain.join(element, domain.assign(element, variable, value)))

    return _settles(domain, start, step, 1)


def _settles(domain: Domain[E], element: E, step: Callable[[E, int], E], cycle: int) -> bool:
    """Whether so many steps in a row change nothing before too many were taken."""
    unchanged = 0
    for round_ in range(MOST_STEPS):
        after = step(element, round_)
        unchanged = unchanged + 1 if domain.eq(after, element) else 0
        if unchanged == cycle:
            return True
        element = after
    return False


def _substitute(domain: Domain[E], element: E, variable: int, value: Sum) -> E:
    if not isinstance(domain, Substituting):
        raise MissingOperationError("the domain has no substitution")
    substituted: E = domain.substitute(element, variable, value)
    return substituted
