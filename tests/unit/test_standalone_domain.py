"""Broken laws as C files: compiled against the library alone, they must show the same."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from gadfly.core.words import Limits, TargetName
from gadfly.lang.domain.text import read_program
from gadfly.report.standalone_domain import LIBRARIES, compile_command, library_of, standalone_c
from gadfly.run.command import run
from gadfly.targets.catalog import find, find_tool
from gadfly.targets.domains.domain import DomainRelease
from gadfly.targets.install import Installed, ensure

LIMITS = Limits(wall_seconds=60.0, cpu_seconds=30.0)

# Rounding: an octagon of doubles is not equal to itself any more.
ROUNDED = """variables 3
e0 = of(x0 - 9007199254740992 >= 0)
e1 = of(x2 >= 0)
e2 = assign(e1, x1, x0 - 1)
e3 = meet(e2, e0)
law 25 precision: x ⊓ (x ⊔ y) = x
with x = e3, y = e1
"""
# Every kind of statement and of part; the last law is false.
ALL = """variables 2
e0 = of(x0 >= 0, -x0 + 5 >= 0) at (1, 1)
e1 = bottom
e2 = join(e0, e0)
e3 = meet(e2, e0)
e4 = join(e3, e1)
e5 = widen(e3, e4)
e6 = assign(e5, x1, x0 - 9223372036854775808)
e7 = substitute(e6, x1, x0 - 9223372036854775808)
e8 = cond(e7, x0 - 1 >= 0)
e9 = project(e8, x1)
e10 = observe(e9)
e11 = top
"""
LAWS = [
    ("x ⊑ project(x, v) ∧ x ≠ ⊥ ⇒ cond(x, e) ⊑ x", "x = e10, v = x1, e = x1 = 0", 0),
    ("substitute(assign(x, v, e), v, e) = x", "x = e11, v = x1, e = x0 + 1", 0),
    ("sound(x ⊔ y)", "x = e0, y = e11", 0),
    ("sound(x ∇ y)", "x = e0, y = e2", 0),
    ("widening converges", "x = e0, s = e10 e1", 0),
    ("loop settles", "x = e0, v = x0, e = x0 + 1", 0),
    ("x = y", "x = e0, y = e11", 1),
]


def file_for(target: str, text: str) -> str:
    library = library_of(TargetName.parse(target))
    assert library is not None
    return standalone_c(read_program(text), library)


def found(home: Path, patterns: Iterable[str]) -> list[str]:
    return [str(min(home.glob(pattern))) for pattern in patterns]


def exit_code(target: str, text: str, folder: Path) -> int:
    """What the file for a target exits with, compiled as its first lines say, but where the library is."""
    entry = find(TargetName.parse(target))
    assert isinstance(entry.release, DomainRelease)
    installed: Installed = ensure(entry)
    source = folder / "broken-law.c"
    source.write_text(file_for(target, text))
    driver = entry.release.driver
    libraries = found(installed.home, (entry.release.program, *(driver.libraries or ("lib/libgmp.so.*",))))
    command = ["cc", "-std=gnu11", "-Werror", str(source), "-o", str(folder / "broken-law")]
    command += [f"-I{place}" for place in found(installed.home, driver.includes)]
    command += [*libraries, "-lm", "-Wl,--no-as-needed,--disable-new-dtags"]
    command += [f"-Wl,-rpath,{Path(library).parent}" for library in libraries]
    compiled = run(command, LIMITS, address_space=False)
    assert compiled.exit_code == 0, compiled.stderr
    done = run([str(folder / "broken-law")], LIMITS)
    assert done.exit_code is not None, done.detail
    assert ("is broken" in done.stdout) == (done.exit_code == 1), done.stdout
    return done.exit_code


def test_rounding_breaks_a_law_of_octagons_without_gadfly(tmp_path: Path) -> None:
    assert exit_code("apron@0.9.10/oct-double", ROUNDED, tmp_path) == 1


def test_exact_octagons_keep_it(tmp_path: Path) -> None:
    assert exit_code("apron@0.9.10/oct-mpq", ROUNDED, tmp_path) == 0


@pytest.mark.parametrize(
    ("target", "formula", "binding", "expected"),
    [
        *(("apron@0.9.10/box-mpq", *law) for law in LAWS),
        *(("ppl@1.2/polyhedron", *law) for law in LAWS[::3]),  # compiling takes its time
    ],
)
def test_all_operations_are_called_by_their_names(
    target: str, formula: str, binding: str, expected: int, tmp_path: Path
) -> None:
    text = f"{ALL}law mine precision: {formula}\nwith {binding}\n"
    assert exit_code(target, text, tmp_path) == expected


def test_the_file_says_how_it_is_compiled() -> None:
    library = library_of(TargetName.parse("apron@0.9.10/oct-double"))
    assert library is not None
    command = compile_command(library, "broken-law.c")
    assert "-loctD -lapron" in command
    assert command in file_for("apron@0.9.10/oct-double", ROUNDED)


def test_every_domain_of_a_library_has_a_file_and_no_other() -> None:
    releases = {
        (name, release.version.rpartition("/")[2])
        for name in ("apron", "ppl")
        for release in find_tool(name).releases
    }
    assert LIBRARIES.keys() == releases
    assert library_of(TargetName.parse("planted-domain@join-first")) is None
