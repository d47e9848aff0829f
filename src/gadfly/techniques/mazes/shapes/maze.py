"""The maze: every cell is a function that reads where to go (Fuzzle), and passages are guarded (Minotaur)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.scene import Carrier, Scene, Shaped
from gadfly.techniques.mazes.shapes.maze_plan import ENTRY, Plan, Spot, draw_plan
from gadfly.techniques.mazes.shapes.moves import Branch, draw_junction
from gadfly.techniques.mazes.shapes.pieces import call, function, head, if_then

_SPARE_STEPS = (0, 1, 2, 4)


@dataclass(frozen=True, slots=True)
class _Writing:
    """How cells are written: with the values, and with what ends a walk that might go in circles."""

    carrier: Carrier
    declaration: str = ""
    parameters: tuple[str, ...] = ()
    test: str = ""
    first: tuple[str, ...] = ()
    further: tuple[str, ...] = ()

    def head(self, cell: int) -> str:
        return head(self.carrier, f"cell_{cell}", "void", *self.parameters)

    def enter(self) -> str:
        return f"{call(self.carrier, f'cell_{ENTRY}', *self.first)};\n"

    def go_on(self, cell: int) -> str:
        return f"{call(self.carrier, f'cell_{cell}', *self.further)};\n"


@dataclass(frozen=True, slots=True)
class _Cell:
    """The function of a cell, and the moves that lead from it to other cells and, by label, to exits."""

    text: str
    onward: Mapping[int, int]
    leaving: Mapping[int, int]


def maze(scene: Scene, choices: Choices) -> Shaped:
    """A function for each cell of a labyrinth, which reads a move and calls the function of another cell.

    The conditions of an exit stand at passages that every way to it needs, or at the exit itself. If there
    are ways back, the steps of a walk are counted, and it ends when there are too many.
    """
    plan = draw_plan(scene, choices)
    writing = _draw_limit(plan, scene.carrier, choices) if plan.ways_back else _Writing(scene.carrier)
    cells = {cell: _draw_cell(cell, plan, writing, choices) for cell in plan.cells}
    prototypes = "".join(f"{writing.head(cell)};\n" for cell in plan.cells) if len(cells) > 1 else ""
    texts = [writing.declaration, prototypes, *(cell.text for cell in cells.values())]
    return Shaped(
        functions="\n".join(text for text in texts if text),
        body=f"    {writing.enter()}",
        moves=tuple(
            _moves(spot, cells) if exit_.reachable else ()
            for spot, exit_ in zip(plan.spots, scene.exits, strict=True)
        ),
    )


def _draw_limit(plan: Plan, carrier: Carrier, choices: Choices) -> _Writing:
    """Steps are counted in a global or in a parameter; the ways to all exits are short enough."""
    most = str(max(len(spot.way) for spot in plan.spots) + choices.pick(_SPARE_STEPS))
    if choices.coin():
        test = if_then("steps <= 0", "return;\n")
        return _Writing(carrier, "", ("int steps",), test, (most,), ("steps - 1",))
    return _Writing(carrier, f"static int steps = {most};\n", (), if_then("steps-- <= 0", "return;\n"))


def _draw_cell(cell: int, plan: Plan, writing: _Writing, choices: Choices) -> _Cell:
    """What happens in a cell: exits that are there at once, then the junction to everything else."""
    here = [spot for spot in plan.spots if spot.way[-1] == cell]
    statements = writing.test + "".join(_exit(spot).guarded for spot in here if not spot.by_move)
    steps = [step for step in plan.steps if step.before == cell]
    spots = [spot for spot in here if spot.by_move]
    branches = [Branch(writing.go_on(step.after), tuple(plan.guards[step])) for step in steps]
    branches += map(_exit, spots)
    moves: Sequence[int] = ()
    if branches:
        junction = draw_junction(branches, choices)
        statements, moves = statements + junction.statements, junction.moves
    return _Cell(
        text=function(writing.head(cell), statements),
        onward={step.after: move for step, move in zip(steps, moves, strict=False)},
        leaving={spot.label: move for spot, move in zip(spots, moves[len(steps) :], strict=True)},
    )


def _exit(spot: Spot) -> Branch:
    return Branch(f"__gadfly_check({spot.label}, 0);\n", spot.conditions)


def _moves(spot: Spot, cells: Mapping[int, _Cell]) -> tuple[int, ...]:
    """What the walk reads that goes straight to an exit."""
    moves = [cells[before].onward[after] for before, after in pairwise(spot.way)]
    return (*moves, cells[spot.way[-1]].leaving[spot.label]) if spot.by_move else tuple(moves)
