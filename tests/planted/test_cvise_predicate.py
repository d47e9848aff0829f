"""What C-Vise and C-Reduce are told about candidates: still true and still answered wrongly, or not."""

from __future__ import annotations

import pytest

from gadfly.core.words import Answer, Basis, Kind
from gadfly.lang.c.relation import Relation, Tie, write_relation
from gadfly.triage.cvise_predicate import Job, is_wrong

LOOP = """int main(void) {
  int spare = 1;
  int sum = 0;
  for (int i = 0; i < 40; i++) sum += i;
  __gadfly_check(0, sum != 780);
  return spare;
}
"""
PAIR = """int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 4;
  __VERIFIER_assume(x > 5); PROBE
  __gadfly_check(0, x != 3);
  return y;
}
"""


@pytest.fixture(scope="module")
def loop() -> Job:
    """A loop is unrolled one iteration too few, so that its last value is never seen."""
    target = "planted-analyzer@short-unrolling"
    return Job(target, Kind.UNSOUND, LOOP, (Answer.UNSAFE,), Basis.INPUTS, "\n", 20.0)


@pytest.fixture(scope="module")
def pair() -> Job:
    """Only the last assumption is read, so that one more makes a check fail."""
    relation = Relation(PAIR.replace("PROBE", ""), (Tie(0, 0, keeps_safe=True, keeps_unsafe=False),))
    later = PAIR.replace("PROBE", "__VERIFIER_assume(x != 3000);")
    evidence = write_relation(relation)
    target = "planted-prover@last-assumption"
    return Job(target, Kind.CONTRADICTION, later, (Answer.UNKNOWN,), Basis.CONTRADICTION, evidence, 20.0)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", True),
        ("int spare = 1;", "static int spare;", True),
        ("sum != 780", "sum != 79", False),  # that is right
        ("int sum = 0;", "int sum;", False),  # undefined
        ("__gadfly_check(0, sum != 780);", "", False),
        ("return spare;", "return spare", False),
    ],
)
def test_a_program(loop: Job, before: str, after: str, expected: bool) -> None:
    assert before in loop.start
    assert is_wrong(loop, loop.start.replace(before, after)) is expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", True),
        ("int y = 4;", "int y = 1;", True),
        ("__gadfly_check(0, 0);", "", False),  # all probes are there
        ("__gadfly_check(0, 0);", "__gadfly_check(0, 0); __gadfly_check(0, 0);", False),
        ("int x = __VERIFIER_nondet_int();", "int x = 9;", False),  # nothing is contradicted
        ("int x = __VERIFIER_nondet_int();", "", False),
    ],
)
def test_the_frame_of_two(pair: Job, before: str, after: str, expected: bool) -> None:
    assert before in pair.start
    assert is_wrong(pair, pair.start.replace(before, after)) is expected
