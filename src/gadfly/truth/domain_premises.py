"""What a test of a law takes for granted and no formula states.

A generator sees to it, but a reducer changes programs, and a domain that is asked what it need not answer
proves nothing.
"""

from __future__ import annotations

from gadfly.core.words import Capabilities, Feature, Query
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.premises import unmet_premise
from gadfly.lang.domain.program import Op, Program
from gadfly.lang.domain.text import is_sweep, read_program


def objection(query: Query, capabilities: Capabilities) -> str:
    """Why a program proves nothing about such a domain, in one line; "" if it may, or if it is a sweep."""
    if is_sweep(query.text):
        return ""
    try:
        return objection_to(read_program(query.text), capabilities)
    except DomainReadError as error:
        return f"the program cannot be read back: {error}"


def objection_to(program: Program, capabilities: Capabilities) -> str:
    if Feature.ORDERED_WIDENING in capabilities.features and not _widens_in_order(program):
        return "the operands of a widening are not in order"
    return unmet_premise(program, capabilities.shape)


def _widens_in_order(program: Program) -> bool:
    """Whether the second operand of every widening is a join with the first."""
    uppers = (
        (statement.operands[0], program.statements[statement.operands[1]])
        for statement in program.statements
        if statement.op is Op.WIDEN
    )
    return all(upper.op is Op.JOIN and lower in upper.operands for lower, upper in uppers)
