"""Targets that are abstract domains: how they are named, found and asked, and how their deaths are told."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, Shape, TargetName
from gadfly.lang.domain.law import Law, LawClass
from gadfly.lang.domain.sweep import Engine, Sweep, Values, print_sweep
from gadfly.targets.catalog import find
from gadfly.targets.domains import apron
from gadfly.targets.domains.build import driver_for
from gadfly.targets.domains.checkup import check
from gadfly.targets.domains.target import DomainTarget
from gadfly.targets.install import ensure
from gadfly.targets.open import is_path, open_target
from gadfly.targets.tool import InstallError, UnknownTargetError, UnusableTargetError

LIMITS = Limits(wall_seconds=60.0, cpu_seconds=20.0)
LAW = Law("8", LawClass.SOUNDNESS, "x ⊑ x ⊔ y")
BOX = "apron@0.9.10/box-double"
OCTAGONS = "apron@0.9.10/oct-mpq"
CRASHING = (
    "variables 2\ne0 = of(x0 >= 0)\ne1 = bottom\ne2 = widen(e0, e1)\nlaw 3 precision: x ⊑ x\nwith x = e2\n"
)
HANGING = (
    "variables 8\n"
    "e0 = of(-x5 - x6 + x7 - 9223372036854775807 >= 0)\n"
    "e1 = of(-x4 - x5 - x6 - x7 - 9223372036854775808 >= 0)\n"
    "e2 = meet(e0, e1)\n"
    "law 3 precision: x ⊑ x\nwith x = e2\n"
)
Open = Callable[[str], DomainTarget]


@pytest.fixture
def opened() -> Iterator[Open]:
    targets: list[DomainTarget] = []

    def one(text: str) -> DomainTarget:
        target = open_target(text)
        assert isinstance(target, DomainTarget)
        targets.append(target)
        return target

    yield one
    for target in targets:
        target.close()


def manifest(folder: Path, *lines: str) -> str:
    """A manifest for APRON's own boxes, which crash if widening is not ordered."""
    home = ensure(find(TargetName.parse(BOX))).home
    library = folder / "libmine.so"
    if not library.exists():
        shutil.copy(home / "usr/lib/libboxD.so.0", library)
    path = folder / "mine.domain"
    path.write_text(
        "\n".join(('library = "libmine.so"', 'manager = "box_manager_alloc"', 'shape = "interval"', *lines))
    )
    return str(path)


def domain_query(text: str) -> Query:
    return Query(Language.DOMAIN, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BOX, False),
        ("planted-domain@none[base=oct-mpq]", False),
        ("./elina.domain", True),
        ("folder@2/solver", False),
        ("./folder@2/solver", True),
        ("~/solver", True),
    ],
)
def test_a_slash_behind_the_version_is_no_path(text: str, expected: bool) -> None:
    assert is_path(text) is expected


@pytest.mark.parametrize("version", ["0.9.10", "0.9.10/oct", "0.9.10/box-float"])
def test_no_domain_stands_in_for_another(version: str) -> None:
    with pytest.raises(UnknownTargetError, match=r"0\.9\.10/oct-double"):
        find(TargetName("apron", version))


def test_an_option_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownTargetError, match="base=oct-mpq"):
        open_target("planted-domain@none[base=nothing]")
    with pytest.raises(UnknownTargetError, match="none"):
        open_target(f"{BOX}[base=oct-mpq]")


def test_a_crash_of_a_program_is_a_crash(opened: Open) -> None:
    target = opened(BOX)
    for verdict in (
        target.answer(domain_query(CRASHING), LIMITS),
        target.answer_fresh(domain_query(CRASHING), LIMITS),
    ):
        assert (verdict.outcome, verdict.detail) == (Outcome.CRASH, "killed by SIGSEGV")
    assert target.answer(sweep(LAW), LIMITS).answers == (Answer.SAFE,)


def test_a_crash_in_a_sweep_tells_the_guilty_program(opened: Open, tmp_path: Path) -> None:
    target = opened(manifest(tmp_path))
    verdict = target.answer(sweep(LAW), LIMITS)
    assert (verdict.outcome, verdict.detail) == (Outcome.CRASH, "killed by SIGSEGV")
    assert target.answer_fresh(domain_query(verdict.asked), LIMITS).outcome is Outcome.CRASH
    assert target.answer(sweep(LAW), LIMITS).asked == verdict.asked


def test_after_a_crash_in_a_sweep_the_next_one_is_answered(opened: Open) -> None:
    polyhedra = opened("apron@0.9.10/polka-mpq")
    reflexive = Law("3", LawClass.PRECISION, "x ⊑ x")
    crashing = print_sweep(Sweep(reflexive, values=Values.INFINITY))
    queries = [Query(Language.DOMAIN, text, "3") for text in (crashing, print_sweep(Sweep(LAW, tests=1)))]
    for _ in range(5):
        outcomes = [polyhedra.answer(query, LIMITS).outcome for query in queries]
        assert outcomes == [Outcome.CRASH, Outcome.ANSWERED]


def test_the_identity_is_that_of_the_chosen_base(opened: Open) -> None:
    planted, base = opened("planted-domain@none[base=oct-mpq]").identity, opened(OCTAGONS).identity
    assert planted.digest == base.digest != opened("planted-domain@none").identity.digest
    assert planted.command == f"{base.command} -- none"


def test_a_hang_of_a_program_is_a_timeout(opened: Open) -> None:
    target = opened("apron@0.9.10/polka-rll")
    limits = Limits(wall_seconds=60.0, cpu_seconds=1.0)
    assert target.answer(domain_query(HANGING), limits).outcome is Outcome.TIMEOUT


def test_a_sweep_that_is_only_long_is_no_hang(opened: Open) -> None:
    """Its tests are many; each of them is quick."""
    long = Sweep(LAW, tests=1_000_000_000, values=Values.NONE)
    query = domain_query(print_sweep(long))
    target = opened(BOX)
    by_itself = target.answer(query, Limits(wall_seconds=60.0, cpu_seconds=3.0))
    assert (by_itself.outcome, by_itself.answers) == (Outcome.ANSWERED, (Answer.SAFE,))
    stopped = target.answer_fresh(query, Limits(wall_seconds=0.3, cpu_seconds=20.0))
    assert (stopped.outcome, stopped.asked) == (Outcome.UNSUPPORTED, "")


def test_what_a_library_lacks_is_unsupported(opened: Open) -> None:
    law = Law("55", LawClass.SOUNDNESS, "sound(x △ y)")
    verdict = opened(BOX).answer(sweep(law), LIMITS)
    assert verdict.outcome is Outcome.UNSUPPORTED
    assert "does not have" in verdict.detail


def test_preparations_of_what_the_law_does_not_name_are_refused(opened: Open) -> None:
    text = print_sweep(Sweep(LAW)).replace("law ", "prepare chain\nlaw ")
    verdict = opened(BOX).answer(domain_query(text), LIMITS)
    assert verdict.outcome is Outcome.UNSUPPORTED
    assert "chain" in verdict.detail


def test_a_manifest_says_what_a_library_is(opened: Open, tmp_path: Path) -> None:
    target = opened(manifest(tmp_path, "ordered_widening = true", 'exempt = ["42"]'))
    capabilities = target.capabilities
    assert str(target.identity.name) == "mine@path"
    assert target.identity.address == str(tmp_path / "mine.domain")
    assert (capabilities.shape, capabilities.exempt) == (Shape.INTERVAL, frozenset({"42"}))
    assert capabilities.features == {Feature.ORDERED_WIDENING}
    assert target.answer(sweep(LAW), LIMITS).answers == (Answer.SAFE,)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (('loads = ["absent.so"]',), "absent.so, which is not there"),
        (("narrowing = true",), "there is no 'narrowing'"),
        (("= 3",), "is no manifest"),
    ],
)
def test_a_manifest_with_a_mistake_is_refused(lines: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableTargetError, match=reason):
        open_target(manifest(tmp_path, *lines))


def test_a_manager_that_is_not_there_is_told(opened: Open, tmp_path: Path) -> None:
    path = Path(manifest(tmp_path))
    path.write_text(path.read_text().replace("box_manager_alloc", "absent_alloc"))
    verdict = opened(str(path)).answer(sweep(LAW), LIMITS)
    assert verdict.outcome is Outcome.UNSUPPORTED
    assert "absent_alloc" in verdict.detail


def test_without_a_compiler_there_is_no_driver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = ensure(find(TargetName.parse(BOX))).home
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InstallError, match="no C compiler"):
        driver_for(apron.DRIVER, home)


def test_a_driver_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = ensure(find(TargetName.parse(BOX))).home
    monkeypatch.setenv("GADFLY_CACHE", str(tmp_path))
    first = driver_for(apron.DRIVER, home)
    built = first.stat().st_mtime_ns
    assert driver_for(apron.DRIVER, home) == first
    assert first.stat().st_mtime_ns == built


def test_checkup_finds_a_domain_usable(opened: Open) -> None:
    checkup = check(opened(BOX))
    assert checkup.is_usable
    assert all(observation.is_right for observation in checkup.observations), checkup


def test_a_fuzzer_finds_violations_and_repeats_exactly(opened: Open) -> None:
    target = opened("apron@0.9.10/oct-double")
    wrong = Law("wrong", LawClass.PRECISION, "x ⊔ y = x")
    ensure(find(TargetName("clang", "14.0.6")))
    first, again = (target.answer(sweep(wrong, Engine.FUZZER), LIMITS) for _ in range(2))
    assert first.answers == (Answer.UNSAFE,)
    assert first.asked == again.asked
    assert target.answer(domain_query(first.asked), LIMITS).answers == (Answer.UNSAFE,)
    assert target.answer(sweep(LAW, Engine.FUZZER), LIMITS).output.split()[0] == "held"


def sweep(law: Law, engine: Engine = Engine.RANDOM) -> Query:
    return Query(Language.DOMAIN, print_sweep(Sweep(law, tests=1000, engine=engine)), law.name)
