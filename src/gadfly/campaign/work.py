"""A job at work: ask, judge, and follow up every suspicion until it is certified and small."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from gadfly.campaign.follow_up import FollowUp
from gadfly.campaign.messages import Assignment, Message, Note, Progress, Send, Skipped, Unsettled
from gadfly.campaign.screening import AHEAD, needs_screening, screened
from gadfly.campaign.stopwatch import Stopwatch, TimedTarget
from gadfly.campaign.traits import Traits, asks_for_statistics
from gadfly.campaign.variants import Settings
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Session, SkipSeedError, Target
from gadfly.core.words import (
    Answer,
    Complaint,
    Kind,
    Limits,
    Outcome,
    Query,
    Question,
    Recipe,
    Refusal,
    Tally,
    Truth,
    Verdict,
)
from gadfly.run import counters
from gadfly.run.crew import Work
from gadfly.techniques import technique
from gadfly.triage.signature import hanging, operations
from gadfly.truth.judge import judge, may_be
from gadfly.truth.pinned import pinned
from gadfly.truth.relative import earlier, is_relative, needs_earlier, resolved

REPORT_SECONDS = 0.5
MAX_TIMEOUTS = 3  # in one job: a seed that keeps the target busy for nothing is left for another round
MOST_REMEMBERED = 500
MAX_REFUSALS = 8  # under options, if nothing else comes: they do not go together with each other or the seed

_OUTCOME_FIELD = {
    Outcome.ANSWERED: "answered",
    Outcome.CRASH: "crashes",
    Outcome.TIMEOUT: "timeouts",
    Outcome.OUT_OF_MEMORY: "timeouts",
    Outcome.UNSUPPORTED: "unsupported",
}
_TOO_MUCH = (Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY)
_CLAIMS = {Answer.SAT, Answer.UNSAT}


def make_work(limits: Limits) -> Work[Assignment, Message]:
    """What every worker of a crew does; the workshop lives as long as the worker."""
    notes: list[str] = []
    workshop = Workshop(notes.append)

    def work(assignment: Assignment, send: Send, stopping: Callable[[], bool]) -> None:
        try:
            _JobRun(assignment, workshop, limits, send, stopping).run()
        finally:
            workshop.close_variants()
            if counters.are_wanted():
                workshop.close()  # what a live process counted, it writes when it ends
        while notes:
            send(Note(notes.pop()))

    return work


def work_maker(limits: Limits) -> Callable[[], Work[Assignment, Message]]:
    return partial(make_work, limits)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A question of a job, its number and how it was made."""

    number: int
    question: Question
    recipe: Recipe


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
        known = assignment.known
        self._known = {(sighting.kind, sighting.options) for sighting in known if not sighting.hangs}
        self._hangs = [frozenset(sighting.hangs) for sighting in known if sighting.hangs]
        self._counts: Counter[str] = Counter()
        self._outcomes: Counter[Outcome] = Counter()
        self._traits = Traits()
        self._remembered: dict[str, Verdict] = {}
        self._watch = Stopwatch()
        self._asking_seconds = 0.0
        self._follow_up = FollowUp(assignment, workshop, limits, self._watch, send, stopping)
        self._target = self._opened(self._job.settings)
        self._reference = workshop.reference(self._target.identity.family)
        self._since = time.monotonic()

    def run(self) -> None:
        job = self._job
        opening = Choices.of(job.random_seed, job.key)
        try:
            session = self._open(opening)
        except SkipSeedError as error:
            self._send(Skipped(str(error)))
            return
        opened = Recipe(job.technique, job.seed, tuple(opening.record), ())
        trial = self._assignment.first_trial
        end = min(trial + self._assignment.trials, session.questions)
        for each in self._trials(session, opened, range(trial, end)):
            if self._is_over():
                break
            self._ask(session, each)
            trial = each.number + 1
            if time.monotonic() - self._since > REPORT_SECONDS:
                self._report(trial)
        else:
            trial = max(trial, end)
        self._report(trial)

    def _trials(self, session: Session, opened: Recipe, numbers: Sequence[int]) -> Iterator[_Trial]:
        """The trials of these numbers, drawn when they are wanted, but for those that fail a screening."""
        while numbers:
            drawn = [self._draw(session, opened, numbers[0])]
            if needs_screening(drawn[0].question):
                drawn += [self._draw(session, opened, number) for number in numbers[1:AHEAD]]
                yield from self._screened(drawn)
            else:
                yield drawn[0]
            numbers = numbers[len(drawn) :]

    def _draw(self, session: Session, opened: Recipe, number: int) -> _Trial:
        choices = Choices.of(self._job.random_seed, self._job.key, number)
        question = session.ask(choices)
        return _Trial(number, question, replace(opened, asking=tuple(choices.record)))

    def _screened(self, drawn: Sequence[_Trial]) -> list[_Trial]:
        """The trials whose truth an execution shows."""
        shown = screened([each.question for each in drawn], self._workshop.executor)
        kept = [each for each, holds in zip(drawn, shown, strict=True) if holds]
        self._counts["discarded"] += len(drawn) - len(kept)
        return kept

    def _ask(self, session: Session, trial: _Trial) -> None:
        question = trial.question
        verdict = self._answer(question)
        session.hear(question, verdict)
        self._count(verdict)
        self._traits.note(question.query, verdict)
        if asks_for_statistics(trial.number):
            self._traits.note_statistics(question.query, self._target, self._limits)
        if needs_earlier(question):
            question = resolved(question, self._said(earlier(question)))
        question = pinned(question, verdict)
        self._judge(question, verdict, trial.recipe, self._job.settings, trial.number)
        if Answer.UNKNOWN in question.truth.answers and not is_relative(question):
            self._compare(question, verdict, trial.recipe, trial.number)

    def _answer(self, question: Question) -> Verdict:
        if is_relative(question):
            return self._said(question.query)
        return self._target.answer(question.query, self._limits)

    def _said(self, query: Query) -> Verdict:
        """What the target says about a program, remembered because other questions rest on it."""
        if query.digest not in self._remembered:
            self._remembered[query.digest] = self._target.answer(query, self._limits)
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.pop(next(iter(self._remembered)))
        return self._remembered[query.digest]

    def _opened(self, settings: Settings) -> Target:
        return TimedTarget(self._workshop.variant(self._job.base, settings), self._watch)

    def _open(self, choices: Choices) -> Session:
        return technique(self._job.technique).open(
            self._job.seed, choices, self._target.capabilities, self._reference
        )

    def _is_over(self) -> bool:
        outcomes = self._outcomes
        return (
            sum(outcomes[outcome] for outcome in _TOO_MUCH) >= MAX_TIMEOUTS
            or self._is_hopeless()
            or self._asking_seconds > self._assignment.target_seconds
            or time.monotonic() > self._assignment.deadline
            or self._stopping()
        )

    def _is_hopeless(self) -> bool:
        refused = self._outcomes[Outcome.UNSUPPORTED]
        return bool(self._job.settings) and self._outcomes.total() == refused >= MAX_REFUSALS

    def _count(self, verdict: Verdict) -> None:
        counts = self._counts
        counts["trials"] += 1
        counts[_OUTCOME_FIELD[verdict.outcome]] += 1
        self._outcomes[verdict.outcome] += 1
        self._asking_seconds += verdict.seconds
        if Answer.UNKNOWN in verdict.answers:
            counts["unknown"] += 1
        if any(verdict.models):
            counts["models_checked"] += 1

    def _report(self, next_trial: int) -> None:
        now = time.monotonic()
        tally = Tally(**self._counts, seconds=now - self._since, target_seconds=self._watch.take())
        self._send(Progress(next_trial, tally, self._traits.take()))
        self._counts.clear()
        self._since = now

    def _judge(
        self, question: Question, verdict: Verdict, recipe: Recipe, settings: Settings, trial: int
    ) -> None:
        complaint = judge(question, verdict)
        if complaint is None:
            return
        is_hang = verdict.outcome is Outcome.TIMEOUT
        if not (self._is_new_hang(question) if is_hang else self._is_news(complaint, settings)):
            return
        finding = self._follow_up.pursue(complaint.kind, question, recipe, settings, trial)
        if isinstance(finding, Refusal):
            self._counts["refuted"] += 1
        elif is_hang:
            self._hangs.append(frozenset(hanging(finding)))
        else:
            options = finding.target.name.options
            self._known |= {(finding.kind, options), (complaint.kind, options)}

    def _is_new_hang(self, question: Question) -> bool:
        """Operations that do not end together do not end with more of them either."""
        return not any(known.issubset(operations(question.query.text)) for known in self._hangs)

    def _is_news(self, complaint: Complaint, settings: Settings) -> bool:
        """Giving up is no fault of a target whose options may limit its effort.

        What a seed has shown under some options, it will show under more of them. Of a broken law it is
        enough to show once why.
        """
        language = self._job.seed.language
        options = set(self._opened(settings).identity.name.options)
        if options and complaint.kind is Kind.INCOMPLETE:
            return False
        return not any(
            may_be(language, complaint.kind, kind) and options.issuperset(needed)
            for kind, needed in self._known
        )

    def _compare(self, question: Question, verdict: Verdict, recipe: Recipe, trial: int) -> None:
        """Where nobody knew the truth, ask under other options: of two contradicting answers one is wrong."""
        job = self._job
        if job.rival == job.settings or not _CLAIMS.intersection(verdict.answers):
            return
        other = self._opened(job.rival)
        second = other.answer(question.query, self._limits)
        if not _contradict(question.truth, verdict, second):
            return
        truth = self._workshop.certifier.settle(question.query, other.identity)
        if not isinstance(truth, Truth):
            self._send(Unsettled())
            return
        settled = Question(question.query, truth)
        self._judge(settled, verdict, recipe, job.settings, trial)
        self._judge(settled, second, recipe, job.rival, trial)


def _contradict(truth: Truth, one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts claim opposite answers to a check of which nobody knew the truth."""
    return any(
        right is Answer.UNKNOWN and {first, second} == _CLAIMS
        for right, first, second in zip(truth.answers, one.answers, other.answers, strict=False)
    )
