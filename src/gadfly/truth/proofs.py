"""Proofs about all executions of a program that reads inputs.

The program's text is read again and explored symbolically; solvers of other families than the accused must
refute that anything goes wrong. They share no code with whoever made the program, but they share our reading
of C. So the program is executed as well: with some inputs that nobody chose, and with all if they are few.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from itertools import islice, product

from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Refusal, TargetIdentity, digest_of
from gadfly.lang.c.paths import Executions
from gadfly.truth.panel import Panel, Poll, Vote, Vouchers

INPUT = re.compile(r"\b__VERIFIER_nondet_(\w+)")
"""Whatever names a function that reads an input: it may be called through a pointer."""

_FAMILIES = 2  # that must agree on what no execution can show
_DRAWN = 6
_MOST_BITS = 12  # of all inputs together, if all their values are to be tried: a run costs a millisecond
_BITS = {"bool": 1, "char": 8, "uchar": 8}
_BOUNDARIES = tuple(
    value for bits in (0, 7, 8, 15, 16, 31, 32, 63) for value in (1 << bits, (1 << bits) - 1, -(1 << bits))
)


class Undefined(Enum):
    """Where executions of a program are undefined: with the inputs in question, nowhere, or who knows."""

    HERE = "with the inputs given"
    NOWHERE = "nowhere"
    UNKNOWN = "unknown"


class Prover:
    """Has solvers decide what can happen in an execution."""

    def __init__(self, vouchers: Vouchers) -> None:
        self._panel = Panel(vouchers)
        self._readiest = Panel(lambda family: islice(vouchers(family), _FAMILIES))

    def prove_safe(
        self, executions: Executions, safe: Sequence[int], accused: TargetIdentity
    ) -> Vote | Refusal:
        """That every execution is defined, and that none fails one of the safe checks."""
        wrong = _any(executions.undefined, *(executions.fails[label] for label in safe))
        poll = Poll((_script(executions, wrong),), "whether an execution fails or is undefined")
        return self._panel.expect(poll, Answer.UNSAT, accused, _FAMILIES)

    def find_undefined(
        self, executions: Executions, vectors: Sequence[tuple[int, ...]], accused: TargetIdentity
    ) -> Undefined:
        """Where executions are undefined. One solver's word is enough, and only the readiest are asked:
        it is no proof, but a remark or a refusal.
        """
        if self._decide(accused, executions, executions.undefined) is Answer.UNSAT:
            return Undefined.NOWHERE
        among = _any(*(_equals(executions, vector) for vector in vectors))
        answer = self._decide(accused, executions, executions.undefined, among)
        return Undefined.HERE if answer is Answer.SAT else Undefined.UNKNOWN

    def _decide(self, accused: TargetIdentity, executions: Executions, *conditions: str) -> Answer:
        vote = self._readiest.ask(Poll((_script(executions, *conditions),), "an execution"), accused, 1)
        return vote.answer if isinstance(vote, Vote) else Answer.UNKNOWN


def unchosen_vectors(program: str, executions: Executions) -> list[tuple[int, ...]]:
    """Inputs at the boundaries of their types and at random, the same for the same program."""
    count = len(executions.declarations)
    choices = Choices.of("inputs", digest_of(program))
    drawn = [tuple(_value(choices) for _ in range(count)) for _ in range(_DRAWN)]
    return [(0,) * count, (-1,) * count, *drawn]


def all_vectors(program: str, executions: Executions) -> tuple[tuple[int, ...], ...]:
    """All inputs that make a difference; none if they are too many."""
    names = INPUT.findall(program)
    count = len(executions.declarations)
    if not all(name in _BITS for name in names):
        return ()
    bits = max((_BITS[name] for name in names), default=0)
    return tuple(product(range(1 << bits), repeat=count)) if bits * count <= _MOST_BITS else ()


def _script(executions: Executions, *conditions: str) -> str:
    assertions = [f"(assert {condition})" for condition in conditions]
    return "\n".join(["(set-logic QF_BV)", *executions.declarations, *assertions, "(check-sat)", ""])


def _any(*conditions: str) -> str:
    return f"(or false {' '.join(conditions)})"


def _equals(executions: Executions, vector: tuple[int, ...]) -> str:
    """That the inputs are these; those that are missing are 0."""
    count = len(executions.declarations)
    values = [value % (1 << 64) for value in (*vector[:count], *[0] * (count - len(vector)))]
    return f"(and true {' '.join(f'(= in{place} (_ bv{value} 64))' for place, value in enumerate(values))})"


def _value(choices: Choices) -> int:
    match choices.below(3):
        case 0:
            return choices.pick(_BOUNDARIES)
        case 1:
            return choices.below(16)
        case _:
            return choices.below(1 << 64)
