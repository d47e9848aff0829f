"""Two programs that contradict each other lose the probes that have nothing to do with it."""

from __future__ import annotations

from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.relation import Relation, Tie, read_relation, write_relation
from gadfly.triage.meter import Meter
from gadfly.triage.pair_probes import with_fewer_assumptions, with_fewer_checks
from gadfly.truth.relative import earlier

SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN
EARLIER = """int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 9); __VERIFIER_assume(x > 1); __gadfly_check(0, x); __gadfly_check(1, x == 3);
  x = 2;
  __gadfly_check(2, x == 2);
  __gadfly_check(3, x > 0);
}
"""
LATER = """int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 9); __VERIFIER_assume(x > 1); __VERIFIER_assume(x > 2); __gadfly_check(0, x == 3);
  x = 2;
  __VERIFIER_assume(x > 0); __gadfly_check(1, x == 2);
  __gadfly_check(2, x != 7);
}
"""
TIES = (Tie(1, 0, keeps_safe=True, keeps_unsafe=False), Tie(2, 1, keeps_safe=True, keeps_unsafe=False))


def question() -> Question:
    """Check 3 of the earlier program is assumed in the later, which has one more check and assumption."""
    said = (UNKNOWN, SAFE, SAFE, SAFE)
    relation = Relation(EARLIER, TIES, assumed=(3,), said=said, has_alarms=True)
    truth = Truth((SAFE, SAFE, UNKNOWN), Basis.CONTRADICTION, write_relation(relation))
    return Question(Query(Language.C, LATER), truth)


def reduced(*needed: str) -> Question:
    """What is left if all of these must be in the later program."""

    def is_wrong(candidate: Question) -> bool:
        assert len(candidate.truth.answers) == check_count(candidate.query.text)
        return all(part in candidate.query.text for part in needed)

    meter = Meter(100)
    return with_fewer_assumptions(with_fewer_checks(question(), is_wrong, meter), is_wrong, meter)


def test_checks_that_do_not_matter_are_gone_from_both() -> None:
    found = reduced("x == 3", "x > 1")
    relation = read_relation(found.truth.evidence)
    assert relation.ties == (Tie(0, 0, keeps_safe=True, keeps_unsafe=False),)
    assert relation.said == (SAFE, SAFE)
    assert relation.assumed == (1,)
    assert relation.has_alarms
    assert found.truth.answers == (SAFE,)
    assert "__gadfly_check(0, x == 3);" in earlier(found).text
    assert "__gadfly_check(1, x > 0);" in earlier(found).text
    assert check_count(earlier(found).text) == 2


def test_what_both_assume_at_a_place_goes_if_it_does_not_matter() -> None:
    found = reduced("x == 2")
    for text in (found.query.text, earlier(found).text):
        assert "x < 9" not in text
        assert "x > 1" not in text
    assert "__VERIFIER_assume(x > 2);" in found.query.text
    assert "__VERIFIER_assume(x > 0);" in found.query.text


def test_an_added_check_may_be_what_matters() -> None:
    found = reduced("x != 7", "x == 2")
    assert found.truth.answers == (SAFE, UNKNOWN)
    assert check_count(earlier(found).text) == 2


def test_nothing_is_lost_if_all_of_it_matters() -> None:
    found = reduced("x == 3", "x == 2", "x != 7", "x < 9", "x > 1")
    assert found.query.text.split() == LATER.split()
    assert with_fewer_checks(question(), lambda _candidate: True, Meter(0)) == question()
    assert with_fewer_assumptions(question(), lambda _candidate: True, Meter(0)) == question()
