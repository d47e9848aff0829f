"""Reducing choices: one reducer for every technique.

A query is rebuilt from a smaller record of choices, so its truth is right by construction and the reducer
needs to know nothing about languages. It only knows numbers, and from `Repeat` which of them belong to one
element of a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from gadfly.core.choices import Choices, Repeat
from gadfly.core.words import Recipe
from gadfly.triage.meter import Meter

Record = tuple[int, ...]
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Trace:
    """What a rebuild really drew: the record without numbers nobody asked for, and its repeats."""

    record: Record
    repeats: tuple[Repeat, ...] = ()

    @classmethod
    def of(cls, choices: Choices) -> Trace:
        return cls(tuple(choices.record), tuple(choices.repeats))

    def repeat_from(self, place: int) -> Repeat | None:
        """The first repeat that begins at a place or after it; an outer one comes before its inner ones."""
        later = (repeat for repeat in self.repeats if repeat.count_at >= place)
        return min(later, key=lambda repeat: repeat.count_at, default=None)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A rebuilt recipe whose answer is still wrong in the same way, as both streams were really drawn."""

    opening: Trace
    asking: Trace


def reduce_recipe(recipe: Recipe, attempt: Callable[[Recipe], Attempt | None], meter: Meter) -> Recipe:
    """The simplest recipe found for which `attempt` does not say None; the recipe itself if there is none.

    Asking is reduced first because it is cheap; a smaller opening then often allows to ask less.
    """

    def reduce_asking(best: Attempt) -> Attempt:
        base = replace(recipe, opening=best.opening.record)
        return _reduce(best, lambda a: a.asking, lambda record: attempt(replace(base, asking=record)), meter)

    def reduce_opening(best: Attempt) -> Attempt:
        base = replace(recipe, asking=best.asking.record)
        return _reduce(
            best, lambda a: a.opening, lambda record: attempt(replace(base, opening=record)), meter
        )

    first = attempt(recipe) if meter.spend() else None
    if first is None:
        return recipe
    best = reduce_asking(reduce_opening(reduce_asking(first)))
    return replace(recipe, opening=best.opening.record, asking=best.asking.record)


def reduce_record(start: Trace, attempt: Callable[[Record], Trace | None], meter: Meter) -> Trace:
    """The simplest trace found from `start`, whose record must be as it was drawn.

    `attempt` rebuilds and asks; it returns what was really drawn, or None if the answer is no longer wrong.
    """
    return _reduce(start, lambda trace: trace, attempt, meter)


def _reduce(
    start: Found, trace_of: Callable[[Found], Trace], attempt: Callable[[Record], Found | None], meter: Meter
) -> Found:
    search = _Search(start, trace_of, attempt, meter)
    passes = (
        search.drop_elements,
        search.cut_tail,
        search.delete_spans,
        search.zero_spans,
        search.lower_values,
        search.lower_equal_values,
        search.sort_elements,
        search.shift_amounts,
    )
    before = None
    while search.found is not before:
        before = search.found
        for reduction in passes:
            reduction()
    return search.found


def order(record: Record) -> tuple[int, Record]:
    """Shorter is simpler, then smaller from the left; only strictly simpler results are accepted."""
    return len(record), record


class _Search(Generic[Found]):
    """The best result so far, and the passes that improve it. All are finite, so an empty meter ends them."""

    def __init__(
        self,
        start: Found,
        trace_of: Callable[[Found], Trace],
        attempt: Callable[[Record], Found | None],
        meter: Meter,
    ) -> None:
        self.found = start
        self.best = trace_of(start)
        self._trace_of = trace_of
        self._attempt = attempt
        self._meter = meter
        # Hashes instead of records keep this small; a collision only skips a candidate.
        self._tried = {hash(self.best.record)}

    def drop_elements(self) -> None:
        """Drop elements of repeats: all that may go, then halves, quarters, …, single ones."""
        repeat = self.best.repeat_from(0)
        while repeat is not None:
            self._drop_elements_at(repeat.count_at)
            repeat = self.best.repeat_from(repeat.count_at + 1)

    def cut_tail(self) -> None:
        """Let the end of the record become zeros, as much of it as possible."""
        kept = 0
        while any(self.best.record[kept:]) and not self._try(self.best.record[:kept]):
            kept += (len(self.best.record) - kept + 1) // 2

    def delete_spans(self) -> None:
        """Delete stretches that no repeat knows of, such as the draws of a recursion."""
        self._edit_spans(lambda _span: ())

    def zero_spans(self) -> None:
        """Make stretches as simple as they can be."""
        self._edit_spans(lambda span: (0,) * len(span))

    def lower_values(self) -> None:
        """Lower every number by itself."""
        place = 0
        while place < len(self.best.record):
            self._lower([place])
            place += 1

    def lower_equal_values(self) -> None:
        """Lower numbers that are equal together: they may have picked the same thing."""
        for value in sorted(set(self.best.record) - {0}):
            places = [place for place, other in enumerate(self.best.record) if other == value]
            if len(places) > 1:
                self._lower(places)

    def sort_elements(self) -> None:
        """Put simple elements of a repeat first."""
        repeat = self.best.repeat_from(0)
        while repeat is not None:
            texts = self._elements(repeat)
            if not self._try_elements(repeat, sorted(texts, key=order)):
                self._swap_neighbours(repeat.count_at)
            repeat = self.best.repeat_from(repeat.count_at + 1)

    def shift_amounts(self) -> None:
        """Move a number of an element to the same place of the next: many small ones become one large."""
        repeat = self.best.repeat_from(0)
        while repeat is not None:
            for (start, stop), (next_start, next_stop) in zip(repeat.spans, repeat.spans[1:], strict=False):
                for giver, taker in zip(range(start, stop), range(next_start, next_stop), strict=False):
                    self._shift(giver, taker)
            repeat = self.best.repeat_from(repeat.count_at + 1)

    def _try(self, record: Record) -> bool:
        """Rebuild from a record unless that was tried already; keep the result if it is simpler."""
        mark = hash(record)
        if mark in self._tried or not self._meter.spend():
            return False
        self._tried.add(mark)
        found = self._attempt(record)
        if found is None:
            return False
        trace = self._trace_of(found)
        self._tried.add(hash(trace.record))
        if order(trace.record) >= order(self.best.record):
            return False
        self.found, self.best = found, trace
        return True

    def _drop_elements_at(self, count_at: int) -> None:
        size = self._droppable(count_at)
        while size > 0:
            end = len(self._repeat_at(count_at).spans)
            while end > 0:
                # Backwards, because later elements tend to build on earlier ones.
                begin = max(0, end - size)
                if end - begin <= self._droppable(count_at):
                    self._drop(self._repeat_at(count_at), begin, end)
                end = min(begin, len(self._repeat_at(count_at).spans))
            size = min(size // 2, self._droppable(count_at))

    def _repeat_at(self, count_at: int) -> Repeat:
        """The repeat at a place, an empty one if a simpler record has none there any more."""
        repeat = self.best.repeat_from(count_at)
        return repeat if repeat is not None and repeat.count_at == count_at else Repeat(count_at, 0, ())

    def _droppable(self, count_at: int) -> int:
        repeat = self._repeat_at(count_at)
        return max(0, len(repeat.spans) - repeat.low)

    def _drop(self, repeat: Repeat, begin: int, end: int) -> bool:
        record = self.best.record
        count = record[repeat.count_at] - (end - begin)
        start, stop = repeat.spans[begin][0], repeat.spans[end - 1][1]
        head = (*record[: repeat.count_at], count, *record[repeat.count_at + 1 : start])
        return count >= 0 and self._try(head + record[stop:])

    def _edit_spans(self, edit: Callable[[Record], Record]) -> None:
        size = len(self.best.record) // 2
        while size > 0:
            end = len(self.best.record)
            while end > 0:
                begin = max(0, end - size)
                record = self.best.record
                self._try(record[:begin] + edit(record[begin:end]) + record[end:])
                end = min(begin, len(self.best.record))
            size //= 2

    def _lower(self, places: Sequence[int]) -> None:
        """Lower the equal numbers at some places to 0, else to the least value a binary search finds."""
        high = self.best.record[places[0]]
        if high == 0 or self._try(self._with(places, 0)):
            return
        low = 0
        while high - low > 1:
            middle = (low + high) // 2
            if self._try(self._with(places, middle)):
                high = middle
                if any(place >= len(self.best.record) for place in places):
                    return
            else:
                low = middle

    def _with(self, places: Sequence[int], value: int) -> Record:
        record = list(self.best.record)
        for place in places:
            record[place] = value
        return tuple(record)

    def _elements(self, repeat: Repeat) -> list[Record]:
        return [self.best.record[start:stop] for start, stop in repeat.spans]

    def _try_elements(self, repeat: Repeat, elements: Sequence[Record]) -> bool:
        if not repeat.spans:
            return False
        inner = tuple(value for element in elements for value in element)
        record = self.best.record
        return self._try(record[: repeat.spans[0][0]] + inner + record[repeat.spans[-1][1] :])

    def _swap_neighbours(self, count_at: int) -> None:
        for place in range(len(self._repeat_at(count_at).spans) - 1):
            repeat = self._repeat_at(count_at)
            elements = self._elements(repeat)
            pair = elements[place : place + 2]
            if len(pair) == 2 and order(pair[1]) < order(pair[0]):
                self._try_elements(repeat, [*elements[:place], *reversed(pair), *elements[place + 2 :]])

    def _shift(self, giver: int, taker: int) -> None:
        record = list(self.best.record)
        if taker < len(record) and record[giver] > 0:
            record[taker] += record[giver]
            record[giver] = 0
            self._try(tuple(record))
