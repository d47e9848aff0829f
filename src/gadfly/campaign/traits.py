"""Traits of verdicts: what is worth noticing in how a target behaves.

A solver that keeps statistics names what it did: a new name is a part of it that was never at work before.
"""

from __future__ import annotations

import re

from gadfly.core.interfaces import Target
from gadfly.core.words import Language, Limits, Outcome, Query, Verdict

_VARIABLE = re.compile(r"\"[^\"]*\"|'[^']*'|\||\d+|0x[0-9a-f]+")
_LONGEST = 80
# `:name 1` of z3 and yices, `("name" 1)` of cvc5; what is 0 or depends on the machine says nothing.
_STATISTIC = re.compile(r'(?::(?!\S*(?:time|mem|alloc))([a-z][\w.-]*)|\("([^"]+)")\s+(?!0\b)\d')
_STATISTICS_EVERY = 16  # questions, because it costs another one


def asks_for_statistics(trial: int) -> bool:
    return trial % _STATISTICS_EVERY == 0


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
        self._add(trait)

    def note_statistics(self, query: Query, target: Target, limits: Limits) -> None:
        """Ask a solver again, and for statistics too; the answers are nobody's concern."""
        if query.language is not Language.SMT:
            return
        asked = Query(query.language, f"{query.text}(get-info :all-statistics)\n", query.logic)
        for match in _STATISTIC.finditer(target.answer(asked, limits).output):
            self._add(f"statistic {match[1] or match[2]}")

    def _add(self, trait: str) -> None:
        if trait not in self._met:
            self._met.add(trait)
            self._new.append(trait)

    def take(self) -> tuple[str, ...]:
        """What is new since this was last asked."""
        new, self._new = tuple(self._new), []
        return new
