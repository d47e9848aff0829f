"""Certificates for SMT-LIB truths.

For `sat` our evaluator re-reads the final text and evaluates it; then solvers of families other than the
accused one are asked the *grounded* question, in which nothing is left to search. For `unsat`, solvers of
two other families must refute what the check-sat sees, or a core that it was read again to contain. One
dissenting voice is a refusal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Language,
    Query,
    Refusal,
    TargetIdentity,
    Truth,
)
from gadfly.lang.smt.ground import ground_script
from gadfly.lang.smt.model import ModelError, print_model, read_model
from gadfly.lang.smt.open_values import OpenValues
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.terms import Term
from gadfly.truth.panel import LIMITS, Panel, Poll, Vouchers
from gadfly.truth.smt import (
    Evaluation,
    Evidence,
    Holds,
    evaluate_check,
    evaluate_truth,
    plain_script,
    read_refutations,
    refuted_by_values,
)

EVALUATOR = "gadfly's evaluator"
MAX_QUESTIONS = 8  # different questions of one script that solvers are asked; each costs two runs or more
_FAMILIES = 2  # that must agree where nothing but solvers vouches


class SmtCertifier:
    """Certifies by evaluation and by solvers of other families."""

    def __init__(self, vouchers: Vouchers) -> None:
        self._panel = Panel(vouchers)

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        """That every check-sat has the answer the truth claims; those it calls unknown do not count."""
        if truth.basis is Basis.MODEL and set(truth.answers) != {Answer.SAT}:
            return Refusal("an assignment can only vouch for sat")
        certificates: list[Certificate] = []
        try:
            if Answer.SAT in truth.answers:
                by_opinion = truth.basis is Basis.OPINION and not truth.evidence
                certify_sat = self._agree_on_sat if by_opinion else self._evaluate_sat
                sat = certify_sat(query, truth, accused)
                if isinstance(sat, Refusal):
                    return sat
                certificates.append(sat)
            if Answer.UNSAT in truth.answers:
                unsat = self._refute(query, truth, accused)
                if isinstance(unsat, Refusal):
                    return unsat
                certificates.append(unsat)
        except (ReadError, ModelError) as error:
            return Refusal(f"the query or its evidence cannot be read back: {error}")
        return _joined(certificates) if certificates else Refusal("the truth claims nothing")

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

    def settle(self, query: Query, accused: TargetIdentity) -> Truth | Refusal:
        """The truth of a script nobody knows it of yet: what two other families agree on.

        `unknown` where they cannot tell. If a model of theirs makes true all that is satisfiable, so our
        evaluator finds, it is the evidence.
        """
        try:
            script = read_script(query.text)
        except ReadError as error:
            return Refusal(f"the query cannot be read back: {error}")
        seen = [frozenset(check.assertions) for check in script.checks]
        answers: dict[frozenset[Term], Answer] = {}
        for assertions in list(dict.fromkeys(seen))[:MAX_QUESTIONS]:
            vote = self._settle_one(query, script, assertions, accused)
            if isinstance(vote, Refusal):
                return vote
            answers[assertions] = vote
        truth = Truth(tuple(answers.get(one, Answer.UNKNOWN) for one in seen), Basis.OPINION)
        if set(truth.answers) <= {Answer.UNKNOWN}:
            return Refusal("no two solvers of other families can decide any of it")
        return self._with_model(query, script, truth, accused)

    def _evaluate_sat(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        evaluation = evaluate_truth(query, truth)
        if evaluation.holds is Holds.NO:
            return Refusal(f"false under the evidence: {print_term(evaluation.failing[0])[:200]}")
        return self._confirm(evaluation, Evidence.of(truth).model, Answer.SAT, accused)

    def _confirm(
        self, evaluation: Evaluation, evidence: str, expected: Answer, accused: TargetIdentity
    ) -> Certificate | Refusal:
        """One solver must agree with our evaluator; two where it is undecided."""
        decided = evaluation.holds is not Holds.UNDECIDED
        formulas = [print_term(term) for term in evaluation.assertions]
        poll = Poll((ground_script(evaluation.script, evidence, formulas),), "the grounded query")
        vote = self._panel.expect(poll, expected, accused, 1 if decided else _FAMILIES)
        if isinstance(vote, Refusal):
            return vote
        vouched = (EVALUATOR, *vote.names) if decided else vote.names
        return Certificate("evaluation", vouched, f"grounded query is {expected}")

    def _agree_on_sat(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        """Two families must find what a check-sat sees satisfiable; what sees less then is so as well."""
        script = read_script(query.text)
        if len(script.checks) != len(truth.answers):
            return Refusal("the truth does not cover every check-sat")
        seen = dict.fromkeys(
            frozenset(check.assertions)
            for check, answer in zip(script.checks, truth.answers, strict=True)
            if answer is Answer.SAT
        )
        greatest = [one for one in seen if not any(one < other for other in seen)]
        if any(map(OpenValues(script).occur_in, frozenset().union(*greatest))):
            return Refusal("it depends on what the standard leaves open")
        polls = [Poll(_spellings(query, script, one, one), "the question") for one in greatest]
        return self._ask_all(polls, Answer.SAT, accused, "agreement")

    def _refute(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        """Two families must refute what a check-sat sees, or one where our evaluator does so as well."""
        refutations = read_refutations(query, truth)
        script = refutations.script
        open_values = OpenValues(script)
        polls = []
        for claim in refutations.claims:
            core = frozenset(open_values.closed(claim.core))
            if not core:
                return Refusal("it depends on what the standard leaves open")
            whole = core if any(map(open_values.occur_in, claim.seen)) else claim.seen
            spellings = _spellings(query, script, whole, core)
            polls.append(Poll(spellings, "the question or its core", refuted_by_values(script, core)))
        return self._ask_all(polls, Answer.UNSAT, accused, "refutation")

    def _settle_one(
        self, query: Query, script: Script, assertions: frozenset[Term], accused: TargetIdentity
    ) -> Answer | Refusal:
        """What two families agree on, `unknown` if too few can tell; a Refusal if they disagree."""
        closed = frozenset(OpenValues(script).closed(assertions))
        poll = Poll(_spellings(query, script, closed, closed), "the question")
        vote = self._panel.ask(poll, accused, _FAMILIES)
        if isinstance(vote, Refusal):
            return vote
        return vote.answer if closed == assertions or vote.answer is Answer.UNSAT else Answer.UNKNOWN

    def _with_model(self, query: Query, script: Script, truth: Truth, accused: TargetIdentity) -> Truth:
        """The truth with a solver's model of all that is satisfiable as evidence, if there is one."""
        if Answer.SAT not in truth.answers:
            return truth
        checks = zip(script.checks, truth.answers, strict=True)
        satisfiable = {term for check, answer in checks if answer is Answer.SAT for term in check.assertions}
        asked = plain_script(script, satisfiable, "ALL")
        request = Query(Language.SMT, f"(set-option :produce-models true)\n{asked}(get-model)\n")
        basis = Basis.MODEL if set(truth.answers) == {Answer.SAT} else Basis.OPINION
        for voucher in self._panel.others(accused):
            verdict = voucher.answer_fresh(request, LIMITS)
            if verdict.answers == (Answer.UNSAT,):
                return truth  # each has models, but they have none in common
            if verdict.answers != (Answer.SAT,) or not verdict.models[0]:
                continue
            try:
                evidence = print_model(read_model(verdict.models[0], script).completed(script))
                found = replace(truth, basis=basis, evidence=evidence)
                if evaluate_truth(query, found).holds is Holds.YES:
                    return found
            except (ReadError, ModelError):
                continue
        return truth

    def _ask_all(
        self, polls: Sequence[Poll], expected: Answer, accused: TargetIdentity, method: str
    ) -> Certificate | Refusal:
        if len(polls) > MAX_QUESTIONS:
            return Refusal(f"{len(polls)} different questions are too many to ask")
        names: dict[str, None] = {}
        for poll in polls:
            vote = self._panel.expect(poll, expected, accused, 1 if poll.evaluated else _FAMILIES)
            if isinstance(vote, Refusal):
                return vote
            names |= dict.fromkeys((EVALUATOR, *vote.names) if poll.evaluated else vote.names)
        return Certificate(method, tuple(names), f"all agree that it is {expected}")


def _spellings(
    query: Query, script: Script, whole: frozenset[Term], core: frozenset[Term]
) -> tuple[str, ...]:
    """All of a question in its own logic, for which solvers are best prepared; then what suffices in any."""
    return plain_script(script, whole, query.logic), plain_script(script, core, "ALL")


def _joined(certificates: Sequence[Certificate]) -> Certificate:
    vouchers = dict.fromkeys(name for certificate in certificates for name in certificate.vouchers)
    return Certificate(
        " and ".join(certificate.method for certificate in certificates),
        tuple(vouchers),
        "; ".join(certificate.detail for certificate in certificates),
    )
