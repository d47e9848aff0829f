"""What a labyrinth is, and what can be asked of it and done to it whoever made it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from gadfly.core.choices import Choices


class Passage(NamedTuple):
    """Two neighbouring cells that are open to each other, the smaller number first."""

    one: int
    other: int

    @classmethod
    def between(cls, one: int, other: int) -> Passage:
        return cls(one, other) if one < other else cls(other, one)


@dataclass(frozen=True, slots=True)
class Labyrinth:
    """A grid whose cells are numbered row by row; it is perfect if the passages are a spanning tree."""

    width: int
    height: int
    passages: frozenset[Passage]

    @property
    def cells(self) -> int:
        return self.width * self.height

    def openings(self) -> list[list[int]]:
        """For each cell the cells that it is open to, in order."""
        return _linked(self.cells, sorted(self.passages))


def grid_passages(width: int, height: int) -> list[Passage]:
    """All that a grid can have, as if there were no wall."""
    passages = []
    for cell in range(width * height):
        if (cell + 1) % width:
            passages.append(Passage(cell, cell + 1))
        if cell + width < width * height:
            passages.append(Passage(cell, cell + width))
    return passages


def grid_neighbours(width: int, height: int) -> list[list[int]]:
    """For each cell the cells next to it, in order."""
    return _linked(width * height, grid_passages(width, height))


def with_cycles(labyrinth: Labyrinth, percentage: int, choices: Choices) -> Labyrinth:
    """Open this share of the walls that are left, rounded up; more than one way leads to some cells then."""
    every = grid_passages(labyrinth.width, labyrinth.height)
    walls = [passage for passage in every if passage not in labyrinth.passages]
    opened = choices.shuffle(walls)[: -(-len(walls) * percentage // 100)] if percentage else []
    return Labyrinth(labyrinth.width, labyrinth.height, labyrinth.passages.union(opened))


def without_dead_ends(labyrinth: Labyrinth, kept: Collection[int]) -> Labyrinth:
    """Close the passages to cells that are not kept and lead nowhere else, until there is none."""
    openings = [set(open_to) for open_to in labyrinth.openings()]
    ends = [cell for cell, open_to in enumerate(openings) if len(open_to) == 1]
    closed = set()
    while ends:
        end = ends.pop()
        if end in kept or len(openings[end]) != 1:
            continue
        before = openings[end].pop()
        openings[before].remove(end)
        closed.add(Passage.between(end, before))
        ends.append(before)
    return Labyrinth(labyrinth.width, labyrinth.height, labyrinth.passages - closed)


def shortest_way(labyrinth: Labyrinth, start: int, goal: int) -> tuple[int, ...]:
    """The cells of a shortest way from start to goal, both included; in a perfect maze the only way."""
    came_from = _explored(labyrinth.openings(), start)
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))


def nearest_first(labyrinth: Labyrinth, start: int) -> list[int]:
    """The cells that can be reached; a shortest way to each goes through earlier ones only."""
    return list(_explored(labyrinth.openings(), start))


def necessary_passages(labyrinth: Labyrinth, way: tuple[int, ...]) -> tuple[Passage, ...]:
    """Those passages of a way that no other way between its ends can avoid, in its order."""
    openings = labyrinth.openings()
    passages = [Passage.between(before, after) for before, after in pairwise(way)]
    return tuple(each for each in passages if way[-1] not in _explored(openings, way[0], closed=each))


def _linked(cells: int, passages: Iterable[Passage]) -> list[list[int]]:
    links: list[list[int]] = [[] for _ in range(cells)]
    for one, other in passages:
        links[one].append(other)
        links[other].append(one)
    return [sorted(linked) for linked in links]


def _explored(openings: list[list[int]], start: int, closed: Passage | None = None) -> dict[int, int]:
    """Every cell that can be reached without a closed passage, and from where, the nearest cells first."""
    came_from = {start: start}
    waiting = [start]
    for cell in waiting:
        for neighbour in openings[cell]:
            if neighbour not in came_from and closed != Passage.between(cell, neighbour):
                came_from[neighbour] = cell
                waiting.append(neighbour)
    return came_from
