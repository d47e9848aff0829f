"""The SMT reducer against predicates on the text: no solver, so every result can be explained."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.terms import Term, post_order
from gadfly.triage.meter import Meter
from gadfly.triage.smt_draft import compact
from gadfly.triage.smt_reducer import is_true, reduce_smt
from gadfly.truth.smt import Holds, evaluate_checks

MANY = 20_000


def question(text: str, evidence: str, basis: Basis = Basis.MODEL) -> Question:
    answers = (Answer.SAT,) * len(read_script(text).checks)
    return Question(Query(Language.SMT, text, "QF_LIA"), Truth(answers, basis, evidence))


def refuse(_question: Question) -> bool:
    return False


def has_operator(name: str, above: str = "") -> Callable[[Question], bool]:
    """A target that errs whenever an operator occurs in something it is asked, below another one."""

    def matches(term: Term) -> bool:
        return any(arg.name == name for arg in term.args) if above else term.name == name

    def still_wrong(candidate: Question) -> bool:
        checks = read_script(candidate.query.text).checks
        return any(
            matches(term)
            for check in checks
            for term in post_order(check.assertions)
            if not above or term.name == above
        )

    return still_wrong


def lines(reduced: Question) -> list[str]:
    return reduced.query.text.splitlines()


INCREMENTAL = """\
(set-option :produce-models true)
(set-logic QF_LIA)
(set-info :status sat)
(declare-fun first_number () Int)
(declare-fun second_number () Int)
(declare-fun unused () Int)
(declare-fun flag () Bool)
(declare-fun other_flag () Bool)
(assert (or flag (> first_number 100)))
(push 1)
(assert (and (<= (+ (* 3 first_number) second_number) 40) (not other_flag) flag))
(check-sat)
(push 2)
(assert (let ((shared (+ first_number second_number))) (=> (> shared 12) (< shared 400))))
(check-sat-assuming (flag (not other_flag)))
(get-model)
(pop 2)
(assert (not (xor (and flag (< first_number 5)) (or flag other_flag (= second_number 3)))))
(pop 1)
(assert (distinct first_number second_number 77))
(assert (not (xor flag (or (not other_flag) (> second_number 9)))))
(check-sat)
(get-model)
(check-sat)
"""
MODEL = """\
(define-fun first_number () Int 3)
(define-fun second_number () Int (- 20))
(define-fun unused () Int 0)
(define-fun flag () Bool true)
(define-fun other_flag () Bool false)
"""


def test_xor_under_not_asked_twice() -> None:
    def still_wrong(candidate: Question) -> bool:
        checks = read_script(candidate.query.text).checks
        return len(checks) >= 2 and has_operator("xor", above="not")(candidate)

    reduced = reduce_smt(question(INCREMENTAL, MODEL), still_wrong, refuse, Meter(MANY))
    assert lines(reduced) == [
        "(set-logic QF_LIA)",
        "(assert (not (xor true true)))",
        "(check-sat)",
        "(check-sat)",
    ]
    assert reduced.truth.answers == (Answer.SAT, Answer.SAT)
    assert is_true(reduced, refuse)


def test_symbols_that_must_stay_get_short_names_by_sort() -> None:
    def still_wrong(candidate: Question) -> bool:
        script = read_script(candidate.query.text)
        sorts = [str(signature.result) for signature in script.symbols.values()]
        return sorts.count("Int") >= 2 and "Bool" in sorts and len(script.checks) > 0

    reduced = reduce_smt(question(INCREMENTAL, MODEL), still_wrong, refuse, Meter(MANY))
    declared = [line for line in lines(reduced) if line.startswith("(declare")]
    assert declared == ["(declare-fun x () Int)", "(declare-fun y () Int)", "(declare-fun p () Bool)"]
    assert len(lines(reduced)) <= 7
    assert is_true(reduced, refuse)
    assert set(read_script(reduced.query.text).symbols) <= {"x", "y", "p"}
    assert "(define-fun x () Int" in reduced.truth.evidence


def test_scopes_that_matter_stay() -> None:
    def still_wrong(candidate: Question) -> bool:
        text = candidate.query.text
        after_pop = text.rpartition("(pop 1)")[2]
        return "(pop 1)" in text and "(check-sat" in after_pop and "(assert" in after_pop

    reduced = reduce_smt(question(INCREMENTAL, MODEL), still_wrong, refuse, Meter(MANY))
    assert lines(reduced) == [
        "(set-logic QF_LIA)",
        "(push 1)",
        "(pop 1)",
        "(assert true)",
        "(check-sat)",
    ]


@pytest.mark.parametrize("operator", ["<", "<=", "distinct", "+", "*", "or", "=>", "and", ">"])
def test_every_accepted_and_every_asked_script_is_true(operator: str) -> None:
    asked: list[Question] = []
    has = has_operator(operator)

    def still_wrong(candidate: Question) -> bool:
        asked.append(candidate)
        return has(candidate)

    start = question(INCREMENTAL, MODEL)
    reduced = reduce_smt(start, still_wrong, refuse, Meter(MANY))
    assert has(reduced)
    assert len(lines(reduced)) <= 4
    for candidate in asked:
        evaluation = evaluate_checks(candidate.query, candidate.truth.evidence)
        assert evaluation.holds is Holds.YES
        assert len(candidate.truth.answers) == len(evaluation.script.checks)


def test_a_script_that_anything_breaks_never_drifts_to_false() -> None:
    """The worst predicate there is: everything that still asks something counts as wrong."""

    def still_wrong(candidate: Question) -> bool:
        return "(check-sat" in candidate.query.text and "(assert" in candidate.query.text

    reduced = reduce_smt(question(INCREMENTAL, MODEL), still_wrong, refuse, Meter(MANY))
    assert lines(reduced) == ["(set-logic QF_LIA)", "(assert true)", "(check-sat)"]


@pytest.mark.parametrize("attempts", [0, 1, 5, 25, 100])
def test_a_short_budget_gives_a_valid_intermediate_result(attempts: int) -> None:
    asked = 0
    has = has_operator("xor", above="not")

    def still_wrong(candidate: Question) -> bool:
        nonlocal asked
        asked += 1
        return has(candidate)

    start = question(INCREMENTAL, MODEL)
    reduced = reduce_smt(start, still_wrong, refuse, Meter(attempts))
    assert asked <= attempts
    assert has(reduced)
    assert is_true(reduced, refuse)


def test_the_same_input_gives_the_same_result() -> None:
    start = question(INCREMENTAL, MODEL)
    results = {reduce_smt(start, has_operator("+"), refuse, Meter(MANY)) for _ in range(2)}
    assert len(results) == 1


def test_what_is_not_wrong_or_not_readable_stays() -> None:
    start = question(INCREMENTAL, MODEL)
    assert reduce_smt(start, refuse, refuse, Meter(MANY)) == start
    unreadable = Question(Query(Language.SMT, "(assert (unknown-operator 1))"), start.truth)
    assert reduce_smt(unreadable, lambda _: True, refuse, Meter(MANY)) == unreadable
    no_model = question(INCREMENTAL, "(this is no model)")
    assert reduce_smt(no_model, lambda _: True, refuse, Meter(MANY)) == no_model


QUANTIFIED = """\
(set-logic LIA)
(declare-fun n () Int)
(declare-fun m () Int)
(assert (forall ((i Int)) (=> (> i n) (exists ((j Int)) (and (> j i) (> j m))))))
(assert (> n 2))
(assert (xor (> m n) (= m 0) (= n 5)))
(check-sat)
"""


def test_undecided_assertions_are_only_dropped_or_left_and_certified() -> None:
    certified: list[str] = []

    def certify(candidate: Question) -> bool:
        certified.append(candidate.query.text)
        return "forall" in candidate.query.text

    def still_wrong(candidate: Question) -> bool:
        return "(check-sat)" in candidate.query.text and "forall" in candidate.query.text

    start = question(QUANTIFIED, "(define-fun n () Int 5)\n(define-fun m () Int 3)\n")
    reduced = reduce_smt(start, still_wrong, certify, Meter(MANY))
    assert lines(reduced)[-2:] == [
        "(assert (forall ((i Int)) (=> (> i n) (exists ((j Int)) (and (> j i) (> j m))))))",
        "(check-sat)",
    ]
    assert len(lines(reduced)) == 5
    assert reduced.query.text in certified
    assert reduce_smt(start, still_wrong, refuse, Meter(MANY)) == start


def test_truths_without_a_model_lose_commands_only_as_the_certifier_allows() -> None:
    text = "(declare-fun n () Int)\n(assert (> n 2))\n(assert (< n 1))\n(assert (= n 7))\n(check-sat)\n"
    start = Question(Query(Language.SMT, text), Truth((Answer.UNSAT,), Basis.CORE))

    def still_unsat(candidate: Question) -> bool:
        return candidate.truth.answers == (Answer.UNSAT,) and "(> n 2)" in candidate.query.text

    def certify(candidate: Question) -> bool:
        return "(> n 2)" in candidate.query.text and "(< n 1)" in candidate.query.text

    reduced = reduce_smt(start, still_unsat, certify, Meter(MANY))
    assert reduced.query.text == text.replace("(assert (= n 7))\n", "")


BITS = """\
(set-logic QF_BV)
(declare-fun v1 () (_ BitVec 8))
(declare-fun v2 () (_ BitVec 8))
(declare-fun arr_index () (_ BitVec 4))
(define-fun twice ((w (_ BitVec 8))) (_ BitVec 8) (bvadd w w))
(assert (let ((s (bvmul (twice v1) (bvnot v2)))) (and (= s (bvmul (bvnot v2) (bvadd v1 v1)))
  (bvult ((_ zero_extend 4) arr_index) (bvor s #xf0)))))
(check-sat)
"""


def test_bit_vectors_and_definitions() -> None:
    model = "".join(
        f"(define-fun {name} () (_ BitVec {width}) {value})\n"
        for name, width, value in (("v1", 8, "#x35"), ("v2", 8, "#xfe"), ("arr_index", 4, "#x7"))
    )
    reduced = reduce_smt(question(BITS, model), has_operator("bvmul"), refuse, Meter(MANY))
    assert lines(reduced) == [
        "(set-logic QF_BV)",
        "(assert (bvult #x00 (bvmul #x01 #x01)))",
        "(check-sat)",
    ]
    assert is_true(reduced, refuse)


def test_elements_of_declared_sorts_stay_in_the_model_and_out_of_the_script() -> None:
    text = (
        "(set-logic QF_UF)\n(declare-sort Thing 0)\n(declare-fun this_one () Thing)\n"
        "(declare-fun that_one () Thing)\n(declare-fun image (Thing) Thing)\n"
        "(assert (and (distinct this_one that_one) (= (image this_one) that_one)))\n(check-sat)\n"
    )
    evidence = (
        "(declare-fun Thing!0 () Thing)\n(declare-fun Thing!1 () Thing)\n"
        "(define-fun image ((x Thing)) Thing Thing!1)\n"
        "(define-fun that_one () Thing Thing!1)\n(define-fun this_one () Thing Thing!0)\n"
    )
    reduced = reduce_smt(question(text, evidence), has_operator("distinct"), refuse, Meter(MANY))
    assert lines(reduced) == [
        "(set-logic QF_UF)",
        "(declare-sort Thing 0)",
        "(declare-fun c () Thing)",
        "(declare-fun d () Thing)",
        "(assert (distinct c d))",
        "(check-sat)",
    ]
    assert reduced.truth.evidence.splitlines() == [
        "(declare-fun Thing!0 () Thing)",
        "(declare-fun Thing!1 () Thing)",
        "(define-fun d () Thing Thing!1)",
        "(define-fun c () Thing Thing!0)",
    ]
    assert is_true(reduced, refuse)


def test_names_never_collide_with_bound_or_existing_ones() -> None:
    text = (
        "(set-logic LIA)\n(declare-fun first () Int)\n(declare-fun x () Int)\n"
        "(assert (exists ((y Bool)) (and y (< first x))))\n(check-sat)\n"
    )
    start = question(text, "(define-fun first () Int 3)\n(define-fun x () Int 7)\n")

    def still_wrong(candidate: Question) -> bool:
        script = read_script(candidate.query.text)
        return len(script.symbols) == 2 and "exists" in candidate.query.text and len(script.checks) == 1

    reduced = reduce_smt(start, still_wrong, refuse, Meter(MANY))
    assert "(declare-fun z () Int)" in lines(reduced)
    assert is_true(reduced, refuse)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("(let ((g!0 (+ x 1))) (< g!0 (* g!0 2)))", "(< (+ x 1) (* (+ x 1) 2))"),
        (
            "(let ((g!0 (+ alpha (* beta gamma)))) (= g!0 (* g!0 g!0)))",
            "(let ((g!0 (+ alpha (* beta gamma)))) (= g!0 (* g!0 g!0)))",
        ),
        ("(let ((g!0 (not p))) (let ((g!1 (or g!0 q))) (and g!0 g!1)))", "(and (not p) (or (not p) q))"),
        ("(> x 0)", "(> x 0)"),
        ("p", "p"),
    ],
)
def test_sharing_is_printed_only_where_it_saves(printed: str, expected: str) -> None:
    assert compact(printed) == expected
