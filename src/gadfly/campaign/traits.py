"""Traits of verdicts: what is worth noticing in how a target behaves."""

from __future__ import annotations

import re

from gadfly.core.words import Outcome, Query, Verdict

_VARIABLE = re.compile(r"\"[^\"]*\"|'[^']*'|\||\d+|0x[0-9a-f]+")
_LONGEST = 80


class Traits:
    """The traits that one job met, each told once. Nothing in them depends on time."""

    def __init__(self) -> None:
        self._met: set[str] = set()
        self._new: list[str] = []

    def note(self, query: Query, verdict: Verdict) -> None:
        if verdict.outcome in (Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY):
            return
        answers = ",".join(sorted(set(verdict.answers)))
        said = _VARIABLE.sub("", verdict.detail)[:_LONGEST]
        trait = f"{query.logic} {verdict.outcome} {answers} {said}".rstrip()
        if trait not in self._met:
            self._met.add(trait)
            self._new.append(trait)

    def take(self) -> tuple[str, ...]:
        """What is new since this was last asked."""
        new, self._new = tuple(self._new), []
        return new
