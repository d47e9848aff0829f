"""The unsat mode: where its contradictions come from, and in which forms they are asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Answer, Basis, Capabilities, Feature, Language, Question, Seed, Truth
from gadfly.lang.smt.model import read_model
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.terms import Term
from gadfly.techniques.formulas import UnsatFormulas
from gadfly.techniques.formulas.cores import CoreFinder, fused
from gadfly.truth.smt import Evidence, Holds, evaluate_truth, read_refutations

SAT, UNSAT = Answer.SAT, Answer.UNSAT
EVERYTHING = Capabilities(Language.SMT, frozenset(Feature), tactics=("smt",))
SEED = """(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun p () Bool)
(assert (and (> x 5) (or p (< y 3))))
(assert (and (< x 2) (> y 7)))
(assert (= x (+ y y)))
(assert (not p))
(check-sat)
"""
SATISFIABLE = SEED.replace("(< x 2)", "true").replace("(> y 7)", "(> y 1)")


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    workshop = Workshop(lambda _message: None)
    yield workshop.reference()
    workshop.close()


def texts(core: Sequence[Term]) -> set[str]:
    return {print_term(term) for term in core}


def test_a_seed_has_several_minimal_cores(reference: Reference) -> None:
    finder = CoreFinder(read_script(SEED), reference)
    cores = {finder.of_seed(Choices.of("core", number)) for number in range(8)}
    assert len(cores) > 1
    assert {"(> x 5)", "(< x 2)"} in map(texts, cores)
    assert all(
        core in ({"(> x 5)", "(< x 2)"}, {"(or p (< y 3))", "(> y 7)", "(not p)"}, {"(< x 2)", "(> y 7)",
                  "(= x (+ y y))"})
        for core in map(texts, cores)
    )  # fmt: skip


def test_what_the_standard_leaves_open_is_in_no_core(reference: Reference) -> None:
    text = "(declare-fun x () Int)\n(assert (distinct (div x 0) (div x 0)))\n(check-sat)\n"
    assert CoreFinder(read_script(text), reference).of_seed(Choices.replay([])) == ()


def test_values_contradict_a_formula_that_is_false_for_them() -> None:
    script = read_script(SATISFIABLE)
    model = read_model("((define-fun x () Int 9)(define-fun y () Int 2)(define-fun p () Bool false))", script)
    finder = CoreFinder(script, Reference())
    formula = script.assertions[2]
    core = finder.of_values([formula], model, Choices.replay([]))
    assert texts(core) == {"(= x (+ y y))", "(= x 9)", "(= y 2)"}
    true = script.bank.operator("not", formula.sort, [formula])
    assert texts(finder.of_values([true], model, Choices.replay([]))) == {
        "(not (not (= x (+ y y))))", "(= x 9)", "(= y 2)"
    }  # fmt: skip


def test_two_cores_are_fused_over_different_names(reference: Reference) -> None:
    script = read_script(SEED)
    finder = CoreFinder(script, reference)
    first, second = (finder.of_seed(Choices.of("core", number)) for number in (0, 1))
    shapes = set()
    for number in range(10):
        fusion = fused(script, first, script, second, script.assertions[0], Choices.of("fusion", number))
        used = {name for text in texts(fusion.core) for name in re.findall(r"g!r\d", text)}
        assert used and used <= set(fusion.names.values())
        assert {"x"} <= {name for text in texts(fusion.core) for name in re.findall(r"\b[xyp]\b", text)}
        lines = [f"(assert {text})" for text in texts((*fusion.core, *fusion.links))]
        assert reference.refutes(
            "\n".join([*script.declarations, *fusion.declarations, *lines, "(check-sat)"])
        )
        shapes.add((len(fusion.core), fusion.core[0].name))
    assert len(shapes) == 3


def test_a_core_is_fused_with_one_of_another_seed(reference: Reference) -> None:
    script = read_script(SEED)
    first = CoreFinder(script, reference).of_seed(Choices.replay([]))
    other = read_script("(declare-fun n () Int)\n(declare-fun x () Bool)\n(assert (and x (< n 3) (> n 4)))\n")
    second = CoreFinder(other, reference).of_seed(Choices.replay([]))
    fusion = fused(script, first, other, second, script.assertions[0], Choices.replay([]))
    assert fusion.declarations == ("(declare-fun g!r0 () Int)",)
    assert texts(fusion.links) == {"(= x g!r0)"}
    lines = [f"(assert {text})" for text in texts((*fusion.core, *fusion.links))]
    assert reference.refutes("\n".join([*script.declarations, *fusion.declarations, *lines, "(check-sat)"]))


def questions(reference: Reference, text: str, capabilities: Capabilities, count: int) -> list[Question]:
    session = UnsatFormulas().open(Seed("seed", text), Choices.of("unsat"), capabilities, reference)
    return [session.ask(Choices.of("unsat", number)) for number in range(count)]


@pytest.mark.parametrize("text", [SEED, SATISFIABLE])
def test_every_truth_has_its_evidence_in_the_query(reference: Reference, text: str) -> None:
    forms = set()
    for question in questions(reference, text, EVERYTHING, 60):
        answers, basis = question.truth.answers, question.truth.basis
        assert basis is Basis.CORE and UNSAT in answers
        assert read_refutations(question.query, question.truth).claims
        assert evaluate_truth(question.query, question.truth).holds is Holds.YES
        assert bool(Evidence.of(question.truth).model) == (SAT in answers)
        forms |= {command for command in ("push", "assuming", "using") if command in question.query.text}
        if "(pop 1)" in question.query.text:
            forms.add("sat again" if answers[-1] is SAT else "never sat again")
        if "(get-model)" in question.query.text:
            assert answers[-1] is SAT
    assert forms == {"push", "assuming", "using", "sat again"}


def test_a_core_that_is_left_out_is_noticed(reference: Reference) -> None:
    [question] = questions(reference, SEED, Capabilities(Language.SMT), 1)
    part = Evidence.of(question.truth).core[0]
    query = question.query.text.replace(f"(assert {part})\n", "")
    broken = Question(type(question.query)(Language.SMT, query), question.truth)
    with pytest.raises(ValueError, match="does not see the core"):
        read_refutations(broken.query, broken.truth)


def test_no_reference_is_needed() -> None:
    assert len(questions(Reference(), SATISFIABLE, EVERYTHING, 5)) == 5


def test_a_seed_without_any_contradiction_is_skipped() -> None:
    with pytest.raises(SkipSeedError):
        questions(Reference(), "(assert true)(check-sat)", EVERYTHING, 1)


def test_evidence_is_a_model_and_a_core() -> None:
    truth = Truth((SAT, UNSAT), Basis.CORE, "(define-fun x () Int 3)\n(assert (> x 5))\n(assert (< x 2))\n")
    evidence = Evidence.of(truth)
    assert evidence == Evidence("(define-fun x () Int 3)\n", ("(> x 5)", "(< x 2)"))
    assert evidence.text == truth.evidence
