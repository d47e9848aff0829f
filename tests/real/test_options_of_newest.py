"""The options of the newest releases do not change the answers to plain questions.

Every option with every value was asked like this when the lists of excluded options were written; here it
is a sample of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gadfly.core.words import Answer, Language, Limits, Option, Outcome, Query
from gadfly.targets.open import open_target

LIMITS = Limits(wall_seconds=10.0, cpu_seconds=10.0)
SAMPLE = 10
NEWEST = ("z3@5.4.0.0", "cvc5@1.4.2", "bitwuzla@0.9.1", "yices2@2.6.5.post24")


@dataclass(frozen=True)
class Plain:
    """A question anyone can answer."""

    logic: str
    text: str
    answers: tuple[Answer, ...]

    @property
    def query(self) -> Query:
        return Query(Language.SMT, f"(set-logic {self.logic})\n{self.text}\n", self.logic)


def plain(logic: str, text: str, *answers: str) -> Plain:
    return Plain(logic, text, tuple(map(Answer, answers)))


QUESTIONS = (
    plain(
        "QF_BV",
        "(declare-fun x () (_ BitVec 6)) (declare-fun y () (_ BitVec 6)) (assert (bvslt x y)) (check-sat)"
        "(push 1) (assert (bvslt y x)) (check-sat) (pop 1) (assert (= (bvurem x y) #b000011)) (check-sat)",
        *("sat", "unsat", "sat"),
    ),
    plain(
        "QF_BV",
        "(declare-fun x () (_ BitVec 8)) (assert (not (= (bvadd (bvnot x) #x01) (bvneg x)))) (check-sat)",
        "unsat",
    ),
    plain(
        "QF_ABV",
        "(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8))) (declare-fun i () (_ BitVec 4))"
        "(assert (distinct (select (store a i #x01) i) #x01)) (check-sat)",
        "unsat",
    ),
    plain(
        "QF_UF",
        "(declare-sort U 0) (declare-fun f (U) U) (declare-fun a () U) (assert (= (f (f (f a))) a))"
        "(check-sat) (push 1) (assert (= (f (f a)) a)) (assert (not (= (f a) a))) (check-sat) (pop 1)",
        *("sat", "unsat"),
    ),
    plain(
        "QF_LIA",
        "(declare-fun x () Int) (declare-fun y () Int) (assert (< 0 x 9)) (assert (= (* 3 x) (+ y 7)))"
        "(check-sat) (push 1) (assert (< y (- 9))) (check-sat) (pop 1) (check-sat)",
        *("sat", "unsat", "sat"),
    ),
    plain(
        "QF_LRA",
        "(declare-fun x () Real) (declare-fun y () Real) (assert (< (* 2.0 x) y)) (assert (< y x))"
        "(check-sat) (push 1) (assert (> x 0.0)) (check-sat) (pop 1)",
        *("sat", "unsat"),
    ),
    plain(
        "QF_SLIA",
        '(declare-fun x () String) (assert (str.in_re x (re.* (str.to_re "ab"))))'
        "(assert (= (str.len x) 3)) (check-sat)",
        "unsat",
    ),
    plain("QF_FP", "(declare-fun x () Float16) (assert (fp.lt x x)) (check-sat)", "unsat"),
)


def sample(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return options[:: len(options) // SAMPLE + 1]


@pytest.mark.parametrize("name", NEWEST)
def test_no_option_makes_an_answer_wrong(name: str) -> None:
    plain_target = open_target(name)
    logics = plain_target.capabilities.logics
    questions = [each for each in QUESTIONS if "ALL" in logics or each.logic in logics]
    assert [plain_target.answer(each.query, LIMITS).answers for each in questions] == [
        each.answers for each in questions
    ]
    plain_target.close()
    answered = 0
    for option in sample(plain_target.capabilities.options):
        target = open_target(f"{name}[{option.name}={option.values[-1]}]")
        for question in questions:
            verdict = target.answer(question.query, LIMITS)
            answered += verdict.outcome is Outcome.ANSWERED
            for said, truth in zip(verdict.answers, question.answers, strict=False):
                assert said in (truth, Answer.UNKNOWN), (option, question)
        target.close()
    assert answered > len(sample(plain_target.capabilities.options)) * len(questions) / 2
