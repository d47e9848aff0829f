"""Reducing the two programs of a contradiction: what they share goes from both alike.

What relates them are the checks and assumptions that were added, and these do so in any program around them.
So lines with such probes stay, and the relation with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from gadfly.core.words import Question
from gadfly.lang.c.relation import read_relation, write_relation
from gadfly.triage.meter import Meter

_PROBES = ("__gadfly_check(", "__VERIFIER_assume(")


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two programs as lines, and the places of the lines that can go from both."""

    earlier: tuple[str, ...]
    later: tuple[str, ...]
    shared: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, question: Question) -> _Pair:
        earlier = tuple(read_relation(question.truth.evidence).program.splitlines(keepends=True))
        later = tuple(question.query.text.splitlines(keepends=True))
        blocks = SequenceMatcher(None, earlier, later, autojunk=False).get_matching_blocks()
        places = ((block.a + n, block.b + n) for block in blocks for n in range(block.size))
        shared = (pair for pair in places if not any(probe in earlier[pair[0]] for probe in _PROBES))
        return cls(earlier, later, tuple(shared))

    def without(self, gone: Sequence[tuple[int, int]]) -> tuple[str, str]:
        from_earlier, from_later = {pair[0] for pair in gone}, {pair[1] for pair in gone}
        return (
            "".join(line for place, line in enumerate(self.earlier) if place not in from_earlier),
            "".join(line for place, line in enumerate(self.later) if place not in from_later),
        )


def reduce_pair(question: Question, is_wrong: Callable[[Question], bool], meter: Meter) -> list[Question]:
    """Ever smaller questions that still are contradicted, the last one being the smallest.

    Whether their programs are well defined is for the caller to find out.
    """
    steps: list[Question] = []
    pair = _Pair.of(question)
    size = len(pair.shared)
    while size:
        end = len(pair.shared)
        while end > 0:
            begin = max(0, end - size)
            smaller = _with_programs(question, *pair.without(pair.shared[begin:end]))
            if not meter.spend():
                return steps
            if is_wrong(smaller):
                question, pair = smaller, _Pair.of(smaller)
                steps.append(smaller)
            end = min(begin, len(pair.shared))
        size //= 2
    return steps


def _with_programs(question: Question, earlier: str, later: str) -> Question:
    relation = replace(read_relation(question.truth.evidence), program=earlier)
    truth = replace(question.truth, evidence=write_relation(relation))
    return Question(replace(question.query, text=later), truth)
