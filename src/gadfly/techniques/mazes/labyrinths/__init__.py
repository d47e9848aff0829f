"""Labyrinths on a grid: which cells there are, and which passages between them are open."""

from gadfly.techniques.mazes.labyrinths.algorithms import ALGORITHMS, Algorithm
from gadfly.techniques.mazes.labyrinths.labyrinth import (
    Labyrinth,
    Passage,
    nearest_first,
    necessary_passages,
    shortest_way,
    with_cycles,
    without_dead_ends,
)

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Labyrinth",
    "Passage",
    "nearest_first",
    "necessary_passages",
    "shortest_way",
    "with_cycles",
    "without_dead_ends",
]
