"""Two programs that contradict each other go on doing what they did."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.interfaces import Reference
from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth
from gadfly.lang.c.relation import Relation, Tie, write_relation
from gadfly.triage.pair_witness import PairWitness

PROGRAM = "int main(void) {{ int x = {}; if ({}) __gadfly_check(0, x < 9); return 0; }}\n"
REACHED, UNREACHED = PROGRAM.format(1, "x"), PROGRAM.format(0, "x")
UNDEFINED = PROGRAM.format(1, "1 / (x - x)")


def pair(earlier: str, later: str) -> Question:
    relation = Relation(earlier, (Tie(0, 0, keeps_safe=True, keeps_unsafe=True),))
    truth = Truth((Answer.UNKNOWN,), Basis.CONTRADICTION, write_relation(relation))
    return Question(Query(Language.C, later), truth)


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    workshop = Workshop(lambda _message: None)
    yield workshop.reference()
    workshop.close()


def test_both_must_come_to_the_check_if_both_did(reference: Reference) -> None:
    holds = PairWitness(reference, pair(REACHED, REACHED)).holds
    assert holds(pair(REACHED, REACHED))
    for one, other in (
        (REACHED, UNREACHED),
        (UNREACHED, REACHED),
        (UNDEFINED, REACHED),
        (REACHED, UNDEFINED),
    ):
        assert not holds(pair(one, other))


def test_who_never_came_there_need_not(reference: Reference) -> None:
    holds = PairWitness(reference, pair(REACHED, UNREACHED)).holds
    assert holds(pair(UNREACHED, UNREACHED))
    assert not holds(pair(REACHED, UNDEFINED))


def test_without_a_compiler_nothing_is_asked() -> None:
    assert PairWitness(Reference(), pair(REACHED, REACHED)).holds(pair(UNREACHED, UNREACHED))
