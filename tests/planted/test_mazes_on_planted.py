"""`mazes` finds the planted prover's defects, which are those of the paper's figures, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from gadfly.campaign.hunt import HuntOrder, hunt
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.core.words import Answer, Budget, Capabilities, Feature, Kind, Language, Question, Seed
from gadfly.lang.c.paths import Rules
from gadfly.store.store import Store
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import MISCALCULATIONS
from gadfly.techniques import technique

PROVER = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS, Feature.INPUTS}))
MOST_PROGRAMS = 40
WORDS = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 32))\n(declare-fun y () (_ BitVec 32))\n"
HALVES = "(set-logic QF_BV)\n(declare-fun s () (_ BitVec 16))\n(declare-fun t () (_ BitVec 16))\n"
SEEDS = {
    "quotient-interval": f"{WORDS}(assert (bvult (bvudiv #x00000014 x) #x00000002))",
    "negated-unsigned": f"{WORDS}(assert (bvult (bvneg x) y))\n(assert (bvugt (bvneg y) #x00000003))",
    "promoted-complement": f"{HALVES}(assert (bvult (bvudiv #x0001 (bvnot s)) t))",
    "bitwise-not": f"{WORDS}(assert (= x (bvnot y)))",
    "zero-modulo": f"{WORDS}(assert (bvule (bvurem #x00000000 x) y))",
    "dropped-cast-in-nested-if": f"{WORDS}(assert (bvslt x #x00000000))\n(assert (bvule #x0000034e x))",
    "boolean-negation": f"{WORDS}(assert (not (and (= x y) (bvult x #x00000007))))",
    "negative-modulo": f"{WORDS}(assert (bvslt (bvsrem x #x00000008) y))\n(assert (bvslt x #x00000000))",
    "constant-shift": f"{WORDS}(assert (bvult (bvlshr x #x00000002) #x00000008))",
}


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    workshop = Workshop(lambda _message: None)
    yield workshop.reference()
    workshop.close()


def questions(mode: str, text: str, reference: Reference) -> Iterator[Question]:
    """A few programs from each of several openings."""
    seed = Seed("seed", f"{text}\n(check-sat)\n")
    for round_ in range(MOST_PROGRAMS // 5):
        session = technique(mode).open(seed, Choices.of("planted", mode, round_), PROVER, reference)
        for number in range(5):
            yield session.ask(Choices.of("planted", mode, round_, number))


def is_wrong(question: Question, rules: Rules) -> bool:
    """Whether a prover with these rules says the opposite of a truth; it may say nothing."""
    said = answers(question.query.text, rules)
    return bool(said) and said != question.truth.answers


@pytest.mark.parametrize("defect", MISCALCULATIONS)
def test_the_defects_of_the_figures_are_found(defect: str, reference: Reference) -> None:
    asked = questions("mazes-sat", SEEDS[defect], reference)
    assert any(is_wrong(each, MISCALCULATIONS[defect]()) for each in asked)


@pytest.mark.parametrize("mode", ["mazes-sat", "mazes-unsat", "mazes-mixed", "mazes-smt"])
def test_without_a_defect_nothing_is_wrong(mode: str, reference: Reference) -> None:
    said = 0
    for defect in ("boolean-negation", "constant-shift"):
        for question in islice(questions(mode, SEEDS[defect], reference), 5):
            found = answers(question.query.text, Rules())
            assert found in ((), question.truth.answers)
            said += bool(found)
    assert said > 6


def test_a_hunt_comes_to_one_if(tmp_path: Path) -> None:
    seed = tmp_path / "seed.smt2"
    seed.write_text(f"{SEEDS['constant-shift']}\n(check-sat)\n")
    order = HuntOrder(
        targets=("planted-prover@constant-shift",),
        techniques=("mazes-sat",),
        seeds=(str(seed),),
        logic="",
        budget=Budget(trials=3),
        random_seed=1,
        workers=1,
        out=tmp_path / "hunt",
    )
    result = hunt(order, lambda _event: None)
    [record] = [record for record in result.findings if record.kind is Kind.UNSOUND]
    assert record.certified
    with Store.open(order.out) as store:
        reduced = store.load_finding(record.id).reduced
    assert reduced.truth.answers == (Answer.UNSAFE,)
    assert reduced.query.text.count("if") == 1
    assert "cell_" not in reduced.query.text
    assert ">>" in reduced.query.text
