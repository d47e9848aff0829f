"""How much of a target's own code was run, and when: the records of a coverage curve."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CoverageError(Exception):
    """Coverage cannot be measured; one line that says what to do."""


class Phase(StrEnum):
    """What had been asked when coverage was measured: first only the seeds as they are, then queries too."""

    SEEDS = "seeds"
    QUERIES = "queries"


@dataclass(frozen=True, slots=True)
class Count:
    """Some of all lines, functions or branches."""

    covered: int
    total: int

    @property
    def percent(self) -> float:
        return 100 * self.covered / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was run of a program."""

    lines: Count
    functions: Count
    branches: Count


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The coverage after so many seconds and questions since the recording began; counts only grow."""

    phase: Phase
    seconds: float
    questions: int
    coverage: Coverage
