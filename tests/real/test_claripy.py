"""claripy's strided intervals break laws: a domain that nobody here wrote, through the law tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Language, Limits, Query
from gadfly.targets.install import cache_root, ensure_folder
from gadfly.targets.open import open_target
from gadfly.targets.sources import call

EXAMPLE = Path(__file__).parents[2] / "examples" / "claripy_domain"
REQUIREMENTS = EXAMPLE / "requirements.txt"
MODULUS = 32
LIMITS = Limits(wall_seconds=60.0, cpu_seconds=20.0)


def install(built: Path, _scratch: Path) -> None:
    call(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:"),
            *("--disable-pip-version-check", "--no-input", "--no-compile", "--target", str(built)),
            *("--requirement", str(REQUIREMENTS)),
        ],
        "pip could not install claripy; check the network and pip's index",
    )


@pytest.fixture(scope="module")
def packages() -> Path:
    home = cache_root() / "examples" / "claripy"
    ensure_folder(home, f"{REQUIREMENTS.read_text()} for {sys.implementation.cache_tag}", install)
    return home


def report_of(packages: Path, names: str, folder: Path) -> str:
    """What pytest says about some tests of the example, which have to fail."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull),
            *("-rN", str(EXAMPLE), "-k", names),  # no summary: where CI is set it repeats the violations
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def members(said: str, term: str) -> set[int]:
    """The set that a term is said to be, such as `x = x0: 3[26, 0]`, enumerated by its definition."""
    match = re.search(rf"^ *{re.escape(term)}x0: (?:none|(\d+)\[(\d+), (\d+)\])$", said, re.MULTILINE)
    assert match is not None, said
    if match[1] is None:
        return set()
    stride, first, last = map(int, match.groups())
    distance = (last - first) % MODULUS
    return {(first + step) % MODULUS for step in range(0, distance + 1, stride or MODULUS)}


def test_its_widening_loses_states(packages: Path, tmp_path: Path) -> None:
    said = report_of(packages, "29: or 30:", tmp_path)
    assert "2 failed" in said
    first, second = said.split("Violation of law ")[1:]
    for law, violation, lost in (("29", first, "x"), ("30", second, "y")):
        assert f"law {law} soundness: {lost} ⊑ x ∇ y" in violation
        assert len(re.findall(r"^ *e\d+ = ", violation, re.MULTILINE)) <= 6  # three statements, told twice
        assert members(violation, f"{lost} = ") - members(violation, "x ∇ y = ")


# x is {-6, -3, 0} and y is {0}, so 0 is in both, whatever a machine integer is.
MEET = """variables 1
e0 = of(x0 + 2 >= 0, -x0 >= 0) at (0)
e1 = assign(e0, x0, 3*x0)
e2 = of(x0 = 0) at (0)
law 53 soundness: sound(x ⊓ y)
with x = e1, y = e2
"""


def test_its_meet_loses_a_state(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(packages))
    target = open_target(str(EXAMPLE / "strided.py"))
    try:
        verdict = target.answer_fresh(Query(Language.DOMAIN, MEET, "53"), LIMITS)
    finally:
        target.close()
    assert verdict.answers == (Answer.UNSAFE,)
    x, y, both = (members(verdict.output, f"element {place}: ") for place in range(3))
    assert x == {3 * value % MODULUS for value in (-2, -1, 0)}
    assert y == {0}
    assert (x & y) - both == {0}
