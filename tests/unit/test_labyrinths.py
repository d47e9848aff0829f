"""Labyrinths: every algorithm makes spanning trees, whatever the choices are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.labyrinths import (
    ALGORITHMS,
    Algorithm,
    Labyrinth,
    Passage,
    necessary_passages,
    shortest_way,
    with_cycles,
    without_dead_ends,
)

SIDES = range(1, 8)
RECORDS = st.lists(st.integers(0, 70_000), max_size=60)
EVERY_ALGORITHM = pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda each: each.__name__)


def reached(labyrinth: Labyrinth, start: int, closed: Passage | None = None) -> set[int]:
    """The cells that a flood gets to, computed in the dullest way."""
    wet = {start}
    for _ in range(labyrinth.cells):
        for passage in labyrinth.passages:
            if passage != closed and wet.intersection(passage):
                wet.update(passage)
    return wet


def assert_perfect(maze: Labyrinth, width: int, height: int) -> None:
    assert (maze.width, maze.height) == (width, height)
    for one, other in maze.passages:
        assert (other - one == 1 and other % width) or other - one == width
    assert len(maze.passages) == width * height - 1
    assert reached(maze, 0) == set(range(width * height))


@EVERY_ALGORITHM
def test_every_size_is_a_spanning_tree(algorithm: Algorithm) -> None:
    for width in SIDES:
        for height in SIDES:
            assert_perfect(algorithm(width, height, Choices.replay([])), width, height)
            choices = Choices.of(width, height)
            maze = algorithm(width, height, choices)
            assert_perfect(maze, width, height)
            assert algorithm(width, height, Choices.replay(choices.record)) == maze
            shortened = choices.record[: len(choices.record) // 2]
            assert_perfect(algorithm(width, height, Choices.replay(shortened)), width, height)


@EVERY_ALGORITHM
@settings(derandomize=True, deadline=None, max_examples=30)
@given(width=st.integers(1, 7), height=st.integers(1, 7), record=RECORDS)
def test_any_record_is_a_spanning_tree(
    algorithm: Algorithm, width: int, height: int, record: list[int]
) -> None:
    assert_perfect(algorithm(width, height, Choices.replay(record)), width, height)


@EVERY_ALGORITHM
def test_choices_make_different_mazes(algorithm: Algorithm) -> None:
    assert len({algorithm(4, 4, Choices(seed)) for seed in range(50)}) > 40


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    algorithm=st.sampled_from(ALGORITHMS),
    width=st.integers(1, 6),
    height=st.integers(1, 6),
    percentage=st.sampled_from([0, 1, 20, 50, 100]),
    seed=st.integers(0, 1000),
)
def test_ways_and_what_they_cannot_avoid(
    algorithm: Algorithm, width: int, height: int, percentage: int, seed: int
) -> None:
    choices = Choices(seed)
    maze = algorithm(width, height, choices)
    walls = width * (height - 1) + height * (width - 1) - len(maze.passages)
    open_maze = with_cycles(maze, percentage, choices)
    assert open_maze.passages >= maze.passages
    assert len(open_maze.passages) - len(maze.passages) == -(-walls * percentage // 100)

    start, goal = choices.below(maze.cells), choices.below(maze.cells)
    way = shortest_way(open_maze, start, goal)
    assert (way[0], way[-1]) == (start, goal)
    assert len(set(way)) == len(way)
    assert {Passage.between(*step) for step in pairwise(way)} <= open_maze.passages
    needed = {each for each in open_maze.passages if goal not in reached(open_maze, start, closed=each)}
    assert set(necessary_passages(open_maze, way)) == needed
    only_way = shortest_way(maze, start, goal)
    assert len(only_way) >= len(way)
    assert len(necessary_passages(maze, only_way)) == len(only_way) - 1


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    algorithm=st.sampled_from(ALGORITHMS), percentage=st.sampled_from([0, 10, 60]), seed=st.integers(0, 1000)
)
def test_dead_ends_are_all_that_is_left_out(algorithm: Algorithm, percentage: int, seed: int) -> None:
    choices = Choices(seed)
    maze = with_cycles(algorithm(5, 4, choices), percentage, choices)
    kept = [choices.below(maze.cells) for _ in range(3)]
    pruned = without_dead_ends(maze, kept)
    assert pruned.passages <= maze.passages
    for cell, open_to in enumerate(pruned.openings()):
        assert len(open_to) != 1 or cell in kept
    for cell in kept:
        assert shortest_way(pruned, kept[0], cell) == shortest_way(maze, kept[0], cell)


def test_a_dead_end_takes_its_corridor_with_it() -> None:
    corridor = Labyrinth(4, 1, frozenset({Passage(0, 1), Passage(1, 2), Passage(2, 3)}))
    assert without_dead_ends(corridor, {0, 1}).passages == {Passage(0, 1)}
    assert without_dead_ends(corridor, {1}).passages == frozenset()
    assert without_dead_ends(corridor, {0, 3}) == corridor
