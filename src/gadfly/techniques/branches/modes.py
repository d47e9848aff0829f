"""The modes of `branches`: the paper's three approaches, and values beside counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Answer, Capabilities, Feature, Language, Question, Seed, Verdict
from gadfly.techniques.branches.literals import literal
from gadfly.techniques.branches.material import Material, SeenPoint, prepare
from gadfly.techniques.branches.sheet import Sheet

T = TypeVar("T")

MOST_CHECKS = 12  # in one question, of a target that answers each
FUSED_QUESTIONS = 6
EXPRESSION_SHARE = 0.5  # of the openings count the operands of `?:`, `&&` and `||` as branches, too


@dataclass(frozen=True, slots=True)
class _Session:
    """Asks as a mode tells; what is answered does not matter."""

    questions: int
    ask: Callable[[Choices], Question]

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing is learned."""


class _Probing(ABC):
    """What the modes share: they only differ in what they ask about an executed program."""

    name = ""
    language = seed_language = Language.C
    patience = 1
    own_seeds: tuple[Seed, ...] = ()

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> _Session:
        with_expressions = choices.coin(EXPRESSION_SHARE)
        material = prepare(seed, choices, reference)
        if not with_expressions:
            counted = tuple(each for each in material.branches if not each.branch.kind.is_expression)
            material = replace(material, branches=counted)
        return self._session(material, _Manner.of(capabilities))

    @abstractmethod
    def _session(self, material: Material, manner: _Manner) -> _Session:
        """What this mode asks about a program."""


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a target is asked: how many checks at once, and how often about what is false."""

    checks: int
    false_share: float

    @classmethod
    def of(cls, capabilities: Capabilities) -> _Manner:
        """Who never claims an alarm is only asked about what is false, and the other way round."""
        claims = capabilities.claims
        false_share = 0.5 if {Answer.SAFE, Answer.UNSAFE} <= claims else float(Answer.UNSAFE not in claims)
        return cls(MOST_CHECKS if Feature.ALL_CHECKS in capabilities.features else 1, false_share)

    def is_false(self, choices: Choices) -> bool:
        return choices.coin(self.false_share)


class ReachBranches(_Probing):
    """Asks whether branches are reachable that an execution has taken or not (approach I of MCFuzz).

    A check that always fails stands in a branch: it is `unsafe` if the one execution of the program takes
    the branch, and `safe` if it does not.
    """

    name = "branches-reach"

    def _session(self, material: Material, manner: _Manner) -> _Session:
        worth = [
            each
            for each in material.branches
            if (manner.false_share > 0 if each.count else manner.false_share < 1)
        ]
        _need(worth, "there is no branch")

        def ask(choices: Choices) -> Question:
            sheet = Sheet(material.anatomy)
            for each in _distinct(worth, manner.checks, choices):
                sheet.check_here(each.branch.place, "0", Answer.UNSAFE if each.count else Answer.SAFE)
            return sheet.question()

        return _Session(2 * len(worth), ask)


class CountBranches(_Probing):
    """Asks how often branches are taken, each by itself (approach II of MCFuzz).

    A counter stands in a branch. When the program ends, that it has its true value is `safe`, and that it
    has another one is `unsafe`.
    """

    name = "branches-count"

    def _session(self, material: Material, manner: _Manner) -> _Session:
        _need(counted := material.branches, "there is no branch")

        def ask(choices: Choices) -> Question:
            sheet = Sheet(material.anatomy)
            for each in _distinct(counted, manner.checks, choices):
                counter = sheet.counter(each.branch.place)
                if manner.is_false(choices):
                    sheet.check_finally(f"{counter} != {each.count}", Answer.UNSAFE)
                else:
                    sheet.check_finally(f"{counter} == {each.count}", Answer.SAFE)
            return sheet.question()

        return _Session(2 * len(counted), ask)


class FusedBranches(_Probing):
    """Asks how often all branches are taken, in one check (approach III of MCFuzz).

    A stretch of the branches is counted. The last branch of it and its length are two choices, so the reducer
    finds the branch that is counted wrongly by halving, in about twice log n questions.
    """

    name = "branches-fused"

    def _session(self, material: Material, manner: _Manner) -> _Session:
        _need(counted := material.branches, "there is no branch")

        def ask(choices: Choices) -> Question:
            sheet = Sheet(material.anatomy)
            last = _mostly_last(len(counted), choices)
            length = 1 + _mostly_last(len(counted), choices)
            stretch = counted[max(0, last + 1 - length) : last + 1]
            equations = [f"{sheet.counter(each.branch.place)} == {each.count}" for each in stretch]
            everything = " && ".join(equations)
            if manner.is_false(choices):
                sheet.check_finally(f"!({everything})", Answer.UNSAFE)
            else:
                sheet.check_finally(everything, Answer.SAFE)
            return sheet.question()

        return _Session(FUSED_QUESTIONS, ask)


class ValueBranches(_Probing):
    """Asks which values scalars have when the program comes to a place, for the first time or a later one.

    `x == 5` at the third visit is `safe` if that was seen, and its negation `unsafe`. Where all visits saw
    the same, they are asked about together.
    """

    name = "branches-values"

    def _session(self, material: Material, manner: _Manner) -> _Session:
        _need(material.points, "there is no place with a scalar that surely has a value")

        def ask(choices: Choices) -> Question:
            sheet = Sheet(material.anatomy)
            for seen in _distinct(material.points, manner.checks, choices):
                _ask_about_value(sheet, seen, choices, is_false=manner.is_false(choices))
            return sheet.question()

        return _Session(min(len(material.points), 60), ask)


class Branches(_Probing):
    """Asks about an executed program in all modes: what is reached, how often, with which values (MCFuzz).

    One execution serves them all, so this is the cheapest way to get through many seeds.
    """

    name = "branches"

    def _session(self, material: Material, manner: _Manner) -> _Session:
        sessions = []
        for mode in (ReachBranches(), CountBranches(), ValueBranches(), FusedBranches()):
            with suppress(SkipSeedError):
                sessions.append(mode._session(material, manner))
        _need(sessions, "there is nothing to ask about")

        def ask(choices: Choices) -> Question:
            return choices.pick(sessions).ask(choices)

        return _Session(sum(session.questions for session in sessions), ask)


def _ask_about_value(sheet: Sheet, seen: SeenPoint, choices: Choices, *, is_false: bool) -> None:
    point = seen.point
    visit = choices.below(len(seen.values))
    compare = "!=" if is_false else "=="
    condition = f"{point.access.expression} {compare} {literal(point.access.type, seen.values[visit])}"
    is_constant = len(set(seen.values)) == 1 and len(seen.values) == seen.count
    if not is_constant:
        counter = sheet.counter(point.place)
        condition = f"{counter} != {visit + 1} || {condition}"
    sheet.check_here(point.place, condition, Answer.UNSAFE if is_false else Answer.SAFE)


def _distinct(items: Sequence[T], most: int, choices: Choices) -> list[T]:
    """One of the items or several, in no order."""
    drawn = dict.fromkeys(choices.below(len(items)) for _ in choices.repeat(1, most))
    return [items[index] for index in drawn]


def _mostly_last(count: int, choices: Choices) -> int:
    """A number below `count`, in three quarters of the cases the largest; lowering it lowers the choice."""
    return min(count - 1, choices.below(4 * count))


def _need(things: object, otherwise: str) -> None:
    if not things:
        raise SkipSeedError(otherwise)
