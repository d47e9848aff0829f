"""Coming back to a finding: is it still wrong, can it be smaller?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gadfly.campaign.workshop import Workshop
from gadfly.core.words import Complaint, Finding, Limits, Question, TargetIdentity, Verdict
from gadfly.lang.c.relation import read_relation
from gadfly.techniques import technique
from gadfly.triage.confirm import Confirmer
from gadfly.triage.reduce import Reducer
from gadfly.truth.judge import judge, may_be
from gadfly.truth.relative import ask, is_relative, suspected

_LIMITS = Limits(wall_seconds=20.0, cpu_seconds=20.0)


@dataclass(frozen=True, slots=True)
class Replay:
    """What a target says today to the reduced question of a finding; a relative truth is resolved."""

    finding: Finding
    question: Question
    target: TargetIdentity
    verdict: Verdict
    complaint: Complaint | None

    @property
    def still_wrong(self) -> bool:
        reduced = self.finding.reduced
        kind = suspected(reduced, self.finding.kind)
        return self.complaint is not None and may_be(reduced.query.language, self.complaint.kind, kind)

    def lines(self) -> Iterator[str]:
        if self.target.digest != self.finding.target.digest:
            yield f"note: {self.target.name} is not the program that was asked before"
        said = ", ".join(self.verdict.answers) or f"{self.verdict.outcome} {self.verdict.detail}"
        yield f"{self.target.name} says: {said}; {self._measure()}"
        yield f"still wrong: {self.complaint.message}" if self.complaint else "not wrong any more"

    def _measure(self) -> str:
        """What the answers are measured by."""
        truth = self.question.truth
        if is_relative(self.question):
            return f"about the other program: {', '.join(read_relation(truth.evidence).said)}"
        return f"right: {', '.join(truth.answers)}"

    def as_json(self) -> dict[str, Any]:
        return {
            "target": str(self.target.name),
            "same_program": self.target.digest == self.finding.target.digest,
            "outcome": self.verdict.outcome,
            "answers": list(self.verdict.answers),
            "right": list(self.finding.reduced.truth.answers),
            "still_wrong": self.still_wrong,
            "message": self.complaint.message if self.complaint else "",
        }


def replay(finding: Finding) -> Replay:
    """Ask the target of a finding again, in a fresh process."""
    workshop = Workshop(_silent)
    try:
        target = workshop.target(finding.target.address)
        heard = ask(finding.reduced, lambda query: target.answer_fresh(query, _LIMITS))
        complaint = judge(heard.question, heard.verdict)
        return Replay(finding, heard.question, target.identity, heard.verdict, complaint)
    finally:
        workshop.close()


def reduce_again(
    finding: Finding, *, seconds: float, with_others: bool, note: Callable[[str], None]
) -> Finding:
    """The finding, made as small as the time allows."""
    workshop = Workshop(note)
    try:
        target = workshop.target(finding.target.address)
        confirmer = Confirmer(target, workshop.certifier, _LIMITS)
        reference = workshop.reference(target.identity.family)
        reducer = Reducer(target, confirmer, technique(finding.recipe.technique), reference)
        reduced = reducer.reduce(finding, lambda: False, seconds=seconds)
        return reducer.reduce_with_others(reduced, seconds=seconds) if with_others else reduced
    finally:
        workshop.close()


def _silent(_message: str) -> None:
    """A replay needs no voucher, so there is nothing to note."""
