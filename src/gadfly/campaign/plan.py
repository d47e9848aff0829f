"""The plan of a campaign: an endless, repeatable order of jobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gadfly.campaign.seeds import logic_of
from gadfly.core.choices import Choices
from gadfly.core.words import Capabilities, Seed


@dataclass(frozen=True, slots=True)
class Subject:
    """A technique and a seed: either goes together, whatever the target, or does not."""

    technique: str
    seed_digest: str


@dataclass(frozen=True, slots=True)
class Job:
    """One technique on one seed against one target: the unit that is scheduled, resumed and distributed.

    The key names it for ever: all its randomness derives from the campaign's seed and the key.
    """

    technique: str
    target: str
    seed: Seed
    round: int
    random_seed: int

    @property
    def key(self) -> str:
        return f"{self.technique}/{self.target}/{self.seed.digest[:16]}/{self.round}"

    @property
    def subject(self) -> Subject:
        return Subject(self.technique, self.seed.digest)


class Plan:
    """Every round takes all seeds in a new order and asks every target that knows their logic."""

    def __init__(
        self,
        techniques: Sequence[str],
        targets: Mapping[str, Capabilities],
        seeds: Sequence[Seed],
        random_seed: int,
    ) -> None:
        self._techniques = techniques
        self._random_seed = random_seed
        self._pairs = [
            (seed, target)
            for seed in seeds
            for target, capabilities in targets.items()
            if _fits(seed, capabilities)
        ]

    @property
    def width(self) -> int:
        """The number of jobs in one round."""
        return len(self._pairs) * len(self._techniques)

    @cached_property
    def subjects(self) -> frozenset[Subject]:
        """Everything that a round is about."""
        return frozenset(
            Subject(technique, seed.digest) for seed, _ in self._pairs for technique in self._techniques
        )

    def jobs(self) -> Iterator[Job]:
        round_ = 0
        while self._pairs:
            order = Choices.of(self._random_seed, "order", round_).shuffle(self._pairs)
            for seed, target in order:
                for technique in self._techniques:
                    yield Job(technique, target, seed, round_, self._random_seed)
            round_ += 1


def _fits(seed: Seed, capabilities: Capabilities) -> bool:
    if seed.language is not capabilities.language:
        return False
    return "ALL" in capabilities.logics or logic_of(seed) in capabilities.logics
