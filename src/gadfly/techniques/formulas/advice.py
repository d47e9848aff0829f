"""The truth found afterwards: what a reference solver says of formulas, as far as it can be relied on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gadfly.core.interfaces import Reference
from gadfly.core.words import Answer, Basis, Truth
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, ModelError, print_model, read_model
from gadfly.lang.smt.open_values import OpenValues
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.terms import Term
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.views import View


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether formulas can be true together; `evidence` is a model that our evaluator has checked."""

    answer: Answer
    evidence: str = ""


_UNKNOWN = Ruling(Answer.UNKNOWN)
_MAX_VIEWS = 6  # of one script that are ruled on one by one, as they would have to be certified


class Advice:
    """Rules on sets of a draft's formulas and remembers the rulings.

    What the standard leaves open is nobody's fault: no ruling rests on what a solver makes of it.
    """

    def __init__(self, draft: Draft, formulas: Mapping[str, Term], reference: Reference) -> None:
        self._script = draft.script
        self._constraints = draft.constraints
        self._formulas = formulas
        self._reference = reference
        self._open = _open_formulas(draft, formulas)
        constraints = [f"(assert {print_term(term)})" for term in draft.constraints]
        self._head = ["(set-logic ALL)", *draft.script.declarations, *constraints]
        self._rulings: dict[View, Ruling] = {}

    def truth(self, views: Sequence[View]) -> Truth:
        """The answers to questions that see the views.

        One model may do for all of them. Else the last few, which have the longest history, are ruled on
        alone: what is part of something satisfiable is so too, and what has an unsatisfiable part is not.
        """
        together = frozenset[str]().union(*views)
        ruling = self._ruling(together)
        if ruling.evidence:
            return Truth((Answer.SAT,) * len(views), Basis.MODEL, ruling.evidence)
        answers = {together: ruling.answer}
        last = list(dict.fromkeys(reversed(views)))[:_MAX_VIEWS]
        for view in sorted(last, key=len):
            implied = _implied(view, answers)
            answers[view] = self._ruling(view).answer if implied is Answer.UNKNOWN else implied
        return Truth(tuple(answers.get(view, Answer.UNKNOWN) for view in views), Basis.OPINION)

    def _ruling(self, view: View) -> Ruling:
        ruling = self._rulings.get(view)
        if ruling is None:
            ruling = self._rule(view)
            self._rulings[view] = ruling
        return ruling

    def _rule(self, view: View) -> Ruling:
        lines = [*self._head, *(f"(assert {text})" for text in sorted(view)), "(check-sat)"]
        opinion = self._reference.opinion("\n".join(lines))
        if opinion.answer is Answer.SAT:
            return self._satisfiable(view, opinion.model)
        if opinion.answer is Answer.UNSAT:
            return self._unsatisfiable(view)
        return _UNKNOWN

    def _satisfiable(self, view: View, model_text: str) -> Ruling:
        """What our evaluator cannot decide is left to the solvers, unless the standard leaves it open."""
        try:
            model = read_model(model_text, self._script) if model_text else Model({})
        except ModelError:
            return _UNKNOWN
        model = model.completed(self._script)
        terms = [*self._constraints, *(self._formulas[text] for text in sorted(view))]
        values = evaluate(terms, model, self._script.datatypes)
        if all(value is True for value in values):
            return Ruling(Answer.SAT, print_model(model))
        if any(value is False for value in values) or view & self._open:
            return _UNKNOWN
        return Ruling(Answer.SAT)

    def _unsatisfiable(self, view: View) -> Ruling:
        """Those formulas that leave nothing open must contradict each other."""
        if not view & self._open:
            return Ruling(Answer.UNSAT)
        ruling = self._ruling(view - self._open)
        return ruling if ruling.answer is Answer.UNSAT else _UNKNOWN


def _open_formulas(draft: Draft, formulas: Mapping[str, Term]) -> View:
    """The formulas whose truth the standard may leave open: all, if a constraint explains a name so."""
    open_values = OpenValues(draft.script)
    if any(map(open_values.occur_in, draft.constraints)):
        return frozenset(formulas)
    return frozenset(text for text, term in formulas.items() if open_values.occur_in(term))


def _implied(view: View, answers: Mapping[View, Answer]) -> Answer:
    for other, answer in answers.items():
        if (answer is Answer.SAT and view <= other) or (answer is Answer.UNSAT and view >= other):
            return answer
    return Answer.UNKNOWN
