"""Phases 1 and 2 of the paper: seed fragmentation and formula generation.

A pool formula is its text, its truth value under the session's assignment, and its depth: connectives work
on texts, so that building a query costs no more than joining strings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.lang.smt.printer import LET_PREFIX
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Term, post_order

MAX_TEXT = 4000  # a longer formula slows every query it is in and adds nothing a shorter one lacks
_SHARED = f"{LET_PREFIX}f"


@dataclass(frozen=True, slots=True)
class Formula:
    """A Boolean formula and what it is worth."""

    text: str
    value: bool
    depth: int

    @property
    def true_text(self) -> str:
        """The formula or its negation, whichever is true."""
        return self.text if self.value else f"(not {self.text})"


@dataclass(frozen=True, slots=True)
class Connective:
    """A way to build a formula from others: `template` takes their texts, `value` their truth values."""

    weight: int
    arity: int
    template: str
    value: Callable[..., bool]


# The paper's `not` and `and` first; the others reach code of a solver that these two do not.
CONNECTIVES = (
    Connective(5, 1, "(not %s)", lambda a: not a),
    Connective(5, 2, "(and %s %s)", lambda a, b: a and b),
    Connective(3, 2, "(or %s %s)", lambda a, b: a or b),
    Connective(1, 2, "(=> %s %s)", lambda a, b: not a or b),
    Connective(1, 2, "(xor %s %s)", lambda a, b: a != b),
    Connective(1, 2, "(= %s %s)", lambda a, b: a == b),
    Connective(1, 2, "(distinct %s %s)", lambda a, b: a != b),
    Connective(1, 3, "(ite %s %s %s)", lambda a, b, c: b if a else c),
    Connective(
        1, 2, f"(let (({_SHARED} %s)) (ite %s {_SHARED} (not {_SHARED})))", lambda a, b: a if b else not a
    ),
    Connective(
        1, 2, f"(let (({_SHARED} %s)) (xor {_SHARED} (and {_SHARED} %s)))", lambda a, b: a != (a and b)
    ),
)
_WEIGHTS = [connective.weight for connective in CONNECTIVES]


def fragments(script: Script, depth_limit: int) -> list[Term]:
    """Every Boolean sub-formula of the script without free bound variables, shallow ones first."""
    found = [
        term
        for term in post_order(script.assertions)
        if term.sort == BOOL
        and not term.is_open
        and term.depth <= depth_limit
        and term not in (script.bank.true, script.bank.false)
    ]
    return sorted(found, key=lambda term: term.depth)


def construct(
    initial: Sequence[Formula], count: int, depth_limit: int, initial_share: float, choices: Choices
) -> list[Formula]:
    """The construction pool: up to `count` formulas built from both pools as it grows."""
    constructed: list[Formula] = []
    for _ in choices.repeat(0, count):
        connective = choices.weighted(CONNECTIVES, _WEIGHTS)
        operands = []
        for _ in range(connective.arity):
            from_initial = not constructed or choices.coin(initial_share)
            operands.append(choices.pick(initial if from_initial else constructed))
        text = connective.template % tuple(operand.text for operand in operands)
        depth = 1 + max(operand.depth for operand in operands)
        if depth <= depth_limit and len(text) <= MAX_TEXT:
            value = connective.value(*(operand.value for operand in operands))
            constructed.append(Formula(text, value, depth))
    return constructed
