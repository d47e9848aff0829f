"""The compilers that execute programs: they compile, link, and their sanitizers see what they should."""

from __future__ import annotations

from pathlib import Path

import pytest

from gadfly.core.words import Limits
from gadfly.run.command import Completed, Ended, run
from gadfly.targets.analyzers.installed_compilers import InstalledCompiler, installed_compilers

LIMITS = Limits(wall_seconds=60, cpu_seconds=60)
FAMILIES = ("gcc", "clang")
SUM = """\
#include <stdio.h>
int main(int argc, char **argv) {
  int values[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 0; i < BOUND; i++) sum += values[i];
  printf("%d\\n", sum);
  return 0;
}
"""
UNINITIALISED = """\
#include <stdlib.h>
int main(void) {
  int *value = malloc(sizeof *value);
  return *value ? 1 : 2;
}
"""


def execute(compiler: InstalledCompiler, program: str, folder: Path, *flags: str) -> Completed:
    binary = folder / "program"
    built = run(
        [*compiler.command, "-O1", *flags, "-o", str(binary), "program.c"],
        LIMITS,
        files={"program.c": program},
        address_space=False,
    )
    assert (built.ended, built.exit_code) == (Ended.EXITED, 0), built.stderr
    return run([str(binary)], LIMITS, address_space=False)


@pytest.fixture(params=FAMILIES)
def compiler(request: pytest.FixtureRequest) -> InstalledCompiler:
    return of_family(request.param)


def of_family(family: str) -> InstalledCompiler:
    (found,) = (compiler for compiler in installed_compilers() if compiler.family == family)
    return found


@pytest.mark.parametrize("flags", [(), ("-fsanitize=address,undefined",)], ids=["plain", "sanitized"])
def test_a_sound_program(compiler: InstalledCompiler, flags: tuple[str, ...], tmp_path: Path) -> None:
    done = execute(compiler, SUM, tmp_path, "-DBOUND=4", *flags)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "10\n", "")


@pytest.mark.parametrize("sanitizer", ["address", "undefined"])
def test_sanitizers_see(compiler: InstalledCompiler, sanitizer: str, tmp_path: Path) -> None:
    flags = (f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all", "-DBOUND=argc+4")
    done = execute(compiler, SUM, tmp_path, *flags)
    assert done.exit_code != 0
    assert {"address": "buffer-overflow", "undefined": "runtime error: index 4"}[sanitizer] in done.stderr


def test_memory_sanitizer_of_clang(tmp_path: Path) -> None:
    done = execute(of_family("clang"), UNINITIALISED, tmp_path, "-fsanitize=memory")
    assert "use-of-uninitialized-value" in done.stderr
