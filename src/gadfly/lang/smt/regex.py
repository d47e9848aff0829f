"""Values of sort RegLan, and what they match.

`Matching(text).ends(regex, start)` is the set of positions where a match that starts at `start` may end, as
the bits of an integer. Complement and intersection are bit operations there, and no automaton is built, so
every regular expression costs polynomial time and a few integers, however it nests complements and loops.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

LAST_CHARACTER = 0x2FFFF


class Matching:
    """Answers where parts of one text match; remembers every answer."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[tuple[int, int], int] = {}

    def ends(self, regex: Regex, start: int) -> int:
        # The caller holds the whole expression, so the ids of its parts stay theirs.
        key = (id(regex), start)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = regex.ends(self, start)
        return found

    def known_ends(self, regex: Regex, start: int) -> int:
        """The ends already found from there, or 0."""
        return self._known.get((id(regex), start), 0)

    def ends_after(self, starts: int, regex: Regex) -> int:
        """The ends of the matches that start at any of the positions.

        The last position goes first, for what a repetition matches from there is part of what it matches
        from earlier ones.
        """
        ends = 0
        while starts:
            start = starts.bit_length() - 1
            starts ^= 1 << start
            ends |= self.ends(regex, start)
        return ends

    def everywhere_from(self, start: int) -> int:
        """All positions from `start` to the end of the text."""
        return (1 << (len(self.text) + 1)) - (1 << start)


def matches(text: str, regex: Regex) -> bool:
    return bool(Matching(text).ends(regex, 0) >> len(text))


class Regex(ABC):
    """A regular expression; matching recurses `depth` levels."""

    __slots__ = ()

    @property
    def depth(self) -> int:
        return 1

    @abstractmethod
    def ends(self, matching: Matching, start: int) -> int:
        """Where matches that begin at `start` may end, as a set of bits."""


@dataclass(frozen=True, slots=True)
class Word(Regex):
    """Exactly one string."""

    text: str

    def ends(self, matching: Matching, start: int) -> int:
        return matching.text.startswith(self.text, start) << (start + len(self.text))


@dataclass(frozen=True, slots=True)
class Range(Regex):
    """The characters from `low` to `high`, none if they are the wrong way round."""

    low: int
    high: int

    def ends(self, matching: Matching, start: int) -> int:
        fits = start < len(matching.text) and self.low <= ord(matching.text[start]) <= self.high
        return fits << (start + 1)


@dataclass(frozen=True)
class Compound(Regex):
    """An expression made of others."""

    parts: tuple[Regex, ...]

    @cached_property
    def depth(self) -> int:
        return 1 + max((part.depth for part in self.parts), default=0)


@dataclass(frozen=True)
class Sequence(Compound):
    """One part after the other."""

    def ends(self, matching: Matching, start: int) -> int:
        reached = 1 << start
        for part in self.parts:
            reached = matching.ends_after(reached, part)
        return reached


@dataclass(frozen=True)
class Union(Compound):
    """What any part matches; no parts match nothing."""

    def ends(self, matching: Matching, start: int) -> int:
        reached = 0
        for part in self.parts:
            reached |= matching.ends(part, start)
        return reached


@dataclass(frozen=True)
class Intersection(Compound):
    """What all parts match."""

    def ends(self, matching: Matching, start: int) -> int:
        reached = matching.everywhere_from(start)
        for part in self.parts:
            reached &= matching.ends(part, start)
        return reached


@dataclass(frozen=True)
class Complement(Compound):
    """What the one part does not match."""

    def ends(self, matching: Matching, start: int) -> int:
        return matching.everywhere_from(start) & ~matching.ends(self.parts[0], start)


@dataclass(frozen=True)
class Star(Compound):
    """The one part any number of times."""

    def ends(self, matching: Matching, start: int) -> int:
        reached = 0
        fresh = 1 << start
        while fresh:
            position = fresh.bit_length() - 1
            known = matching.known_ends(self, position)
            reached |= known or 1 << position
            if not known:
                fresh |= matching.ends(self.parts[0], position)
            fresh &= ~reached
        return reached


@dataclass(frozen=True)
class Loop(Compound):
    """The one part from `low` to `high` times, never if these are the wrong way round."""

    low: int
    high: int

    def ends(self, matching: Matching, start: int) -> int:
        reached = 0
        after = 1 << start
        for times in range(self.high + 1):
            if times >= self.low:
                reached |= after
            following = matching.ends_after(after, self.parts[0])
            if following == after:
                # Nothing moves any more: every further round ends at the same places.
                return reached | (after if self.low <= self.high else 0)
            after = following
        return reached


NOTHING = Union(())
EVERYTHING = Complement((NOTHING,))
EMPTY_WORD = Word("")
ANY_CHARACTER = Range(0, LAST_CHARACTER)


def sequence(parts: tuple[Regex, ...]) -> Regex:
    """The parts one after the other; inner sequences are merged so that long chains stay flat."""
    return Sequence(tuple(_merged(parts, Sequence)))


def union(parts: tuple[Regex, ...]) -> Regex:
    return Union(tuple(_merged(parts, Union)))


def intersection(parts: tuple[Regex, ...]) -> Regex:
    return Intersection(tuple(_merged(parts, Intersection)))


def complement(body: Regex) -> Regex:
    return Complement((body,))


def star(body: Regex) -> Regex:
    """The body any number of times; the usual way to write everything is made the fast one."""
    return EVERYTHING if body == ANY_CHARACTER else Star((body,))


def _merged(parts: tuple[Regex, ...], kind: type[Compound]) -> Iterator[Regex]:
    for part in parts:
        if isinstance(part, kind):
            yield from part.parts
        else:
            yield part
