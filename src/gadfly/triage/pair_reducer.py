"""Reducing the two programs of a contradiction: the frame of both gets smaller, what relates them stays."""

from __future__ import annotations

from collections.abc import Callable

from gadfly.core.interfaces import Reference
from gadfly.core.words import Question
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.relation import read_relation
from gadfly.triage.c_reducer import reduce_c
from gadfly.triage.meter import Meter
from gadfly.triage.pair_conditions import with_simpler_conditions
from gadfly.triage.pair_frame import Frame
from gadfly.triage.pair_probes import with_fewer_assumptions, with_fewer_checks
from gadfly.triage.pair_witness import PairWitness


def reduce_pair(
    question: Question, is_wrong: Callable[[Question], bool], reference: Reference, meter: Meter
) -> list[Question]:
    """Ever smaller questions that still are contradicted, the last one being the smallest.

    Whether their programs are well defined in every way is for the caller to find out.
    """
    fewer = with_fewer_checks(question, is_wrong, meter)
    steps = [fewer] if fewer != question else []
    question = fewer
    witness = PairWitness(reference, question)

    def is_still_wrong(candidate: Question) -> bool:
        return is_wrong(candidate) and witness.holds(candidate)

    for simplified in (with_simpler_conditions, with_fewer_assumptions):
        smaller = simplified(question, is_still_wrong, meter)
        steps += [smaller] if smaller != question else []
        question = smaller
    frame = Frame.of(question)
    if frame is None:
        return steps

    def is_contradicted(candidate: Question) -> bool:
        smaller = frame.filled(question, candidate.query.text)
        if smaller is None or not are_readable(smaller) or not is_still_wrong(smaller):
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
