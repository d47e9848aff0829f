"""Which probes of two programs that contradict each other are needed for that.

A check changes nothing in an execution, so any may go. An assumption that both programs make at the same
place may go as well: what else is different keeps its meaning. Whatever is left is related as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from gadfly.core.words import Question
from gadfly.lang.c.checks import with_checks
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.relation import Tie, read_relation, write_relation
from gadfly.triage.meter import Meter
from gadfly.triage.pair_frame import Frame, Slot, probes

Unit = TypeVar("Unit")


def with_fewer_checks(question: Question, is_wrong: Callable[[Question], bool], meter: Meter) -> Question:
    """The relative question with as few checks in its programs as the contradiction needs."""
    relation = read_relation(question.truth.evidence)
    tied = {tie.earlier for tie in relation.ties}, {tie.later for tie in relation.ties}
    earlier = range(check_count(relation.program))
    later = range(len(question.truth.answers))
    units: list[tuple[int | None, int | None]]
    units = [(tie.earlier, tie.later) for tie in relation.ties if tie.earlier not in relation.assumed]
    units += [(label, None) for label in earlier if label not in tied[0] and label not in relation.assumed]
    units += [(None, label) for label in later if label not in tied[1]]

    def with_those(kept: Sequence[tuple[int | None, int | None]]) -> Question:
        before = {label for label, _ in kept if label is not None}
        after = [label for _, label in kept if label is not None]
        return with_those_checks(question, sorted(before.union(relation.assumed)), sorted(after))

    def is_enough(kept: Sequence[tuple[int | None, int | None]]) -> bool:
        return any(None not in pair for pair in kept) and is_wrong(with_those(kept))

    return with_those(_fewest(units, is_enough, meter))


def with_those_checks(question: Question, earlier: Sequence[int], later: Sequence[int]) -> Question:
    """The relative question about these checks of the two programs."""
    relation = read_relation(question.truth.evidence)
    ties = [
        Tie(earlier.index(tie.earlier), later.index(tie.later), tie.keeps_safe, tie.keeps_unsafe)
        for tie in relation.ties
        if tie.earlier in earlier and tie.later in later
    ]
    relation = replace(
        relation,
        program=with_checks(relation.program, earlier),
        ties=tuple(ties),
        assumed=tuple(earlier.index(label) for label in relation.assumed),
        said=tuple(relation.said[label] for label in earlier if relation.said),
    )
    answers = tuple(question.truth.answers[label] for label in later)
    truth = replace(question.truth, answers=answers, evidence=write_relation(relation))
    return Question(replace(question.query, text=with_checks(question.query.text, later)), truth)


def with_fewer_assumptions(
    question: Question, is_wrong: Callable[[Question], bool], meter: Meter
) -> Question:
    """The relative question without what both programs assume, unless the contradiction needs it."""
    frame = Frame.of(question)
    if frame is None:
        return question
    units = [
        (place, probe)
        for place, slot in enumerate(frame.slots)
        for probe in dict.fromkeys(probes(slot.earlier))
        if probe.startswith("__VERIFIER_assume") and probe in probes(slot.later)
    ]

    def with_those(kept: Sequence[tuple[int, str]]) -> Question | None:
        gone = set(units).difference(kept)
        slots = [
            Slot(*(_without(side, place, gone) for side in (slot.earlier, slot.later)))
            for place, slot in enumerate(frame.slots)
        ]
        return replace(frame, slots=tuple(slots)).filled(question, frame.text)

    def is_enough(kept: Sequence[tuple[int, str]]) -> bool:
        fewer = with_those(kept)
        return fewer is not None and is_wrong(fewer)

    fewest = _fewest(units, is_enough, meter)
    return question if len(fewest) == len(units) else with_those(fewest) or question


def _without(side: str, place: int, gone: set[tuple[int, str]]) -> str:
    return " ".join(probe for probe in probes(side) if (place, probe) not in gone)


def _fewest(units: Sequence[Unit], is_enough: Callable[[Sequence[Unit]], bool], meter: Meter) -> list[Unit]:
    """What is left of the units when halves, quarters, …, single ones are dropped as long as it is enough."""
    kept = list(units)
    size = (len(kept) + 1) // 2
    while size > 0:
        end = len(kept)
        while end > 0:
            begin = max(0, end - size)
            fewer = kept[:begin] + kept[end:]
            if meter.spend() and is_enough(fewer):
                kept = fewer
            end = begin
        size //= 2
    return kept
