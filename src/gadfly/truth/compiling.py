"""Calling a C compiler, and reading what it complains about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from gadfly.core.words import Limits
from gadfly.run.command import Completed, Ended, run
from gadfly.truth.builds import Build

STANDARDS = ("-std=gnu17", "-std=gnu89")
"""The second for programs that are older than the first."""
WARNINGS = "-Wsequence-point"
_LIMITS = Limits(wall_seconds=120, cpu_seconds=60)
_ERROR = re.compile(r"^.*\berror: .*$", re.MULTILINE)
_UNSEQUENCED = re.compile(r"^.*\[-W(?:sequence-point|unsequenced)\]$", re.MULTILINE)


def compile_c(build: Build, options: Sequence[str], sources: Sequence[Path], result: Path) -> Completed:
    # The last option spares the linker to look for the symbols of a sanitizer's libraries in other libraries.
    words = [*build.compiler.command, *build.options, *options, *map(str, sources)]
    return run([*words, "-o", str(result), "-lm", "-Wl,--allow-shlib-undefined"], _LIMITS)


def has_failed(done: Completed) -> bool:
    return done.ended is not Ended.EXITED or done.exit_code != 0


def first_error(done: Completed) -> str:
    found = _ERROR.search(done.stderr)
    return found[0] if found else done.detail


def unsequenced(done: Completed) -> str:
    """The warning of an order of evaluation that is left open, or ""."""
    found = _UNSEQUENCED.search(done.stderr)
    return found[0] if found else ""
