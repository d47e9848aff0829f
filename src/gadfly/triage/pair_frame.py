"""What the two programs of a contradiction share, as one program: the frame of both.

They are the same program with other probes in it. So a frame has a numbered check, a slot, wherever one of
them has probes, and whatever becomes of the frame becomes of both. What is in the slots stays as it is, and
the relation with it: it holds in any program around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth
from gadfly.lang.c.checks import BETWEEN_STATEMENTS, CHECK
from gadfly.lang.c.edits import Edit, apply, decode, encode
from gadfly.lang.c.relation import read_relation, write_relation
from gadfly.lang.c.tokens import closing, tokens
from gadfly.triage.c_layout import laid_out

_PROBES = frozenset({CHECK, "__VERIFIER_assume"})
_BRACES = frozenset({"{", "}"})


@dataclass(frozen=True, slots=True)
class Slot:
    """The probes of the earlier and of the later program at one place."""

    earlier: str
    later: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A program with slots, which are numbered in the order of the text."""

    text: str
    slots: tuple[Slot, ...]

    @classmethod
    def of(cls, question: Question) -> Frame | None:
        """The frame of both programs of a relative question; None if they differ by more than probes."""
        merging = _Merging(
            list(_items(read_relation(question.truth.evidence).program)), list(_items(question.query.text))
        )
        return cls(laid_out(merging.text()), tuple(merging.slots)) if merging.run() else None

    @property
    def question(self) -> Question:
        """The frame as what a reducer of programs takes; nothing is known about its slots."""
        return Question(
            Query(Language.C, self.text), Truth((Answer.UNKNOWN,) * len(self.slots), Basis.INPUTS)
        )

    def filled(self, question: Question, text: str) -> Question | None:
        """The relative question with a changed frame around its probes; None if a slot is gone."""
        words = list(tokens(text))
        places = [place for place, word in enumerate(words) if word.text == CHECK]
        ends = [closing(words, place + 1) + 1 for place in places]
        if any(end >= len(words) or words[end].text != ";" for end in ends):
            return None
        labels = [words[place + 2].text for place in places]
        if labels != [str(label) for label in range(len(self.slots))]:
            return None
        programs = []
        for fillings in ([slot.earlier for slot in self.slots], [slot.later for slot in self.slots]):
            edits = [
                Edit(
                    words[place].start,
                    words[end].end,
                    filling if words[place - 1].text in BETWEEN_STATEMENTS else f"{{ {filling} }}",
                )
                for place, end, filling in zip(places, ends, fillings, strict=True)
            ]
            programs.append(laid_out(apply(text, edits)))
        earlier, later = programs
        relation = replace(read_relation(question.truth.evidence), program=earlier)
        truth = replace(question.truth, evidence=write_relation(relation))
        return Question(replace(question.query, text=later), truth)


@dataclass(frozen=True, slots=True)
class _Item:
    text: str
    is_probe: bool = False
    gap: str = field(default=" ", compare=False)


_END = _Item("")


def _items(program: str) -> Iterator[_Item]:
    """The tokens of a program, where a probe is one of them."""
    words = list(tokens(program))
    data = encode(program)
    place = 0
    while place < len(words):
        word = words[place]
        end = closing(words, place + 1) + 1 if word.text in _PROBES else len(words)
        if end < len(words) and words[end].text == ";":
            yield _Item(decode(data[word.start : words[end].end]), is_probe=True)
            place = end + 1
        else:
            gap = " " if word.after_gap else ""
            yield _Item(f"\n{word.text}\n" if word.is_directive else word.text, gap=gap)
            place += 1


def probes(slot: str) -> list[str]:
    """The probes of one program in a slot."""
    return [item.text for item in _items(slot)]


class _Merging:
    """Walks through both programs at once. Braces that only one has, to make room for a probe, get both."""

    def __init__(self, earlier: Sequence[_Item], later: Sequence[_Item]) -> None:
        self._sides = (earlier, later)
        self._places = [0, 0]
        self._parts: list[str] = []
        self.slots: list[Slot] = []

    def text(self) -> str:
        return "".join(self._parts)

    def run(self) -> bool:
        """Whether nothing but probes and braces is different."""
        while True:
            slot = Slot(self._probes(0), self._probes(1))
            if slot.earlier or slot.later:
                self._parts.append(f" {CHECK}({len(self.slots)}, 0); ")
                self.slots.append(slot)
            heads = [self._head(0), self._head(1)]
            if heads == [_END, _END]:
                return True
            if heads[0] == heads[1]:
                movers = [0, 1]
            else:
                movers = [side for side in (0, 1) if heads[side].text in _BRACES][:1]
            if not movers:
                return False
            mover = heads[movers[0]]
            self._parts.append(mover.gap + mover.text)
            for side in movers:
                self._places[side] += 1

    def _head(self, side: int) -> _Item:
        items, place = self._sides[side], self._places[side]
        return items[place] if place < len(items) else _END

    def _probes(self, side: int) -> str:
        """The probes that come next."""
        found = []
        while self._head(side).is_probe:
            found.append(self._head(side).text)
            self._places[side] += 1
        return " ".join(found)
