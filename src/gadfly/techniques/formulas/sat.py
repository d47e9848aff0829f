"""The sat mode of `formulas`: Algorithm 1 of the paper, for any seed."""

from __future__ import annotations

from functools import lru_cache

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Capabilities, Language, Seed
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.techniques.formulas.assignment import draw_assignment
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.parameters import Parameters
from gadfly.techniques.formulas.pool import fragments
from gadfly.techniques.formulas.session import SatSession, satisfiable
from gadfly.techniques.formulas.transformations import transform


class SatFormulas:
    """Builds satisfiable scripts from the Boolean sub-formulas of a seed (STORM).

    A random assignment decides every sub-formula of the seed; new formulas are built from them with all
    Boolean connectives; each instance asserts formulas or negations that are true under the assignment, so
    every check-sat must be answered `sat`, and every model must satisfy what was asserted.
    """

    name = "formulas-sat"
    language = seed_language = Language.SMT
    patience = 1
    own_seeds: tuple[Seed, ...] = ()

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or Parameters()

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> SatSession:
        script = read_seed(seed)
        try:
            assignment = draw_assignment(script, choices, reference)
        except ReadError as error:
            raise SkipSeedError(str(error)) from error
        draft = transform(Draft(script, tuple(fragments(script, self.parameters.max_depth))), choices)
        material = satisfiable(draft, assignment, self.parameters, choices)
        return SatSession(material, capabilities, self.parameters)


def read_seed(seed: Seed) -> Script:
    """The seed as a script, or SkipSeedError."""
    try:
        return _read(seed.text)
    except ReadError as error:
        raise SkipSeedError(str(error)) from error


@lru_cache(maxsize=32)
def _read(text: str) -> Script:
    return read_script(text)
