"""Sweeps: one question that stands for many tests. The one that fails becomes the question."""

from __future__ import annotations

from dataclasses import replace

from gadfly.core.words import Language, Question, Verdict
from gadfly.lang.domain.text import is_sweep


def pinned(question: Question, verdict: Verdict) -> Question:
    """The question about the test that a verdict on a sweep names; any other question as it is."""
    query = question.query
    if query.language is not Language.DOMAIN or not verdict.asked or not is_sweep(query.text):
        return question
    return replace(question, query=replace(query, text=verdict.asked))
