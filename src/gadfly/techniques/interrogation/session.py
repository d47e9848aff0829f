"""A session of `interrogation`: the paper's Algorithm 1 for one seed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gadfly.core.choices import Choices
from gadfly.core.words import CLAIMS, Answer, Basis, Language, Outcome, Query, Question, Truth, Verdict
from gadfly.lang.c.relation import write_relation
from gadfly.techniques.interrogation.draft import Direction, Draft, relation
from gadfly.techniques.interrogation.knowledge import TICKETS, Entry, Knowledge, Selection
from gadfly.techniques.interrogation.scene import Scene
from gadfly.techniques.interrogation.transformations import (
    Here,
    Manner,
    Stage,
    first_stage,
    next_stage,
)

QUESTIONS = 2000
PATIENCE = 100  # questions that teach nothing new
MOST_STAGES = 16
_AWAITED = 64  # questions whose answers may still come; reducers ask and never tell


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that was asked: its program, and the choices of its stages."""

    draft: Draft
    record: tuple[int, ...]
    stages: int


_NOTHING = Entry((), 0, frozenset(), frozenset())


class InterrogationSession:
    """Builds every question from an earlier one that was answered.

    The choices of a question begin with those of the earlier one, so that they rebuild both without anybody
    having heard an answer. After a hundred questions that taught nothing it forgets all and begins anew.
    """

    questions = QUESTIONS

    def __init__(self, scene: Scene, manner: Manner, selection: Selection) -> None:
        self._scene = scene
        self._manner = manner
        self._selection = selection
        self._knowledge = Knowledge(selection, manner.is_learning)
        self._fruitless = 0
        self._awaited: dict[str, _Asked] = {}

    def ask(self, choices: Choices) -> Question:
        ticket = choices.below(TICKETS)
        known = self._knowledge.select(ticket) if self._knowledge else _NOTHING
        line = choices.include((known.stages, *known.record))
        earlier, stage = Draft(), Stage(Draft(), Direction.EVEN)
        begin = len(choices.record) + 1
        stages = 0
        for stages in line.repeat(1, MOST_STAGES):
            earlier = stage.draft
            stage = self._stage(stages, earlier, known, line)
        question = self._question(earlier, stage)
        self._await(question, _Asked(stage.draft, tuple(choices.record[begin:]), stages + 1))
        return question

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Remember what was answered, if it is different from what is known."""
        asked = self._awaited.pop(question.query.text, None)
        if asked is None:
            return
        if self._is_new(asked, verdict):
            self._fruitless = 0
            return
        self._fruitless += 1
        if self._fruitless >= PATIENCE:
            self._knowledge = Knowledge(self._selection, self._manner.is_learning)
            self._fruitless = 0

    def _is_new(self, asked: _Asked, verdict: Verdict) -> bool:
        is_of_use = not self._manner.needs_claims or not CLAIMS.isdisjoint(verdict.answers)
        if verdict.outcome is not Outcome.ANSWERED or not is_of_use or asked.stages == MOST_STAGES:
            return False
        checks = asked.draft.checks
        answers = zip(checks, verdict.answers, strict=False)
        safe = frozenset(index for index, answer in answers if answer is Answer.SAFE)
        profile = frozenset(asked.draft.probes[index].spot for index in checks if index not in safe)
        return self._knowledge.remember(Entry(asked.record, asked.stages, safe, profile))

    def _stage(self, number: int, draft: Draft, known: Entry, choices: Choices) -> Stage:
        here = Here(self._scene, self._manner, draft, choices, known.safe)
        return next_stage(here) if number else first_stage(here)

    def _question(self, earlier: Draft, stage: Stage) -> Question:
        related = relation(self._scene, earlier, stage.draft, stage.direction)
        related = replace(related, has_alarms=self._manner.has_alarms)
        truth = Truth(stage.draft.known(), Basis.CONTRADICTION, write_relation(related))
        return Question(Query(Language.C, stage.draft.text(self._scene), "C"), truth)

    def _await(self, question: Question, asked: _Asked) -> None:
        self._awaited[question.query.text] = asked
        if len(self._awaited) > _AWAITED:
            del self._awaited[next(iter(self._awaited))]
