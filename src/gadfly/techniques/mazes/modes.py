"""The modes of `mazes`: where constraints come from, and which exits are asked about."""

from __future__ import annotations

from abc import ABC, abstractmethod

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.core.words import Answer, Capabilities, Feature, Language, Seed
from gadfly.techniques.mazes.constraints import (
    Constraints,
    Opening,
    draw_contradictory,
    draw_mixed,
    draw_satisfiable,
    draw_seed_itself,
)
from gadfly.techniques.mazes.convert import Corners, draw_manner
from gadfly.techniques.mazes.fuzzle import FUZZLE_SEED, draw_checks
from gadfly.techniques.mazes.material import make_material
from gadfly.techniques.mazes.session import MazeSession, Taste

_MANNERS = 6
_EXCLUDED_SHARE = 0.3
_BOTH = frozenset({Answer.SAFE, Answer.UNSAFE})


class _Mazes(ABC):
    """What the modes share: constraints become material, and material programs."""

    name = ""
    language = Language.C
    seed_language = Language.SMT
    patience = 6
    own_seeds: tuple[Seed, ...] = ()
    reachable_share = 1.0

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> MazeSession:
        opening = Opening(seed, choices, reference)
        constraints = self._constraints(opening)
        corners = self._corners(choices)
        material = make_material(constraints, choices, reference, corners=corners)
        manners = [draw_manner(choices, corners) for _ in choices.repeat(1, _MANNERS)]
        return MazeSession(material, manners, self._taste(capabilities))

    @abstractmethod
    def _constraints(self, opening: Opening) -> Constraints:
        """What this mode makes of a seed."""

    def _corners(self, choices: Choices) -> Corners:
        return Corners.EXCLUDED if choices.coin(_EXCLUDED_SHARE) else Corners.DEFINED

    def _taste(self, capabilities: Capabilities) -> Taste:
        """Who never claims an alarm is only asked about exits that are reached, and the other way round."""
        claims = capabilities.claims
        share = self.reachable_share if claims >= _BOTH else float(Answer.UNSAFE not in claims)
        several = Feature.ALL_CHECKS in capabilities.features
        return Taste(share, several)


class SatMazes(_Mazes):
    """Programs whose errors can be reached, because a model satisfies the conditions on the way (Minotaur).

    Conditions are sub-formulas of a seed, mutants of them and connectives over both, each or its negation
    true under one model. To say `safe` is unsound.
    """

    name = "mazes-sat"

    def _constraints(self, opening: Opening) -> Constraints:
        return draw_satisfiable(opening)


class UnsatMazes(_Mazes):
    """Programs whose errors cannot be reached, because the conditions on the way contradict each other.

    Contradictions come from cores of the seed, from its formulas and their negations, values and equivalent
    rewritings; solvers of two families agree on each. To say `unsafe` is imprecise.
    """

    name = "mazes-unsat"
    reachable_share = 0.0

    def _constraints(self, opening: Opening) -> Constraints:
        return draw_contradictory(opening)


class MixedMazes(_Mazes):
    """Programs with exits of both kinds, from sets of mutants that solvers decided afterwards."""

    name = "mazes-mixed"
    reachable_share = 0.5

    def _constraints(self, opening: Opening) -> Constraints:
        return draw_mixed(opening)


class RawMazes(SatMazes):
    """As `mazes-sat`, but C does not guard divisions, shifts and sums of numbers: only the way to the error
    is known to be well defined, and other inputs may lead to what C leaves undefined."""

    name = "mazes-raw"

    def _corners(self, _choices: Choices) -> Corners:
        return Corners.UNCHECKED


class SmtMazes(_Mazes):
    """The seed as it is, without constraint fuzzing: the paper's baseline Fuzzle + SMT."""

    name = "mazes-smt"
    reachable_share = 0.5

    def _constraints(self, opening: Opening) -> Constraints:
        return draw_seed_itself(opening)


class FuzzleMazes(_Mazes):
    """Range and equality checks of input bytes, all of them satisfiable: the paper's baseline Fuzzle."""

    name = "mazes-fuzzle"
    own_seeds = (FUZZLE_SEED,)

    def _constraints(self, opening: Opening) -> Constraints:
        return draw_checks(opening)
