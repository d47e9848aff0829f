"""The panel: solvers of other families than the accused, asked until enough of them agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gadfly.core.interfaces import Target
from gadfly.core.words import Answer, Language, Limits, Outcome, Query, Refusal, TargetIdentity

LIMITS = Limits(wall_seconds=20, cpu_seconds=20)

Vouchers = Callable[[str], Iterable[Target]]
"""Given the family that is accused: solvers of other families, the readiest first."""


@dataclass(frozen=True, slots=True)
class Poll:
    """One question in several spellings, of which a solver need decide but one; `subject` names it.

    `evaluated` says that our evaluator has decided it already, as is expected of the solvers.
    """

    spellings: tuple[str, ...]
    subject: str
    evaluated: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """What solvers of different families agreed on; `unknown` if too few of them could tell."""

    answer: Answer
    names: tuple[str, ...]


class Panel:
    """Solvers that vouch; one that errs or gives up does not count, one that dissents decides."""

    def __init__(self, vouchers: Vouchers) -> None:
        self._vouchers = vouchers

    def others(self, accused: TargetIdentity) -> Iterable[Target]:
        return self._vouchers(accused.family)

    def expect(self, poll: Poll, answer: Answer, accused: TargetIdentity, needed: int) -> Vote | Refusal:
        """Refuses unless solvers of `needed` families give the answer before one gives another."""
        vote = self.ask(poll, accused, needed, answer)
        if isinstance(vote, Vote) and vote.answer is Answer.UNKNOWN:
            found = len(vote.names)
            return Refusal(f"{found} of {needed} solvers of other families could decide {poll.subject}")
        return vote

    def ask(
        self, poll: Poll, accused: TargetIdentity, needed: int, expected: Answer = Answer.UNKNOWN
    ) -> Vote | Refusal:
        """What `needed` families agree on; refuses if they differ. The first to decide sets the measure."""
        agreed: dict[str, str] = {}
        for voucher in self.others(accused):
            family = voucher.identity.family
            answer = Answer.UNKNOWN if family in agreed else _decision(voucher, poll.spellings)
            if answer is Answer.UNKNOWN:
                continue
            if expected is Answer.UNKNOWN:
                expected = answer
            if answer is not expected:
                return Refusal(f"{voucher.identity.name} says {answer} to {poll.subject}")
            agreed[family] = str(voucher.identity.name)
            if len(agreed) == needed:
                return Vote(expected, tuple(agreed.values()))
        return Vote(Answer.UNKNOWN, tuple(agreed.values()))


def _decision(voucher: Target, spellings: tuple[str, ...]) -> Answer:
    """What a solver says to the first spelling that it can decide."""
    for spelling in spellings:
        verdict = voucher.answer_fresh(Query(Language.SMT, spelling), LIMITS)
        if verdict.outcome is Outcome.ANSWERED and verdict.answers not in ((), (Answer.UNKNOWN,)):
            return verdict.answers[0]
    return Answer.UNKNOWN
