"""A session of `mazes`: every question is a program of conditions, exits and a shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gadfly.core.choices import Choices
from gadfly.core.interfaces import SkipSeedError
from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth, Verdict
from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.constraints import Bounds
from gadfly.techniques.mazes.convert import Converter, Corners, Ground, Manner
from gadfly.techniques.mazes.material import Inputs, Material
from gadfly.techniques.mazes.scene import Exit, Scene, Shaped, program
from gadfly.techniques.mazes.shapes import draw_shape

MOST_EXITS = 3
_MOST_ASSERTIONS = Bounds().assertions
_MOST_OTHERS = 4  # conditions that no exit needs
_QUESTIONS = (40, 200)


@dataclass(frozen=True, slots=True)
class Taste:
    """Which programs a target is asked about: how many of the exits can be reached, and whether there may be
    several."""

    reachable_share: float
    several_exits: bool


@dataclass(frozen=True, slots=True)
class PlannedExit:
    """An exit whose conditions are still formulas."""

    conditions: tuple[Term, ...]
    reachable: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What a program will be made of, and in which manner its conditions are written."""

    manner: Manner
    exits: tuple[PlannedExit, ...]
    truths: tuple[Term, ...]
    decoys: tuple[Term, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """All formulas that become conditions."""
        return (*(term for each in self.exits for term in each.conditions), *self.truths, *self.decoys)


@dataclass(frozen=True, slots=True)
class Stage:
    """A scene, and what its program reads: the values for which exits are reached, and other ones."""

    scene: Scene
    witness: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]


class MazeSession:
    """Builds programs from one material, in a few manners."""

    def __init__(self, material: Material, manners: Sequence[Manner], taste: Taste) -> None:
        if not material.truths and not material.cores:
            raise SkipSeedError("C agrees with none of its formulas")
        least, most = _QUESTIONS
        known = len(material.truths) + 8 * len(material.cores)
        self.questions = max(least, min(most, 4 * known))
        self.discarded = material.discarded
        self._material = material
        self._manners = tuple(dict.fromkeys(manners))
        self._taste = taste

    def ask(self, choices: Choices) -> Question:
        return self.question(self.stage(self.plan(choices)), choices)

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn: the truth of the next question does not depend on this answer."""

    def plan(self, choices: Choices) -> Plan:
        """Which formulas a program is about."""
        manner = choices.pick(self._manners)
        most_exits = MOST_EXITS if self._taste.several_exits else 1
        exits = tuple(self._draw_exit(choices) for _ in choices.repeat(1, most_exits))
        material = self._material
        truths = _some(material.truths, choices)
        # What is decided on the way is evaluated, and raw text is only known to be defined where it is true.
        is_raw = manner.corners is Corners.UNCHECKED
        decoys = _some(material.truths if is_raw else material.formulas, choices)
        return Plan(manner, exits, truths, decoys)

    def stage(self, plan: Plan) -> Stage:
        """The formulas as conditions in C; the program reads only what they mention."""
        ground = replace(self._material.ground, terms=plan.terms)
        converter = Converter(ground, plan.manner)
        exits = [
            Exit(tuple(map(converter.condition, each.conditions)), each.reachable) for each in plan.exits
        ]
        truths = [converter.condition(term) for term in plan.truths]
        decoys = [converter.condition(term) for term in plan.decoys]
        scene = Scene(converter.carrier, converter.definitions(), tuple(exits), tuple(truths), tuple(decoys))
        others = self._material.others if not all(each.reachable for each in exits) else ()
        return Stage(
            scene, _read(self._material.witness, ground), tuple(_read(other, ground) for other in others)
        )

    def question(self, stage: Stage, choices: Choices) -> Question:
        """The scene in a shape, with its truth."""
        shaped = draw_shape(stage.scene, choices)
        return Question(Query(Language.C, program(stage.scene, shaped), "C"), _truth(stage, shaped))

    def _draw_exit(self, choices: Choices) -> PlannedExit:
        material = self._material
        is_reachable = not choices.coin(1 - self._taste.reachable_share)
        if material.truths and (is_reachable or not material.cores):
            places = choices.indices(len(material.truths), 1, _MOST_ASSERTIONS)
            return PlannedExit(tuple(dict.fromkeys(material.truths[place] for place in places)), True)
        core = choices.pick(material.cores)
        places = choices.indices(len(material.formulas), 0, _MOST_ASSERTIONS // 2)
        mixed = choices.shuffle([*core, *(material.formulas[place] for place in places)])
        return PlannedExit(tuple(dict.fromkeys(mixed)), False)


def _truth(stage: Stage, shaped: Shaped) -> Truth:
    """The answer for every exit; the evidence has an execution for each that can be reached, and a few others
    where some cannot."""
    exits = stage.scene.exits
    vectors = [
        (*stage.witness, *moves) for each, moves in zip(exits, shaped.moves, strict=True) if each.reachable
    ]
    lines = dict.fromkeys(" ".join(map(str, vector)) for vector in [*vectors, *stage.others])
    answers = tuple(Answer.UNSAFE if each.reachable else Answer.SAFE for each in exits)
    return Truth(answers, Basis.INPUTS, "".join(f"{line}\n" for line in lines))


def _read(inputs: Inputs, ground: Ground) -> tuple[int, ...]:
    """What a program on this ground reads."""
    return tuple(value for name in ground.symbols for value in inputs[name])


def _some(terms: Sequence[Term], choices: Choices) -> tuple[Term, ...]:
    if not terms:
        return ()
    return tuple(terms[place] for place in choices.indices(len(terms), 0, _MOST_OTHERS))
