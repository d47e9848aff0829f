"""No solver of another family contradicts what the mixed mode claims, in any logic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Basis, Limits, Question, Seed
from gadfly.seeds import load_bundled
from gadfly.techniques.formulas import MixedFormulas
from gadfly.truth.smt import Holds, evaluate_checks

ADVISED_BY_Z3 = ""
SECOND = "cvc5@1.4.2"
LIMITS = Limits(wall_seconds=5, cpu_seconds=5)
QUESTIONS = 4
OPPOSITE = {Answer.SAT: Answer.UNSAT, Answer.UNSAT: Answer.SAT}


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    opened = Workshop(lambda _message: None)
    yield opened
    opened.close()


def questions(workshop: Workshop, seed: Seed, count: int) -> Iterator[Question]:
    opening = Choices.of("mixed truth", seed.name)
    capabilities = workshop.target(SECOND).capabilities
    session = MixedFormulas().open(seed, opening, capabilities, workshop.reference(ADVISED_BY_Z3))
    for number in range(count):
        yield session.ask(Choices.of("mixed truth", seed.name, number))


@pytest.mark.parametrize("seed", load_bundled(), ids=lambda seed: seed.name)
def test_a_second_solver_never_contradicts(workshop: Workshop, seed: Seed) -> None:
    for question in questions(workshop, seed, QUESTIONS):
        answers = question.truth.answers
        if question.truth.basis is Basis.MODEL:
            evaluation = evaluate_checks(question.query, question.truth.evidence)
            assert evaluation.holds is Holds.YES
            assert len(evaluation.script.checks) == len(answers)
        said = workshop.target(SECOND).answer(question.query, LIMITS).answers
        for claimed, answer in zip(answers, said, strict=False):
            assert answer is not OPPOSITE.get(claimed)


def test_both_answers_occur(workshop: Workshop) -> None:
    answers: Counter[Answer] = Counter()
    for seed in load_bundled():
        if seed.name.startswith(("qf_bv_", "qf_lia_", "qf_lra_", "qf_uf_")):
            for question in questions(workshop, seed, 20):
                answers[question.truth.answers[-1]] += 1
    assert answers[Answer.SAT] > answers.total() / 5
    assert answers[Answer.UNSAT] > answers.total() / 5
