"""Shapes: how the conditions of a scene stand before its exits. All keep the truth of every exit."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.scene import Scene, Shaped
from gadfly.techniques.mazes.shapes.ifs import assertion, conjunction, early_returns, flag, nested_ifs
from gadfly.techniques.mazes.shapes.loops import counting_loop, function_table, recursion, state_machine
from gadfly.techniques.mazes.shapes.maze import maze
from gadfly.techniques.mazes.shapes.pieces import Shape
from gadfly.techniques.mazes.shapes.stores import results_behind_pointer, results_in_array, results_in_struct

__all__ = ["SHAPES", "Shape", "conjunction", "draw_shape", "maze"]

SHAPES: tuple[Shape, ...] = (
    conjunction,
    nested_ifs,
    assertion,
    early_returns,
    flag,
    results_in_array,
    results_in_struct,
    results_behind_pointer,
    counting_loop,
    state_machine,
    recursion,
    function_table,
    maze,
)
"""The simplest first."""

_MAZE_WEIGHT = 8  # the only shape that comes in many sizes
_WEIGHTS = tuple(_MAZE_WEIGHT if shape is maze else 1 for shape in SHAPES)


def draw_shape(scene: Scene, choices: Choices) -> Shaped:
    """The scene in a shape; if all choices are zero, every exit is behind a single `if`."""
    return choices.weighted(SHAPES, _WEIGHTS)(scene, choices)
