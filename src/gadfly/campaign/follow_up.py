"""Following up a suspicion: which options it needs, whether it is certain, how small it gets."""

from __future__ import annotations

import time
from collections.abc import Callable

from gadfly.campaign.messages import Assignment, Met, Reduced, Send
from gadfly.campaign.stopwatch import Stopwatch, TimedTarget
from gadfly.campaign.variants import Settings
from gadfly.campaign.workshop import Workshop
from gadfly.core.interfaces import Target
from gadfly.core.words import Finding, Kind, Language, Limits, Question, Recipe, Refusal
from gadfly.techniques import technique
from gadfly.triage.confirm import Confirmer
from gadfly.triage.options import needed_settings
from gadfly.triage.reduce import SECONDS, Reducer

# A reduction must not starve a hunt by time. Without a deadline attempts end it, the same everywhere. Of
# domains only what hangs takes long, and that is not followed up for every law.
LEFT_SHARE = {Language.SMT: 0.1, Language.C: 0.1, Language.DOMAIN: 0.25}
LEAST_SECONDS = {Language.SMT: 5.0, Language.C: 5.0, Language.DOMAIN: 1.0}
MOST_SECONDS = {Language.SMT: 20.0, Language.C: 90.0, Language.DOMAIN: 20.0}


class FollowUp:
    """Follows up what one job suspects of its target, or of the same target under other options."""

    def __init__(
        self,
        assignment: Assignment,
        workshop: Workshop,
        limits: Limits,
        watch: Stopwatch,
        send: Send,
        stopping: Callable[[], bool],
    ) -> None:
        self._base = assignment.job.base
        self._deadline = assignment.deadline
        self._workshop = workshop
        self._limits = limits
        self._watch = watch
        self._send = send
        self._stopping = stopping

    def pursue(
        self, kind: Kind, question: Question, recipe: Recipe, settings: Settings, trial: int
    ) -> Finding | Refusal:
        """The finding that a suspicion under these settings comes to, reported when met and when reduced."""
        if settings and not self._is_wrong(question, kind, settings):
            return Refusal("a fresh process answers differently")
        needed = needed_settings(settings, lambda fewer: self._is_wrong(question, kind, fewer))
        finding = self._finding(kind, question, recipe, needed)
        if isinstance(finding, Refusal):
            return finding
        self._send(Met(finding, trial))
        reduced = self._reduced(finding, needed)
        self._send(Reduced(reduced, trial, met_as=finding.id))
        return reduced

    def _finding(
        self, kind: Kind, question: Question, recipe: Recipe, settings: Settings
    ) -> Finding | Refusal:
        target = self._target(settings)
        confirmed = self._confirmer(target).confirm(question, kind)
        if isinstance(confirmed, Refusal):
            return confirmed
        return Finding(
            kind=confirmed.complaint.kind,
            message=confirmed.complaint.message,
            target=target.identity,
            question=confirmed.question,
            verdict=confirmed.verdict,
            certificate=confirmed.certificate,
            recipe=recipe,
            reduced=confirmed.question,
            reduced_verdict=confirmed.verdict,
            signature=confirmed.signature(target.identity),
        )

    def _reduced(self, finding: Finding, settings: Settings) -> Finding:
        """The finding made small; a small question may need fewer options, and then is the whole finding."""
        target = self._target(settings)
        reference = self._workshop.reference(target.identity.family)
        reducer = Reducer(target, self._confirmer(target), technique(finding.recipe.technique), reference)
        seconds = self._reduction_seconds(finding.question.query.language)
        reduced = reducer.reduce(finding, self._stopping, seconds)
        fewer = needed_settings(settings, lambda few: self._is_wrong(reduced.reduced, finding.kind, few))
        if fewer == settings:
            return reduced
        smaller = self._finding(finding.kind, reduced.reduced, finding.recipe, fewer)
        return reduced if isinstance(smaller, Refusal) else smaller

    def _is_wrong(self, question: Question, kind: Kind, settings: Settings) -> bool:
        return self._confirmer(self._target(settings)).ask_again(question, kind) is not None

    def _target(self, settings: Settings) -> Target:
        return TimedTarget(self._workshop.variant(self._base, settings), self._watch)

    def _confirmer(self, target: Target) -> Confirmer:
        return Confirmer(target, self._workshop.certifier, self._limits)

    def _reduction_seconds(self, language: Language) -> float:
        left = self._deadline - time.monotonic()
        if left == float("inf"):
            return SECONDS
        return min(MOST_SECONDS[language], max(LEAST_SECONDS[language], LEFT_SHARE[language] * left))
