"""A session of `mazes`: every question is a program of conditions, exits and a shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.core.interfaces import SkipSeedError
from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth, Verdict
from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.constraints import Bounds
from gadfly.techniques.mazes.convert import Converter, Manner, draw_manner
from gadfly.techniques.mazes.material import Material
from gadfly.techniques.mazes.scene import Exit, Scene, Shaped, program
from gadfly.techniques.mazes.shapes import draw_shape

MOST_EXITS = 3
_MOST_ASSERTIONS = Bounds().assertions
_MOST_OTHERS = 4  # conditions that no exit needs
_QUESTIONS = (40, 200)


@dataclass(frozen=True, slots=True)
class Taste:
    """Which programs a target is asked about: how many of the exits can be reached, whether there may be
    several, and whether C guards what it leaves undefined."""

    reachable_share: float
    several_exits: bool
    is_raw: bool


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


class MazeSession:
    """Builds programs from one material; expressions are kept for every way to write them."""

    def __init__(self, material: Material, taste: Taste) -> None:
        if not material.truths and not material.cores:
            raise SkipSeedError("C agrees with none of its formulas")
        least, most = _QUESTIONS
        known = len(material.truths) + 8 * len(material.cores)
        self.questions = max(least, min(most, 4 * known))
        self._material = material
        self._taste = taste
        self._converters: dict[Manner, Converter] = {}

    def ask(self, choices: Choices) -> Question:
        plan = self.plan(choices)
        return self.question(self.scene(plan), choices)

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn: the truth of the next question does not depend on this answer."""

    def plan(self, choices: Choices) -> Plan:
        """Which formulas a program is about."""
        manner = draw_manner(choices, raw=self._taste.is_raw)
        most_exits = MOST_EXITS if self._taste.several_exits else 1
        exits = tuple(self._draw_exit(choices) for _ in choices.repeat(1, most_exits))
        material = self._material
        truths, decoys = _some(material.truths, choices), _some(material.formulas, choices)
        return Plan(manner, exits, truths, decoys)

    def scene(self, plan: Plan) -> Scene:
        """The formulas as conditions in C."""
        converter = self._converters.get(plan.manner)
        if converter is None:
            converter = self._converters[plan.manner] = Converter(self._material.ground, plan.manner)
        exits = tuple(
            Exit(tuple(map(converter.condition, each.conditions)), each.reachable) for each in plan.exits
        )
        truths, decoys = map(converter.condition, plan.truths), map(converter.condition, plan.decoys)
        return Scene(converter.carrier, converter.definitions(plan.terms), exits, tuple(truths), tuple(decoys))

    def question(self, scene: Scene, choices: Choices) -> Question:
        """The scene in a shape, with its truth."""
        shaped = draw_shape(scene, choices)
        return Question(Query(Language.C, program(scene, shaped), "C"), self._truth(scene, shaped))

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

    def _truth(self, scene: Scene, shaped: Shaped) -> Truth:
        """The answer for every exit; the evidence has an execution for each that can be reached, and a few
        others where some cannot."""
        values = self._material.values
        vectors = [
            (*values, *moves)
            for exit_, moves in zip(scene.exits, shaped.moves, strict=True)
            if exit_.reachable
        ]
        if not all(exit_.reachable for exit_ in scene.exits):
            vectors += [values, *self._material.others]
        answers = tuple(Answer.UNSAFE if exit_.reachable else Answer.SAFE for exit_ in scene.exits)
        lines = dict.fromkeys(" ".join(map(str, vector)) for vector in vectors)
        return Truth(answers, Basis.INPUTS, "".join(f"{line}\n" for line in lines))


def _some(terms: Sequence[Term], choices: Choices) -> tuple[Term, ...]:
    if not terms:
        return ()
    return tuple(terms[place] for place in choices.indices(len(terms), 0, _MOST_OTHERS))
