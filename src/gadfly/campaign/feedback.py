"""Feedback: what gave new behaviour lately is preferred, by a plain bandit.

An arm is a technique, a logic, a seed or a setting of an option. Its reward is what its jobs showed for the
first time: findings above all, then traits of verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gadfly.campaign.seeds import logic_of
from gadfly.campaign.variants import Setting
from gadfly.core.choices import Choices
from gadfly.core.words import Seed

FINDING_WORTH = 10  # traits
FADING = 0.9  # of what an arm gave before, with every job: only what works lately counts
PRIOR_NEWS, PRIOR_JOBS = 1.0, 2.0  # an arm that was never tried is worth a try
SCALE, LEAST, MOST = 16, 4, 64  # weights: no arm is ever given up, none takes all


class ArmKind(StrEnum):
    """What a choice can be about."""

    TECHNIQUE = "technique"
    LOGIC = "logic"
    SEED = "seed"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class Arm:
    """One possibility of a choice."""

    kind: ArmKind
    name: str


@dataclass(slots=True)
class _Yield:
    """What an arm gave: in all, and lately."""

    trials: int = 0
    traits: int = 0
    findings: int = 0
    news: float = 0.0
    jobs: float = 0.0


@dataclass(frozen=True, slots=True)
class ArmYield:
    """What an arm gave, for people."""

    kind: ArmKind
    name: str
    trials: int
    traits: int
    findings: int


@dataclass(frozen=True, slots=True)
class Seen:
    """What a job showed: its trials, traits of verdicts and signatures of findings."""

    trials: int
    traits: frozenset[str]
    signatures: frozenset[str]


class Feedback:
    """Weighs arms by what they gave. It knows only what it was told, in the order it was told."""

    def __init__(self) -> None:
        self._yields: dict[Arm, _Yield] = {}
        self._known: set[str] = set()

    def learn(self, arms: Iterable[Arm], seen: Seen) -> None:
        """Credit all arms of a job with what nobody showed before."""
        traits = len(seen.traits - self._known)
        findings = len(seen.signatures - self._known)
        self._known |= seen.traits | seen.signatures
        for arm in arms:
            given = self._yields.setdefault(arm, _Yield())
            given.trials += seen.trials
            given.traits += traits
            given.findings += findings
            given.news = FADING * given.news + traits + FINDING_WORTH * findings
            given.jobs = FADING * given.jobs + 1

    def weight(self, *arms: Arm) -> int:
        """How much to prefer a possibility that all these arms are part of."""
        weight = float(SCALE)
        for arm in arms:
            given = self._yields.get(arm, _Yield())
            weight *= (given.news + PRIOR_NEWS) / (given.jobs + PRIOR_JOBS) * (PRIOR_JOBS / PRIOR_NEWS)
        return max(LEAST, min(MOST, round(weight)))

    def favourite(self, arms: Iterable[Arm], choices: Choices) -> Arm | None:
        """One of the arms that gave news, in proportion to how much and how lately; None if none did."""
        scores = {}
        for arm in arms:
            given = self._yields.get(arm)
            score = round(SCALE * given.news / given.jobs) if given else 0
            if score:
                scores[arm] = score
        return choices.weighted(list(scores), list(scores.values())) if scores else None

    def table(self) -> tuple[ArmYield, ...]:
        """What every arm gave, the best first."""
        rows = (
            ArmYield(arm.kind, arm.name, given.trials, given.traits, given.findings)
            for arm, given in self._yields.items()
        )
        return tuple(sorted(rows, key=lambda row: (-row.findings, -row.traits, row.kind, row.name)))


def technique_arm(technique: str) -> Arm:
    return Arm(ArmKind.TECHNIQUE, technique)


def seed_arms(seed: Seed) -> tuple[Arm, Arm]:
    return Arm(ArmKind.SEED, seed.name), Arm(ArmKind.LOGIC, logic_of(seed))


def option_arm(target: str, setting: Setting) -> Arm:
    return Arm(ArmKind.OPTION, f"{target} {setting[0]}={setting[1]}")
