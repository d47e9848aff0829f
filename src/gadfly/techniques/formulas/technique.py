"""The technique `formulas`, sat mode: Algorithm 1 of the paper, for any seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import (
    Answer,
    Basis,
    Capabilities,
    Feature,
    Language,
    Query,
    Question,
    Seed,
    Truth,
    Verdict,
)
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.techniques.formulas.assignment import Assignment, draw_assignment
from gadfly.techniques.formulas.instance import draw_instance
from gadfly.techniques.formulas.pool import Formula, construct, fragments


@dataclass(frozen=True, slots=True)
class Parameters:
    """The paper's bounds with its defaults; `nc` and `nm` are ranges, adapted to the size of the pool."""

    max_depth: int = 64  # dmax
    max_assertions: int = 64  # amax
    constructed: tuple[int, int] = (200, 1500)  # nc
    instances: tuple[int, int] = (300, 1000)  # nm
    initial_share: float = 0.3  # how often a formula comes from the initial pool
    model_share: float = 0.0625  # how often a model is asked for; checking one costs as much as asking


class Formulas:
    """Builds satisfiable scripts from the Boolean sub-formulas of a seed (STORM).

    A random assignment decides every sub-formula of the seed; new formulas are built from them with all
    Boolean connectives; each instance asserts formulas or negations that are true under the assignment, so
    every check-sat must be answered `sat`, and every model must satisfy what was asserted.
    """

    name = "formulas"

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or Parameters()

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> FormulasSession:
        try:
            script = _read(seed.text)
            assignment = draw_assignment(script, choices, reference)
        except ReadError as error:
            raise SkipSeedError(str(error)) from error
        parameters = self.parameters
        terms = fragments(script, parameters.max_depth)
        values = assignment.decide(terms)
        initial = [
            Formula(print_term(term), value, term.depth)
            for term, value in zip(terms, values, strict=True)
            if value is not None
        ]
        if not initial:
            raise SkipSeedError("no Boolean sub-formula of it has a known truth value")
        count = _within(parameters.constructed, 8 * len(initial))
        constructed = construct(initial, count, parameters.max_depth, parameters.initial_share, choices)
        return FormulasSession(script, assignment, initial, constructed, capabilities, parameters)


class FormulasSession:
    """One assignment of one seed: pools of formulas with known values."""

    def __init__(
        self,
        script: Script,
        assignment: Assignment,
        initial: list[Formula],
        constructed: list[Formula],
        capabilities: Capabilities,
        parameters: Parameters,
    ) -> None:
        self.questions = _within(parameters.instances, 4 * len(initial))
        self._logic = script.logic
        self._logics = (script.logic, "ALL") if "ALL" in capabilities.logics else (script.logic,)
        self._evidence = assignment.evidence
        self._declarations = "\n".join(script.declarations)
        self._capabilities = capabilities
        self._parameters = parameters
        self._can_model = Feature.MODELS in capabilities.features
        # One list to draw from, in which initial formulas come first and have their share.
        share = parameters.initial_share
        copies = max(1, round(share / (1 - share) * len(constructed) / len(initial)))
        self._formulas = [formula.true_text for formula in initial] * copies
        self._formulas += [formula.true_text for formula in constructed]

    def ask(self, choices: Choices) -> Question:
        logic = self._logics[choices.below(4) == 3 and len(self._logics) - 1]
        instance = draw_instance(self._formulas, self._parameters.max_assertions, self._capabilities, choices)
        lines = [f"(set-logic {logic})", self._declarations, *instance.lines]
        if self._can_model and choices.coin(self._parameters.model_share):
            lines.insert(0, "(set-option :produce-models true)")
            lines.append("(get-model)")
        evidence = self._evidence
        for name in instance.activators:
            evidence += f"(define-fun {name} () Bool true)\n"
        query = Query(Language.SMT, "\n".join(lines) + "\n", self._logic)
        return Question(query, Truth((Answer.SAT,) * instance.checks, Basis.MODEL, evidence))

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn: the truth of the next question does not depend on this answer."""


@lru_cache(maxsize=32)
def _read(text: str) -> Script:
    return read_script(text)


def _within(bounds: tuple[int, int], value: int) -> int:
    return max(bounds[0], min(bounds[1], value))
