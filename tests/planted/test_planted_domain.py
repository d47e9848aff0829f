"""Sweeps of `laws` find every planted defect of a domain, by the law that it breaks, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import gadfly
from gadfly.core.words import Answer, Language, Limits, Query, Verdict
from gadfly.lang.domain.sweep import Sweep, print_sweep
from gadfly.targets.domains.planted import CONTROLS, DEFECTS, TOOL, Defect
from gadfly.targets.open import OpenTarget, open_target
from gadfly.targets.planted.tool import WITHOUT_DEFECT
from gadfly.targets.tool import UnknownTargetError
from gadfly.techniques.laws.properties import LAWS

LIMITS = Limits(wall_seconds=120, cpu_seconds=30)
TESTS = 10_000  # at most; most defects need a few dozen
SALT = 1


@contextmanager
def opened(version: str) -> Iterator[OpenTarget]:
    with closing(open_target(f"planted-domain@{version}")) as target:
        yield target


def swept(target: OpenTarget, law: str, tests: int) -> Verdict:
    sweep = Sweep(LAWS[law], tests=tests, salt=SALT)
    return target.answer(Query(Language.DOMAIN, print_sweep(sweep), law), LIMITS)


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_every_defect_is_found_by_the_law_it_breaks(defect: Defect) -> None:
    law = LAWS[defect.law]
    assert law.law_class is defect.breaks
    with opened(defect.name) as target:
        verdict = swept(target, law.name, TESTS)
        assert verdict.answers == (Answer.UNSAFE,), verdict
        shown = Query(Language.DOMAIN, verdict.asked, law.name)
        assert target.answer_fresh(shown, LIMITS).answers == (Answer.UNSAFE,)
    with opened(f"{WITHOUT_DEFECT}[base={defect.base}]") as right:
        assert right.answer(shown, LIMITS).answers == (Answer.SAFE,)


@pytest.mark.parametrize("version", [WITHOUT_DEFECT, *CONTROLS])
def test_what_is_right_breaks_no_law(version: str) -> None:
    with opened(version) as target:
        for law in sorted(LAWS.keys() - target.capabilities.exempt):
            assert swept(target, law, 150).answers == (Answer.SAFE,), law


@pytest.mark.parametrize("version", [WITHOUT_DEFECT, *CONTROLS])
def test_octagons_are_right_too(version: str) -> None:
    with opened(f"{version}[base=oct-mpq]") as target:
        for law in LAWS:
            assert swept(target, law, 8).answers == (Answer.SAFE,), law


def test_every_defect_in_the_native_table_is_told_about() -> None:
    native = Path(gadfly.__file__).parent / "targets" / "domains" / "native"
    sources = "".join(path.read_text() for path in native.glob("planted_*.c"))
    for release in TOOL.releases:
        assert sources.count(f'{{"{release.version}", {{') == 1
    assert sources.count('", {.') == len(DEFECTS) + len(CONTROLS)


def test_there_is_no_base_but_those_named() -> None:
    with pytest.raises(UnknownTargetError, match="base=oct-mpq"):
        open_target("planted-domain@none[base=polka-rll]")
