"""Who is wrong where a target contradicts itself: both programs are settled, as far as that can be done.

An answer that turns out to be wrong is a finding of its own, about one program alone. A false alarm of an
analyzer that may raise some is one only beside the program of which it knew better. Where neither side can be
shown to be wrong, the contradiction is all there is to report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gadfly.core.words import (
    Answer,
    Certificate,
    Complaint,
    Kind,
    Outcome,
    Query,
    Question,
    Refusal,
    TargetIdentity,
    Truth,
    Verdict,
)
from gadfly.lang.c.checks import with_condition
from gadfly.lang.c.relation import Relation, read_relation
from gadfly.truth.house import HouseCertifier
from gadfly.truth.inputs_c import drawn_vectors
from gadfly.truth.judge import judge
from gadfly.truth.relative import earlier

Explain = Callable[[Query, int], tuple[int, ...]]
"""The inputs with which a target says that a check of a program fails; none if it does not tell."""
Answering = Callable[[Query], Verdict]
"""What a fresh process of a target says."""

METHOD = "contradiction"
_VOUCHERS = ("two fresh processes",)
_WORST_FIRST = tuple(Kind)
_VECTORS = 2  # of inputs, for every build of a program that has to be well defined


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A complaint about a verdict on a question, which is resolved if its truth is relative."""

    question: Question
    complaint: Complaint
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Culprit:
    """A question about one of two programs whose answer is wrong by itself."""

    question: Question
    kind: Kind


@dataclass(frozen=True, slots=True)
class FalseAlarm:
    """A warning about one of two programs that what is said about the other shows to be needless."""

    complaint: Complaint
    certificate: Certificate


Ruling = Culprit | FalseAlarm | Certificate | Refusal
"""What a contradiction comes to; a certificate says that it is one and that nobody knows more."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One of two programs, what the target said about it, what is true of it, and which checks matter."""

    query: Query
    said: tuple[Answer, ...]
    truth: Truth
    labels: set[int]

    def complaint(self) -> Complaint | None:
        return judge(Question(self.query, self.truth), Verdict(Outcome.ANSWERED, self.said))

    def is_settled(self) -> bool:
        return all(self.truth.answers[label] is not Answer.UNKNOWN for label in self.labels)


class Inquiry:
    """Finds out what becomes of the contradictions of one target."""

    def __init__(
        self, certifier: HouseCertifier, accused: TargetIdentity, explain: Explain, answer: Answering
    ) -> None:
        self._certifier = certifier
        self._accused = accused
        self._explain = explain
        self._answer = answer

    def settle(self, contradiction: Suspicion) -> Ruling:
        """What becomes of a contradiction.

        The accused's own counterexamples are executed: where one is right, it is the other answer that is
        wrong. What is proved rightly may be proved for a wrong reason: that nobody gets there. It is refused
        if a program is undefined, or if all answers that it rests on are right: then it is us who are wrong.
        """
        question, place = contradiction.question, contradiction.complaint.at
        relation = read_relation(question.truth.evidence)
        claims = (
            (question.query, contradiction.verdict.answers, {place}),
            (earlier(question), relation.said, _rests_on(relation, place)),
        )
        explained = (
            self._explain(query, label)
            for query, said, labels in claims
            for label in sorted(labels)
            if said[label] is Answer.UNSAFE
        )
        vectors = (*relation.inputs, *filter(None, explained))
        sides = []
        for query, said, labels in claims:
            truth = self._certifier.settle_c(query, labels, self._accused, vectors)
            if isinstance(truth, Refusal):
                return truth
            sides.append(_Side(query, said, truth, labels))
        return (
            self._wrong_side(sides)
            or self._believed_unreached(sides, vectors)
            or self._undefined(question)
            or self._false_alarm(contradiction, relation, sides)
            or self._unsettled(sides)
        )

    def narrowed(self, question: Question, complaint: Complaint) -> Culprit | Refusal:
        """The question about the check at fault alone."""
        truth = self._certifier.narrow_c(question.query, question.truth, complaint.at, self._accused)
        return (
            truth if isinstance(truth, Refusal) else Culprit(Question(question.query, truth), complaint.kind)
        )

    def are_defined(self, question: Question) -> bool:
        """Whether nothing shows that a program of a relative question is undefined, built in every way."""
        return self._undefined(question) is None

    def _undefined(self, question: Question) -> Refusal | None:
        """What is said about a program without a meaning contradicts nothing."""
        inputs = read_relation(question.truth.evidence).inputs
        for query in (question.query, earlier(question)):
            vectors = (inputs or drawn_vectors(query.text)[0])[:_VECTORS]
            if reason := self._certifier.objection_c(query, vectors, self._accused):
                return Refusal(reason)
        return None

    def _wrong_side(self, sides: Sequence[_Side]) -> Culprit | Refusal | None:
        """The answer that is wrong by itself; the worst if both are."""
        found = [(side, wrong) for side in sides if (wrong := side.complaint()) is not None]
        if not found:
            return None
        side, wrong = min(found, key=lambda pair: _WORST_FIRST.index(pair[1].kind))
        return self.narrowed(Question(side.query, side.truth), wrong)

    def _believed_unreached(
        self, sides: Sequence[_Side], vectors: tuple[tuple[int, ...], ...]
    ) -> Culprit | None:
        """A check that is called safe whatever its condition is, although an execution gets there."""
        for side in sides:
            for label in sorted(side.labels):
                if side.said[label] is not Answer.SAFE:
                    continue
                query = replace(side.query, text=with_condition(side.query.text, label, "0"))
                verdict = self._answer(query)
                if verdict.outcome is not Outcome.ANSWERED or verdict.answers[label] is not Answer.SAFE:
                    continue
                truth = self._certifier.settle_c(query, {label}, self._accused, vectors)
                if isinstance(truth, Truth) and truth.answers[label] is Answer.UNSAFE:
                    only = self._certifier.narrow_c(query, truth, label, self._accused)
                    if isinstance(only, Truth):
                        return Culprit(Question(query, only), Kind.UNSOUND)
        return None

    def _false_alarm(
        self, contradiction: Suspicion, relation: Relation, sides: Sequence[_Side]
    ) -> FalseAlarm | Refusal | None:
        """The warning that is needless, if there is one and it is known to be."""
        place, count = contradiction.complaint.at, len(contradiction.question.truth.answers)
        tied = next(tie.earlier for tie in relation.ties if tie.later == place)
        later, before = sides
        proved = f"check {place + 1} of {count}"
        for side, label, where, message in (
            (later, place, "this program", f"warns of {proved}, which it proves of another program"),
            (before, tied, "the earlier one", f"proves {proved}, but warns of it in another program"),
        ):
            if side.said[label] is not Answer.UNKNOWN or side.truth.answers[label] is not Answer.SAFE:
                continue
            truth = self._certifier.narrow_c(side.query, side.truth, label, self._accused)
            if isinstance(truth, Refusal):
                return truth
            certificate = self._certifier.certify(side.query, truth, self._accused)
            if isinstance(certificate, Refusal):
                return certificate
            complaint = Complaint(Kind.IMPRECISE, place, f"{message}; it cannot fail")
            return FalseAlarm(complaint, replace(certificate, detail=f"of {where}: {certificate.detail}"))
        return None

    def _unsettled(self, sides: Sequence[_Side]) -> Certificate | Refusal:
        """That nobody knows, and what other analyzers say: look first at whom they contradict."""
        if all(side.is_settled() for side in sides):
            return Refusal("all that it says about both programs is right")
        detail = "neither answer could be shown to be wrong by itself"
        for name, side in zip(("this program", "the earlier one"), sides, strict=True):
            for hint in self._certifier.hints_c(side.query, side.labels, self._accused):
                stand = "agrees" if side.said[hint.label] is hint.answer else "disagrees"
                detail += f"; about {name} {hint}, which {stand}"
        return Certificate(METHOD, _VOUCHERS, detail)


def _rests_on(relation: Relation, later: int) -> set[int]:
    """The checks of the earlier program that what is implied about one of the later rests on."""
    return {tie.earlier for tie in relation.ties if tie.later == later} | set(relation.assumed)
