"""A job at work: ask, judge, and follow up every suspicion until it is certified and small."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from gadfly.campaign.plan import Job
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Session, SkipSeedError, Target
from gadfly.core.words import (
    Answer,
    Complaint,
    Finding,
    Kind,
    Limits,
    Outcome,
    Query,
    Question,
    Recipe,
    Refusal,
    Tally,
    Verdict,
)
from gadfly.run.crew import Work
from gadfly.techniques import technique
from gadfly.triage.confirm import Confirmer
from gadfly.triage.reduce import SECONDS, Reducer
from gadfly.triage.signature import signature
from gadfly.truth.judge import judge

REPORT_SECONDS = 0.5
OVERTIME_SECONDS = 20.0  # for reducing a finding that was met when the time was nearly over
MAX_TIMEOUTS = 3  # in one job: a seed that keeps the target busy for nothing is left for another round


@dataclass(frozen=True, slots=True)
class Assignment:
    """A job with its bounds: where to begin, how many trials at most, when to stop, and the kinds of finding
    that this seed has already shown on this target."""

    job: Job
    first_trial: int
    trials: int
    deadline: float
    known: frozenset[Kind]


@dataclass(frozen=True, slots=True)
class Progress:
    next_trial: int
    delta: Tally


@dataclass(frozen=True, slots=True)
class Skipped:
    reason: str


@dataclass(frozen=True, slots=True)
class Met:
    finding: Finding
    trial: int


@dataclass(frozen=True, slots=True)
class Reduced:
    finding: Finding
    trial: int


@dataclass(frozen=True, slots=True)
class Note:
    message: str


Message = Progress | Skipped | Met | Reduced | Note
Send = Callable[[Message], None]
_OUTCOME_FIELD = {
    Outcome.ANSWERED: "answered",
    Outcome.CRASH: "crashes",
    Outcome.TIMEOUT: "timeouts",
    Outcome.OUT_OF_MEMORY: "timeouts",
    Outcome.UNSUPPORTED: "unsupported",
}
_TOO_MUCH = (Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY)


def make_work(limits: Limits) -> Work[Assignment, Message]:
    """What every worker of a crew does; the workshop lives as long as the worker."""
    notes: list[str] = []
    workshop = Workshop(notes.append)

    def work(assignment: Assignment, send: Send, stopping: Callable[[], bool]) -> None:
        _JobRun(assignment, workshop, limits, send, stopping).run()
        while notes:
            send(Note(notes.pop()))

    return work


def work_maker(limits: Limits) -> Callable[[], Work[Assignment, Message]]:
    return partial(make_work, limits)


class _TimedTarget:
    """A target that adds up how long it was asked, for whatever purpose."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.identity = target.identity
        self.capabilities = target.capabilities
        self.seconds = 0.0

    def answer(self, query: Query, limits: Limits) -> Verdict:
        return self._timed(self._target.answer(query, limits))

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        return self._timed(self._target.answer_fresh(query, limits))

    def close(self) -> None:
        self._target.close()

    def _timed(self, verdict: Verdict) -> Verdict:
        self.seconds += verdict.seconds
        return verdict


class _JobRun:
    """One job from its opening to its last trial."""

    def __init__(
        self,
        assignment: Assignment,
        workshop: Workshop,
        limits: Limits,
        send: Send,
        stopping: Callable[[], bool],
    ) -> None:
        self._assignment = assignment
        self._job = assignment.job
        self._workshop = workshop
        self._limits = limits
        self._send = send
        self._stopping = stopping
        self._known = set(assignment.known)
        self._counts: Counter[str] = Counter()
        self._timeouts = 0
        self._target = _TimedTarget(workshop.target(assignment.job.target))
        self._reference = workshop.reference(self._target.identity.family)
        self._since = time.monotonic()

    def run(self) -> None:
        job = self._job
        target = self._target
        opening = Choices.of(job.random_seed, job.key)
        try:
            session = self._open(opening)
        except SkipSeedError as error:
            self._send(Skipped(str(error)))
            return
        trial = self._assignment.first_trial
        end = min(trial + self._assignment.trials, session.questions)
        while trial < end and not self._is_over():
            choices = Choices.of(job.random_seed, job.key, trial)
            question = session.ask(choices)
            verdict = target.answer(question.query, self._limits)
            session.hear(question, verdict)
            self._count(verdict)
            complaint = judge(question, verdict)
            if complaint is not None and self._is_news(complaint):
                recipe = Recipe(job.technique, job.seed, tuple(opening.record), tuple(choices.record))
                self._follow_up(complaint, question, recipe, trial)
            trial += 1
            if time.monotonic() - self._since > REPORT_SECONDS:
                self._report(trial)
        self._report(trial)

    def _open(self, choices: Choices) -> Session:
        return technique(self._job.technique).open(
            self._job.seed, choices, self._target.capabilities, self._reference
        )

    def _is_news(self, complaint: Complaint) -> bool:
        """Giving up is no fault of a target whose options may limit its effort."""
        excused = complaint.kind is Kind.INCOMPLETE and self._target.identity.name.options
        return not excused and complaint.kind not in self._known

    def _is_over(self) -> bool:
        return (
            self._timeouts >= MAX_TIMEOUTS or time.monotonic() > self._assignment.deadline or self._stopping()
        )

    def _count(self, verdict: Verdict) -> None:
        counts = self._counts
        counts["trials"] += 1
        counts[_OUTCOME_FIELD[verdict.outcome]] += 1
        if Answer.UNKNOWN in verdict.answers:
            counts["unknown"] += 1
        if any(verdict.models):
            counts["models_checked"] += 1
        if verdict.outcome in _TOO_MUCH:
            self._timeouts += 1

    def _report(self, next_trial: int) -> None:
        now = time.monotonic()
        tally = Tally(**self._counts, seconds=now - self._since, target_seconds=self._target.seconds)
        self._send(Progress(next_trial, tally))
        self._counts.clear()
        self._target.seconds = 0.0
        self._since = now

    def _follow_up(self, complaint: Complaint, question: Question, recipe: Recipe, trial: int) -> None:
        target = self._target
        confirmer = Confirmer(target, self._workshop.certifier, self._limits)
        confirmed = confirmer.confirm(question, complaint.kind)
        if isinstance(confirmed, Refusal):
            self._counts["refuted"] += 1
            return
        self._known.add(complaint.kind)
        finding = Finding(
            kind=confirmed.complaint.kind,
            message=confirmed.complaint.message,
            target=target.identity,
            question=question,
            verdict=confirmed.verdict,
            certificate=confirmed.certificate,
            recipe=recipe,
            reduced=question,
            reduced_verdict=confirmed.verdict,
            signature=signature(target.identity, confirmed.complaint, question.query),
        )
        self._send(Met(finding, trial))
        reducer = Reducer(target, confirmer, technique(recipe.technique), self._reference)
        left = self._assignment.deadline - time.monotonic()
        seconds = min(SECONDS, max(left, 0.0) + OVERTIME_SECONDS)
        self._send(Reduced(reducer.reduce(finding, self._stopping, seconds), trial))
