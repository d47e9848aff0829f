"""A user's library that is instrumented for libFuzzer: APRON's boxes with another join, by a manifest."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Language, Limits, Outcome, Query, TargetName
from gadfly.lang.domain.sweep import Engine, Sweep, print_sweep
from gadfly.targets.analyzers.compilers import CLANG
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.targets.catalog import find
from gadfly.targets.domains.target import DomainTarget
from gadfly.targets.install import ensure
from gadfly.targets.open import open_target
from gadfly.techniques.laws.properties import LAWS

LIMITS = Limits(wall_seconds=60.0, cpu_seconds=20.0)
LIBRARY = """
#include <ap_global0.h>
#include <box.h>
static void *(*copy)(ap_manager_t *, void *);
static void *first(ap_manager_t *manager, bool is_destructive, void *x, void *y) { return copy(manager, x); }
ap_manager_t *first_manager_alloc(void)
{
    ap_manager_t *manager = box_manager_alloc();
    copy = manager->funptr[AP_FUNID_COPY];
    manager->funptr[AP_FUNID_JOIN] = first;
    return manager;
}
"""
MANIFEST = """
library = "libfirst.so"
manager = "first_manager_alloc"
shape = "interval"
ordered_widening = true
"""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DomainTarget]:
    folder = tmp_path_factory.mktemp("instrumented")
    opened = open_target(str(built(folder)))
    assert isinstance(opened, DomainTarget)
    yield opened
    opened.close()


def built(folder: Path) -> Path:
    """The manifest of a library, compiled as libFuzzer wants it."""
    ensure(find(TargetName("clang", "14.0.6")))
    clang = next(each for each in installed_compilers(install=False) if each.family == CLANG.family)
    apron = ensure(find(TargetName("apron", "0.9.10/box-double"))).home / "usr"
    (folder / "first.c").write_text(LIBRARY)
    (folder / "first.domain").write_text(MANIFEST)
    subprocess.run(
        [
            *(*clang.command, "-shared", "-fPIC", "-fsanitize=fuzzer-no-link", f"-I{apron}/include"),
            *(str(folder / "first.c"), "-o", str(folder / "libfirst.so")),
            *(f"{apron}/lib/libboxD.so.0", f"-Wl,-rpath,{apron}/lib"),
        ],
        check=True,
    )
    return folder / "first.domain"


@pytest.mark.parametrize("engine", [Engine.RANDOM, Engine.FUZZER])
def test_it_can_be_asked_with_and_without_a_fuzzer(target: DomainTarget, engine: Engine) -> None:
    def said(law: str) -> tuple[Answer, ...]:
        sweep = Sweep(LAWS[law], tests=300, engine=engine)
        verdict = target.answer(Query(Language.DOMAIN, print_sweep(sweep), law), LIMITS)
        assert verdict.outcome is Outcome.ANSWERED, verdict
        return verdict.answers

    assert said("8") == (Answer.SAFE,)  # x ⊑ x ⊔ y
    assert said("9") == (Answer.UNSAFE,)  # y ⊑ x ⊔ y
