"""The certifier is judged by what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from gadfly.core.interfaces import Target
from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Language,
    Query,
    Refusal,
    TargetIdentity,
    TargetName,
    Truth,
)
from gadfly.targets.open import open_target
from gadfly.truth.certify import EVALUATOR, SmtCertifier
from gadfly.truth.panel import Vouchers
from gadfly.truth.smt import Holds, evaluate_checks

ACCUSED = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
SAT, UNSAT = Answer.SAT, Answer.UNSAT
RIGHT, DISSENTER, Z3, CVC5 = "planted@none", "planted@wrong-unsat", "z3@5.4.0.0", "cvc5@1.4.2"
SCRIPT = """(set-logic QF_BV)
(declare-fun p () Bool)
(declare-fun x () (_ BitVec 4))
(push 1)
(assert (not (xor p (= x #x3))))
(check-sat)
(pop 1)
(assert (bvult x #x8))
(check-sat)
"""
EVIDENCE = "(define-fun p () Bool true)\n(define-fun x () (_ BitVec 4) #x3)\n"
QUANTIFIED = """(set-logic LIA)
(declare-fun x () Int)
(assert (forall ((y Int)) (=> (> y x) (> y 0))))
(check-sat)
"""

Certifiers = Callable[..., SmtCertifier]


@pytest.fixture
def certifier() -> Iterator[Certifiers]:
    """Makes certifiers that ask the named solvers."""
    with ExitStack() as stack:

        def make(*names: str) -> SmtCertifier:
            targets = [stack.enter_context(closing(open_target(name))) for name in names]
            return SmtCertifier(_always(targets))

        yield make


def _always(targets: Sequence[Target]) -> Vouchers:
    return lambda _family: targets


def smt(text: str) -> Query:
    return Query(Language.SMT, text)


def model_truth(evidence: str = EVIDENCE, answers: tuple[Answer, ...] = (SAT, SAT)) -> Truth:
    return Truth(answers, Basis.MODEL, evidence)


def reason(result: Certificate | Refusal) -> str:
    assert isinstance(result, Refusal)
    return result.reason


def test_the_right_truth_is_certified_by_evaluation_and_another_family(certifier: Certifiers) -> None:
    result = certifier(RIGHT, Z3).certify(smt(SCRIPT), model_truth(), ACCUSED)
    assert result == Certificate("evaluation", (EVALUATOR, RIGHT), "grounded query is sat")


@pytest.mark.parametrize(
    ("query", "truth", "why"),
    [
        (SCRIPT, model_truth(EVIDENCE.replace("true", "false")), "false under the evidence"),
        (SCRIPT, model_truth("(define-fun z () Int 3)\n"), "0 of 2 solvers"),
        (SCRIPT, model_truth(""), "0 of 2 solvers"),
        (SCRIPT, model_truth("(define-fun p ("), "cannot be read back"),
        (SCRIPT, model_truth(answers=(SAT,)), "does not cover every check-sat"),
        (SCRIPT, model_truth(answers=(SAT, SAT, SAT)), "does not cover every check-sat"),
        (SCRIPT, model_truth(answers=(SAT, UNSAT)), "can only vouch for sat"),
        (SCRIPT + "(check-sat-later)\n", model_truth(), "cannot be read back"),
        (SCRIPT.replace("(pop 1)", "(pop 2)"), model_truth(), "cannot be read back"),
        (SCRIPT.replace("bvult", "bvalt"), model_truth(), "cannot be read back"),
    ],
)
def test_a_truth_that_does_not_stand_is_refused(
    certifier: Certifiers, query: str, truth: Truth, why: str
) -> None:
    assert why in reason(certifier(RIGHT).certify(smt(query), truth, ACCUSED))


def test_a_dissenting_solver_is_enough_to_refuse(certifier: Certifiers) -> None:
    why = reason(certifier(DISSENTER, RIGHT).certify(smt(SCRIPT), model_truth(), ACCUSED))
    assert why == f"{DISSENTER} says unsat to the grounded query"


def test_our_evaluator_alone_certifies_nothing(certifier: Certifiers) -> None:
    assert "0 of 1 solvers" in reason(certifier().certify(smt(SCRIPT), model_truth(), ACCUSED))


def test_the_accused_family_is_who_vouchers_are_asked_for() -> None:
    families = []

    def nobody(family: str) -> Sequence[Target]:
        families.append(family)
        return ()

    SmtCertifier(nobody).certify(smt(SCRIPT), model_truth(), ACCUSED)
    assert families == ["suspect"]


def test_what_we_cannot_evaluate_needs_two_families(certifier: Certifiers) -> None:
    truth = model_truth("(define-fun x () Int 0)\n", (SAT,))
    alone = certifier(Z3).certify(smt(QUANTIFIED), truth, ACCUSED)
    assert "1 of 2 solvers" in reason(alone)
    both = certifier(Z3, CVC5).certify(smt(QUANTIFIED), truth, ACCUSED)
    assert both == Certificate("evaluation", (Z3, CVC5), "grounded query is sat")


def test_false_evidence_that_only_solvers_see_through_is_refused(certifier: Certifiers) -> None:
    truth = model_truth("(define-fun x () Int (- 1))\n", (SAT,))
    why = reason(certifier(Z3, CVC5).certify(smt(QUANTIFIED), truth, ACCUSED))
    assert why == f"{Z3} says unsat to the grounded query"


INVALID = "((define-fun p () Bool true)(define-fun x () (_ BitVec 4) #x9))"


def test_an_invalid_model_is_certified_by_evaluation_and_another_family(certifier: Certifiers) -> None:
    result = certifier(RIGHT).certify_model_invalid(smt(SCRIPT), 1, INVALID, ACCUSED)
    assert result == Certificate("evaluation", (EVALUATOR, RIGHT), "grounded query is unsat")
    alone = certifier().certify_model_invalid(smt(SCRIPT), 1, INVALID, ACCUSED)
    assert "0 of 1 solvers" in reason(alone)


def test_a_model_that_leaves_out_what_does_not_matter_can_be_invalid(certifier: Certifiers) -> None:
    model = "((define-fun x () (_ BitVec 4) #x9))"
    script = SCRIPT.replace("(bvult x #x8)", "(and (or p (not p)) (bvult x #x8))")
    result = certifier(RIGHT).certify_model_invalid(smt(script), 1, model, ACCUSED)
    assert isinstance(result, Certificate)


@pytest.mark.parametrize(
    ("place", "model", "why"),
    [
        (1, INVALID.replace("#x9", "#x7"), "no false assertion"),
        (0, INVALID.replace("#x9", "#x3"), "no false assertion"),
        (1, "((define-fun p () Bool true))", "no false assertion"),
        (1, INVALID.replace("#x9", "(unheard-of #x9)"), "no false assertion"),
        (1, INVALID[:-20], "cannot be read back"),
    ],
)
def test_a_model_that_may_be_right_is_not_called_invalid(
    certifier: Certifiers, place: int, model: str, why: str
) -> None:
    assert why in reason(certifier(RIGHT).certify_model_invalid(smt(SCRIPT), place, model, ACCUSED))


def test_a_solver_that_finds_the_model_right_prevents_the_certificate(certifier: Certifiers) -> None:
    """`wrong-sat` says sat to three or more assertions, so it dissents where three are false."""
    assertions = "".join(f"(assert (bvult x #x{bound}))\n" for bound in (1, 2, 3))
    query = smt(f"(declare-fun x () (_ BitVec 4))\n{assertions}(check-sat)\n")
    model = "((define-fun x () (_ BitVec 4) #x9))"
    dissenter = "planted@wrong-sat"
    why = reason(certifier(dissenter, RIGHT).certify_model_invalid(query, 0, model, ACCUSED))
    assert why == f"{dissenter} says sat to the grounded query"


def test_a_script_without_symbols_needs_no_evidence() -> None:
    query = Query(Language.SMT, "(set-logic QF_LIA)\n(assert (< 1 2))\n(check-sat)\n", "QF_LIA")
    assert evaluate_checks(query, "").holds is Holds.YES
    assert evaluate_checks(replace(query, text=query.text.replace("1 2", "2 1")), "").holds is Holds.NO
