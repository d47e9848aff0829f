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
_MOST_OTHERS = 4  # conditions that no exit needs
_QUESTIONS = (40, 200)


@dataclass(frozen=True, slots=True)
class Taste:
    """Which programs a target is asked about: how many of the exits can be reached, whether there may be
    several, and whether C guards what it leaves undefined."""

    reachable_share: float
    several_exits: bool
    is_raw: bool


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
        manner = draw_manner(choices, raw=self._taste.is_raw)
        converter = self._converters.setdefault(manner, Converter(self._material.ground, manner))
        most_exits = MOST_EXITS if self._taste.several_exits else 1
        drawn = [self._draw_exit(choices) for _ in choices.repeat(1, most_exits)]
        truths = self._draw_some(self._material.truths, choices)
        decoys = self._draw_some(self._material.formulas, choices)
        used = [*(term for each in drawn for term in each.conditions), *truths, *decoys]
        scene = Scene(
            converter.carrier,
            converter.definitions(used),
            tuple(Exit(tuple(map(converter.condition, each.conditions)), each.reachable) for each in drawn),
            tuple(map(converter.condition, truths)),
            tuple(map(converter.condition, decoys)),
        )
        shaped = draw_shape(scene, choices)
        return Question(Query(Language.C, program(scene, shaped), "C"), self._truth(scene, shaped))

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn: the truth of the next question does not depend on this answer."""

    def _draw_exit(self, choices: Choices) -> _Drawn:
        material, most = self._material, Bounds().assertions
        is_reachable = not choices.coin(1 - self._taste.reachable_share)
        if material.truths and (is_reachable or not material.cores):
            places = choices.indices(len(material.truths), 1, most)
            return _Drawn(tuple(dict.fromkeys(material.truths[place] for place in places)), True)
        core = choices.pick(material.cores)
        around = [material.formulas[place] for place in choices.indices(len(material.formulas), 0, most // 2)]
        return _Drawn(tuple(dict.fromkeys(choices.shuffle([*core, *around]))), False)

    def _draw_some(self, terms: Sequence[Term], choices: Choices) -> list[Term]:
        if not terms:
            return []
        return [terms[place] for place in choices.indices(len(terms), 0, _MOST_OTHERS)]

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


@dataclass(frozen=True, slots=True)
class _Drawn:
    """An exit whose conditions are still formulas."""

    conditions: tuple[Term, ...]
    reachable: bool
