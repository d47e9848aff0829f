"""The mixed mode of `formulas`: mutants of any satisfiability, the truth found afterwards."""

from __future__ import annotations

from dataclasses import replace

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
from gadfly.lang.smt.grammar import TermMaker
from gadfly.lang.smt.grammar.logics import PROPOSITIONAL
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Bank, Term
from gadfly.techniques.formulas.advice import Advice
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.instance import Instance, draw_instance
from gadfly.techniques.formulas.mutate import Mutator
from gadfly.techniques.formulas.parameters import Parameters, within
from gadfly.techniques.formulas.pool import MAX_TEXT
from gadfly.techniques.formulas.sat import read_seed
from gadfly.techniques.formulas.transformations import transform
from gadfly.techniques.formulas.views import views


class MixedFormulas:
    """Builds scripts of any satisfiability by type-aware mutation of a seed (Minotaur's mixed mode).

    Formulas are built at random from operators, sub-terms of the seed and literals, or are formulas of the
    seed with a sub-term replaced or an operator swapped. A reference solver of another family than the
    target's says which of them can be true together; a model it gives is checked by our evaluator, and what
    rests on its word alone counts only if solvers of two families agree.
    """

    name = "formulas-mixed"
    language = seed_language = Language.SMT
    patience = 1
    own_seeds: tuple[Seed, ...] = ()

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or Parameters()

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> MixedSession:
        script = read_seed(seed)
        script = replace(script, bank=Bank(script.bank))  # the seed is kept for the next session
        draft = transform(Draft(script, tuple(_pool(script, self.parameters, choices))), choices)
        texts = {print_term(term): term for term in draft.formulas}
        formulas = {text: term for text, term in texts.items() if len(text) <= MAX_TEXT}
        if not formulas:
            raise SkipSeedError("every formula made from it is too long")
        return MixedSession(draft, formulas, capabilities, reference, self.parameters)


def _pool(script: Script, parameters: Parameters, choices: Choices) -> list[Term]:
    """Mutants, and connectives over them."""
    mutator = Mutator(script, choices, parameters.height)
    low, high = parameters.mutants
    mutants = [mutator.formula(choices) for _ in choices.repeat(low, high)]
    connectives = TermMaker(script.bank, {}, PROPOSITIONAL, leaves=mutants)
    return mutants + [
        connectives.term(BOOL, choices.integer(1, 2), choices) for _ in choices.repeat(0, high // 4)
    ]


class MixedSession:
    """A pool of formulas: every question asserts a few of them, and the reference says what is true."""

    def __init__(
        self,
        draft: Draft,
        formulas: dict[str, Term],
        capabilities: Capabilities,
        reference: Reference,
        parameters: Parameters,
    ) -> None:
        self.questions = within(parameters.instances, 4 * len(formulas))
        logic = draft.script.logic
        self._logic = logic
        self._logics = (logic, "ALL") if "ALL" in capabilities.logics else (logic,)
        constraints = [f"(assert {print_term(term)})" for term in draft.constraints]
        self._head = "\n".join([*draft.script.declarations, *constraints])
        self._texts = list(formulas)
        self._advice = Advice(draft, formulas, reference)
        self._capabilities = capabilities
        self._parameters = parameters
        self._can_model = Feature.MODELS in capabilities.features

    def ask(self, choices: Choices) -> Question:
        logic = self._logics[choices.below(4) == 3 and len(self._logics) - 1]
        instance = draw_instance(self._texts, self._parameters.max_assertions, self._capabilities, choices)
        truth = self._truth(instance)
        lines = [f"(set-logic {logic})", self._head, *instance.lines]
        wants_model = self._can_model and choices.coin(self._parameters.model_share)
        if wants_model and truth.answers[-1] is Answer.SAT:
            lines.insert(0, "(set-option :produce-models true)")
            lines.append("(get-model)")
        return Question(Query(Language.SMT, "\n".join(lines) + "\n", self._logic), truth)

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn: the truth of the next question does not depend on this answer."""

    def _truth(self, instance: Instance) -> Truth:
        truth = self._advice.truth(views(instance))
        if truth.basis is not Basis.MODEL:
            return truth
        activators = "".join(f"(define-fun {name} () Bool true)\n" for name in instance.activators)
        return Truth(truth.answers, truth.basis, truth.evidence + activators)
