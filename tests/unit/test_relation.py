"""Relations are read as they were written, and imply no more than two truthful answers allow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.core.words import Answer, Basis, Kind, Language, Outcome, Query, Question, Truth, Verdict
from gadfly.lang.c.relation import Relation, Tie, implied, read_relation, write_relation
from gadfly.lang.c.vectors import input_vectors, vector_lines
from gadfly.truth.judge import judge
from gadfly.truth.relative import Hearing, alone, ask, earlier, resolved

SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN
EARLIER = "int main(void) { __gadfly_check(0, 1); __gadfly_check(1, 0); }\n"
LATER = Query(Language.C, "int main(void) { __gadfly_check(0, 0); __gadfly_check(1, 1); }\n")
BOTH = Tie(0, 0, keeps_safe=True, keeps_unsafe=True)

LABELS = st.integers(0, 3)
VALUES = st.integers(-(1 << 63), (1 << 64) - 1)
RELATIONS = st.builds(
    Relation,
    st.sampled_from(["", "program\n", "tie 0 0\nint main(void) {}\n", "caf\udce9\n", "no end"]),
    st.lists(st.builds(Tie, LABELS, LABELS, st.booleans(), st.booleans()), max_size=4).map(tuple),
    st.lists(st.lists(VALUES, max_size=3).map(tuple), max_size=3).map(tuple),
    st.lists(LABELS, max_size=2).map(tuple),
    st.lists(st.sampled_from([SAFE, UNSAFE, UNKNOWN]), max_size=4).map(tuple),
    st.booleans(),
)


def question(
    *ties: Tie, known: tuple[Answer, ...] = (UNKNOWN, UNKNOWN), inputs: tuple[tuple[int, ...], ...] = ()
) -> Question:
    evidence = write_relation(Relation(EARLIER, ties, inputs))
    return Question(LATER, Truth(known, Basis.CONTRADICTION, evidence))


def said(*answers: Answer) -> Verdict:
    return Verdict(Outcome.ANSWERED, answers)


@settings(derandomize=True, deadline=None)
@given(RELATIONS)
def test_what_is_written_is_read_back(relation: Relation) -> None:
    assert read_relation(write_relation(relation)) == relation


@pytest.mark.parametrize(
    "text",
    [
        "",
        "int main(void) {}\n",
        "tie 0 0 safe\n",
        "tie 0\nprogram\n",
        "tie 0 x safe\nprogram\n",
        "tie 0 0 sat\nprogram\n",
        "said sat\nprogram\n",
        "inputs one\nprogram\n",
        "alarms",
        "alarms 1\nprogram\n",
        "program",
    ],
)
def test_what_is_no_relation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_relation(text)


def test_vectors_are_read_as_they_were_written() -> None:
    for vectors in (((),), ((1, -2), ()), ((), (3,)), ((5,),)):
        assert input_vectors(vector_lines(vectors)) == vectors
    assert vector_lines(((),)) == ""


@pytest.mark.parametrize(
    ("keeps_safe", "keeps_unsafe", "answer", "expected"),
    [
        (True, True, SAFE, SAFE),
        (True, True, UNSAFE, UNSAFE),
        (True, False, SAFE, SAFE),
        (True, False, UNSAFE, UNKNOWN),
        (False, True, SAFE, UNKNOWN),
        (False, True, UNSAFE, UNSAFE),
        (True, True, UNKNOWN, UNKNOWN),
    ],
)
def test_a_tie_carries_what_it_keeps(
    keeps_safe: bool, keeps_unsafe: bool, answer: Answer, expected: Answer
) -> None:
    relation = Relation(EARLIER, (Tie(1, 0, keeps_safe, keeps_unsafe),))
    assert implied(relation, (UNKNOWN, answer), (UNKNOWN, UNKNOWN)) == (expected, UNKNOWN)
    assert implied(relation, (SAFE,), (UNKNOWN, UNKNOWN)) == (UNKNOWN, UNKNOWN)
    assert implied(relation, (UNKNOWN, answer), (UNSAFE, SAFE)) == (UNSAFE, SAFE)


def test_a_warning_counts_as_a_failure_where_there_are_warnings() -> None:
    relation = Relation(EARLIER, (BOTH,), has_alarms=True)
    assert implied(relation, (UNKNOWN,), (UNKNOWN,)) == (UNSAFE,)
    assert implied(relation, (SAFE,), (UNKNOWN,)) == (SAFE,)
    assert implied(relation, (), (UNKNOWN,)) == (UNKNOWN,)


@pytest.mark.parametrize("about_assumed", [SAFE, UNSAFE, UNKNOWN])
def test_what_fails_still_fails_only_if_what_is_assumed_was_called_safe(about_assumed: Answer) -> None:
    relation = Relation(EARLIER, (BOTH,), assumed=(1,))
    expected = UNSAFE if about_assumed is SAFE else UNKNOWN
    assert implied(relation, (UNSAFE, about_assumed), (UNKNOWN,)) == (expected,)
    assert implied(relation, (SAFE, about_assumed), (UNKNOWN,)) == (SAFE,)


def test_a_question_is_resolved_by_what_was_said_before() -> None:
    complaint = judge(resolved(question(BOTH), said(UNSAFE, SAFE)), said(SAFE, UNSAFE))
    assert complaint is not None
    assert (complaint.kind, complaint.at) == (Kind.CONTRADICTION, 0)
    assert complaint.message == (
        "answers safe to check 1 of 2, but what it says about another program makes it unsafe"
    )
    assert judge(resolved(question(BOTH), said(UNSAFE, SAFE)), said(UNSAFE, UNSAFE)) is None
    assert judge(resolved(question(BOTH), said(UNKNOWN, SAFE)), said(SAFE, UNSAFE)) is None


@pytest.mark.parametrize("outcome", [each for each in Outcome if each is not Outcome.ANSWERED])
def test_who_did_not_answer_contradicts_nothing(outcome: Outcome) -> None:
    unresolved = resolved(question(BOTH), Verdict(outcome, (UNSAFE, SAFE)))
    assert unresolved.truth.answers == (UNKNOWN, UNKNOWN)
    assert judge(unresolved, said(SAFE, SAFE)) is None
    assert judge(question(BOTH), said(SAFE, SAFE)) is None


def test_a_crash_is_a_fault_whatever_was_said_before() -> None:
    complaint = judge(question(BOTH), Verdict(Outcome.CRASH, detail="signal 11"))
    assert complaint is not None
    assert complaint.kind is Kind.CRASH


@pytest.mark.parametrize("answer", [SAFE, UNSAFE, UNKNOWN])
def test_what_an_execution_shows_is_no_contradiction_but_unsound(answer: Answer) -> None:
    absolute = question(BOTH, known=(UNSAFE, UNKNOWN), inputs=((7,),))
    complaint = judge(resolved(absolute, said(answer, SAFE)), said(SAFE, SAFE))
    assert complaint is not None
    assert (complaint.kind, complaint.at) == (Kind.UNSOUND, 0)


def test_it_can_be_resolved_anew() -> None:
    tied = (BOTH, Tie(1, 1, keeps_safe=True, keeps_unsafe=True))
    once = resolved(question(*tied, known=(UNSAFE, UNKNOWN), inputs=((7,),)), said(SAFE, SAFE))
    assert once.truth.answers == (UNSAFE, SAFE)
    again = resolved(once, said(SAFE, UNSAFE))
    assert again.truth.answers == (UNSAFE, UNSAFE)
    assert resolved(again, said(SAFE, SAFE)) == once
    assert resolved(again, Verdict(Outcome.TIMEOUT)).truth.answers == (UNSAFE, UNKNOWN)


def test_alone_it_keeps_only_what_executions_show() -> None:
    before = question(
        BOTH, Tie(0, 1, keeps_safe=True, keeps_unsafe=True), known=(UNSAFE, UNKNOWN), inputs=((7, 8),)
    )
    expected = Question(LATER, Truth((UNSAFE, UNKNOWN), Basis.INPUTS, "7 8\n"))
    assert alone(before) == expected
    assert alone(resolved(before, said(SAFE, SAFE))) == expected
    assert alone(expected) is expected


def test_asking_asks_about_both_programs() -> None:
    asked: list[str] = []

    def answer(query: Query) -> Verdict:
        asked.append(query.text)
        return said(UNSAFE, SAFE)

    relative = question(BOTH)
    assert ask(relative, answer) == Hearing(resolved(relative, said(UNSAFE, SAFE)), said(UNSAFE, SAFE))
    assert asked == [earlier(relative).text, LATER.text] == [EARLIER, LATER.text]


def test_a_program_that_nothing_depends_on_is_not_asked_about() -> None:
    untied = question(known=(UNSAFE, UNKNOWN), inputs=((),))
    assert ask(untied, {LATER: said(SAFE, SAFE)}.__getitem__) == Hearing(untied, said(SAFE, SAFE))
    complaint = judge(untied, said(SAFE, SAFE))
    assert complaint is not None
    assert complaint.kind is Kind.UNSOUND


@settings(derandomize=True, deadline=None)
@given(st.data())
def test_a_truthful_target_never_contradicts_itself(data: st.DataObject) -> None:
    """The truth of both programs is drawn, ties that hold between them, and what the target gives up."""
    answers = st.sampled_from([SAFE, UNSAFE])
    before, after = data.draw(st.tuples(answers, answers)), data.draw(st.tuples(answers, answers))
    ties = [
        Tie(
            earlier_label,
            later_label,
            keeps_safe=data.draw(st.booleans()) and (right is not SAFE or true is SAFE),
            keeps_unsafe=data.draw(st.booleans()) and (right is not UNSAFE or true is UNSAFE),
        )
        for earlier_label, right in enumerate(before)
        for later_label, true in enumerate(after)
    ]
    told = [
        tuple(data.draw(st.sampled_from([right, UNKNOWN])) for right in truth) for truth in (before, after)
    ]
    assert judge(resolved(question(*ties), said(*told[0])), said(*told[1])) is None
