"""Choices: the only source of randomness.

A query is a pure function of its seed file and the choices drawn while building it. Every draw is
recorded as one non-negative integer, 0 being the simplest possibility, so that *replaying* a record
rebuilds the query byte for byte and *shrinking* a record (fewer, smaller numbers) always rebuilds some
valid query: a number that is too large for its draw is clamped, a missing one counts as 0.
"""

from __future__ import annotations

import base64
import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_COIN_STEPS = 1 << 16
_EXACT_FLOAT = 1 << 53


@dataclass(frozen=True, slots=True)
class Repeat:
    """One `repeat`: where its count was recorded and which span of the record each element took.

    It lets the reducer drop an element together with its draws instead of guessing where it ends.
    """

    count_at: int
    low: int
    spans: tuple[tuple[int, int], ...]


def derive_seed(*path: str | int) -> int:
    """A 128-bit seed from a path of labels, the same on every machine and in every Python."""
    digest = hashlib.blake2b(digest_size=16)
    for label in path:
        piece = str(label).encode()
        digest.update(len(piece).to_bytes(4, "big"))
        digest.update(piece)
    return int.from_bytes(digest.digest(), "big")


class Choices:
    """Typed random draws, recorded as they are made.

    `Choices(seed)` draws at random; `Choices.replay(record)` repeats a record, or what is left of it
    after a reducer shortened it.
    """

    __slots__ = ("_is_included", "_next", "_random", "_replay", "record", "repeats")

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random
        self._replay: Sequence[int] | None = None
        self._is_included = False
        self._next = 0
        self.record: list[int] = []
        self.repeats: list[Repeat] = []

    @classmethod
    def of(cls, *path: str | int) -> Choices:
        """The child stream named by a path such as (campaign seed, job, index)."""
        return cls(derive_seed(*path))

    @classmethod
    def replay(cls, record: Sequence[int]) -> Choices:
        choices = cls(0)
        choices._replay = record
        return choices

    def include(self, record: Sequence[int]) -> Choices:
        """Draws that begin with the values of another record and then go on at random, as part of this one.

        So what was learned elsewhere gets into the record. A replay has it there already and just goes on.
        """
        if self._replay is not None:
            return self
        choices = Choices(0)
        choices._random = self._random
        choices._replay = record or None
        choices._is_included = True
        choices.record = self.record
        choices.repeats = self.repeats
        return choices

    def below(self, count: int) -> int:
        """An integer in [0, count)."""
        if count < 1:
            raise ValueError(f"cannot choose among {count} possibilities")
        if self._replay is not None:
            value = self._replay[self._next] if self._next < len(self._replay) else 0
            self._next += 1
            if value >= count:
                value = count - 1
            if self._is_included and self._next >= len(self._replay):
                self._replay = None
        elif count < _EXACT_FLOAT:
            value = int(self._random() * count)
        else:
            value = self._wide(count)
        self.record.append(value)
        return value

    def integer(self, low: int, high: int) -> int:
        """An integer in [low, high], `low` being the simplest."""
        return low + self.below(high - low + 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; put the simplest first."""
        return options[self.below(len(options))]

    def weighted(self, options: Sequence[T], weights: Sequence[int]) -> T:
        """One of the options, in proportion to whole-number weights; put the simplest first."""
        ticket = self.below(sum(weights))
        for option, weight in zip(options, weights, strict=True):
            if ticket < weight:
                return option
            ticket -= weight
        raise AssertionError("a ticket is always below the sum of the weights")

    def coin(self, probability: float = 0.5) -> bool:
        """True with the given probability; False is the simpler outcome."""
        return self.below(_COIN_STEPS) >= _COIN_STEPS * (1.0 - probability)

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in random order; all zeros keep the order."""
        rest = list(items)
        for place in range(len(rest) - 1):
            other = place + self.below(len(rest) - place)
            rest[place], rest[other] = rest[other], rest[place]
        return rest

    def repeat(self, low: int, high: int) -> Iterator[int]:
        """Yield 0, 1, … for a drawn number of rounds in [low, high]; the reducer can drop any round."""
        count_at = len(self.record)
        count = self.integer(low, high)
        spans = []
        for round_ in range(count):
            start = len(self.record)
            yield round_
            spans.append((start, len(self.record)))
        self.repeats.append(Repeat(count_at, low, tuple(spans)))

    def indices(self, count: int, low: int, high: int) -> list[int]:
        """A drawn number in [low, high] of integers in [0, count): `repeat` with one draw a round, fast."""
        count_at = len(self.record)
        rounds = self.integer(low, high)
        start = len(self.record)
        if self._replay is None and count < _EXACT_FLOAT:
            draw = self._random
            drawn = [int(draw() * count) for _ in range(rounds)]
            self.record += drawn
        else:
            drawn = [self.below(count) for _ in range(rounds)]
        self.repeats.append(Repeat(count_at, low, tuple((start + i, start + i + 1) for i in range(rounds))))
        return drawn

    def _wide(self, count: int) -> int:
        """Uniform below a count that a float cannot address exactly."""
        bits = (count - 1).bit_length()
        while True:
            value = 0
            for _ in range(0, bits, 32):
                value = (value << 32) | int(self._random() * (1 << 32))
            value >>= -bits % 32
            if value < count:
                return value


def dump_record(record: Sequence[int]) -> str:
    """A record as compact text: base-128 numbers, then base64."""
    out = bytearray()
    for value in record:
        rest = value
        while rest > 127:
            out.append(rest & 127 | 128)
            rest >>= 7
        out.append(rest)
    return base64.urlsafe_b64encode(bytes(out)).decode().rstrip("=")


def load_record(text: str) -> tuple[int, ...]:
    """The record that `dump_record` wrote."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise ValueError(f"not a choice record: {text[:40]!r}") from error
    values = []
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            values.append(value)
            value = shift = 0
    if shift:
        raise ValueError(f"choice record ends in the middle of a number: {text[:40]!r}")
    return tuple(values)
