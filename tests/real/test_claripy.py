"""claripy's strided intervals break laws: a domain that nobody here wrote, through the law tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gadfly.targets.install import cache_root, ensure_folder
from gadfly.targets.sources import call

EXAMPLE = Path(__file__).parents[2] / "examples" / "claripy_domain"
REQUIREMENTS = EXAMPLE / "requirements.txt"
MODULUS = 32


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


def report_of(packages: Path, name: str, folder: Path) -> str:
    """What pytest says about one test of the example, which has to fail."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
            str(EXAMPLE),
            "-k",
            name,
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
    assert "1 failed" in done.stdout, done.stdout
    return done.stdout


def members(said: str, term: str) -> set[int]:
    """The set that a term is said to be, such as `x = x0: 3[26, 0]`, enumerated by its definition."""
    match = re.search(rf"^ *{re.escape(term)} = x0: (?:none|(\d+)\[(\d+), (\d+)\])$", said, re.MULTILINE)
    assert match is not None, said
    if match[1] is None:
        return set()
    stride, first, last = map(int, match.groups())
    distance = (last - first) % MODULUS
    return {(first + step) % MODULUS for step in range(0, distance + 1, stride or MODULUS)}


def test_its_widening_loses_states(packages: Path, tmp_path: Path) -> None:
    said = report_of(packages, "29:", tmp_path)
    assert "law 29 soundness: x ⊑ x ∇ y" in said
    assert len(re.findall(r"^ *e\d+ = ", said, re.MULTILINE)) <= 6  # three statements, told twice
    assert members(said, "x") - members(said, "x ∇ y")


def test_its_meet_loses_states(packages: Path, tmp_path: Path) -> None:
    said = report_of(packages, "test_meet", tmp_path)
    left, right = "assign(x, v, e)", "assign(y, v, e)"
    both = members(said, left) & members(said, right)
    assert both - members(said, f"{left} ⊓ {right}")
