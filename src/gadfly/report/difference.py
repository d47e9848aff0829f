"""How the two programs of a contradiction differ."""

from __future__ import annotations

from difflib import unified_diff

from gadfly.core.words import Question
from gadfly.lang.c.relation import read_relation


def difference(question: Question, name: str) -> list[str]:
    """The lines of a diff from the earlier program of a relative question to the later one, named so."""
    earlier = read_relation(question.truth.evidence).program.splitlines()
    return list(unified_diff(earlier, question.query.text.splitlines(), "other.c", name, lineterm=""))
