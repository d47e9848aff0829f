"""The bounds of the technique, shared by all modes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameters:
    """The paper's bounds with its defaults; `nc` and `nm` are ranges, adapted to the size of the pool."""

    max_depth: int = 64  # dmax
    max_assertions: int = 64  # amax, n
    constructed: tuple[int, int] = (200, 1500)  # nc
    instances: tuple[int, int] = (300, 1000)  # nm
    initial_share: float = 0.3  # how often a formula comes from the initial pool
    mutants: tuple[int, int] = (8, 64)  # of a seed, from which a session of the mixed mode draws
    height: int = 3  # h, of formulas built for it
    model_share: float = 0.0625  # how often a model is asked for; checking one costs as much as asking


def within(bounds: tuple[int, int], value: int) -> int:
    return max(bounds[0], min(bounds[1], value))
