"""What the paper found in APRON 0.9.10, found again: its Table 3."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.core.words import Answer, Language, Limits, Outcome, Query
from gadfly.lang.domain.sweep import Sweep, Values, print_sweep
from gadfly.targets.domains.target import DomainTarget
from gadfly.targets.open import open_target
from gadfly.techniques.laws.properties import LAWS

LIMITS = Limits(wall_seconds=60.0, cpu_seconds=20.0)
SAFE, UNSAFE = (Answer.SAFE,), (Answer.UNSAFE,)


@pytest.fixture
def target(request: pytest.FixtureRequest) -> Iterator[DomainTarget]:
    opened = open_target(f"apron@0.9.10/{request.param}")
    assert isinstance(opened, DomainTarget)
    yield opened
    opened.close()


def sweep(law: str, salt: int, values: Values = Values.LONG) -> Query:
    return Query(Language.DOMAIN, print_sweep(Sweep(LAWS[law], salt=salt, values=values)), law)


@pytest.mark.parametrize("target", ["oct-double"], indirect=True)
@pytest.mark.parametrize("law", ["17", "22", "23", "25"])
def test_octagons_of_doubles_are_imprecise(target: DomainTarget, law: str) -> None:
    verdicts = (target.answer(sweep(law, salt), LIMITS) for salt in range(20, 40))
    guilty = next(verdict for verdict in verdicts if verdict.answers == UNSAFE)
    program = Query(Language.DOMAIN, guilty.asked, law)
    assert target.answer_fresh(program, LIMITS).answers == UNSAFE


@pytest.mark.parametrize("target", ["box-double"], indirect=True)
def test_boxes_of_doubles_obey_every_law(target: DomainTarget) -> None:
    names = [name for name in LAWS if name not in target.capabilities.exempt]
    assert len(names) > 41
    for name in names:
        for values in (Values.LONG, Values.INFINITY):
            verdict = target.answer(sweep(name, 7, values), LIMITS)
            assert verdict.answers == SAFE, (name, verdict)


@pytest.mark.parametrize("target", ["polka-rll"], indirect=True)
def test_polyhedra_of_long_rationals_hang_while_the_pool_is_built(target: DomainTarget) -> None:
    verdict = target.answer(sweep("1", 1), LIMITS)
    assert (verdict.outcome, verdict.detail) == (Outcome.TIMEOUT, "a test hangs")
    limits = Limits(wall_seconds=60.0, cpu_seconds=2.0)
    program = Query(Language.DOMAIN, verdict.asked, "1")
    assert "join" not in verdict.asked
    assert target.answer_fresh(program, limits).outcome is Outcome.TIMEOUT


@pytest.mark.parametrize("target", ["polka-rll"], indirect=True)
def test_polyhedra_of_long_rationals_are_unsound_with_int_bounds(target: DomainTarget) -> None:
    verdicts = [target.answer(sweep("48", salt, Values.INT), LIMITS) for salt in range(5)]
    assert UNSAFE in [verdict.answers for verdict in verdicts]
