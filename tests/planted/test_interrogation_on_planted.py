"""`interrogation` makes provers contradict themselves that misread a program, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.core.words import (
    Answer,
    Capabilities,
    Complaint,
    Feature,
    Kind,
    Language,
    Outcome,
    Query,
    Seed,
    Verdict,
)
from gadfly.lang.c.paths import Rules
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import MISREADINGS
from gadfly.techniques import technique
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask

PROVER = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS, Feature.INPUTS}))
WARNING = replace(PROVER, features=PROVER.features | {Feature.ALARMS}, claims=frozenset({Answer.SAFE}))
PROGRAM = (Path(__file__).parents[2] / "bench" / "interrogated" / "small_inputs.c").read_text()
OPENINGS = {"last-assumption": 2, "ending-check": 1, "unread-disjunction": 1}
QUESTIONS = 40


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    workshop = Workshop(lambda _message: None)
    yield workshop.reference()
    workshop.close()


def complaints(
    rules: Rules, opening: int, reference: Reference, who: Capabilities = PROVER
) -> Iterator[Complaint]:
    """What a prover with these rules says against what it said, or against what is known."""

    def said(query: Query) -> Verdict:
        found = answers(query.text, rules)
        found = tuple(answer if answer in who.claims else Answer.UNKNOWN for answer in found)
        return Verdict(Outcome.ANSWERED if found else Outcome.UNSUPPORTED, found)

    seed = Seed("seed", PROGRAM, Language.C)
    session = technique("interrogation").open(seed, Choices.of("planted", opening), who, reference)
    for number in range(QUESTIONS):
        question = session.ask(Choices.of("planted", opening, number))
        heard = ask(question, said)
        session.hear(question, heard.verdict)
        complaint = judge(heard.question, heard.verdict)
        if complaint is not None:
            yield complaint


@pytest.mark.parametrize("defect", MISREADINGS)
def test_who_misreads_contradicts_itself(defect: str, reference: Reference) -> None:
    found = (complaint.kind for complaint in complaints(MISREADINGS[defect](), OPENINGS[defect], reference))
    assert Kind.CONTRADICTION in found


@pytest.mark.parametrize("defect", MISREADINGS)
def test_who_only_warns_contradicts_itself_too(defect: str, reference: Reference) -> None:
    kinds = [each.kind for each in complaints(MISREADINGS[defect](), OPENINGS[defect], reference, WARNING)]
    assert Kind.CONTRADICTION in kinds


@pytest.mark.parametrize("who", [PROVER, WARNING])
def test_without_a_defect_nothing_is_contradicted(who: Capabilities, reference: Reference) -> None:
    assert not list(complaints(Rules(), 1, reference, who))
