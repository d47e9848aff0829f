"""The judge, as a table: what was said, what is true, what is wrong with it."""

from __future__ import annotations

import pytest

from gadfly.core.words import (
    Answer,
    Basis,
    Complaint,
    Kind,
    Language,
    Outcome,
    Query,
    Question,
    Truth,
    Verdict,
)
from gadfly.lang.c.relation import Relation, Tie, write_relation
from gadfly.truth.judge import judge, may_be
from gadfly.truth.pinned import pinned

SAT, UNSAT, UNKNOWN = Answer.SAT, Answer.UNSAT, Answer.UNKNOWN
SAFE, UNSAFE = Answer.SAFE, Answer.UNSAFE
SCRIPT = """(set-logic QF_LIA)
(declare-fun x () Int)
(push 1)
(assert (> x 5))
(check-sat)
(pop 1)
(assert (< x 3))
(check-sat)
(get-model)
"""


def question(*truths: Answer, text: str = SCRIPT, logic: str = "QF_LIA") -> Question:
    truth = Truth(truths, Basis.MODEL, "(define-fun x () Int 0)\n")
    return Question(Query(Language.SMT, text, logic), truth)


def kind_and_place(complaint: Complaint | None) -> tuple[Kind, int] | None:
    return (complaint.kind, complaint.at) if complaint else None


@pytest.mark.parametrize(
    ("truths", "said", "expected"),
    [
        ((SAT, SAT), (SAT, SAT), None),
        ((SAT, SAT), (UNSAT, SAT), (Kind.UNSOUND, 0)),
        ((SAT, SAT), (SAT, UNSAT), (Kind.UNSOUND, 1)),
        ((SAT, SAT), (UNSAT, UNSAT), (Kind.UNSOUND, 0)),
        ((SAT, SAT), (UNKNOWN, UNSAT), (Kind.UNSOUND, 1)),
        ((SAT, SAT), (SAT, UNKNOWN), (Kind.INCOMPLETE, 1)),
        ((UNSAT, SAT), (UNSAT, SAT), None),
        ((UNSAT, SAT), (SAT, SAT), (Kind.UNSOUND, 0)),
        ((UNSAT, SAT), (UNKNOWN, SAT), (Kind.INCOMPLETE, 0)),
        ((UNKNOWN, SAT), (UNSAT, SAT), None),  # nobody knows, so nobody is wrong
        ((SAT, SAT), (), None),
        ((SAT, SAT), (SAT,), None),
    ],
)
def test_answers(
    truths: tuple[Answer, ...], said: tuple[Answer, ...], expected: tuple[Kind, int] | None
) -> None:
    verdict = Verdict(Outcome.ANSWERED, said, ("",) * len(said))
    assert kind_and_place(judge(question(*truths), verdict)) == expected


@pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY, Outcome.UNSUPPORTED])
def test_to_give_up_is_not_wrong_but_what_was_said_before_may_be(outcome: Outcome) -> None:
    assert judge(question(SAT, SAT), Verdict(outcome)) is None
    assert judge(question(SAT, SAT), Verdict(outcome, (SAT,), ("",))) is None
    assert judge(question(SAT, SAT), Verdict(outcome, (UNKNOWN,), ("",))) is None
    complaint = judge(question(SAT, SAT), Verdict(outcome, (UNSAT,), ("",)))
    assert kind_and_place(complaint) == (Kind.UNSOUND, 0)


def test_a_crash_is_a_complaint_with_its_message() -> None:
    complaint = judge(question(SAT, SAT), Verdict(Outcome.CRASH, (SAT,), ("",), "killed by SIGSEGV"))
    assert complaint == Complaint(Kind.CRASH, 1, "killed by SIGSEGV")


def test_a_wrong_answer_is_worse_than_the_crash_after_it() -> None:
    complaint = judge(question(SAT, SAT), Verdict(Outcome.CRASH, (UNSAT,), ("",), "killed by SIGSEGV"))
    assert kind_and_place(complaint) == (Kind.UNSOUND, 0)


def test_the_message_names_the_question_and_the_right_answer() -> None:
    complaint = judge(question(SAT, SAT), Verdict(Outcome.ANSWERED, (SAT, UNSAT), ("", "")))
    assert complaint is not None
    assert complaint.message == "answers unsat to check-sat 2 of 2, which is sat"


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("((define-fun x () Int 2))", None),
        ("((define-fun x () Int 3))", (Kind.INVALID_MODEL, 1)),
        ("((define-fun x () Int 7))", (Kind.INVALID_MODEL, 1)),
        ("()", None),  # any value would do, says the solver, and we do not take its word against it
        ("((define-fun x () Int (strange 3)))", None),
        ("((define-fun x () Int", None),
        ("", None),
    ],
)
def test_models_are_evaluated(model: str, expected: tuple[Kind, int] | None) -> None:
    verdict = Verdict(Outcome.ANSWERED, (SAT, SAT), ("", model))
    assert kind_and_place(judge(question(SAT, SAT), verdict)) == expected


def test_a_model_counts_only_where_every_question_was_answered() -> None:
    """One answer of two: the model may belong to either question, and be right for the other."""
    verdict = Verdict(Outcome.UNSUPPORTED, (SAT,), ("((define-fun x () Int 2))",))
    assert judge(question(SAT, SAT), verdict) is None


def test_a_model_after_unsat_or_unknown_is_not_looked_at() -> None:
    verdict = Verdict(Outcome.ANSWERED, (SAT, UNKNOWN), ("", "((define-fun x () Int 7))"))
    assert kind_and_place(judge(question(SAT, SAT), verdict)) == (Kind.INCOMPLETE, 1)


@pytest.mark.parametrize(
    ("text", "logic"),
    [
        (SCRIPT, "QF_NIA"),
        (SCRIPT.replace("QF_LIA", "ALL"), "QF_LIA"),
        (SCRIPT.replace("(check-sat)", "(check-sat-using (then simplify smt))"), "QF_LIA"),
        (SCRIPT.replace("(set-logic QF_LIA)\n", ""), "QF_LIA"),
    ],
)
def test_unknown_is_a_fault_only_where_the_logic_is_decidable_and_named(text: str, logic: str) -> None:
    verdict = Verdict(Outcome.ANSWERED, (SAT, UNKNOWN), ("", ""))
    assert judge(question(SAT, SAT, text=text, logic=logic), verdict) is None


@pytest.mark.parametrize(
    ("right", "said", "kind"),
    [
        (Answer.SAFE, Answer.UNSAFE, Kind.IMPRECISE),
        (Answer.UNSAFE, Answer.SAFE, Kind.UNSOUND),
        (Answer.SAFE, Answer.SAFE, None),
        (Answer.UNSAFE, Answer.UNKNOWN, None),
        (Answer.SAFE, Answer.UNKNOWN, None),
    ],
)
def test_an_alarm_is_imprecise_and_silence_unsound(right: Answer, said: Answer, kind: Kind | None) -> None:
    query = Query(Language.C, "int main(void) { __gadfly_check(0, 1); }")
    complaint = judge(Question(query, Truth((right,), Basis.INPUTS)), Verdict(Outcome.ANSWERED, (said,)))
    assert (complaint.kind if complaint else None) is kind


def test_the_unsound_answer_of_several_comes_first() -> None:
    query = Query(Language.C, "int main(void) { __gadfly_check(0, 1); __gadfly_check(1, 0); }")
    question = Question(query, Truth((Answer.SAFE, Answer.UNSAFE), Basis.INPUTS))
    complaint = judge(question, Verdict(Outcome.ANSWERED, (Answer.UNSAFE, Answer.SAFE)))
    assert complaint == Complaint(Kind.UNSOUND, 1, "answers safe to check 2 of 2, which is unsafe")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((UNSAFE, SAFE, SAFE), (Kind.UNSOUND, 2)),
        ((UNSAFE, SAFE, UNSAFE), (Kind.CONTRADICTION, 0)),
        ((SAFE, SAFE, UNSAFE), (Kind.CONTRADICTION, 1)),
        ((SAFE, UNSAFE, UNSAFE), None),
        ((UNKNOWN, UNKNOWN, UNKNOWN), None),
    ],
)
def test_a_contradiction_is_less_than_what_an_execution_shows(
    said: tuple[Answer, ...], expected: tuple[Kind, int] | None
) -> None:
    ties = (Tie(0, 0, keeps_safe=True, keeps_unsafe=True), Tie(1, 1, keeps_safe=True, keeps_unsafe=True))
    evidence = write_relation(Relation("", ties, ((7,),), said=(SAFE, UNSAFE)))
    truth = Truth((SAFE, UNSAFE, UNSAFE), Basis.CONTRADICTION, evidence)
    complaint = judge(Question(Query(Language.C, ""), truth), Verdict(Outcome.ANSWERED, said))
    assert kind_and_place(complaint) == expected


PROGRAM = """variables 1
e0 = top
law 2 precision: x ⊑ ⊤
with x = e0
"""


def about_law(law_class: str, text: str = PROGRAM) -> Question:
    return Question(Query(Language.DOMAIN, text, "2"), Truth((SAFE,), Basis.LAW, law_class))


@pytest.mark.parametrize(
    ("law_class", "kind"),
    [
        ("soundness", Kind.UNSOUND),
        ("precision", Kind.IMPRECISE),
        ("convergence", Kind.DIVERGES),
    ],
)
def test_a_broken_law_is_as_bad_as_its_class(law_class: str, kind: Kind) -> None:
    broken = Verdict(Outcome.ANSWERED, (UNSAFE,))
    assert judge(about_law(law_class), broken) == Complaint(kind, 0, "breaks law 2")
    assert judge(about_law(law_class), Verdict(Outcome.ANSWERED, (SAFE,))) is None


def test_a_domain_that_does_not_end_is_at_fault_unless_it_was_asked_a_lot() -> None:
    late = Verdict(Outcome.TIMEOUT)
    complaint = judge(about_law("precision"), late)
    assert complaint is not None
    assert complaint.kind is Kind.DIVERGES
    assert judge(about_law("precision", "sweep\n"), late) is None
    crashed = Verdict(Outcome.CRASH, detail="killed by SIGABRT")
    assert judge(about_law("precision"), crashed) == Complaint(Kind.CRASH, 0, "killed by SIGABRT")


def test_a_sweep_is_pinned_to_the_test_that_it_names() -> None:
    sweep = about_law("precision", "sweep\n")
    assert pinned(sweep, Verdict(Outcome.TIMEOUT, asked=PROGRAM)) == about_law("precision")
    assert pinned(sweep, Verdict(Outcome.ANSWERED, (SAFE,))) == sweep
    assert pinned(question(SAT, SAT), Verdict(Outcome.ANSWERED, asked=PROGRAM)) == question(SAT, SAT)


def test_only_a_broken_law_may_turn_out_to_be_something_else() -> None:
    assert may_be(Language.DOMAIN, Kind.UNSOUND, Kind.IMPRECISE)
    assert not may_be(Language.DOMAIN, Kind.DIVERGES, Kind.IMPRECISE)
    assert not may_be(Language.C, Kind.UNSOUND, Kind.IMPRECISE)
