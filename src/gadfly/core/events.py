"""What the engine tells its listeners: terminal, web and JSON lines are all listeners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gadfly.core.words import Kind, Tally


@dataclass(frozen=True, slots=True)
class CampaignStarted:
    """A campaign begins or goes on."""

    techniques: tuple[str, ...]
    targets: tuple[str, ...]
    seeds: int
    random_seed: int
    folder: str
    resumed: bool
    done_before: Tally


@dataclass(frozen=True, slots=True)
class JobProgressed:
    """Work done by one job since its last event."""

    target: str
    seed: str
    delta: Tally


@dataclass(frozen=True, slots=True)
class SeedSkipped:
    """A seed a technique cannot use; said once per seed."""

    seed: str
    reason: str


@dataclass(frozen=True, slots=True)
class FindingMet:
    """A certified finding; `hits` counts how often its signature was met, 1 means it is new."""

    id: str
    kind: Kind
    target: str
    logic: str
    message: str
    hits: int
    trial: int


@dataclass(frozen=True, slots=True)
class FindingReduced:
    """A finding got smaller."""

    id: str
    lines: int


@dataclass(frozen=True, slots=True)
class Noted:
    """Something people should know, in one line."""

    message: str


@dataclass(frozen=True, slots=True)
class CampaignEnded:
    """Why the campaign stopped."""

    reason: str


Event = CampaignStarted | JobProgressed | SeedSkipped | FindingMet | FindingReduced | Noted | CampaignEnded
Listener = Callable[[Event], None]
