"""Certificates for SMT-LIB truths.

Our evaluator re-reads the final text and evaluates it; then solvers of families other than the accused one
are asked the *grounded* question, in which nothing is left to search. One dissenting voice is a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from gadfly.core.interfaces import Target
from gadfly.core.words import (
    Answer,
    Certificate,
    Language,
    Limits,
    Outcome,
    Query,
    Refusal,
    TargetIdentity,
    Truth,
)
from gadfly.lang.smt.ground import ground_script
from gadfly.lang.smt.model import ModelError, print_model, read_model
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.sexpr import ReadError
from gadfly.truth.smt import Evaluation, Holds, evaluate_check, evaluate_checks

EVALUATOR = "gadfly's evaluator"
_LIMITS = Limits(wall_seconds=20, cpu_seconds=20)

Vouchers = Callable[[str], Iterable[Target]]
"""Given the family that is accused: solvers of other families, the readiest first."""


class SmtCertifier:
    """Certifies by evaluation and by solvers of other families."""

    def __init__(self, vouchers: Vouchers) -> None:
        self._vouchers = vouchers

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        """That every check-sat of the query is satisfiable, as the truth claims."""
        try:
            evaluation = evaluate_checks(query, truth.evidence)
        except (ReadError, ModelError) as error:
            return Refusal(f"the query or its evidence cannot be read back: {error}")
        if len(evaluation.script.checks) != len(truth.answers):
            return Refusal("the truth does not cover every check-sat")
        if any(answer is not Answer.SAT for answer in truth.answers):
            return Refusal("an assignment can only vouch for sat")
        if evaluation.holds is Holds.NO:
            return Refusal(f"false under the evidence: {print_term(evaluation.failing[0])[:200]}")
        return self._confirm(evaluation, truth.evidence, Answer.SAT, accused)

    def certify_model_invalid(
        self, query: Query, place: int, model: str, accused: TargetIdentity
    ) -> Certificate | Refusal:
        """That a model printed by the accused does not satisfy what it answered sat to."""
        try:
            evaluation = evaluate_check(query, place, model)
            script = evaluation.script
            evidence = print_model(read_model(model, script).completed(script))
        except (ReadError, ModelError) as error:
            return Refusal(f"the query or the model cannot be read back: {error}")
        if evaluation.holds is not Holds.NO:
            return Refusal("our evaluator finds no false assertion")
        # These are false whatever the model leaves open, so any completion of it will do.
        claim = replace(evaluation, assertions=evaluation.failing)
        return self._confirm(claim, evidence, Answer.UNSAT, accused)

    def _confirm(
        self, evaluation: Evaluation, evidence: str, expected: Answer, accused: TargetIdentity
    ) -> Certificate | Refusal:
        """One solver must agree with our evaluator; two where it is undecided."""
        decided = evaluation.holds is not Holds.UNDECIDED
        needed = 1 if decided else 2
        formulas = [print_term(term) for term in evaluation.assertions]
        script = ground_script(evaluation.script, evidence, formulas)
        question = Query(Language.SMT, script)
        vouched: list[str] = [EVALUATOR] if decided else []
        agreed = 0
        for voucher in self._vouchers(accused.family):
            verdict = voucher.answer_fresh(question, _LIMITS)
            if verdict.outcome is not Outcome.ANSWERED or verdict.answers in ((), (Answer.UNKNOWN,)):
                continue
            if verdict.answers != (expected,):
                return Refusal(f"{voucher.identity.name} says {verdict.answers[0]} to the grounded query")
            vouched.append(str(voucher.identity.name))
            agreed += 1
            if agreed == needed:
                break
        if agreed < needed:
            return Refusal(f"{agreed} of {needed} solvers of other families could decide the grounded query")
        return Certificate("evaluation", tuple(vouched), f"grounded query is {expected}")
