"""Every question of the fresh mode has the truth it claims, say our evaluator and two solvers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.campaign.workshop import REFERENCE, Workshop
from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Kind, Limits, Question, Seed
from gadfly.techniques.formulas import FreshFormulas
from gadfly.truth.judge import judge
from gadfly.truth.smt import Holds, evaluate_checks

LIMITS = Limits(wall_seconds=5, cpu_seconds=0.3)  # an answer that takes longer is not waited for
SESSIONS = 8
QUESTIONS = 2


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    opened = Workshop(lambda _message: None)
    yield opened
    opened.close()


def questions(workshop: Workshop, seed: Seed) -> Iterator[Question]:
    capabilities = workshop.target(REFERENCE).capabilities
    for number in range(SESSIONS):
        opening = Choices.of("truth", seed.name, number)
        session = FreshFormulas().open(seed, opening, capabilities, workshop.reference())
        for index in range(QUESTIONS):
            yield session.ask(Choices.of("truth", seed.name, number, index))


@pytest.mark.parametrize("seed", FreshFormulas.own_seeds, ids=lambda seed: seed.name)
def test_what_fresh_formulas_claim_is_true(workshop: Workshop, seed: Seed) -> None:
    for question in questions(workshop, seed):
        assert set(question.truth.answers) == {Answer.SAT}
        evaluation = evaluate_checks(question.query, question.truth.evidence)
        assert evaluation.holds is Holds.YES
        assert len(evaluation.script.checks) == len(question.truth.answers)
        complaint = judge(question, workshop.target(REFERENCE).answer(question.query, LIMITS))
        assert complaint is None or complaint.kind is Kind.INCOMPLETE


PLAIN = tuple(seed for seed in FreshFormulas.own_seeds if "FP" not in seed.name)
"""cvc5 is slow on floating-point numbers, which z3 has judged above."""


@pytest.mark.parametrize("seed", PLAIN, ids=lambda seed: seed.name)
def test_another_solver_agrees(workshop: Workshop, seed: Seed) -> None:
    target = workshop.target("cvc5@1.4.2")
    opening = Choices.of("another", seed.name)
    session = FreshFormulas().open(seed, opening, target.capabilities, workshop.reference())
    for index in range(3):
        question = session.ask(Choices.of("another", seed.name, index))
        assert Answer.UNSAT not in target.answer(question.query, LIMITS).answers
