"""Choices that hypothesis makes, so that it can shrink them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hypothesis import strategies

from gadfly.core.choices import Choices

_integers = lru_cache(maxsize=4096)(strategies.integers)

Draw = Callable[[strategies.SearchStrategy[int]], int]


class DrawnChoices(Choices):
    """Every draw is one of hypothesis; 0 is the simplest for both."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Draw) -> None:
        super().__init__(0)
        self._draw = draw

    def below(self, count: int) -> int:
        value = self._draw(_integers(0, count - 1))
        self.record.append(value)
        return value

    def indices(self, count: int, low: int, high: int) -> list[int]:
        return [self.below(count) for _ in self.repeat(low, high)]
