"""The parts of interrogation: sure variables, transformations and what they keep, the knowledge base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.core.words import Answer, Language, Seed
from gadfly.lang.c.parse import parse
from gadfly.lang.c.scopes import Scopes
from gadfly.techniques.interrogation import Interrogation
from gadfly.techniques.interrogation.assured import Assured
from gadfly.techniques.interrogation.conditions import Comparison
from gadfly.techniques.interrogation.draft import Draft, Probe, ProbeKind, relation
from gadfly.techniques.interrogation.knowledge import TIME_TO_LIVE, Entry, Knowledge, Selection
from gadfly.techniques.interrogation.scene import Scene, prepare
from gadfly.techniques.interrogation.transformations import (
    TRANSFORMATIONS,
    AddAssert,
    AddAssume,
    AssumeInvariant,
    Here,
    StrengthenAssert,
    StrengthenAssume,
    Transformation,
    WeakenAssert,
    WeakenAssume,
    WeakenInvariant,
)

COUNTS = "int main(void) { int x = 5; x++; x++; return x; }"


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    workshop = Workshop(lambda _message: None)
    yield workshop.reference()
    workshop.close()


def prepared(text: str, reference: Reference) -> Scene:
    return prepare(Seed("seed", text, Language.C), Choices.of("opening"), reference)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("int a = 1, b; HERE", "a"),
        ("int a; a = 1; HERE", "a"),
        ("int a, b; (a = b = 1); HERE", "a b"),
        ("int a; if (g) a = 1; HERE", ""),
        ("int a; { a = 1; } HERE", ""),
        ("int a; HERE a = 1;", ""),
        ("int i; for (i = 0; i < 3; i++) { HERE }", "i"),
        ("int i, j; for (i = 0, j = 1; i < 3; i++) {} HERE", "i j"),
        ("int i; for (; g; i = 0) { HERE }", ""),
        ("int a; a = 1; { int a; HERE }", ""),
        ("int a = 1; { int a; a = 2; HERE }", ""),
        ("switch (g) { int a = 1; case 1: HERE }", ""),
        ("int a = 1; switch (g) { case 1: HERE }", "a"),
        ("switch (g) { case 1: { int a = 1; HERE } }", "a"),
        ("goto in; { int a = 1; in: HERE }", ""),
        ("goto in; { int a = 1; HERE in: g = 1; }", ""),
        ("int a = 1; again: HERE if (g) goto again;", "a"),
        ("{ int a = 1; out: HERE } if (g) goto out;", ""),
        ("{ int a = 1; HERE } out: if (g) goto out;", "a"),
        ("void *to = &&out; int a = 1; out: HERE goto *to;", ""),
        ("static int s; HERE", "s"),
    ],
)
def test_which_variables_surely_have_a_value(body: str, names: str) -> None:
    text = f"int g; int main(void) {{ {body.replace('HERE', 'g++;')} return 0; }}"
    program = parse(text)
    here = text.index("g++;")
    assured = Assured.of(program)
    visible = Scopes.of(program).variables_at(here)
    found = [variable.name for variable in visible if assured.has_value(variable, here)]
    assert " ".join(name for name in found if name not in ("g", "to")) == names


CHECK, ASSUMPTION = ProbeKind.CHECK, ProbeKind.ASSUMPTION
BOTH, ONLY_SAFE, ONLY_UNSAFE = (True, True), (True, False), (False, True)


@pytest.mark.parametrize(
    ("transformation", "kept", "assumed"),
    [
        (AddAssert(), (BOTH, BOTH), ()),
        (AddAssume(), (ONLY_SAFE, ONLY_SAFE), ()),
        (StrengthenAssert(), (ONLY_UNSAFE, BOTH), ()),
        (StrengthenAssume(), (ONLY_SAFE, ONLY_SAFE), ()),
        (WeakenAssert(), (ONLY_SAFE, BOTH), ()),
        (WeakenAssume(), (ONLY_UNSAFE, ONLY_UNSAFE), ()),
        (WeakenInvariant(), (ONLY_SAFE, BOTH), ()),
        (AssumeInvariant(), (BOTH,), (0,)),
    ],
)
def test_what_a_transformation_keeps(
    transformation: Transformation,
    kept: tuple[tuple[bool, bool], ...],
    assumed: tuple[int, ...],
    reference: Reference,
) -> None:
    scene = prepared(COUNTS, reference)
    condition = Comparison("x", "<=", "3")
    here_and_there = (Probe(1, CHECK, condition), Probe(2, CHECK, condition), Probe(1, ASSUMPTION, condition))
    manner = Interrogation.manner
    here = Here(scene, manner, Draft(here_and_there), Choices.replay(()), frozenset({0}), spot=1)
    (subject,) = transformation.subjects(here)
    later = here.draft.with_probe(subject, transformation.made(here, subject))
    assert later.text(scene).count("x <= 3") >= 3
    assert later != here.draft
    related = relation(scene, here.draft, later, transformation.direction)
    assert tuple((tie.keeps_safe, tie.keeps_unsafe) for tie in related.ties) == kept
    assert related.assumed == assumed
    assert related.program == here.draft.text(scene)


def test_all_transformations_are_used() -> None:
    assert {type(each) for each in TRANSFORMATIONS} == set(Transformation.__subclasses__())


def test_a_check_is_unsafe_if_an_execution_fails_it_and_no_assumption_stops_that(
    reference: Reference,
) -> None:
    scene = prepared(COUNTS, reference)
    refuted = Probe(1, CHECK, Comparison("x", "!=", "5"), is_witnessed=True)
    assert Draft((refuted,)).known() == (Answer.UNSAFE,)
    assert Draft((refuted, Probe(1, ASSUMPTION, refuted.condition))).known() == (Answer.UNKNOWN,)
    confirmed = Probe(1, ASSUMPTION, Comparison("x", ">", "4"), is_witnessed=True)
    draft = Draft((refuted, confirmed))
    assert draft.known() == (Answer.UNSAFE,)
    here = Here(scene, Interrogation.manner, draft, Choices.replay(()), spot=1)
    assert StrengthenAssert().made(here, 0).is_witnessed
    assert not WeakenAssert().made(here, 0).is_witnessed
    assert WeakenAssume().made(here, 1).is_witnessed
    assert not StrengthenAssume().made(here, 1).is_witnessed
    assert not AssumeInvariant().made(here, 0).is_witnessed
    related = relation(scene, Draft(), Draft((refuted,)), AddAssert.direction)
    assert related.inputs == ((),)
    added = [AddAssert().made(replace(here, choices=Choices(seed)), 2) for seed in range(60)]
    assert {str(each.condition) for each in added if each.is_witnessed} == {"x != 5"}
    lenient = replace(here, is_lenient=True)
    added = [AddAssume().made(replace(lenient, choices=Choices(seed)), 2) for seed in range(300)]
    assert all(each.is_witnessed for each in added)
    assert {"x == 5", "x <= 5", "x != 0"} <= {str(each.condition) for each in added}
    assert not {"x < 5", "x == 0", "x > 127"} & {str(each.condition) for each in added}
    assert not StrengthenAssume().subjects(lenient)


def entry(mark: int, *profile: int) -> Entry:
    return Entry((mark,), 1, frozenset(), frozenset(profile))


def test_a_profile_is_kept_once_until_it_is_used_up() -> None:
    knowledge = Knowledge(Selection.UNIFORM)
    assert knowledge.remember(entry(0))
    assert knowledge.remember(entry(1, 3, 5))
    assert not knowledge.remember(entry(2, 5, 3))
    for _ in range(TIME_TO_LIVE):
        assert knowledge.select((1 << 16) - 1) == entry(1, 3, 5)
        assert knowledge.select(0) == entry(0)
    assert knowledge.remember(entry(3, 3, 5))
    assert not knowledge.remember(entry(4, 3, 5))
    assert len(knowledge) == 2
    assert knowledge.select((1 << 16) - 1) == entry(3, 3, 5)


def test_selections_differ() -> None:
    newest, least_used = Knowledge(Selection.NEWEST), Knowledge(Selection.LEAST_USED)
    for mark in range(3):
        newest.remember(entry(mark, mark))
        least_used.remember(entry(mark, mark))
    assert [newest.select(0).record for _ in range(3)] == [(2,)] * 3
    assert [least_used.select(0).record for _ in range(4)] == [(0,), (1,), (2,), (0,)]


def test_without_learning_the_first_entry_stays_the_only_one() -> None:
    knowledge = Knowledge(Selection.UNIFORM, is_growing=False)
    assert knowledge.remember(entry(0))
    assert not knowledge.remember(entry(1, 1))


def test_errors_of_the_seed_and_declarations_of_our_words_are_gone(reference: Reference) -> None:
    text = "extern void __VERIFIER_assume(int c);\nvoid reach_error(void);\n"
    text += "int main(void) { int x = 1; __VERIFIER_assume(x); if (!x) reach_error(); return 0; }"
    scene = prepared(text, reference)
    assert "extern" not in scene.text
    assert "reach_error" not in scene.text
    assert "void gadfly_old_error(void) {}" in scene.text
    assert "__VERIFIER_assume(x);" in scene.text
