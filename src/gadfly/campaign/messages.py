"""What the coordinator of a campaign and its workers tell each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gadfly.campaign.plan import Job
from gadfly.core.words import Finding, Tally
from gadfly.store import Sighting


@dataclass(frozen=True, slots=True)
class Assignment:
    """A job with its bounds: where to begin, how many trials at most, how long the target may be busy with
    them, when to stop, and what this seed has already shown on this target."""

    job: Job
    first_trial: int
    trials: int
    target_seconds: float
    deadline: float
    known: frozenset[Sighting]


@dataclass(frozen=True, slots=True)
class Progress:
    """What was done since the last report."""

    next_trial: int
    delta: Tally
    traits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    """The technique cannot use the seed."""

    reason: str


@dataclass(frozen=True, slots=True)
class Met:
    """A finding, certified but as large as it was met."""

    finding: Finding
    trial: int


@dataclass(frozen=True, slots=True)
class Reduced:
    """A finding that was met, made small; it may need fewer options now, and then it has another id."""

    finding: Finding
    trial: int
    met_as: str


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Two option sets contradict each other, and nobody could say which one is right."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something people should know."""

    message: str


Message = Progress | Skipped | Met | Reduced | Unsettled | Note
Send = Callable[[Message], None]
