"""The plan of a maze: where its exits are, and which conditions guard which passages.

What keeps the truth: a condition of an exit stands where every way to the exit goes, or at the exit itself;
and on the ways that the witness goes there are only conditions that are true for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.labyrinths import (
    ALGORITHMS,
    Labyrinth,
    Passage,
    nearest_first,
    necessary_passages,
    shortest_way,
    with_cycles,
    without_dead_ends,
)
from gadfly.techniques.mazes.scene import Scene
from gadfly.techniques.mazes.shapes.pieces import draw_conditions

ENTRY = 0

_LONGEST_SIDE = 7
_CYCLE_PERCENTAGES = (0, 10, 25, 50)
_CYCLE_WEIGHTS = (5, 1, 1, 1)
_WAYS_BACK = 0.3
_LONGEST_WITH_RETURNS = 7  # there are exponentially many walks that go forth and back
_MOST_SCATTERED = 3


class Step(NamedTuple):
    """A passage in one direction."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an exit is, at once or by a move: at the end of a way, behind what is left of its conditions."""

    label: int
    way: tuple[int, ...]
    by_move: bool
    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells, the steps between them with their guards, and the exits by label.

    With ways back, steps go in both directions, so that a walk need not end.
    """

    cells: tuple[int, ...]
    steps: tuple[Step, ...]
    ways_back: bool
    spots: tuple[Spot, ...]
    guards: Mapping[Step, Sequence[str]]


def draw_plan(scene: Scene, choices: Choices) -> Plan:
    """A plan with the exits of the scene; all zeros are one cell with every exit in it."""
    labyrinth = _draw_labyrinth(choices)
    places = [choices.below(labyrinth.cells) for _ in scene.exits]
    if not choices.coin():
        labyrinth = without_dead_ends(labyrinth, {ENTRY, *places})
    cells = nearest_first(labyrinth, ENTRY)
    ways = [shortest_way(labyrinth, ENTRY, place) for place in places]
    may_return = len(cells) > 1 and max(map(len, ways)) <= _LONGEST_WITH_RETURNS
    ways_back = may_return and choices.coin(_WAYS_BACK)
    steps = _directed(labyrinth, cells, ways_back)

    walked = {
        Step(*step)
        for way, exit_ in zip(ways, scene.exits, strict=True)
        if exit_.reachable
        for step in pairwise(way)
    }
    guards: dict[Step, list[str]] = {step: [] for step in steps}
    spots = []
    for label, way in enumerate(ways):
        needed = _needed(labyrinth, way)
        usable = needed if scene.exits[label].reachable else [step for step in needed if step not in walked]
        left = _spread(draw_conditions(scene, label, choices), usable, guards, choices)
        spots.append(Spot(label, way, choices.coin(), left))
    _scatter(scene.truths, steps, guards, choices)
    _scatter(scene.decoys, [step for step in steps if step not in walked], guards, choices)
    return Plan(tuple(sorted(cells)), tuple(steps), ways_back, tuple(spots), guards)


def _draw_labyrinth(choices: Choices) -> Labyrinth:
    width, height = choices.integer(1, _LONGEST_SIDE), choices.integer(1, _LONGEST_SIDE)
    perfect = choices.pick(ALGORITHMS)(width, height, choices)
    return with_cycles(perfect, choices.weighted(_CYCLE_PERCENTAGES, _CYCLE_WEIGHTS), choices)


def _directed(labyrinth: Labyrinth, cells: Sequence[int], ways_back: bool) -> list[Step]:
    """The passages as steps: away from the entry, which cannot go in circles, or in both directions."""
    rank = {cell: place for place, cell in enumerate(cells)}
    steps = []
    for passage in sorted(labyrinth.passages):
        before, after = sorted(passage, key=rank.__getitem__)
        steps.append(Step(before, after))
        if ways_back:
            steps.append(Step(after, before))
    return steps


def _needed(labyrinth: Labyrinth, way: tuple[int, ...]) -> list[Step]:
    """The steps of a way that every way to its end has to take."""
    necessary = necessary_passages(labyrinth, way)
    return [Step(*step) for step in pairwise(way) if Passage.between(*step) in necessary]


def _spread(
    conditions: Sequence[str], steps: Sequence[Step], guards: Mapping[Step, list[str]], choices: Choices
) -> tuple[str, ...]:
    """Let some of the conditions guard one of the steps each; the others are returned."""
    left: list[str] = []
    for condition in conditions:
        place = choices.below(len(steps) + 1)
        (guards[steps[place - 1]] if place else left).append(condition)
    return tuple(left)


def _scatter(
    conditions: Sequence[str], steps: Sequence[Step], guards: Mapping[Step, list[str]], choices: Choices
) -> None:
    """Let some of the conditions guard any of the steps."""
    if conditions and steps:
        for _ in choices.repeat(0, _MOST_SCATTERED):
            guards[choices.pick(steps)].append(choices.pick(conditions))
