"""Reducing what must be unsat: any change may be tried, and nothing is kept that is not certified."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Language,
    Query,
    Question,
    TargetIdentity,
    TargetName,
    Truth,
)
from gadfly.targets.open import open_target
from gadfly.triage.meter import Meter
from gadfly.triage.smt_reducer import CERTIFICATIONS, reduce_smt
from gadfly.truth.certify import SmtCertifier
from gadfly.truth.smt import Evidence

ACCUSED = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
SAT, UNSAT = Answer.SAT, Answer.UNSAT
SCRIPT = """(set-logic QF_BV)
(declare-fun first () (_ BitVec 4))
(declare-fun second () (_ BitVec 4))
(declare-fun flag () Bool)
(assert (or flag (bvult first second)))
(check-sat)
(push 1)
(assert (bvult second (bvadd first #x1)))
(assert (and (not (= first #xf)) (or flag (= second #x3))))
(assert (not (and flag (= first first))))
(check-sat)
(check-sat)
(pop 1)
(check-sat)
"""
MODEL = (
    "(define-fun first () (_ BitVec 4) #x2)\n(define-fun second () (_ BitVec 4) #x5)\n"
    "(define-fun flag () Bool false)\n"
)
CORE = """(assert (or flag (bvult first second)))
(assert (bvult second (bvadd first #x1)))
(assert (and (not (= first #xf)) (or flag (= second #x3))))
(assert (not (and flag (= first first))))
"""
START = Question(
    Query(Language.SMT, SCRIPT, "QF_BV"), Truth((SAT, UNSAT, UNSAT, SAT), Basis.CORE, MODEL + CORE)
)

ATTEMPTS = 60  # each may cost two solver runs
Certify = Callable[[Question], bool]


@pytest.fixture
def certify() -> Iterator[Certify]:
    with ExitStack() as stack:
        solvers = [stack.enter_context(closing(open_target(name))) for name in ("z3@5.4.0.0", "planted@none")]
        certifier = SmtCertifier(lambda _family: solvers)

        def certify(question: Question) -> bool:
            return isinstance(certifier.certify(question.query, question.truth, ACCUSED), Certificate)

        yield certify


def still_wrong(question: Question) -> bool:
    """A target that errs on what is unsat and adds numbers."""
    return UNSAT in question.truth.answers and "bvadd" in question.query.text


def test_a_core_shrinks_with_its_question(certify: Certify) -> None:
    assert certify(START)
    reduced = reduce_smt(START, still_wrong, certify, Meter(ATTEMPTS))
    assert still_wrong(reduced)
    assert certify(reduced)
    lines = reduced.query.text.splitlines()
    asserted = [line for line in lines if line.startswith("(assert")]
    assert len(lines) <= 6
    assert reduced.truth.answers == (UNSAT,)
    assert Evidence.of(reduced.truth).text.splitlines() == asserted


def test_what_is_sat_around_a_core_keeps_its_model(certify: Certify) -> None:
    def wrong_after_pop(question: Question) -> bool:
        return (
            question.truth.answers[-1:] == (SAT,)
            and "(pop 1)" in question.query.text
            and still_wrong(question)
        )

    reduced = reduce_smt(START, wrong_after_pop, certify, Meter(ATTEMPTS))
    assert certify(reduced)
    assert reduced.truth.answers == (UNSAT, SAT)
    assert len(reduced.query.text) < len(SCRIPT) / 2


def test_nothing_is_kept_that_nobody_certifies(certify: Certify) -> None:
    assert reduce_smt(START, still_wrong, lambda _question: False, Meter(1000)) == START


def test_certifications_are_limited() -> None:
    asked = []

    def certify_some(question: Question) -> bool:
        asked.append(question)
        return len(asked) == 1

    reduce_smt(START, lambda question: UNSAT in question.truth.answers, certify_some, Meter(5000))
    assert 1 < len(asked) <= CERTIFICATIONS
