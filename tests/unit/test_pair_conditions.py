"""Conditions of two programs that contradict each other get simpler, and stay related."""

from __future__ import annotations

import pytest

from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth
from gadfly.lang.c.relation import Relation, Tie, read_relation, write_relation
from gadfly.triage.meter import Meter
from gadfly.triage.pair_conditions import simpler, simpler_slots, with_simpler_conditions
from gadfly.triage.pair_frame import Slot
from gadfly.truth.relative import earlier

SAFE, UNKNOWN = Answer.SAFE, Answer.UNKNOWN
PROGRAM = """int main(void) {
  int x = __VERIFIER_nondet_int();
  FIRST
  x = x / 2;
  SECOND
}
"""


def program(first: str, second: str) -> str:
    return PROGRAM.replace("FIRST", first).replace("SECOND", second)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("1", []),
        ("x < 3", ["1", "0"]),
        ("((unsigned int)x % 8U) < 7U", ["1", "0"]),
        ("(x < 3) && ((x + 1) != 2)", ["1", "0", "x < 3", "(x + 1) != 2"]),
        ("!(x)", ["1", "0", "x"]),
        ("(!(x)) || (1)", ["1", "0", "!(x)", "1", "(x) || (1)"]),
    ],
)
def test_simpler_conditions_are_parts(condition: str, expected: list[str]) -> None:
    assert list(simpler(condition)) == expected


def test_what_is_alike_stays_alike() -> None:
    slot = Slot("__VERIFIER_assume((x) || (y));", "__VERIFIER_assume((x) || (y));")
    candidates = list(simpler_slots(slot, {}))
    assert candidates
    assert all(each.earlier == each.later for each in candidates)


def test_only_what_was_added_changes_alone() -> None:
    slot = Slot("__gadfly_check(2, (x) && (y));", "__gadfly_check(0, ((x) && (y)) || (z < 4));")
    candidates = list(simpler_slots(slot, {"2": "0"}))
    assert Slot(slot.earlier, "__gadfly_check(0, ((x) && (y)) || (1));") in candidates
    assert Slot("__gadfly_check(2, y);", "__gadfly_check(0, (y) || (z < 4));") in candidates
    for each in candidates:
        before = each.earlier.removeprefix("__gadfly_check(2, ").removesuffix(");")
        assert each.later.startswith(f"__gadfly_check(0, ({before}) || (")


def test_a_check_that_moved_in_another_way_stays() -> None:
    slot = Slot("__gadfly_check(2, x != 3);", "__gadfly_check(1, x < 3);")
    assert not list(simpler_slots(slot, {"2": "1"}))


def test_a_check_that_nothing_is_tied_to_may_become_anything() -> None:
    slot = Slot("", "__gadfly_check(1, x < 3);")
    assert list(simpler_slots(slot, {"0": "0"})) == [
        Slot("", f"__gadfly_check(1, {literal});") for literal in ("1", "0")
    ]


def test_a_change_of_assumptions_is_undone() -> None:
    slot = Slot("__VERIFIER_assume(x);", "__VERIFIER_assume((x) && (y)); __gadfly_check(0, 1);")
    assert next(simpler_slots(slot, {})) == Slot(slot.earlier, "__VERIFIER_assume(x); __gadfly_check(0, 1);")
    behind = Slot("__gadfly_check(0, 1); __VERIFIER_assume(x);", "__gadfly_check(0, 1);")
    assert not list(simpler_slots(behind, {"0": "0"}))


def test_what_a_seed_wrote_is_left_alone() -> None:
    slot = Slot("__VERIFIER_assume (x);", "__VERIFIER_assume (x);")
    assert not list(simpler_slots(slot, {}))


def test_only_what_the_contradiction_needs_is_left() -> None:
    before = program(
        "__VERIFIER_assume((x > 1) && (x < 9));", "__VERIFIER_assume(x != 5); __gadfly_check(0, x < 4);"
    )
    after = program(
        "__VERIFIER_assume(((x > 1) && (x < 9)) && ((x != 7) || (x == 2)));",
        "__VERIFIER_assume((x != 5) && (x != 6)); __gadfly_check(0, x < 4);",
    )
    tie = Tie(0, 0, keeps_safe=True, keeps_unsafe=False)
    evidence = write_relation(Relation(before, (tie,), said=(SAFE,), has_alarms=True))
    question = Question(Query(Language.C, after), Truth((SAFE,), Basis.CONTRADICTION, evidence))

    def is_wrong(candidate: Question) -> bool:
        text = earlier(candidate).text
        return "x < 9" in text and "x != 7" in candidate.query.text and "x < 4" in text

    found = with_simpler_conditions(question, is_wrong, Meter(200))
    assert "__VERIFIER_assume(x < 9);" in earlier(found).text
    assert "__VERIFIER_assume((x < 9) && (x != 7));" in found.query.text
    assert "x != 6" not in found.query.text
    assert read_relation(found.truth.evidence).ties == (tie,)
    assert with_simpler_conditions(question, is_wrong, Meter(0)) == question
    assert UNKNOWN not in found.truth.answers
