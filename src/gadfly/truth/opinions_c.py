"""What other analyzers say where nobody can tell who is right: no proof, but a hint where to look."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from gadfly.core.interfaces import Target
from gadfly.core.words import CLAIMS, Answer, Limits, Outcome, Query, TargetIdentity

Peers = Callable[[str], Iterable[Target]]
"""Given the family that is accused: analyzers of other families that are at hand."""

_LIMITS = Limits(wall_seconds=60, cpu_seconds=10)


@dataclass(frozen=True, slots=True)
class Hint:
    """What an analyzer says about a check of a program."""

    analyzer: str
    label: int
    answer: Answer

    def __str__(self) -> str:
        return f"{self.analyzer} says {self.answer} to check {self.label + 1}"


def no_peers(_family: str) -> Iterable[Target]:
    return ()


def hints(query: Query, labels: Collection[int], peers: Peers, accused: TargetIdentity) -> tuple[Hint, ...]:
    """What other analyzers claim about these checks; who does not know says nothing."""
    found = []
    for peer in peers(accused.family):
        verdict = peer.answer_fresh(query, _LIMITS)
        if verdict.outcome is Outcome.ANSWERED:
            name = str(peer.identity.name)
            found += [
                Hint(name, label, verdict.answers[label])
                for label in sorted(labels)
                if verdict.answers[label] in CLAIMS
            ]
    return tuple(found)
