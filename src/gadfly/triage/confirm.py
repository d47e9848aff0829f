"""From suspicion to finding: asked again in a fresh process, then settled or certified."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gadfly.core.interfaces import Explaining, Target
from gadfly.core.words import (
    Certificate,
    Complaint,
    Kind,
    Language,
    Limits,
    Pair,
    Query,
    Question,
    Refusal,
    TargetIdentity,
    Verdict,
)
from gadfly.triage.contradiction import Culprit, FalseAlarm, Inquiry, Ruling, Suspicion
from gadfly.triage.signature import signature
from gadfly.truth import domain_premises
from gadfly.truth.house import HouseCertifier
from gadfly.truth.judge import judge, may_be
from gadfly.truth.relative import alone, ask, is_relative, suspected

CRASH_REPEATS = 2
DOMAIN_SECONDS = 4.0  # of the processor for a domain program: in a sweep, a test that takes one is stopped


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A suspicion that a fresh process shares and a certificate backs.

    The question need not be the one that was asked: of a contradiction it may be one side alone.
    """

    question: Question
    complaint: Complaint
    verdict: Verdict
    certificate: Certificate

    def signature(self, target: TargetIdentity) -> str:
        return signature(target, self.complaint, self.question.query, self.verdict.outcome)


class Confirmer:
    """Confirms suspicions against one target."""

    def __init__(self, target: Target, certifier: HouseCertifier, limits: Limits) -> None:
        self._target = target
        self._certifier = certifier
        self._limits = limits
        self._inquiry = Inquiry(certifier, target.identity, self._explained, self._fresh)

    def ask_again(self, question: Question, kind: Kind) -> Suspicion | None:
        """The complaint of this kind that a fresh process gives rise to, if it does.

        It gets more memory than before, because a program may crash when it runs out of it.
        """
        kind = suspected(question, kind)
        limits = replace(self._limits, memory_bytes=2 * self._limits.memory_bytes)
        if question.query.language is Language.DOMAIN:
            limits = replace(limits, cpu_seconds=min(DOMAIN_SECONDS, limits.cpu_seconds))
        asked = question if kind is Kind.CONTRADICTION else alone(question)
        heard = ask(asked, lambda query: self._target.answer_fresh(query, limits))
        complaint = judge(heard.question, heard.verdict)
        if complaint is None or not may_be(question.query.language, complaint.kind, kind):
            return None
        return Suspicion(heard.question, complaint, heard.verdict)

    def confirm(self, question: Question, kind: Kind) -> Confirmed | Refusal:
        """What a suspicion comes to. Of a broken law only now is known what kind of fault it is."""
        if question.query.language is Language.DOMAIN:
            reason = domain_premises.objection(question.query, self._target.capabilities)
            if reason:
                return Refusal(reason)
        again = self.ask_again(question, kind)
        if again is None:
            return Refusal("a fresh process answers differently")
        kind = suspected(question, kind)
        if question.query.language is Language.DOMAIN and again.complaint.kind is not Kind.CRASH:
            return self._convict(again)
        ruling: Ruling
        if kind is Kind.CONTRADICTION:
            ruling = self._inquiry.settle(again)
        elif kind is Kind.UNSOUND and is_relative(question):
            ruling = self._inquiry.narrowed(again.question, again.complaint)
        else:
            ruling = self._certify(again)
        match ruling:
            case Refusal():
                return ruling
            case Culprit():
                return self.confirm(ruling.question, ruling.kind)
            case FalseAlarm():
                return Confirmed(again.question, ruling.complaint, again.verdict, ruling.certificate)
            case Certificate():
                return Confirmed(again.question, again.complaint, again.verdict, ruling)

    def contradiction(self, question: Question) -> Pair | None:
        """The contradiction, if two fresh processes share it and both programs are well defined."""
        again = self.ask_again(question, Kind.CONTRADICTION)
        if again is None or again.complaint.kind is not Kind.CONTRADICTION:
            return None
        ruling = self._inquiry.settle(again)
        is_sure = not isinstance(ruling, Culprit) or self._inquiry.are_defined(again.question)
        is_refused = isinstance(ruling, Refusal) or not is_sure
        return None if is_refused else Pair(again.question, again.verdict.answers)

    def _fresh(self, query: Query) -> Verdict:
        return self._target.answer_fresh(query, self._limits)

    def _explained(self, query: Query, label: int) -> tuple[int, ...]:
        """The inputs with which the target itself says that a check fails."""
        target = self._target
        return target.counterexample(query, label, self._limits) if isinstance(target, Explaining) else ()

    def _convict(self, suspicion: Suspicion) -> Confirmed | Refusal:
        question, verdict = suspicion.question, suspicion.verdict
        conviction = self._certifier.convict(question.query, verdict, self._target)
        if isinstance(conviction, Refusal):
            return conviction
        complaint = Complaint(conviction.kind, suspicion.complaint.at, conviction.message)
        return Confirmed(question, complaint, verdict, conviction.certificate)

    def certifies(self, question: Question) -> bool:
        """Whether the truth of a question can be certified."""
        certificate = self._certifier.certify(question.query, question.truth, self._target.identity)
        return isinstance(certificate, Certificate)

    def _certify(self, suspicion: Suspicion) -> Certificate | Refusal:
        accused = self._target.identity
        question, complaint = suspicion.question, suspicion.complaint
        if complaint.kind is Kind.CRASH:
            # No truth is at stake: a crash is wrong whatever the answer is.
            if all(self.ask_again(question, Kind.CRASH) for _ in range(CRASH_REPEATS)):
                return Certificate("reproduction", (f"{CRASH_REPEATS + 1} fresh processes",))
            return Refusal("does not crash every time")
        if complaint.kind is Kind.INVALID_MODEL:
            model = suspicion.verdict.models[complaint.at]
            return self._certifier.certify_model_invalid(question.query, complaint.at, model, accused)
        return self._certifier.certify(question.query, question.truth, accused)
