"""What must be unsat is certified by two other families and a core that is really there, or not at all."""

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
    Refusal,
    TargetIdentity,
    TargetName,
    Truth,
)
from gadfly.targets.open import open_target
from gadfly.truth.certify import EVALUATOR, MAX_QUESTIONS, SmtCertifier

ACCUSED = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
SAT, UNSAT, UNKNOWN = Answer.SAT, Answer.UNSAT, Answer.UNKNOWN
Z3, CVC5, DISSENTER, BITS_ONLY = "z3@5.4.0.0", "cvc5@1.4.2", "planted@wrong-sat", "bitwuzla@0.9.1"

SCOPED = """(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> x 2))
(check-sat)
(push 1)
(assert (< x y))
(assert (< y 2))
(check-sat)
(pop 1)
(check-sat)
"""
MODEL = "(define-fun x () Int 3)\n(define-fun y () Int 0)\n"
CORE = "(assert (> x 2))\n(assert (< x y))\n(assert (< y 2))\n"
SCOPED_ANSWERS = (SAT, UNSAT, SAT)
ASSUMED = """(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun a () Bool)
(assert (=> a (> x 2)))
(assert (< x 1))
(check-sat-assuming (a))
(check-sat)
"""
ASSUMED_EVIDENCE = (
    "(define-fun x () Int 0)\n(define-fun a () Bool false)\n"
    "(assert (=> a (> x 2)))\n(assert (< x 1))\n(assert a)\n"
)
QUANTIFIED = """(set-logic LIA)
(declare-fun x () Int)
(assert (forall ((y Int)) (> x y)))
(check-sat)
"""
DIVISION = """(set-logic QF_NIA)
(declare-fun x () Int)
(assert (distinct (div x 0) (div x 0)))
(assert (> x 2))
(assert (< x 1))
(check-sat)
"""

Certifiers = Callable[..., SmtCertifier]


@pytest.fixture
def certifier() -> Iterator[Certifiers]:
    """Makes certifiers that ask the named solvers."""
    with ExitStack() as stack:

        def make(*names: str) -> SmtCertifier:
            targets = [stack.enter_context(closing(open_target(name))) for name in names]
            return SmtCertifier(lambda _family: targets)

        yield make


def smt(text: str, logic: str = "ALL") -> Query:
    return Query(Language.SMT, text, logic)


def core(evidence: str, *answers: Answer) -> Truth:
    return Truth(answers, Basis.CORE, evidence)


def opinion(*answers: Answer) -> Truth:
    return Truth(answers, Basis.OPINION)


def reason(result: Certificate | Refusal | Truth) -> str:
    assert isinstance(result, Refusal)
    return result.reason


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        (SCOPED, core(MODEL + CORE, *SCOPED_ANSWERS)),
        (ASSUMED, core(ASSUMED_EVIDENCE, UNSAT, SAT)),
        (QUANTIFIED, core("(assert (forall ((y Int)) (> x y)))", UNSAT)),
        (SCOPED, opinion(*SCOPED_ANSWERS)),
        (SCOPED, opinion(UNKNOWN, UNSAT, UNKNOWN)),
        (DIVISION, core("(assert (> x 2))\n(assert (< x 1))\n", UNSAT)),
        (DIVISION, opinion(UNSAT)),
    ],
)
def test_a_truth_that_stands_is_certified_by_two_families(
    certifier: Certifiers, text: str, truth: Truth
) -> None:
    result = certifier(Z3, CVC5).certify(smt(text), truth, ACCUSED)
    assert isinstance(result, Certificate)
    assert {Z3, CVC5} <= set(result.vouchers)
    assert "1 of 2 solvers" in reason(certifier(Z3).certify(smt(text), truth, ACCUSED))


@pytest.mark.parametrize(
    ("text", "truth", "why"),
    [
        (SCOPED, core(MODEL + CORE, SAT, UNSAT, UNSAT), "does not see the core"),
        (SCOPED, core(MODEL + CORE, SAT, UNSAT), "does not cover every check-sat"),
        (SCOPED, core(MODEL + CORE.replace("(> x 2)", "(> x 3)"), *SCOPED_ANSWERS), "does not see the core"),
        (SCOPED, core(MODEL, *SCOPED_ANSWERS), "does not see the core"),
        (SCOPED, core(MODEL.replace("3", "2") + CORE, *SCOPED_ANSWERS), "false under the evidence"),
        (SCOPED, core(MODEL + "(assert (> x 2))\n", SAT, UNSAT, UNSAT), "says sat"),
        (SCOPED, core(MODEL + "(assert (> z 2))\n", *SCOPED_ANSWERS), "cannot be read back"),
        (SCOPED, opinion(SAT, SAT, SAT), "says unsat"),
        (SCOPED, opinion(UNSAT, UNSAT, SAT), "says sat"),
        (SCOPED, opinion(UNKNOWN, UNKNOWN, UNKNOWN), "claims nothing"),
        (ASSUMED, core(ASSUMED_EVIDENCE, UNSAT, UNSAT), "does not see the core"),
    ],
)
def test_a_truth_that_does_not_stand_is_refused(
    certifier: Certifiers, text: str, truth: Truth, why: str
) -> None:
    assert why in reason(certifier(Z3, CVC5).certify(smt(text), truth, ACCUSED))


@pytest.mark.parametrize("truth", [core("(assert (distinct (div x 0) 5 (div x 0)))", UNSAT), opinion(UNSAT)])
def test_what_the_standard_leaves_open_cannot_be_refuted(certifier: Certifiers, truth: Truth) -> None:
    query = smt("(declare-fun x () Int)\n(assert (distinct (div x 0) 5 (div x 0)))\n(check-sat)\n")
    assert "leaves open" in reason(certifier(Z3, CVC5).certify(query, truth, ACCUSED))
    satisfiable = smt("(declare-fun x () Int)\n(assert (= (div x 0) 5))\n(check-sat)\n")
    assert "leaves open" in reason(certifier(Z3, CVC5).certify(satisfiable, opinion(SAT), ACCUSED))


VALUES = """(set-logic QF_SLIA)
(declare-fun s () String)
(declare-fun n () Int)
(assert (= s "ab"))
(assert (= 3 n))
(assert (< n (str.len s)))
(check-sat)
"""
VALUES_CORE = "".join(line + "\n" for line in VALUES.splitlines() if "assert" in line)


def test_values_that_make_a_formula_false_need_one_solver_beside_our_evaluator(certifier: Certifiers) -> None:
    result = certifier(CVC5).certify(smt(VALUES), core(VALUES_CORE, UNSAT), ACCUSED)
    assert isinstance(result, Certificate)
    assert result.vouchers == (EVALUATOR, CVC5)
    assert "0 of 1 solvers" in reason(certifier().certify(smt(VALUES), core(VALUES_CORE, UNSAT), ACCUSED))
    for changed in (VALUES.replace("3", "1"), VALUES.replace("(= 3 n)", "(<= 3 n)")):
        evidence = VALUES_CORE.replace("3", "1") if "1" in changed else VALUES_CORE.replace("(= 3", "(<= 3")
        assert isinstance(certifier(CVC5).certify(smt(changed), core(evidence, UNSAT), ACCUSED), Refusal)


def test_one_dissenting_solver_refuses(certifier: Certifiers) -> None:
    text = "(declare-fun x () (_ BitVec 4))\n" + "".join(
        f"(assert {formula})\n" for formula in ("(bvult x #x3)", "(bvult #x4 x)", "(= x x)")
    )
    why = reason(certifier(Z3, DISSENTER).certify(smt(f"{text}(check-sat)\n"), opinion(UNSAT), ACCUSED))
    assert why.startswith(f"{DISSENTER} says sat")


def test_two_releases_of_one_family_are_one_voice(certifier: Certifiers) -> None:
    truth = core(MODEL + CORE, *SCOPED_ANSWERS)
    assert "1 of 2 solvers" in reason(certifier(Z3, Z3).certify(smt(SCOPED), truth, ACCUSED))


def test_a_solver_that_does_not_understand_does_not_count(certifier: Certifiers) -> None:
    truth = core(MODEL + CORE, *SCOPED_ANSWERS)
    result = certifier(BITS_ONLY, Z3, CVC5).certify(smt(SCOPED), truth, ACCUSED)
    assert isinstance(result, Certificate)
    assert BITS_ONLY not in result.vouchers


def test_the_core_is_enough_where_the_whole_is_not_understood(certifier: Certifiers) -> None:
    """Asked in the logic it names, the question is an error; its core is asked in any logic."""
    truth = core(MODEL + CORE, *SCOPED_ANSWERS)
    assert isinstance(certifier(Z3, CVC5).certify(smt(SCOPED, "QF_BV"), truth, ACCUSED), Certificate)


def test_too_many_different_questions_are_refused(certifier: Certifiers) -> None:
    checks = "".join(
        f"(push 1)\n(assert (= x {n}))\n(assert (= x (- 1)))\n(check-sat)\n(pop 1)\n"
        for n in range(MAX_QUESTIONS + 1)
    )
    truth = opinion(*[UNSAT] * (MAX_QUESTIONS + 1))
    query = smt(f"(declare-fun x () Int)\n{checks}")
    assert "too many" in reason(certifier(Z3, CVC5).certify(query, truth, ACCUSED))


def test_what_nobody_knew_is_settled_by_two_families(certifier: Certifiers) -> None:
    settled = certifier(Z3, CVC5).settle(smt(SCOPED), ACCUSED)
    assert isinstance(settled, Truth)
    assert settled.answers == SCOPED_ANSWERS
    assert isinstance(certifier(Z3, CVC5).certify(smt(SCOPED), settled, ACCUSED), Certificate)


def test_what_is_satisfiable_is_settled_by_a_model(certifier: Certifiers) -> None:
    query = smt("(declare-fun x () Int)\n(assert (> x 2))\n(check-sat)\n(assert (< x 9))\n(check-sat)\n")
    settled = certifier(Z3, CVC5).settle(query, ACCUSED)
    assert isinstance(settled, Truth)
    assert (settled.basis, settled.answers) == (Basis.MODEL, (SAT, SAT))
    assert isinstance(certifier(Z3).certify(query, settled, ACCUSED), Certificate)


@pytest.mark.parametrize(
    ("later", "basis", "evidence"),
    [("(>= x 0)", Basis.MODEL, "(define-fun x () Int 7)"), ("(= x 8)", Basis.OPINION, "")],
    ids=["has one", "has none"],
)
def test_the_model_is_one_of_all_scopes(
    later: str, basis: Basis, evidence: str, certifier: Certifiers
) -> None:
    script = f"(push 1)\n(assert (= x 7))\n(check-sat)\n(pop 1)\n(assert {later})\n(check-sat)\n"
    query = smt(f"(set-logic QF_LIA)\n(declare-fun x () Int)\n{script}")
    settled = certifier(Z3, CVC5).settle(query, ACCUSED)
    assert isinstance(settled, Truth)
    assert (settled.answers, settled.basis, settled.evidence.strip()) == ((SAT, SAT), basis, evidence)


def test_what_cannot_be_told_is_not_settled(certifier: Certifiers) -> None:
    assert "no two solvers" in reason(certifier(Z3).settle(smt(SCOPED), ACCUSED))
    open_value = smt("(declare-fun x () Int)\n(assert (= (div x 0) 5))\n(check-sat)\n")
    assert "no two solvers" in reason(certifier(Z3, CVC5).settle(open_value, ACCUSED))
    assert "cannot be read" in reason(certifier(Z3, CVC5).settle(smt("(assert (f 1))"), ACCUSED))
