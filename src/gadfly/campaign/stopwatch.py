"""How long targets are kept busy."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.core.interfaces import Explaining, Target
from gadfly.core.words import Limits, Query, Verdict


@dataclass(slots=True)
class Stopwatch:
    """Adds up the time of all targets that are timed by it."""

    seconds: float = 0.0

    def take(self) -> float:
        """The time since it was last taken."""
        seconds, self.seconds = self.seconds, 0.0
        return seconds


class TimedTarget:
    """A target that reports how long it was asked, for whatever purpose."""

    def __init__(self, target: Target, watch: Stopwatch) -> None:
        self._target = target
        self._watch = watch
        self.identity = target.identity
        self.capabilities = target.capabilities

    def answer(self, query: Query, limits: Limits) -> Verdict:
        return self._timed(self._target.answer(query, limits))

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        return self._timed(self._target.answer_fresh(query, limits))

    def counterexample(self, query: Query, label: int, limits: Limits) -> tuple[int, ...]:
        target = self._target
        return target.counterexample(query, label, limits) if isinstance(target, Explaining) else ()

    def close(self) -> None:
        self._target.close()

    def _timed(self, verdict: Verdict) -> Verdict:
        self._watch.seconds += verdict.seconds
        return verdict
