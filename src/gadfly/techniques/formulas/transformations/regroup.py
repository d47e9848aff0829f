"""Assertions merged and split."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gadfly.core.choices import Choices

_ASSERT = "(assert "


def regroup(lines: Sequence[str], formulas: Sequence[str], choices: Choices) -> list[str]:
    """The lines of a script; in some, neighbouring assertions become one, or one becomes two by cases."""
    draw = choices.below(16)
    if draw == 15:
        return _merged(lines)
    if draw == 14:
        return _split(lines, choices.pick(formulas), choices)
    return list(lines)


def _merged(lines: Sequence[str]) -> list[str]:
    merged: list[str] = []
    for asserts, group in groupby(lines, lambda line: line.startswith(_ASSERT)):
        run = list(group)
        if asserts and len(run) > 1:
            run = [f"(assert (and {' '.join(map(_formula, run))}))"]
        merged += run
    return merged


def _split(lines: Sequence[str], case: str, choices: Choices) -> list[str]:
    places = [place for place, line in enumerate(lines) if line.startswith(_ASSERT)]
    if not places:
        return list(lines)
    place = choices.pick(places)
    formula = _formula(lines[place])
    cases = [f"(assert (=> {case} {formula}))", f"(assert (=> (not {case}) {formula}))"]
    return [*lines[:place], *cases, *lines[place + 1 :]]


def _formula(line: str) -> str:
    return line[len(_ASSERT) : -1]
