"""Simpler conditions for two programs that contradict each other.

What both assume or check alike may become anything, as long as it does so in both. What was added to a
condition may become anything else that is added. A change that does not matter is undone. So what is left is
related as before; conditions are those that `interrogation` writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gadfly.core.words import Question
from gadfly.lang.c.relation import read_relation
from gadfly.triage.meter import Meter
from gadfly.triage.pair_frame import Frame, Slot, probes

_PROBE = re.compile(
    r"(?P<head>__VERIFIER_assume\(|__gadfly_check\((?P<label>\d+), )(?P<condition>.*)\);", re.DOTALL
)
_JUNCTION = re.compile(r"\s*(&&|\|\|)\s*(?=\()")
_LITERALS = ("1", "0")


@dataclass(frozen=True, slots=True)
class _Probe:
    head: str
    label: str  # "" of an assumption
    condition: str

    def __str__(self) -> str:
        return f"{self.head}{self.condition});" if self.condition else self.head


def with_simpler_conditions(
    question: Question, is_wrong: Callable[[Question], bool], meter: Meter
) -> Question:
    """The relative question with conditions as simple as the contradiction allows."""
    frame = Frame.of(question)
    if frame is None:
        return question
    ties = {str(tie.earlier): str(tie.later) for tie in read_relation(question.truth.evidence).ties}
    best = question
    place = 0
    while place < len(frame.slots):
        for slot in simpler_slots(frame.slots[place], ties):
            smaller = replace(frame, slots=(*frame.slots[:place], slot, *frame.slots[place + 1 :]))
            candidate = smaller.filled(question, frame.text)
            if candidate is not None and meter.spend() and is_wrong(candidate):
                frame, best = smaller, candidate
                break
        else:
            place += 1
    return best


def simpler_slots(slot: Slot, ties: Mapping[str, str]) -> Iterator[Slot]:
    """What may take the place of a slot, the boldest first; `ties` are labels of checks that go together."""
    earlier, later = (list(map(_read, probes(side))) for side in (slot.earlier, slot.later))
    yield from _undone(earlier, later)
    for one, other in _matches(earlier, later, ties):
        for simple, tied in _simpler_pairs(earlier[one].condition, later[other].condition):
            yield Slot(_with(earlier, one, simple), _with(later, other, tied))
    for place, probe in enumerate(later):
        if probe.label and probe.label not in ties.values():
            for simple in simpler(probe.condition):
                yield Slot(slot.earlier, _with(later, place, simple))


def simpler(condition: str) -> Iterator[str]:
    """Shorter conditions made of parts of one."""
    if condition and condition not in _LITERALS:
        yield from _LITERALS
        yield from _parts(condition)


def _undone(earlier: Sequence[_Probe], later: Sequence[_Probe]) -> Iterator[Slot]:
    """The slot in which nothing happened to assumptions. They come first unless two slots became one."""
    before, after = ([probe for probe in side if not probe.label] for side in (earlier, later))
    if before != after and list(earlier[: len(before)]) == before and list(later[: len(after)]) == after:
        yield Slot(_text(earlier), _text([*before, *later[len(after) :]]))


def _matches(
    earlier: Sequence[_Probe], later: Sequence[_Probe], ties: Mapping[str, str]
) -> Iterator[tuple[int, int]]:
    """The places of probes that were one probe before the change."""
    before, after = ([at for at, probe in enumerate(side) if not probe.label] for side in (earlier, later))
    if len(before) == len(after):
        yield from zip(before, after, strict=True)
    labels = {probe.label: at for at, probe in enumerate(later) if probe.label}
    for at, probe in enumerate(earlier):
        if probe.label in ties and ties[probe.label] in labels:
            yield at, labels[ties[probe.label]]


def _simpler_pairs(earlier: str, later: str) -> Iterator[tuple[str, str]]:
    if earlier == later:
        yield from ((simple, simple) for simple in simpler(earlier))
        return
    junction = _split(later)
    if junction is None or junction[0] != earlier:
        return
    _, connective, added = junction
    yield from ((earlier, f"({earlier}) {connective} ({simple})") for simple in simpler(added))
    yield from ((simple, f"({simple}) {connective} ({added})") for simple in simpler(earlier))


def _parts(condition: str) -> Iterator[str]:
    """The operands of a condition, then the condition with a part in place of an operand."""
    if junction := _split(condition):
        left, connective, right = junction
        yield from (left, right)
        yield from (f"({part}) {connective} ({right})" for part in _parts(left))
        yield from (f"({left}) {connective} ({part})" for part in _parts(right))
    elif condition.startswith("!(") and _closing(condition, 1) == len(condition) - 1:
        inner = condition[2:-1]
        yield inner
        yield from (f"!({part})" for part in _parts(inner))


def _split(condition: str) -> tuple[str, str, str] | None:
    """The operands and the connective of `(A) && (B)` or `(A) || (B)`."""
    if not condition.startswith("("):
        return None
    end = _closing(condition, 0)
    between = _JUNCTION.match(condition, end + 1)
    if between is None or _closing(condition, between.end()) != len(condition) - 1:
        return None
    return condition[1:end], between[1], condition[between.end() + 1 : -1]


def _closing(condition: str, start: int) -> int:
    """Where the parenthesis that opens at `start` is closed."""
    depth = 0
    for place in range(start, len(condition)):
        depth += {"(": 1, ")": -1}.get(condition[place], 0)
        if depth == 0:
            return place
    return len(condition)


def _read(probe: str) -> _Probe:
    """A probe; what a seed writes in another way has no condition that could be simplified."""
    match = _PROBE.fullmatch(probe)
    if match is None:
        return _Probe(probe, "", "")
    return _Probe(match["head"], match["label"] or "", match["condition"])


def _with(side: Sequence[_Probe], place: int, condition: str) -> str:
    changed = replace(side[place], condition=condition)
    return _text([*side[:place], changed, *side[place + 1 :]])


def _text(side: Sequence[_Probe]) -> str:
    return " ".join(map(str, side))
