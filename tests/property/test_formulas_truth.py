"""Every question of `formulas` has the truth it claims, say our evaluator and solvers, in all logics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from gadfly.campaign.workshop import REFERENCE, Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Opinion, Reference, SkipSeedError
from gadfly.core.words import Answer, Certificate, Kind, Limits, Question, Seed, TargetIdentity, TargetName
from gadfly.lang.smt.grammar import LOGICS, make_seed
from gadfly.seeds import load_bundled
from gadfly.techniques.formulas import SatFormulas
from gadfly.truth.judge import judge
from gadfly.truth.smt import Holds, evaluate_checks

LIMITS = Limits(wall_seconds=5, cpu_seconds=5)
QUESTIONS = 5
ACCUSED = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
MADE = tuple(Seed(f"made {logic}", make_seed(logic, Choices.of("truth", logic))) for logic in LOGICS)


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    opened = Workshop(lambda _message: None)
    yield opened
    opened.close()


@dataclass
class CountingReference(Reference):
    """The real reference, and how often it decided something."""

    real: Reference
    decided: int = 0

    def model(self, script: str) -> str:
        return self.real.model(script)

    def refutes(self, script: str) -> bool:
        refuted = self.real.refutes(script)
        self.decided += refuted
        return refuted

    def core(self, declarations: Sequence[str], assertions: Sequence[str]) -> tuple[int, ...]:
        return self.real.core(declarations, assertions)

    def opinion(self, script: str) -> Opinion:
        return self.real.opinion(script)


def questions(workshop: Workshop, seed: Seed, reference: Reference) -> Iterator[Question]:
    opening = Choices.of("truth", seed.name)
    capabilities = workshop.target(REFERENCE).capabilities
    session = SatFormulas().open(seed, opening, capabilities, reference)
    for number in range(QUESTIONS):
        yield session.ask(Choices.of("truth", seed.name, number))


@pytest.mark.parametrize("seed", [*MADE, *load_bundled()], ids=lambda seed: seed.name)
def test_what_formulas_claims_is_true(workshop: Workshop, seed: Seed) -> None:
    reference = CountingReference(workshop.reference())
    for question in questions(workshop, seed, reference):
        assert set(question.truth.answers) == {Answer.SAT}
        evaluation = evaluate_checks(question.query, question.truth.evidence)
        assert len(evaluation.script.checks) == len(question.truth.answers)
        if evaluation.holds is not Holds.YES:
            assert evaluation.holds is Holds.UNDECIDED
            assert reference.decided
            certificate = workshop.certifier.certify(question.query, question.truth, ACCUSED)
            assert isinstance(certificate, Certificate)
        verdict = workshop.target(REFERENCE).answer(question.query, LIMITS)
        assert Answer.UNSAT not in verdict.answers
        complaint = judge(question, verdict)
        assert complaint is None or complaint.kind is Kind.INCOMPLETE


QUANTIFIED = Seed(
    "quantified",
    """(set-logic LIA)
(declare-fun x () Int)
(declare-fun p () Bool)
(assert (=> p (forall ((y Int)) (=> (> y x) (> y (- x 1))))))
(assert (or p (exists ((y Int)) (and (< y x) (> y (- x 2))))))
(check-sat)
""",
)


def test_what_only_solvers_can_decide_is_true_as_well(workshop: Workshop) -> None:
    holds = set()
    for question in questions(workshop, QUANTIFIED, workshop.reference()):
        holds.add(evaluate_checks(question.query, question.truth.evidence).holds)
        for name in (REFERENCE, "cvc5@1.4.2"):
            assert Answer.UNSAT not in workshop.target(name).answer(question.query, LIMITS).answers
    assert Holds.NO not in holds
    assert Holds.UNDECIDED in holds


def test_a_seed_of_which_nothing_can_be_decided_is_skipped(workshop: Workshop) -> None:
    """What a number divided by zero is, is up to the solver: it must never decide a truth."""
    seed = Seed("nothing", "(declare-fun x () Int)\n(assert (= (div x 0) 3))\n(check-sat)\n")
    with pytest.raises(SkipSeedError, match="known truth value"):
        list(questions(workshop, seed, workshop.reference()))
