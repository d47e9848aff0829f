"""Measuring coverage from the counts that programs wrote: with gcovr, or with LLVM's own tools."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from gadfly.core.coverage import Count, Coverage, CoverageError
from gadfly.core.words import Limits
from gadfly.run.command import Ended, run
from gadfly.run.scratch import scratch_folder

_LIMITS = Limits(
    wall_seconds=3600.0, cpu_seconds=3600.0, memory_bytes=8 << 30, output_bytes=256 << 20, processes=256
)
_NOTES, _COUNTS = ".gcno", ".gcda"
_OTHERS_CODE = ".*/usr/(local/)?(include|lib)/"  # what a solver includes of its standard library
_LLVM_SECTION = b"__llvm_covmap"


class CoverageTool(Protocol):
    """Reads the counts of one build."""

    def has_counts(self, counts: Path) -> bool:
        """Whether a folder holds any counts of this build."""

    def measure(self, counts: Path) -> Coverage:
        """The coverage of the whole build, while programs may go on writing counts; or a CoverageError."""


def coverage_tool(build: Path, programs: Sequence[Path]) -> CoverageTool:
    """The tool for a folder of objects, or a CoverageError that says what is wrong with it."""
    if not build.is_dir():
        raise CoverageError(f"{build} is no folder: give --coverage the folder of the target's objects")
    if any(build.rglob(f"*{_NOTES}")):
        if find_spec("gcovr") is None:
            raise CoverageError("coverage needs gcovr: pip install gadfly[coverage]")
        return Gcov(build)
    if any(_LLVM_SECTION in program.read_bytes() for program in programs if program.is_file()):
        return Llvm(programs)
    raise CoverageError(
        f"no {_NOTES} file in {build}: build the target with `--coverage` and give the folder of its objects"
    )


class Gcov:
    """A build with gcc's or clang's `--coverage`."""

    def __init__(self, build: Path) -> None:
        self._build = build.resolve()

    def has_counts(self, counts: Path) -> bool:
        return any(self._written(counts))

    def measure(self, counts: Path) -> Coverage:
        with scratch_folder() as view:
            self._draw(view)
            for file, belongs in self._written(counts):
                _copy_locked(file, view / belongs.relative_to("/"))
            done = _call(
                sys.executable, "-m", "gcovr", "--json-summary", "-",
                "--gcov-executable", os.environ.get("GCOV", "gcov"),
                "--root", view, "--filter", ".*", "--exclude", _OTHERS_CODE,
                "--gcov-ignore-errors", "no_working_dir_found", "--gcov-ignore-parse-errors", "all",
                "--merge-mode-functions", "separate",
                view / self._build.relative_to("/"),
            )  # fmt: skip
        lines, functions, branches = (
            Count(done[f"{name}_covered"], done[f"{name}_total"]) for name in ("line", "function", "branch")
        )
        if not lines.total:
            raise CoverageError("gcovr finds no lines: set GCOV to the gcov of the compiler that was used")
        return Coverage(lines, functions, branches)

    def _written(self, counts: Path) -> Iterator[tuple[Path, Path]]:
        """The counts of this build's objects, and where they would be had they gone into the build."""
        for file in sorted(counts.rglob(f"*{_COUNTS}")):
            meant = Path("/", file.relative_to(counts))
            belongs = meant.parent.resolve() / meant.name
            if belongs.with_suffix(_NOTES).is_file() and belongs.is_relative_to(self._build):
                yield file, belongs

    def _draw(self, view: Path) -> None:
        """A picture of the file system, made of links, with folders of our own wherever counts will lie.

        Objects know their sources by names relative to where the compiler ran, so gcovr must find counts,
        notes and sources in their places; and it writes files there, which the user's build is spared.
        """
        ways = [*reversed(self._build.parents), self._build]
        for folder, inner in pairwise(ways):
            _link_all(folder, view / folder.relative_to("/"), besides=inner.name)
            (view / inner.relative_to("/")).mkdir()
        for path, folders, files in list(os.walk(self._build)):
            place = view / Path(path).relative_to("/")
            for name in folders:
                (place / name).mkdir()
            for name in files:
                if not name.endswith(_COUNTS):
                    (place / name).symlink_to(Path(path, name))


class Llvm:
    """Programs built with clang's `-fprofile-instr-generate -fcoverage-mapping`."""

    def __init__(self, programs: Sequence[Path]) -> None:
        self._programs = tuple(program.absolute() for program in programs)
        for tool in ("llvm-profdata", "llvm-cov"):
            if shutil.which(tool) is None:
                raise CoverageError(f"no {tool} on the PATH: install the llvm of the compiler that was used")

    def has_counts(self, counts: Path) -> bool:
        return any(counts.glob("*.profraw"))

    def measure(self, counts: Path) -> Coverage:
        first, *others = self._programs
        with scratch_folder() as folder:
            merged = folder / "merged.profdata"
            _output("llvm-profdata", "merge", "-o", merged, *sorted(counts.glob("*.profraw")))
            more = [part for program in others for part in ("-object", program)]
            report = _call("llvm-cov", "export", "--summary-only", "-instr-profile", merged, first, *more)
        totals = report["data"][0]["totals"]
        return Coverage(
            *(
                Count(totals[name]["covered"], totals[name]["count"])
                for name in ("lines", "functions", "branches")
            )
        )


def _link_all(folder: Path, place: Path, besides: str) -> None:
    for inner in folder.iterdir():
        if inner.name != besides:
            (place / inner.name).symlink_to(inner)


def _copy_locked(source: Path, to: Path) -> None:
    """Programs lock the file in which they add up their counts."""
    with source.open("rb") as file:
        fcntl.lockf(file, fcntl.LOCK_SH)
        to.write_bytes(file.read())


def _call(*command: str | Path) -> Any:
    return json.loads(_output(*command))


def _output(*command: str | Path) -> str:
    words = [str(word) for word in command]
    done = run(words, _LIMITS, address_space=False)
    if done.ended is not Ended.EXITED or done.exit_code:
        said = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), done.detail)
        raise CoverageError(f"{' '.join(words[:3])} failed: {said}")
    return done.stdout
