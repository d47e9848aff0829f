"""What goto-analyzer is wrong about, asked for real."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.campaign.hunt import PROGRAM_LIMITS
from gadfly.campaign.workshop import Workshop
from gadfly.core.words import Answer, Basis, Kind, Language, Query, Question, Truth
from gadfly.lang.c.relation import Relation, Tie, read_relation, write_relation
from gadfly.triage.confirm import Confirmed, Confirmer

PROGRAM = """int main(void) {
  int total = 0;
  __gadfly_check(0, CONDITION);
  return total;
}
"""


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    shop = Workshop(lambda _message: None)
    yield shop
    shop.close()


def test_intervals_prove_more_of_a_stronger_check(workshop: Workshop) -> None:
    """It warns of a check, but proves the same check with more in it."""
    earlier = PROGRAM.replace("CONDITION", "total == 0")
    later = PROGRAM.replace("CONDITION", "total == 0 && total < 5")
    tie = Tie(0, 0, keeps_safe=False, keeps_unsafe=True)
    evidence = write_relation(Relation(earlier, (tie,), has_alarms=True))
    question = Question(Query(Language.C, later), Truth((Answer.UNKNOWN,), Basis.CONTRADICTION, evidence))
    target = workshop.target("goto-analyzer@6.6.0[intervals=]")
    found = Confirmer(target, workshop.certifier, PROGRAM_LIMITS).confirm(question, Kind.CONTRADICTION)
    assert isinstance(found, Confirmed)
    assert found.complaint.kind is Kind.IMPRECISE
    assert found.verdict.answers == (Answer.SAFE,)
    assert read_relation(found.question.truth.evidence).said == (Answer.UNKNOWN,)
