"""Mazes: what they are drawn from, what becomes of it in C, and which exits are asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from gadfly.campaign.screening import needs_screening, screened
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Answer, Capabilities, Feature, Language, Query, Question, Seed, Truth
from gadfly.lang.c.vectors import input_vectors
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.terms import Shape, post_order
from gadfly.techniques import technique
from gadfly.techniques.mazes.constraints import (
    Bounds,
    Constraints,
    Opening,
    as_script,
    draw_contradictory,
    draw_mixed,
    draw_satisfiable,
    draw_seed_itself,
)
from gadfly.techniques.mazes.convert import Corners
from gadfly.techniques.mazes.fuzzle import FUZZLE_SEED, draw_checks
from gadfly.techniques.mazes.material import make_material

SAFE, UNSAFE = Answer.SAFE, Answer.UNSAFE
BITS = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(declare-fun p () Bool)
(assert (or p (bvult (bvmul x y) #x20)))
(assert (=> p (= (bvudiv x y) #x03)))
(assert (bvslt (bvadd x #x01) (bvshl y #x02)))
(check-sat)
"""
CONTRADICTION = """(set-logic QF_LIA)
(declare-fun a () Int)
(declare-fun b () Int)
(assert (> a (+ b 3)))
(assert (< a b))
(check-sat)
"""
OVERLAP = """(set-logic QF_LIA)
(declare-fun a () Int)
(assert (> a 3))
(assert (< a 0))
(assert (= a 7))
(assert (= (- a) 9))
(check-sat)
"""
TOO_LARGE = """(set-logic QF_NIA)
(declare-fun a () Int)
(declare-fun b () Int)
(assert (> (* a a a a a a a a a a a a a a a a a a a a a b) 3))
(assert (= a (+ b 1)))
(check-sat)
"""
REALS = "(set-logic QF_LRA)\n(declare-fun r () Real)\n(assert (> r 0.5))\n(check-sat)\n"
ONE_CHECK = Capabilities(Language.C)
ALL_CHECKS = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS, Feature.INPUTS}))


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop(lambda _message: None)
    yield workshop
    workshop.close()


@pytest.fixture(scope="module")
def reference(workshop: Workshop) -> Reference:
    return workshop.reference()


def opening(text: str, reference: Reference, label: int = 0) -> Opening:
    return Opening(Seed("seed", text), Choices.of("mazes", label), reference)


def questions(
    mode: str, text: str, reference: Reference, capabilities: Capabilities = ALL_CHECKS, count: int = 20
) -> list[Question]:
    session = technique(mode).open(Seed("seed", text), Choices.of("mazes"), capabilities, reference)
    return [session.ask(Choices.of("mazes", number)) for number in range(count)]


# Constraints


def test_formulas_are_bounded_and_mention_something(reference: Reference) -> None:
    bounds = Bounds(mutants=10, nodes=20)
    drawn = draw_satisfiable(Opening(Seed("seed", BITS), Choices.of(1), reference, bounds))
    assert len(drawn.formulas) > 10
    for formula in drawn.formulas:
        parts = post_order([formula])
        assert len(parts) <= 20
        assert any(part.shape is Shape.SYMBOL for part in parts)
    assert drawn.cores == ()


@pytest.mark.parametrize("text", [BITS, CONTRADICTION], ids=["bits", "contradiction"])
def test_cores_are_refuted_by_two_families(text: str, reference: Reference, workshop: Workshop) -> None:
    cores = 0
    for label in range(3):
        drawn = draw_contradictory(opening(text, reference, label))
        for core in drawn.cores:
            cores += 1
            assert reference.refutes(as_script(drawn.script, core))
    assert cores > 0


def test_mixed_sets_are_decided_afterwards(reference: Reference) -> None:
    drawn = [draw_mixed(opening(CONTRADICTION, reference, label)) for label in range(6)]
    cores = [(each.script, core) for each in drawn for core in each.cores]
    assert cores
    assert all(reference.refutes(as_script(script, core)) for script, core in cores)


def test_a_seed_is_taken_as_it_is(reference: Reference) -> None:
    satisfiable = draw_seed_itself(opening(BITS, reference))
    assert satisfiable.formulas == satisfiable.script.assertions
    assert not satisfiable.cores
    assert evaluate(satisfiable.formulas, satisfiable.model) == [True] * 3
    contradictory = draw_seed_itself(opening(CONTRADICTION, reference))
    assert contradictory.cores == (contradictory.script.assertions,)


def test_fuzzle_has_ranges_and_equalities_that_hold(reference: Reference) -> None:
    drawn = draw_checks(Opening(FUZZLE_SEED, Choices.of(3), reference))
    assert {formula.name for formula in drawn.formulas} == {"bvuge", "bvule", "="}
    assert evaluate(drawn.formulas, drawn.model) == [True] * len(drawn.formulas)


# Material


def material_of(drawn: Constraints, reference: Reference) -> tuple[int, int]:
    made = make_material(drawn, Choices.of("material"), reference, corners=Corners.DEFINED)
    return len(made.truths), made.discarded


def test_what_c_cannot_have_is_discarded_and_counted(reference: Reference) -> None:
    drawn = draw_seed_itself(opening(TOO_LARGE, reference))
    assert material_of(drawn, reference) == (1, 1)  # the product leaves `long long` whatever is read
    with pytest.raises(SkipSeedError, match="C can have none of its formulas"):
        material_of(draw_seed_itself(opening(REALS, reference)), reference)


def test_a_model_beyond_c_is_replaced(reference: Reference) -> None:
    text = "(set-logic QF_LIA)(declare-fun a () Int)(assert (> (* 9 a) 4))(assert (< a {}))(check-sat)"
    drawn = draw_seed_itself(opening(text.format("100000000000000000000"), reference))
    truths, discarded = material_of(drawn, reference)
    assert (truths, discarded) == (1, 1)  # the bound itself is no number of C's


# Questions


@pytest.mark.parametrize("mode", ["mazes-sat", "mazes-unsat", "mazes-mixed", "mazes-raw", "mazes-smt"])
def test_truths_are_shown_by_executions(mode: str, reference: Reference, workshop: Workshop) -> None:
    asked = questions(mode, BITS, reference)
    assert all(map(needs_screening, asked))
    assert all(screened(asked, workshop.executor))


def test_what_an_execution_does_not_show_is_not_asked(workshop: Workshop, reference: Reference) -> None:
    asked = questions("mazes-sat", BITS, reference, ONE_CHECK, 4)
    wrong = [Question(each.query, Truth((SAFE,), each.truth.basis, each.truth.evidence)) for each in asked]
    undefined = Question(
        Query(Language.C, "int main(void) { int x = __VERIFIER_nondet_int(); x++; __gadfly_check(0, 0); }"),
        Truth((UNSAFE,), asked[0].truth.basis, "2147483647\n"),
    )
    assert screened([*asked, *wrong, undefined], workshop.executor) == [True] * 4 + [False] * 5


def test_modes_ask_about_what_they_say(reference: Reference) -> None:
    def answers(mode: str, text: str, capabilities: Capabilities = ALL_CHECKS) -> set[Answer]:
        return {a for each in questions(mode, text, reference, capabilities) for a in each.truth.answers}

    assert answers("mazes-sat", BITS) == {UNSAFE}
    assert answers("mazes-unsat", CONTRADICTION) == {SAFE}
    assert answers("mazes-mixed", OVERLAP) == {SAFE, UNSAFE}


@pytest.mark.parametrize(("claim", "asked"), [(SAFE, UNSAFE), (UNSAFE, SAFE)])
def test_who_claims_one_answer_is_asked_about_the_other(
    claim: Answer, asked: Answer, reference: Reference
) -> None:
    capabilities = Capabilities(Language.C, ALL_CHECKS.features, claims=frozenset({claim}))
    for mode, text in (("mazes-unsat", CONTRADICTION), ("mazes-mixed", OVERLAP)):
        found = questions(mode, text, reference, capabilities)
        assert {answer for each in found for answer in each.truth.answers} == {asked}


def test_several_exits_are_for_those_who_answer_each(reference: Reference) -> None:
    one, several = (questions("mazes-sat", BITS, reference, each) for each in (ONE_CHECK, ALL_CHECKS))
    assert {len(each.truth.answers) for each in one} == {1}
    assert {len(each.truth.answers) for each in several} == {1, 2, 3}


def test_no_choices_make_one_if(reference: Reference) -> None:
    session = technique("mazes-sat").open(Seed("seed", BITS), Choices.of("mazes"), ALL_CHECKS, reference)
    text = session.ask(Choices.replay([])).query.text
    assert len(re.findall(r"\bif\b", text)) == 1
    assert text.count("__gadfly_check(0, 0);") == 1
    assert "cell_" not in text


def test_a_program_reads_only_what_it_mentions(reference: Reference) -> None:
    for question in questions("mazes-sat", BITS, reference, ONE_CHECK, 40):
        body = question.query.text.partition("int main(void)")[2]
        for name in ("v_x", "v_y", "v_p"):
            assert (f"{name} = __VERIFIER" in body) == (question.query.text.count(name) > 1)
        assert input_vectors(question.truth.evidence)
