"""Every question of the unsat mode has the truth it claims, say solvers of two families, in all logics."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Limits, Seed
from gadfly.seeds import load_bundled
from gadfly.techniques.formulas import UnsatFormulas
from gadfly.truth.smt import Holds, evaluate_truth, read_refutations

LIMITS = Limits(wall_seconds=2, cpu_seconds=2)
QUESTIONS = 3
SEEDS = tuple({seed.name.partition("_")[2].partition("_")[0]: seed for seed in load_bundled()}.values())
SOLVERS = ("z3@5.4.0.0", "cvc5@1.4.2")


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    opened = Workshop(lambda _message: None)
    yield opened
    opened.close()


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.name)
def test_what_the_unsat_mode_claims_is_true(workshop: Workshop, seed: Seed) -> None:
    solvers = [workshop.target(name) for name in SOLVERS]
    capabilities = solvers[1].capabilities
    choices = Choices.of("unsat", seed.name)
    session = UnsatFormulas().open(seed, choices, capabilities, workshop.reference())
    for number in range(QUESTIONS):
        question = session.ask(Choices.of("unsat", seed.name, number))
        assert read_refutations(question.query, question.truth).claims
        assert evaluate_truth(question.query, question.truth).holds is not Holds.NO
        for solver in solvers:
            verdict = solver.answer(question.query, LIMITS)
            for said, right in zip(verdict.answers, question.truth.answers, strict=False):
                assert said in (right, Answer.UNKNOWN)
