"""Answers that a tool takes back by a warning are no answers."""

from __future__ import annotations

import pytest

from gadfly.core.words import Answer, Language, Limits, Outcome, Query
from gadfly.targets.open import open_target

# Bitwuzla warns that equalities over declared sorts are not supported yet, and answers all the same.
DISCLAIMED = Query(
    Language.SMT,
    "(set-logic QF_UFBV)\n(declare-sort U 0)\n(declare-fun c () U)\n(declare-fun d () U)\n"
    "(assert (not (= c d)))\n(check-sat)\n(check-sat)\n",
)
PLAIN = Query(
    Language.SMT,
    "(set-logic QF_BV)\n(declare-fun c () (_ BitVec 4))\n(assert (not (= c #x0)))\n(check-sat)\n",
)


def test_bitwuzla_is_not_taken_at_a_word_it_takes_back() -> None:
    target = open_target("bitwuzla@0.9.1")
    try:
        for ask in (target.answer, target.answer_fresh):
            for _ in range(3):
                disclaimed, plain = ask(DISCLAIMED, Limits()), ask(PLAIN, Limits())
                assert (disclaimed.outcome, disclaimed.answers) == (Outcome.UNSUPPORTED, ())
                assert plain.outcome is Outcome.ANSWERED
    finally:
        target.close()


@pytest.mark.parametrize(("square", "is_exact"), [("2.0", False), ("4.0", True)])
def test_a_model_that_only_approximates_is_not_checked(square: str, is_exact: bool) -> None:
    """Yices writes the root of 2 as 1.414214: it means the right value, for which SMT-LIB has no word."""
    target = open_target("yices2@2.6.5.post24")
    text = f"(set-logic QF_NRA)\n(declare-fun z () Real)\n(assert (= (* z z) {square}))\n(check-sat)\n"
    query = Query(Language.SMT, f"(set-option :produce-models true)\n{text}(get-model)\n", "QF_NRA")
    verdict = target.answer(query, Limits())
    assert verdict.answers == (Answer.SAT,)
    assert bool(verdict.models[0]) is is_exact
    target.close()
