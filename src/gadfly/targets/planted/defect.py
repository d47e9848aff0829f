"""What a defect of the planted solver is told, and where it may interfere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from gadfly.core.words import Answer
from gadfly.lang.smt.sexpr import Sexpr
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.targets.planted.circuits import Operations
from gadfly.targets.planted.settings import Settings


@dataclass(frozen=True, slots=True)
class History:
    """What came before a question in the session."""

    asserted: tuple[Term, ...] = ()  # by the question before this one
    answer: Answer = Answer.UNKNOWN  # to the question before this one
    has_popped: bool = False
    has_popped_since: bool = False  # since the question before this one


@dataclass(frozen=True, slots=True)
class Situation:
    """A question: all that must be true, of which the last `assumed` formulas are only assumed.

    `texts` are the assertions as they were written, with their `let`s and names of `definitions`, which are
    no longer in the terms. `contradict` tells whether some of the formulas cannot be true at once.
    """

    assertions: tuple[Term, ...]
    assumed: int
    texts: tuple[str, ...]
    definitions: tuple[str, ...]
    history: History
    settings: Settings
    contradict: Callable[[Sequence[Term]], bool]

    def operators(self, *names: str) -> list[Term]:
        """Every application of these operators in the question."""
        return [term for term in self.terms() if term.shape is Shape.OPERATOR and term.name in names]

    def terms(self) -> list[Term]:
        return post_order(self.assertions)


class Defect:
    """The places where the solver lets a defect interfere; here each leaves things as they are."""

    circuits: ClassVar[Operations] = {}
    """The operators that it works out in a way of its own."""

    def drops(self, _formula: Sexpr, /) -> bool:
        """Whether to report an error instead of asserting the formula, and go on without it."""
        return False

    def disturb(self, _situation: Situation, /) -> None:
        """Do something before the question is decided."""

    def answer(self, _situation: Situation, right: Answer, /) -> Answer:
        """What to say where `right` is the right answer."""
        return right

    def model(self, _situation: Situation, values: Mapping[str, int], /) -> Mapping[str, int]:
        """What to show as a model where `values` are one."""
        return values
