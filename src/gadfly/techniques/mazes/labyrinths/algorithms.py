"""Ways to make a perfect maze. They differ in how long their corridors are and how often these branch.

Each ends whatever the choices are, all zeros included, because a reducer makes up records nobody drew.
"""

from __future__ import annotations

from collections.abc import Callable

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.labyrinths.labyrinth import (
    Labyrinth,
    Passage,
    grid_neighbours,
    grid_passages,
)

Algorithm = Callable[[int, int, Choices], Labyrinth]
"""Makes a perfect maze of a width and a height."""

_WALK_ROUNDS = 4  # how often a random walk may visit as many cells as there are


def recursive_backtracker(width: int, height: int, choices: Choices) -> Labyrinth:
    """Walk at random to cells not seen before, and go back where there is none: long corridors."""
    neighbours = grid_neighbours(width, height)
    seen, passages = {0}, set()
    trail = [0]
    while trail:
        unseen = [cell for cell in neighbours[trail[-1]] if cell not in seen]
        if not unseen:
            trail.pop()
            continue
        cell = choices.pick(unseen)
        passages.add(Passage.between(trail[-1], cell))
        seen.add(cell)
        trail.append(cell)
    return Labyrinth(width, height, frozenset(passages))


def kruskal(width: int, height: int, choices: Choices) -> Labyrinth:
    """Open walls in random order, except between cells that are connected: many short dead ends."""
    group = [[cell] for cell in range(width * height)]
    passages = set()
    for passage in choices.shuffle(grid_passages(width, height)):
        smaller, larger = sorted((group[passage.one], group[passage.other]), key=len)
        if smaller is larger:
            continue
        passages.add(passage)
        larger.extend(smaller)
        for cell in smaller:
            group[cell] = larger
    return Labyrinth(width, height, frozenset(passages))


def prim(width: int, height: int, choices: Choices) -> Labyrinth:
    """Open any wall around what is connected with the first cell: it grows like a crystal."""
    neighbours = grid_neighbours(width, height)
    seen, passages = {0}, set()
    edge = [(0, cell) for cell in neighbours[0]]
    while edge:
        before, cell = edge.pop(choices.below(len(edge)))
        if cell in seen:
            continue
        passages.add(Passage.between(before, cell))
        seen.add(cell)
        edge += [(cell, further) for further in neighbours[cell] if further not in seen]
    return Labyrinth(width, height, frozenset(passages))


def wilson(width: int, height: int, choices: Choices) -> Labyrinth:
    """Walk at random from every cell to what is connected, and forget loops: no maze is preferred.

    A walk that takes too long goes straight to the first cell from where it is.
    """
    neighbours = grid_neighbours(width, height)
    seen, passages = {0}, set()
    for start in range(width * height):
        left_for: dict[int, int] = {}
        cell, steps = start, _WALK_ROUNDS * width * height
        while cell not in seen:
            steps -= 1
            homeward = cell - width if cell >= width else cell - 1
            left_for[cell] = choices.pick(neighbours[cell]) if steps >= 0 else homeward
            cell = left_for[cell]
        cell = start
        while cell not in seen:
            seen.add(cell)
            passages.add(Passage.between(cell, left_for[cell]))
            cell = left_for[cell]
    return Labyrinth(width, height, frozenset(passages))


def sidewinder(width: int, height: int, choices: Choices) -> Labyrinth:
    """Row by row: corridors to the right, each with one passage to the row above."""
    passages = {Passage(cell, cell + 1) for cell in range(width - 1)}
    for row in range(1, height):
        corridor = row * width
        for cell in range(row * width, (row + 1) * width):
            if (cell + 1) % width and choices.coin():
                passages.add(Passage(cell, cell + 1))
                continue
            above = corridor - width + choices.below(cell - corridor + 1)
            passages.add(Passage(above, above + width))
            corridor = cell + 1
    return Labyrinth(width, height, frozenset(passages))


def hunt_and_kill(width: int, height: int, choices: Choices) -> Labyrinth:
    """Walk at random until stuck, then go on from the first cell that is not connected yet."""
    neighbours = grid_neighbours(width, height)
    seen, passages = {0}, set()
    cell = 0
    for _ in range(width * height - 1):
        unseen = [further for further in neighbours[cell] if further not in seen]
        if unseen:
            before, cell = cell, choices.pick(unseen)
        else:
            cell = next(hunted for hunted in range(width * height) if _borders(hunted, neighbours, seen))
            before = choices.pick([known for known in neighbours[cell] if known in seen])
        passages.add(Passage.between(before, cell))
        seen.add(cell)
    return Labyrinth(width, height, frozenset(passages))


def growing_tree(width: int, height: int, choices: Choices) -> Labyrinth:
    """Go on from the newest, the oldest or any connected cell: between a backtracker's and Prim's."""
    neighbours = grid_neighbours(width, height)
    seen, passages = {0}, set()
    active = [0]
    while active:
        place = choices.pick((len(active) - 1, 0, choices.below(len(active))))
        unseen = [cell for cell in neighbours[active[place]] if cell not in seen]
        if not unseen:
            active.pop(place)
            continue
        cell = choices.pick(unseen)
        passages.add(Passage.between(active[place], cell))
        seen.add(cell)
        active.append(cell)
    return Labyrinth(width, height, frozenset(passages))


ALGORITHMS: tuple[Algorithm, ...] = (
    recursive_backtracker,
    kruskal,
    prim,
    wilson,
    sidewinder,
    hunt_and_kill,
    growing_tree,
)


def _borders(cell: int, neighbours: list[list[int]], seen: set[int]) -> bool:
    return cell not in seen and any(neighbour in seen for neighbour in neighbours[cell])
