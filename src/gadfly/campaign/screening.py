"""Screening: programs that read inputs are executed before anybody is asked about them.

Their truth rests on a constraint and on its translation to C, so an execution has to show it first. It is a
quick look, many programs at once; before anything is reported the certifier looks closely.
"""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.core.interfaces import Execution
from gadfly.core.words import Answer, Basis, Language, Question
from gadfly.lang.c.vectors import input_vectors
from gadfly.truth.batch import BatchTask
from gadfly.truth.execution import Executor

AHEAD = 20  # questions that are drawn and executed together: a compiler's start costs more than a program


def needs_screening(question: Question) -> bool:
    truth = question.truth
    return question.query.language is Language.C and truth.basis is Basis.INPUTS and bool(truth.evidence)


def screened(questions: Sequence[Question], executor: Executor) -> list[bool]:
    """Whether each of these questions does in an execution what its truth says."""
    tasks = [BatchTask(each.query.text, input_vectors(each.truth.evidence)) for each in questions]
    shown = executor.run_batch(tasks)
    return [_shows(execution, question) for execution, question in zip(shown, questions, strict=True)]


def _shows(execution: Execution, question: Question) -> bool:
    if execution.problem:
        return False
    answers = question.truth.answers
    return all(
        answer is Answer.UNKNOWN or (count.failed > 0) == (answer is Answer.UNSAFE)
        for count, answer in zip(execution.checks, answers, strict=True)
    )
