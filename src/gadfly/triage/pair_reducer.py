"""Reducing the two programs of a contradiction: the frame of both gets smaller, what relates them stays."""

from __future__ import annotations

from collections.abc import Callable

from gadfly.core.words import Question
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.relation import read_relation
from gadfly.triage.c_reducer import reduce_c
from gadfly.triage.meter import Meter
from gadfly.triage.pair_conditions import with_simpler_conditions
from gadfly.triage.pair_frame import Frame
from gadfly.triage.pair_probes import with_fewer_assumptions, with_fewer_checks


def reduce_pair(question: Question, is_wrong: Callable[[Question], bool], meter: Meter) -> list[Question]:
    """Ever smaller questions that still are contradicted, the last one being the smallest.

    Whether their programs are well defined is for the caller to find out.
    """
    steps: list[Question] = []
    for simplified in (with_fewer_checks, with_simpler_conditions, with_fewer_assumptions):
        smaller = simplified(question, is_wrong, meter)
        steps += [smaller] if smaller != question else []
        question = smaller
    frame = Frame.of(question)
    if frame is None:
        return steps

    def is_contradicted(candidate: Question) -> bool:
        smaller = frame.filled(question, candidate.query.text)
        if smaller is None or not are_readable(smaller) or not is_wrong(smaller):
            return False
        steps.append(smaller)
        return True

    reduce_c(frame.question, is_contradicted, lambda _candidate: True, meter)
    return steps


def are_readable(question: Question) -> bool:
    """Whether both programs are C."""
    try:
        for program in (question.query.text, read_relation(question.truth.evidence).program):
            parse(program)
    except CReadError:
        return False
    return True
