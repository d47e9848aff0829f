"""Making a finding small: first its choices, then its text."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, Session, SkipSeedError, Target, Technique
from gadfly.core.words import Finding, Kind, Language, Limits, Question, Recipe, Refusal
from gadfly.triage.c_reducer import reduce_c, with_fewer_checks
from gadfly.triage.c_witness import Witness
from gadfly.triage.choices_reducer import Attempt, Trace, reduce_recipe
from gadfly.triage.confirm import Confirmer
from gadfly.triage.cvise import reduce_with_cvise
from gadfly.triage.ddsmt import reduce_with_ddsmt
from gadfly.triage.domain_reducer import reduce_domain
from gadfly.triage.meter import Meter
from gadfly.triage.pair_reducer import reduce_pair
from gadfly.triage.smt_reducer import reduce_smt
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask, is_relative, needs_earlier

# Attempts are what normally ends a reduction, so that it ends the same way on a slow machine.
CHOICE_ATTEMPTS = 150
PAIR_ATTEMPTS = 150
TEXT_ATTEMPTS = 1000
SECONDS = 120.0
CHOICE_SHARE = 0.3  # of the time; text reduction does the fine work and must not starve
PAIR_SHARE = 0.5  # of the time, choices included
_SETTLED = frozenset({Kind.UNSOUND, Kind.IMPRECISE})  # what a contradiction can turn out to be
# Slow candidates are not worth waiting for; an analyzer needs a moment for any program. A domain that hangs
# is asked many times, and what does not hang takes no time at all.
_LIMITS = {
    Language.SMT: Limits(wall_seconds=5.0, cpu_seconds=0.5),
    Language.C: Limits(wall_seconds=30.0, cpu_seconds=5.0),
    Language.DOMAIN: Limits(wall_seconds=5.0, cpu_seconds=0.3),
}


Made = TypeVar("Made")


class Reducer:
    """Reduces findings of one target.

    Attempts go to the live process because there are many; the result must hold in a fresh process and be
    certified anew, or the finding stays as it was.
    """

    def __init__(
        self, target: Target, confirmer: Confirmer, technique: Technique, reference: Reference
    ) -> None:
        self._target = target
        self._confirmer = confirmer
        self._technique = technique
        self._reference = reference
        self._opened: tuple[tuple[int, ...], Session, Trace] | None = None

    def reduce(self, finding: Finding, stopping: Callable[[], bool], seconds: float = SECONDS) -> Finding:
        """The finding with a smaller question, if one is found in time."""
        meter = partial(_meter, stopping, time.monotonic())
        if finding.question.query.language is Language.DOMAIN:
            return self._reduce_domain(finding, meter(seconds, TEXT_ATTEMPTS))
        recipe = reduce_recipe(
            finding.recipe,
            lambda recipe: self._attempt(recipe, finding.kind),
            meter(CHOICE_SHARE * seconds, CHOICE_ATTEMPTS),
        )
        best = finding
        rebuilt = self._rebuild(recipe)
        if rebuilt is not None:
            best = self._confirmed(best, rebuilt[0])
            if needs_earlier(rebuilt[0]) and best.kind in _SETTLED and not is_relative(best.reduced):
                best = self._with_pair(best, rebuilt[0], meter(PAIR_SHARE * seconds, PAIR_ATTEMPTS))
        if is_relative(best.reduced):
            return self._reduce_pair(best, meter(seconds, TEXT_ATTEMPTS))
        match best.question.query.language:
            case Language.SMT:
                return self._reduce_smt(best, meter(seconds, TEXT_ATTEMPTS))
            case Language.C:
                return self._reduce_c(best, meter(seconds, TEXT_ATTEMPTS))
            case _:
                return best

    def reduce_with_others(self, finding: Finding, seconds: float) -> Finding:
        """The finding with what a foreign reducer makes of it, if that stands up to confirmation."""
        match finding.question.query.language:
            case Language.SMT:
                reduce = reduce_with_ddsmt
            case Language.C:
                reduce = reduce_with_cvise
            case _:
                return finding
        reduced = reduce(finding.reduced, finding.target.address, finding.kind, seconds=seconds)
        return self._confirmed(finding, reduced)

    def _reduce_smt(self, finding: Finding, meter: Meter) -> Finding:
        is_wrong = partial(self._is_wrong, kind=finding.kind)
        reduced = reduce_smt(finding.reduced, is_wrong, self._confirmer.certifies, meter)
        return self._confirmed(finding, reduced)

    def _reduce_c(self, finding: Finding, meter: Meter) -> Finding:
        """The finding with a smaller program; no truth is at stake in one that lets the target crash."""
        is_wrong = partial(self._is_wrong, kind=finding.kind)
        fewer = with_fewer_checks(finding.reduced, is_wrong, meter)
        if finding.kind is Kind.CRASH:
            return self._confirmed(finding, reduce_c(fewer, is_wrong, lambda _question: True, meter))
        witness = Witness(self._reference, fewer)
        reduce_c(fewer, is_wrong, witness.holds, meter)
        return self._last_confirmed(finding, [fewer, *witness.held])

    def _reduce_domain(self, finding: Finding, meter: Meter) -> Finding:
        """The finding with a smaller program. No choices are behind one, and a law holds for any of them."""
        outcome = finding.verdict.outcome

        def breaks_law(question: Question) -> bool:
            verdict = self._target.answer(question.query, _LIMITS[Language.DOMAIN])
            return verdict.outcome is outcome and judge(question, verdict) is not None

        steps = reduce_domain(finding.reduced, self._target.capabilities, breaks_law, meter)
        return self._last_confirmed(finding, steps)

    def _reduce_pair(self, finding: Finding, meter: Meter) -> Finding:
        """The finding with two smaller programs that contradict each other."""
        is_wrong = partial(self._is_wrong, kind=finding.kind)
        return self._last_confirmed(finding, reduce_pair(finding.reduced, is_wrong, self._reference, meter))

    def _with_pair(self, finding: Finding, question: Question, meter: Meter) -> Finding:
        """The finding with the two programs that gave it away, if it was a contradiction, made small."""
        pair = self._confirmer.contradiction(question)
        if pair is None:
            return finding
        is_wrong = partial(self._is_wrong, kind=Kind.CONTRADICTION)
        steps = reduce_pair(question, is_wrong, self._reference, meter)
        return replace(finding, pair=_last_good(steps, self._confirmer.contradiction) or pair)

    def _last_confirmed(self, finding: Finding, steps: Sequence[Question]) -> Finding:
        """The finding with the last of ever smaller questions that stands up to confirmation."""

        def confirmed(question: Question) -> Finding | None:
            found = self._confirmed(finding, question)
            return None if found is finding else found

        return _last_good(steps, confirmed) or finding

    def _attempt(self, recipe: Recipe, kind: Kind) -> Attempt | None:
        rebuilt = self._rebuild(recipe)
        if rebuilt is None or not self._is_wrong(rebuilt[0], kind):
            return None
        return rebuilt[1]

    def _rebuild(self, recipe: Recipe) -> tuple[Question, Attempt] | None:
        session = self._open(recipe)
        if session is None:
            return None
        asking = Choices.replay(recipe.asking)
        question = session[0].ask(asking)
        return question, Attempt(session[1], Trace.of(asking))

    def _open(self, recipe: Recipe) -> tuple[Session, Trace] | None:
        """The session of an opening; the last one is kept, because asking is reduced most of the time."""
        if self._opened is None or self._opened[0] != recipe.opening:
            choices = Choices.replay(recipe.opening)
            try:
                session = self._technique.open(
                    recipe.seed, choices, self._target.capabilities, self._reference
                )
            except SkipSeedError:
                return None
            self._opened = (recipe.opening, session, Trace.of(choices))
        return self._opened[1], self._opened[2]

    def _is_wrong(self, question: Question, kind: Kind) -> bool:
        """A wrong answer may come from a contradiction that was settled, and does so again when rebuilt."""
        limits = _LIMITS[question.query.language]
        heard = ask(question, lambda query: self._target.answer(query, limits))
        complaint = judge(heard.question, heard.verdict)
        sought = {kind} if kind is Kind.CRASH else {kind, Kind.CONTRADICTION}
        return complaint is not None and complaint.kind in sought

    def _confirmed(self, finding: Finding, question: Question) -> Finding:
        """The finding with this question as its reduction, if it stands up to confirmation."""
        if not is_relative(question) and _size(question) > _size(finding.reduced):
            return finding
        confirmed = self._confirmer.confirm(question, finding.kind)
        if isinstance(confirmed, Refusal) and is_relative(question):
            confirmed = self._confirmer.confirm(question, Kind.CONTRADICTION)
        if isinstance(confirmed, Refusal) or confirmed.complaint.kind is not finding.kind:
            return finding
        if _size(confirmed.question) > _size(finding.reduced):
            return finding
        return replace(
            finding,
            message=confirmed.complaint.message,
            certificate=confirmed.certificate,
            reduced=confirmed.question,
            reduced_verdict=confirmed.verdict,
            signature=confirmed.signature(finding.target),
        )


def _last_good(steps: Sequence[Question], made_of: Callable[[Question], Made | None]) -> Made | None:
    """What is made of the last of ever smaller questions that is good.

    Certifying is stricter than what every step went through, so that one bad step must not cost all.
    """
    best = None
    good, bad = 0, len(steps)
    place = bad - 1
    while good < bad:
        made = made_of(steps[place])
        if made is None:
            bad = place
        else:
            best, good = made, place + 1
        place = (good + bad) // 2
    return best


def _size(question: Question) -> int:
    return len(question.query.text)


def _meter(stopping: Callable[[], bool], began: float, seconds: float, attempts: int) -> Meter:
    return Meter(attempts, lambda: stopping() or time.monotonic() > began + seconds)
