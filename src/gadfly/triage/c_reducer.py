"""Reducing the text of a C question.

Shrinking text could make a program undefined, or change what it does, and then a right answer would look
wrong. So every program that is kept was executed again under sanitizers, and its checks have the same truth
as before. The target is asked first because that is cheaper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gadfly.core.words import Question
from gadfly.lang.c.checks import check_labels, checks
from gadfly.lang.c.edits import Edit, apply
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.program import Program
from gadfly.lang.c.tokens import tokens
from gadfly.triage.c_definedness import doubts
from gadfly.triage.c_layout import laid_out
from gadfly.triage.c_passes import PASSES, Pass
from gadfly.triage.c_token_passes import Change
from gadfly.triage.meter import Meter

Predicate = Callable[[Question], bool]


def reduce_c(question: Question, is_wrong: Predicate, holds: Predicate, meter: Meter) -> Question:
    """The smallest question found that is still answered wrongly; the question itself if none is.

    `is_wrong` asks the target. `holds` executes the program, and is asked about what is wrong only.
    """
    try:
        program = parse(question.query.text)
    except CReadError:
        return question
    reducer = _Reducer(question, program, is_wrong, holds, meter)
    reducer.run()
    return reducer.best


def with_fewer_checks(question: Question, is_wrong: Predicate, meter: Meter) -> Question:
    """The question with as few of its checks as possible; usually one of them is answered wrongly.

    Checks change nothing in an execution, so the truth of the others stays as it is.
    """
    best = question
    size = (len(question.truth.answers) + 1) // 2
    while size > 0:
        end = len(best.truth.answers)
        while end > 0:
            begin = max(0, end - size)
            text = apply(best.query.text, checks(list(tokens(best.query.text)))[begin:end])
            fewer = with_text(best, text)
            if fewer.truth.answers and meter.spend() and is_wrong(fewer):
                best = fewer
            end = min(begin, len(best.truth.answers))
        size //= 2
    return best


def with_text(question: Question, text: str) -> Question:
    """What a changed text asks: the truths of the checks that are left, with labels that are dense again."""
    labels = list(check_labels(list(tokens(text))))
    answers = tuple(question.truth.answers[int(label.text)] for label in labels)
    dense = apply(text, [Edit(label.start, label.end, str(new)) for new, label in enumerate(labels)])
    return Question(replace(question.query, text=dense), replace(question.truth, answers=answers))


class _Reducer:
    """The best question so far, read; passes offer changes to it."""

    def __init__(
        self, question: Question, program: Program, is_wrong: Predicate, holds: Predicate, meter: Meter
    ) -> None:
        self.best = question
        self._program = program
        self._doubts = doubts(program)
        self._is_wrong = is_wrong
        self._holds = holds
        self._meter = meter
        self._tried: set[str] = set()

    def run(self) -> None:
        """Try the program in our layout first: it is what all passes then start from."""
        self._try([])
        before = None
        while self.best is not before and not self._meter.is_empty:
            before = self.best
            for reduction in PASSES:
                self._many_at_once(reduction) if reduction.many_at_once else self._one_by_one(reduction)

    def _many_at_once(self, reduction: Pass) -> None:
        """Make all changes, halves, quarters, …, single ones; the last first: uses follow declarations."""
        changes = reduction.changes(self._program)
        size = len(changes)
        while size > 0:
            end = len(changes)
            while end > 0 and not self._meter.is_empty:
                begin = max(0, end - size)
                if self._try(changes[begin:end]):
                    changes = reduction.changes(self._program)
                end = min(begin, len(changes))
            size //= 2

    def _one_by_one(self, reduction: Pass) -> None:
        """Make one change after the other; what was made gives way to the next at its place."""
        place = 0
        changes = reduction.changes(self._program)
        while place < len(changes) and not self._meter.is_empty:
            if self._try([changes[place]]):
                changes = reduction.changes(self._program)
            else:
                place += 1

    def _try(self, changes: Sequence[Change]) -> bool:
        """Ask about the changed program unless that was done already; keep it if it will do."""
        text = laid_out(apply(self.best.query.text, _outermost(changes)))
        question = with_text(self.best, text)
        mark = question.query.digest
        if mark in self._tried or not question.truth.answers:
            return False
        self._tried.add(mark)
        program = self._readable(question)
        if program is None or not self._meter.spend():
            return False
        if not self._is_wrong(question) or not self._holds(question):
            return False
        self.best, self._program = question, program
        return True

    def _readable(self, question: Question) -> Program | None:
        """The program if it is C, and as well defined as can be told without running it."""
        try:
            program = parse(question.query.text)
        except CReadError:
            return None
        return program if doubts(program) <= self._doubts else None


def _outermost(changes: Iterable[Change]) -> list[Edit]:
    """The edits of all changes, without those that lie inside others."""
    edits = sorted((edit for change in changes for edit in change), key=lambda edit: (edit.start, -edit.end))
    kept: list[Edit] = []
    for edit in dict.fromkeys(edits):
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept
