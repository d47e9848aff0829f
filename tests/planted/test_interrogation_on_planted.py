"""`interrogation` makes provers contradict themselves that misread a program, and says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gadfly.campaign.hunt import HuntOrder, hunt
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.core.words import (
    Budget,
    Capabilities,
    Complaint,
    Feature,
    Kind,
    Language,
    Outcome,
    Query,
    Question,
    Seed,
    Verdict,
)
from gadfly.lang.c.paths import Rules
from gadfly.store.store import Store
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import MISREADINGS
from gadfly.techniques import technique
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask

PROVER = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS, Feature.INPUTS}))
PROGRAM = """
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char small = __VERIFIER_nondet_uchar();
    int y = 3;
    if (x > 10 && x < 100)
        y = x - small;
    if (small < 7)
        y = y / 2;
    return y == x;
}
"""
KINDS = {
    "forgotten-conjunction": Kind.IMPRECISE,
    "ending-check": Kind.UNSOUND,
    "unread-disjunction": Kind.IMPRECISE,
}
MOST_QUESTIONS = 60


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    workshop = Workshop(lambda _message: None)
    yield workshop.reference()
    workshop.close()


def complaints(rules: Rules, reference: Reference) -> Iterator[Complaint]:
    """What a prover with these rules says against what it said, or against what is known."""

    def said(query: Query) -> Verdict:
        found = answers(query.text, rules)
        return Verdict(Outcome.ANSWERED if found else Outcome.UNSUPPORTED, found)

    session = technique("interrogation").open(
        Seed("seed", PROGRAM, Language.C), Choices.of("planted"), PROVER, reference
    )
    for number in range(MOST_QUESTIONS):
        question: Question = session.ask(Choices.of("planted", number))
        heard = ask(question, said)
        session.hear(question, heard.verdict)
        complaint = judge(heard.question, heard.verdict)
        if complaint is not None:
            yield complaint


@pytest.mark.parametrize("defect", MISREADINGS)
def test_who_misreads_contradicts_itself(defect: str, reference: Reference) -> None:
    found = (complaint.kind for complaint in complaints(MISREADINGS[defect](), reference))
    assert Kind.CONTRADICTION in found


def test_without_a_defect_nothing_is_contradicted(reference: Reference) -> None:
    assert not list(complaints(Rules(), reference))


@pytest.mark.parametrize("defect", MISREADINGS)
def test_a_hunt_says_which_side_is_wrong(defect: str, tmp_path: Path) -> None:
    seed = tmp_path / "seed.c"
    seed.write_text(PROGRAM)
    order = HuntOrder(
        targets=(f"planted-prover@{defect}",),
        techniques=("interrogation",),
        seeds=(str(seed),),
        logic="",
        budget=Budget(trials=MOST_QUESTIONS),
        random_seed=1,
        workers=1,
        out=tmp_path / "hunt",
    )
    result = hunt(order, lambda _event: None)
    assert KINDS[defect] in [record.kind for record in result.findings]
    assert all(record.certified for record in result.findings)
    with Store.open(order.out) as store:
        finding = store.load_finding(next(each.id for each in result.findings if each.kind is KINDS[defect]))
    assert "__gadfly_check" in finding.reduced.query.text
