"""What a reduction may cost: every attempt asks a target, so attempts are what is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _never() -> bool:
    return False


@dataclass(slots=True)
class Meter:
    """Counts attempts and says when to stop; one meter may span several reductions.

    `expired` is the caller's clock, so that nothing here depends on time by itself.
    """

    attempts: int
    expired: Callable[[], bool] = _never
    spent: int = 0

    @property
    def is_empty(self) -> bool:
        return self.spent >= self.attempts or self.expired()

    def spend(self) -> bool:
        """Take one attempt; False if there is none left."""
        if self.is_empty:
            return False
        self.spent += 1
        return True
