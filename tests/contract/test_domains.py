"""What every abstract domain promises, asked of real libraries.

The first run installs them into the cache and compiles the drivers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, Shape
from gadfly.lang.domain.law import Law, LawClass, Preparation
from gadfly.lang.domain.sweep import Engine, Sweep, Values, print_sweep
from gadfly.targets.catalog import entries
from gadfly.targets.domains.domain import DomainRelease
from gadfly.targets.domains.target import DomainTarget
from gadfly.targets.open import open_target

TARGETS = (
    *(str(entry.name) for entry in entries() if entry.tool.name in {"apron", "ppl"}),
    "planted-domain@none",
    "planted-domain@none[base=oct-mpq]",
)
LIMITS = Limits(wall_seconds=60.0, cpu_seconds=20.0)
JOIN = Law("8", LawClass.SOUNDNESS, "x ⊑ x ⊔ y")
WRONG = Law("wrong", LawClass.PRECISION, "x ⊔ y = x")
IMPOSSIBLE = Law("impossible", LawClass.PRECISION, "x ≠ x ⇒ x = y")
PREPARED = (
    Law("4", LawClass.PRECISION, "x ⊑ y ∧ y ⊑ z ⇒ x ⊑ z", (Preparation.CHAIN,)),
    Law("13", LawClass.PRECISION, "x ⊑ y ⇒ x ⊔ y = y", (Preparation.ORDERED,)),
    Law("26", LawClass.PRECISION, "x ⊓ y = ⊥", (Preparation.DISJOINT,)),
    Law("27", LawClass.PRECISION, "x ⊑ b ∧ y ⊑ b ⇒ x ⊔ y ⊑ b", (Preparation.ABOVE,)),
    Law("28", LawClass.PRECISION, "b ⊑ x ∧ b ⊑ y ⇒ b ⊑ x ⊓ y", (Preparation.BELOW,)),
    Law("40", LawClass.PRECISION, "x = ⊥ ⇒ cond(x, e) = ⊥", (Preparation.BOTTOM,)),
)
TESTS = 40


@pytest.fixture(scope="module", params=TARGETS)
def target(request: pytest.FixtureRequest) -> Iterator[DomainTarget]:
    opened = open_target(request.param)
    assert isinstance(opened, DomainTarget)
    yield opened
    opened.close()


def sweep(law: Law, salt: int = 2, engine: Engine = Engine.RANDOM) -> Query:
    asked = Sweep(law, values=Values.NONE, tests=TESTS, salt=salt, engine=engine)
    return Query(Language.DOMAIN, print_sweep(asked), law.name)


def program(law: Law, bound: str, *statements: str) -> Query:
    lines = "".join(f"e{number} = {each}\n" for number, each in enumerate(statements))
    text = f"variables 3\n{lines}law {law.name} {law.law_class}: {law.formula}\nwith {bound}\n"
    return Query(Language.DOMAIN, text, law.name)


HELD = program(JOIN, "x = e0, y = e1", "of(x0 - 1 >= 0)", "of(-x1 + 5 = 0)")
VIOLATED = program(WRONG, "x = e0, y = e1", "of(x0 - 1 >= 0)", "of(x0 + 1 >= 0)")
EVERYTHING = program(
    Law("all", LawClass.PRECISION, "x ⊑ x"),
    "x = e11",
    "of(x0 - 1 >= 0, -x0 + 9 >= 0) at (1, 2, 3)",
    "top at (1, 2, 3)",
    "bottom",
    "join(e0, e2)",
    "meet(e3, e1)",
    "assign(e4, x1, 2*x0 + 7)",
    "cond(e5, -x0 + 8 >= 0)",
    "project(e6, x2)",
    "observe(e7)",
    "join(e8, e1)",
    "widen(e8, e9)",
    "substitute(e10, x0, 3)",
)


def test_identity_names_the_target_and_its_digest(target: DomainTarget) -> None:
    again = open_target(target.identity.address)
    assert str(target.identity.name) in TARGETS
    assert len(target.identity.digest) == 16
    assert again.identity == target.identity
    again.close()


def test_capabilities_are_those_of_the_release(target: DomainTarget) -> None:
    capabilities = target.capabilities
    assert capabilities.language is Language.DOMAIN
    assert capabilities.shape in Shape
    assert capabilities.features <= {Feature.ORDERED_WIDENING}


@pytest.mark.parametrize(("query", "answer"), [(HELD, Answer.SAFE), (VIOLATED, Answer.UNSAFE)])
def test_a_program_is_answered_alike_live_and_fresh(
    target: DomainTarget, query: Query, answer: Answer
) -> None:
    live, fresh = target.answer(query, LIMITS), target.answer_fresh(query, LIMITS)
    assert (live.outcome, live.answers) == (Outcome.ANSWERED, (answer,))
    assert (fresh.outcome, fresh.answers, fresh.output) == (live.outcome, live.answers, live.output)


def test_a_reply_shows_the_value_of_every_node(target: DomainTarget) -> None:
    lines = target.answer(VIOLATED, LIMITS).output.splitlines()
    assert lines[0] == "violated"
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "element 0",
        "element 1",
        "element 2",
        "element 3",
        "truth 4",
    ]
    assert lines[-1] == "truth 4: 0"
    assert lines[1].startswith("element 0: {ge ") and "{ge 1 1 0 0}" in lines[3]


def test_every_operation_is_there(target: DomainTarget) -> None:
    verdict = target.answer(EVERYTHING, LIMITS)
    assert (verdict.outcome, verdict.answers) == (Outcome.ANSWERED, (Answer.SAFE,)), verdict


def test_a_premise_that_is_false_makes_no_violation(target: DomainTarget) -> None:
    query = program(IMPOSSIBLE, "x = e0, y = e1", "of(x0 - 1 >= 0)", "of(-x1 + 5 = 0)")
    verdict = target.answer(query, LIMITS)
    assert (verdict.answers, verdict.output.split()[0]) == ((Answer.SAFE,), "vacuous")


def test_a_point_goes_with_its_element(target: DomainTarget) -> None:
    law = Law("48", LawClass.SOUNDNESS, "sound(assign(x, v, e))")
    query = program(law, "x = e0, v = x1, e = 2*x0 + 7", "of(x0 - 1 >= 0) at (4, 0, 0)")
    verdict = target.answer(query, LIMITS)
    assert verdict.answers == (Answer.SAFE,)
    assert "point 1: 4 15 0" in verdict.output


@pytest.mark.parametrize("engine", [Engine.RANDOM, Engine.DIRECT])
def test_a_sweep_repeats_exactly_and_its_guilty_program_is_guilty(
    target: DomainTarget, engine: Engine
) -> None:
    query = sweep(WRONG, engine=engine)
    verdict = target.answer(query, LIMITS)
    assert verdict.answers == (Answer.UNSAFE,)
    assert target.answer(query, LIMITS).asked == target.answer_fresh(query, LIMITS).asked == verdict.asked
    asked = Query(Language.DOMAIN, verdict.asked, query.logic)
    assert target.answer_fresh(asked, LIMITS).answers == (Answer.UNSAFE,)


def test_other_salts_are_other_tests(target: DomainTarget) -> None:
    asked = {target.answer(sweep(WRONG, salt), LIMITS).asked for salt in range(5)}
    assert len(asked) == 5


def test_a_sweep_of_a_true_law_holds(target: DomainTarget) -> None:
    verdict = target.answer(sweep(JOIN), LIMITS)
    assert (verdict.answers, verdict.asked) == ((Answer.SAFE,), "")
    assert verdict.output.split() == ["held", str(TESTS), str(TESTS)]


@pytest.mark.parametrize("law", PREPARED, ids=lambda law: law.name)
def test_preparations_make_premises_true(target: DomainTarget, law: Law) -> None:
    word, tests, applicable = target.answer(sweep(law), LIMITS).output.split()
    assert (word, int(tests)) == ("held", TESTS)
    assert int(applicable) > TESTS / 2


def test_convergence_is_asked(target: DomainTarget) -> None:
    for formula in ("widening converges", "loop settles"):
        verdict = target.answer(sweep(Law("c", LawClass.CONVERGENCE, formula)), LIMITS)
        assert verdict.answers == (Answer.SAFE,), verdict


def test_what_is_no_question_is_refused(target: DomainTarget) -> None:
    verdict = target.answer(Query(Language.DOMAIN, "variables 2\ne0 = nothing\n"), LIMITS)
    assert verdict.outcome is Outcome.UNSUPPORTED
    assert "nothing" in verdict.detail


def test_nothing_is_left_running(target: DomainTarget) -> None:
    target.answer(HELD, LIMITS)
    pid = target._live.pid
    target.close()
    assert pid > 0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_domains_of_one_library_share_an_installation() -> None:
    releases = [entry.release for entry in entries() if entry.tool.name == "apron"]
    assert {each.installation for each in releases if isinstance(each, DomainRelease)} == {"apron@0.9.10"}
