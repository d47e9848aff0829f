"""What a session asks from, and the session of those modes whose every question is satisfiable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.core.interfaces import SkipSeedError
from gadfly.core.words import (
    Answer,
    Basis,
    Capabilities,
    Feature,
    Language,
    Query,
    Question,
    Truth,
    Verdict,
)
from gadfly.lang.smt.printer import print_term
from gadfly.techniques.formulas.assignment import Assignment
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.instance import draw_instance
from gadfly.techniques.formulas.parameters import Parameters, within
from gadfly.techniques.formulas.pool import Formula, construct
from gadfly.techniques.formulas.transformations import regroup, write


@dataclass(frozen=True, slots=True)
class Material:
    """What the questions of a session are made of, as texts.

    Everything in `true` is true under the assignment that `evidence` prints, and so are the `preface`
    lines, which come after the declarations of every question.
    """

    logic: str
    declarations: tuple[str, ...]
    preface: tuple[str, ...]
    evidence: str
    true: Sequence[str]
    initial: int  # how many formulas were there before any was constructed


def satisfiable(draft: Draft, assignment: Assignment, parameters: Parameters, choices: Choices) -> Material:
    """The pools of the paper: what is known of the draft's formulas, and what is constructed from it."""
    assignment = assignment.extended(draft)
    values = assignment.decide(draft.formulas)
    # A symbol whose meaning is undecided is in no formula that is decided, and needs no constraint.
    known = zip(draft.constraints, assignment.decide(draft.constraints), strict=True)
    constraints = [term for term, value in known if value]
    decided = [(term, value) for term, value in zip(draft.formulas, values, strict=True) if value is not None]
    if not decided:
        raise SkipSeedError("no Boolean sub-formula of it has a known truth value")
    written = write([term for term, _ in decided], draft.script.bank, choices)
    initial = [
        Formula(text, value, term.depth) for text, (term, value) in zip(written.texts, decided, strict=True)
    ]
    count = within(parameters.constructed, 8 * len(initial))
    constructed = construct(initial, count, parameters.max_depth, parameters.initial_share, choices)
    # One list to draw from, in which initial formulas come first and have their share.
    share = parameters.initial_share
    copies = max(1, round(share / (1 - share) * len(constructed) / len(initial)))
    true = [formula.true_text for formula in initial] * copies
    true += [formula.true_text for formula in constructed]
    return Material(
        draft.script.logic,
        (*draft.script.declarations, *written.definitions),
        tuple(f"(assert {print_term(term)})" for term in constraints),
        assignment.evidence,
        true,
        len(initial),
    )


class SatSession:
    """One assignment: every question asserts what is true under it."""

    def __init__(self, material: Material, capabilities: Capabilities, parameters: Parameters) -> None:
        self.questions = within(parameters.instances, 4 * material.initial)
        self._material = material
        self._head = "\n".join([*material.declarations, *material.preface])
        self._logics = (material.logic, "ALL") if "ALL" in capabilities.logics else (material.logic,)
        self._capabilities = capabilities
        self._parameters = parameters
        self._can_model = Feature.MODELS in capabilities.features

    def ask(self, choices: Choices) -> Question:
        material = self._material
        logic = self._logics[choices.below(4) == 3 and len(self._logics) - 1]
        instance = draw_instance(material.true, self._parameters.max_assertions, self._capabilities, choices)
        body = regroup(instance.lines, material.true, choices)
        lines = [f"(set-logic {logic})", self._head, *body]
        if self._can_model and choices.coin(self._parameters.model_share):
            lines.insert(0, "(set-option :produce-models true)")
            lines.append("(get-model)")
        evidence = material.evidence
        for name in instance.activators:
            evidence += f"(define-fun {name} () Bool true)\n"
        query = Query(Language.SMT, "\n".join(lines) + "\n", material.logic)
        return Question(query, Truth((Answer.SAT,) * instance.checks, Basis.MODEL, evidence))

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn: the truth of the next question does not depend on this answer."""
