"""Shapes keep the truth: programs in every shape are executed and reach exactly what they should."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Execution
from gadfly.techniques.mazes.scene import Carrier, Exit, Scene, Shaped, program
from gadfly.techniques.mazes.shapes import SHAPES, Shape, draw_shape, maze
from gadfly.techniques.mazes.shapes.maze_plan import ENTRY, Step, draw_plan
from gadfly.truth.batch import BatchTask
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import Executor

CARRIERS = ("globals", "pointer", "parameters")


@dataclass(frozen=True, slots=True)
class Sample:
    """A condition on one value, and values for which it is true and false."""

    text: str
    right: int
    wrong: int


SAMPLES = (
    Sample("{} == 7 || {} == 8", 8, 9),
    Sample("{} & 64", 64, 63),
    Sample("{} ? {} < 9 : 0", 5, 0),
    Sample("(unsigned __int128){} << 70", 1, 0),
    Sample("(signed char){} < 0", 200, 100),
    Sample("!{}", 0, 1),
    Sample("condition_odd({})", 3, 2),
)
DEFINITIONS = "static int condition_odd(int v)\n{\n    return v & 1;\n}\n"


@dataclass(frozen=True, slots=True)
class Known:
    """A scene, its witness, and values for which no reachable exit may be reached whatever the moves are."""

    scene: Scene
    witness: tuple[int, ...]
    refuted: tuple[tuple[int, ...], ...]


def known(kind: str, *exits: tuple[int, bool], truths: int = 0, decoys: int = 0) -> Known:
    """A scene of exits with so many conditions, reachable or not. Each condition has its own value.

    Decoys are false for the witness. In the refuted values they are true, and one condition of every
    reachable exit is false, each of them in turn.
    """
    owned = []
    used = 0
    for number, _ in exits:
        owned.append(range(used, used + number))
        used += number
    truth_places, decoy_places = range(used, used + truths), range(used + truths, used + truths + decoys)
    witness = [_sample(place).right for place in range(decoy_places.start)]
    witness += [_sample(place).wrong for place in decoy_places]
    refuted = []
    for turn in range(max(number for number, _ in exits)):
        values = [_sample(place).right for place in range(decoy_places.stop)]
        for places, (number, reachable) in zip(owned, exits, strict=True):
            if reachable:
                place = places[turn % number]
                values[place] = _sample(place).wrong
        refuted.append(tuple(values))
    scene = Scene(
        carrier=carrier(kind, decoy_places.stop),
        definitions=DEFINITIONS,
        exits=tuple(
            _exit(_texts(kind, places), reachable)
            for places, (_, reachable) in zip(owned, exits, strict=True)
        ),
        truths=_texts(kind, truth_places),
        decoys=_texts(kind, decoy_places),
    )
    return Known(scene, tuple(witness), tuple(refuted))


def _sample(place: int) -> Sample:
    return SAMPLES[place % len(SAMPLES)]


def _texts(kind: str, places: range) -> tuple[str, ...]:
    name = "v->in_" if kind == "pointer" else "v_"
    return tuple(_sample(place).text.replace("{}", f"{name}{place}") for place in places)


def _exit(conditions: tuple[str, ...], reachable: bool) -> Exit:
    return Exit(conditions if reachable else (*conditions, f"!({conditions[0]})"), reachable)


def carrier(kind: str, values: int) -> Carrier:
    places = range(values)
    read = "__VERIFIER_nondet_uchar()"
    if kind == "globals":
        declared = "".join(f"unsigned char v_{place};\n" for place in places)
        return Carrier(declared, "void", "", "".join(f"    v_{place} = {read};\n" for place in places))
    if kind == "pointer":
        members = "".join(f"    unsigned char in_{place};\n" for place in places)
        reading = "    struct v_values v_all, *v = &v_all;\n"
        reading += "".join(f"    v->in_{place} = {read};\n" for place in places)
        return Carrier(f"struct v_values {{\n{members}}};\n", "struct v_values *v", "v", reading)
    return Carrier(
        "",
        ", ".join(f"unsigned char v_{place}" for place in places),
        ", ".join(f"v_{place}" for place in places),
        "".join(f"    unsigned char v_{place} = {read};\n" for place in places),
    )


def scenes(kind: str) -> tuple[Known, ...]:
    return (
        known(kind, (3, True)),
        known(kind, (1, True), truths=2, decoys=1),
        known(kind, (2, False), truths=1, decoys=2),
        known(kind, (2, True), (2, False), (4, True), truths=2, decoys=2),
    )


@dataclass(frozen=True, slots=True)
class Built:
    """A program with what is known about it, and a name for the failing test."""

    name: str
    known: Known
    shaped: Shaped

    @property
    def text(self) -> str:
        return program(self.known.scene, self.shaped)


def built(shape: Shape, kind: str, seeds: range) -> Iterator[Built]:
    """The shape for every scene, from records that are as drawn, cut in half, or empty."""
    for number, each in enumerate(scenes(kind)):
        for seed in seeds:
            choices = Choices.of(shape.__name__, kind, number, seed)
            drawn = shape(each.scene, choices)
            assert shape(each.scene, Choices.replay(choices.record)) == drawn
            kept = len(choices.record) * (0, 2, 1)[(number + seed) % 3] // 2
            shaped = shape(each.scene, Choices.replay(choices.record[:kept]))
            yield Built(f"{shape.__name__} {kind} {number} {seed}", each, shaped)


def random_moves(built: Built, choices: Choices) -> tuple[int, ...]:
    """Moves that a maze is likely to react to: the numbers in its text, and those before them."""
    numbers = [int(number) for number in re.findall(r"-?\b\d+\b", built.shaped.functions)] or [0]
    return tuple(choices.pick(numbers) - choices.below(2) for _ in range(12))


def arrivals(built: Built) -> dict[tuple[int, ...], set[int]]:
    """The vectors of the witness, and which exits each must reach."""
    expected: dict[tuple[int, ...], set[int]] = {}
    for label, exit_ in enumerate(built.known.scene.exits):
        if exit_.reachable:
            expected.setdefault(built.known.witness + built.shaped.moves[label], set()).add(label)
        else:
            assert built.shaped.moves[label] == ()
    return expected


def refutations(built: Built) -> tuple[tuple[int, ...], ...]:
    """Vectors that must not reach anything: wrong values with moves that would."""
    choices = Choices.of(built.name)
    moves = [*built.shaped.moves, random_moves(built, choices), random_moves(built, choices)]
    return tuple(values + each for values in built.known.refuted for each in dict.fromkeys(moves))


def failed(execution: Execution) -> set[int]:
    return {label for label, counted in enumerate(execution.checks) if counted.failed}


@pytest.fixture(scope="module")
def executor() -> Executor:
    return Executor([Compiler("gcc", "gcc", ("gcc",))])


def assert_true(programs: Sequence[Built], executor: Executor) -> None:
    tasks, meant = [], []
    for each in programs:
        for vector, labels in arrivals(each).items():
            tasks.append(BatchTask(each.text, (vector,)))
            meant.append((each, labels))
        tasks.append(BatchTask(each.text, refutations(each)))
        meant.append((each, set()))
    for (each, labels), shown in zip(meant, executor.run_batch(tasks), strict=True):
        assert shown.problem == "", f"{each.name}\n{each.text}"
        reachable = {label for label, exit_ in enumerate(each.known.scene.exits) if exit_.reachable}
        assert labels <= failed(shown) <= (reachable if labels else set()), f"{each.name}\n{each.text}"


@pytest.mark.parametrize("kind", CARRIERS)
def test_every_shape_keeps_the_truth(kind: str, executor: Executor) -> None:
    assert_true([each for shape in SHAPES for each in built(shape, kind, range(2))], executor)


@pytest.mark.parametrize("kind", CARRIERS)
def test_mazes_of_all_sizes_keep_the_truth(kind: str, executor: Executor) -> None:
    assert_true(list(built(maze, kind, range(2, 14))), executor)


def flooded(steps: Sequence[Step]) -> set[int]:
    """The cells of a maze that these steps lead to."""
    wet = {ENTRY}
    while further := {after for before, after in steps if before in wet} - wet:
        wet |= further
    return wet


def test_no_way_through_a_maze_avoids_a_condition() -> None:
    each = scenes("globals")[3]
    several_ways = 0
    for seed in range(400):
        plan = draw_plan(each.scene, Choices(seed))
        several_ways += len(plan.steps) >= len(plan.cells) and not plan.ways_back
        for spot, exit_ in zip(plan.spots, each.scene.exits, strict=True):
            assert spot.way[-1] in flooded(plan.steps)
            for condition in set(exit_.conditions).difference(spot.conditions):
                unguarded = [step for step in plan.steps if condition not in plan.guards[step]]
                assert spot.way[-1] not in flooded(unguarded), (seed, condition)
    assert several_ways > 50


def test_the_witness_meets_only_what_is_true_for_it() -> None:
    each = scenes("globals")[3]
    exits = [exit_ for exit_ in each.scene.exits if exit_.reachable]
    true = {*each.scene.truths, *(condition for exit_ in exits for condition in exit_.conditions)}
    for seed in range(400):
        plan = draw_plan(each.scene, Choices(seed))
        for spot, exit_ in zip(plan.spots, each.scene.exits, strict=True):
            if exit_.reachable:
                met = [condition for step in pairwise(spot.way) for condition in plan.guards[Step(*step)]]
                assert true.issuperset([*met, *spot.conditions]), seed


def every_program() -> Iterator[Built]:
    for kind in CARRIERS:
        for shape in SHAPES:
            yield from built(shape, kind, range(6))


def test_each_exit_is_one_check_and_names_stay_within_their_bounds() -> None:
    for each in every_program():
        labels = [int(label) for label in re.findall(r"__gadfly_check\((\d+), ", each.text)]
        assert sorted(labels) == list(range(len(each.known.scene.exits))), each.name
        own = each.shaped.functions + each.shaped.body
        defined = set(re.findall(r"^static \w+ (\w+)\(.*\)$", own, re.MULTILINE))
        assert all(re.match(r"cell_|step", name) for name in defined), each.name
        for name in defined:
            assert len(re.findall(rf"\b{name}\b", own)) > 1, f"{name} is not used in {each.name}"


def test_all_zeros_are_a_single_if() -> None:
    each = known("globals", (2, True), truths=1, decoys=1)
    shaped = draw_shape(each.scene, Choices.replay([]))
    assert shaped == Shaped(
        "", "    if ((v_0 == 7 || v_0 == 8) && (v_1 & 64))\n        __gadfly_check(0, 0);\n", ((),)
    )


def test_exits_without_conditions_are_reached(executor: Executor) -> None:
    scene = Scene(carrier("globals", 0), "", (Exit((), True), Exit((), True)))
    shapes = [shape(scene, Choices(seed)) for shape in SHAPES for seed in range(3)]
    for label in range(2):
        tasks = [BatchTask(program(scene, shaped), (shaped.moves[label],)) for shaped in shapes]
        for task, shown in zip(tasks, executor.run_batch(tasks), strict=True):
            assert label in failed(shown), task.program


def test_mazes_come_in_all_sizes_and_kinds() -> None:
    each = scenes("globals")[3]
    texts = [program(each.scene, maze(each.scene, Choices(seed))) for seed in range(300)]
    sizes = {len(re.findall(r"^static void cell_\d+\(.*\)$", text, re.MULTILINE)) for text in texts}
    assert 1 in sizes
    assert max(sizes) > 40
    for sign in ("static int steps = ", "(int steps", "switch (move)", "move % ", "move == ", "move < "):
        assert any(sign in text for text in texts), sign
