"""The mixed mode: mutants stay in their logic, and a truth is claimed only where it is certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Opinion, Reference, SkipSeedError
from gadfly.core.words import Answer, Basis
from gadfly.lang.smt.grammar.derived import is_constant, logic_of
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.seeds import load_bundled
from gadfly.techniques.formulas.advice import Advice
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.instance import Instance
from gadfly.techniques.formulas.mutate import mutants
from gadfly.techniques.formulas.swaps import swaps
from gadfly.techniques.formulas.views import views

BUNDLED = {seed.name: seed for seed in load_bundled()}


def many_mutants(script: Script, label: str, height: int = 3) -> list[Term]:
    return [term for number in range(4) for term in mutants(script, 20, height, Choices.of(label, number))]


@pytest.mark.parametrize("name", sorted(BUNDLED))
def test_mutants_are_closed_formulas_that_read_back(name: str) -> None:
    script = read_script(BUNDLED[name].text)
    for term in many_mutants(script, name):
        assert term.sort == BOOL
        assert not term.is_open
        read_script("\n".join([*script.declarations, f"(assert {print_term(term)})"]))


@pytest.mark.parametrize("name", sorted(name for name in BUNDLED if "_lia_" in name or "_lra_" in name))
def test_linear_stays_linear(name: str) -> None:
    for part in post_order(many_mutants(read_script(BUNDLED[name].text), name)):
        if part.name == "*":
            assert sum(not is_constant(arg) for arg in part.args) <= 1
        if part.name in ("/", "div", "mod"):
            assert all(map(is_constant, part.args[1:]))


@pytest.mark.parametrize("name", ["qf_idl_made", "qf_idl_schedule", "qf_rdl_loop", "qf_rdl_made"])
def test_differences_stay_differences(name: str) -> None:
    for part in post_order(many_mutants(read_script(BUNDLED[name].text), name)):
        assert part.name not in ("+", "*")
        if part.name == "-" and len(part.args) == 2:
            assert all(arg.shape is Shape.SYMBOL for arg in part.args)


def test_operands_have_the_sorts_of_the_seed() -> None:
    script = read_script("(declare-fun x () (_ BitVec 8))(assert (bvult x #x05))")
    sorts = {part.sort for part in post_order(many_mutants(script, "sorts"))}
    assert {str(sort) for sort in sorts} == {"Bool", "(_ BitVec 8)"}


def test_all_zeros_keep_the_first_formula() -> None:
    script = read_script("(declare-fun p () Bool)(assert p)(assert (not p))")
    assert mutants(script, 5, 3, Choices.replay([])) == [script.assertions[0]]


def test_a_bound_variable_never_leaves_its_binder() -> None:
    script = read_script(
        "(set-logic UFLIA)(declare-fun f (Int) Int)"
        "(assert (forall ((x Int)) (exists ((y Int)) (and (< (f x) y) (> (+ x y) 3)))))"
        "(assert (exists ((z Int)) (= (f z) z)))"
    )
    made = many_mutants(script, "binders")
    assert not any(term.is_open for term in made)
    assert len({print_term(term) for term in made if term not in script.assertions}) > 20


def test_a_script_without_formulas_is_skipped() -> None:
    with pytest.raises(SkipSeedError, match="no closed formula"):
        mutants(read_script("(declare-fun p () Bool)(check-sat)"), 5, 3, Choices.replay([]))


def test_the_logic_of_a_strange_name_is_found_by_what_a_script_contains() -> None:
    script = read_script("(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)(assert (< (* x y) 1))")
    names = {part.name for part in post_order(many_mutants(script, "derived"))}
    assert logic_of(script).name == "ALL"
    assert "*" in names
    assert not {"select", "bvadd", "str.++"} & names


def test_swaps_keep_the_sort_and_the_arguments() -> None:
    script = read_script(
        "(declare-fun x () Int)(declare-fun y () Int)"
        "(assert (< (- x y) 3))(assert (exists ((z Int)) (< z x)))"
    )
    [comparison, quantified] = script.assertions
    assert [print_term(term) for term in swaps(comparison, script, True)] == [
        "(<= (- x y) 3)",
        "(> (- x y) 3)",
        "(>= (- x y) 3)",
    ]
    assert [print_term(term) for term in swaps(comparison.args[0], script, False)] == ["(+ x y)"]
    assert swaps(comparison.args[0], script, True) == []
    assert [print_term(term) for term in swaps(quantified, script, False)] == ["(forall ((z Int)) (< z x))"]


def test_a_check_sees_what_is_asserted_and_what_it_assumes() -> None:
    lines = [
        "(assert p)",
        "(push 1)",
        "(assert q)",
        "(check-sat)",
        "(declare-fun g!a0 () Bool)",
        "(assert (=> g!a0 (or p r)))",
        "(check-sat-assuming (g!a0))",
        "(pop 1)",
        "(check-sat-using smt)",
    ]
    seen = views(Instance(lines, 3, ("g!a0",)))
    assert seen == [frozenset({"p", "q"}), frozenset({"p", "q", "(or p r)"}), frozenset({"p"})]


@dataclass
class ScriptedReference(Reference):
    """Answers by which assertions a script has, as a solver might; counts what it is asked."""

    opinions: dict[frozenset[str], Opinion]
    asked: list[str] = field(default_factory=list)

    def model(self, script: str) -> str:
        raise AssertionError(script)

    def refutes(self, script: str) -> bool:
        raise AssertionError(script)

    def core(self, declarations: Sequence[str], assertions: Sequence[str]) -> tuple[int, ...]:
        raise AssertionError(assertions)

    def opinion(self, script: str) -> Opinion:
        self.asked.append(script)
        texts = (line[8:-1] for line in script.splitlines() if line.startswith("(assert "))
        return self.opinions[frozenset(texts)]


DECLARED = "(declare-fun x () Int)(declare-fun y () Int)"
LOW, HIGH, OTHER = "(< x 3)", "(> x 5)", "(= y 1)"
OPEN = "(= (div y x) 7)"


def advice(reference: ScriptedReference) -> Advice:
    formulas = {}
    script = read_script(DECLARED + "".join(f"(assert {text})" for text in (LOW, HIGH, OTHER, OPEN)))
    for term in script.assertions:
        formulas[print_term(term)] = term
    return Advice(Draft(script, script.assertions), formulas, reference)


def view(*formulas: str) -> frozenset[str]:
    return frozenset(formulas)


def sat(**values: int) -> Opinion:
    return Opinion(
        Answer.SAT, "".join(f"(define-fun {name} () Int {value})" for name, value in values.items())
    )


UNSAT = Opinion(Answer.UNSAT)


def test_one_model_decides_every_check_and_is_the_evidence() -> None:
    reference = ScriptedReference({view(LOW, OTHER): sat(x=2, y=1)})
    truth = advice(reference).truth([view(LOW), view(LOW, OTHER)])
    assert truth.answers == (Answer.SAT, Answer.SAT)
    assert truth.basis is Basis.MODEL
    assert truth.evidence == "(define-fun x () Int 2)\n(define-fun y () Int 1)\n"
    assert len(reference.asked) == 1


def test_what_contains_a_contradiction_is_not_asked_again() -> None:
    reference = ScriptedReference({
        view(LOW, HIGH, OTHER): UNSAT, view(LOW): sat(x=0), view(LOW, HIGH): UNSAT,
    })  # fmt: skip
    advised = advice(reference)
    truth = advised.truth([view(LOW), view(LOW, HIGH), view(LOW, HIGH, OTHER)])
    assert truth.answers == (Answer.SAT, Answer.UNSAT, Answer.UNSAT)
    assert (truth.basis, truth.evidence) == (Basis.OPINION, "")
    assert advised.truth([view(LOW), view(LOW, HIGH)]).answers == (Answer.SAT, Answer.UNSAT)
    assert len(reference.asked) == 3


def test_only_the_last_few_of_many_views_are_ruled_on() -> None:
    numbered = [f"(= y {number})" for number in range(10)]
    script = read_script(DECLARED + "".join(f"(assert {text})" for text in numbered))
    formulas = dict(zip(numbered, script.assertions, strict=True))
    opinions = {view(text): sat(y=number) for number, text in enumerate(numbered)}
    reference = ScriptedReference({frozenset(numbered): UNSAT, **opinions})
    truth = Advice(Draft(script, script.assertions), formulas, reference).truth(list(map(view, numbered)))
    assert truth.answers == (Answer.UNKNOWN,) * 4 + (Answer.SAT,) * 6


def test_a_wrong_model_decides_nothing() -> None:
    reference = ScriptedReference({view(LOW): sat(x=4)})
    assert advice(reference).truth([view(LOW)]).answers == (Answer.UNKNOWN,)


def test_what_the_standard_leaves_open_decides_nothing() -> None:
    reference = ScriptedReference({
        view(OPEN): sat(x=0, y=1),
        view(OPEN, OTHER): UNSAT,
        view(OTHER): sat(y=1),
        view(OPEN, LOW): sat(x=1, y=7),
        view(OPEN, LOW, HIGH): UNSAT,
        view(LOW, HIGH): UNSAT,
    })  # fmt: skip
    advised = advice(reference)
    assert advised.truth([view(OPEN)]).answers == (Answer.UNKNOWN,)
    assert advised.truth([view(OPEN, OTHER)]).answers == (Answer.UNKNOWN,)
    assert advised.truth([view(OPEN, LOW)]).basis is Basis.MODEL
    assert advised.truth([view(OPEN, LOW, HIGH)]).answers == (Answer.UNSAT,)


def test_no_opinion_is_no_truth() -> None:
    reference = ScriptedReference({view(LOW): Opinion(Answer.UNKNOWN)})
    assert advice(reference).truth([view(LOW)]).answers == (Answer.UNKNOWN,)
