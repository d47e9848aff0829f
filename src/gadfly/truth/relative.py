"""Relative truths: what a target said about an earlier program decides what it must say about a later one.

A question with such a truth is about the later program. It is *resolved* once the target has spoken about the
earlier; until then its truth claims only what an execution shows anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gadfly.core.words import Answer, Basis, Kind, Outcome, Query, Question, Truth, Verdict
from gadfly.lang.c.relation import implied, read_relation, write_relation
from gadfly.lang.c.vectors import vector_lines


@dataclass(frozen=True, slots=True)
class Hearing:
    """What a target said to a question, which is resolved if its truth is relative."""

    question: Question
    verdict: Verdict


def is_relative(question: Question) -> bool:
    return question.truth.basis is Basis.CONTRADICTION


def suspected(question: Question, kind: Kind) -> Kind:
    """What a finding begins as: an alarm is only imprecise because of what is said about another program."""
    return Kind.CONTRADICTION if kind is Kind.IMPRECISE and is_relative(question) else kind


def needs_earlier(question: Question) -> bool:
    """Whether anything said about an earlier program matters to a question."""
    return is_relative(question) and bool(read_relation(question.truth.evidence).ties)


def ask(question: Question, answer: Callable[[Query], Verdict]) -> Hearing:
    """Put a question to a target, after the earlier one if that matters."""
    if needs_earlier(question):
        question = resolved(question, answer(earlier(question)))
    return Hearing(question, answer(question.query))


def earlier(question: Question) -> Query:
    """The earlier program of a relative question."""
    return replace(question.query, text=read_relation(question.truth.evidence).program)


def resolved(question: Question, said: Verdict) -> Question:
    """The question with what a verdict on the earlier program implies; without an answer that is nothing."""
    known = _known(question)
    relation = read_relation(question.truth.evidence)
    relation = replace(
        relation,
        ties=tuple(tie for tie in relation.ties if known[tie.later] is Answer.UNKNOWN),
        said=said.answers if said.outcome is Outcome.ANSWERED else (),
    )
    truth = Truth(implied(relation, relation.said, known), Basis.CONTRADICTION, write_relation(relation))
    return Question(question.query, truth)


def alone(question: Question) -> Question:
    """The question without its earlier program: only what executions show is left of a relative truth."""
    if not is_relative(question):
        return question
    inputs = vector_lines(read_relation(question.truth.evidence).inputs)
    return Question(question.query, Truth(_known(question), Basis.INPUTS, inputs))


def _known(question: Question) -> tuple[Answer, ...]:
    """What is true of the checks whatever the target said. In a resolved question they have no ties."""
    dependent = read_relation(question.truth.evidence).dependent
    return tuple(
        Answer.UNKNOWN if label in dependent else answer
        for label, answer in enumerate(question.truth.answers)
    )
