"""What the catalog knows about a C analyzer beyond a tool: how it is asked and what its answers mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from gadfly.core.words import CLAIMS, Answer, Feature, Option, Outcome
from gadfly.lang.c.dialect import Dialect, cprover
from gadfly.run.command import Completed
from gadfly.targets.tool import ExpectedError, Release, Tool, UserInstalled


@dataclass(frozen=True, slots=True)
class Reading:
    """What an analyzer's output says: an answer to every check, or why there is none."""

    answers: tuple[Answer, ...] = ()
    outcome: Outcome = Outcome.ANSWERED
    detail: str = ""


Reader = Callable[[Completed, int], Reading]
"""Reads what a run that ended by itself printed about so many checks."""

TraceReader = Callable[[str, int], tuple[int, ...]]
"""Reads from an output the inputs with which a check fails."""


def no_trace(_output: str, _label: int) -> tuple[int, ...]:
    """Of a tool that shows no counterexamples."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalyzerRelease(Release):
    """One version of an analyzer, asked by `command + arguments + options + file`.

    `environment` may use the same places as `command`, and the `path` on which our own programs are. A tool
    that writes its results to a file only writes to `/dev/stdout`. `claims` are the answers it stands by;
    others become `unknown`. `options` are the ones that must not change an answer; `defaults` are set unless
    a target's name sets them otherwise. `files` are put beside the program, by name. With the arguments in
    `tracing` it shows counterexamples, which `read_trace` reads.
    """

    read: Reader
    arguments: tuple[str, ...] = ()
    dialect: Dialect = cprover
    environment: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    claims: frozenset[Answer] = CLAIMS
    features: frozenset[Feature] = frozenset({Feature.ALL_CHECKS})
    options: tuple[Option, ...] = ()
    defaults: tuple[tuple[str, str], ...] = ()
    tracing: tuple[str, ...] = ()
    read_trace: TraceReader = no_trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyzer(Tool):
    """A C analyzer and its releases, oldest first; `by_path` is how a user's own build is asked.

    A warning that says it ignores part of the program is a disclaimer: what it answers then means nothing.
    `crash` is what it prints when it breaks down, whichever way it ends then; it tells crashes apart.
    `unmodelled` are patterns of what it passes over in a program without a word; such programs are not asked.
    `beside` is a pattern of files near the executable, for tools whose executables have the same name.
    """

    releases: tuple[AnalyzerRelease, ...] = ()
    by_path: AnalyzerRelease
    beside: str = ""
    crash: re.Pattern[str] = re.compile(r"(?!)")
    unmodelled: tuple[ExpectedError, ...] = ()

    def is_build(self, program: Path) -> bool:
        """Whether a file is the executable of this tool, by the names around it."""
        near = not self.beside or any(program.parent.glob(self.beside))
        return near and program.name in self.executables and program.is_file()


def by_path(like: AnalyzerRelease) -> AnalyzerRelease:
    """A user's own build, asked like a given release."""
    return replace(
        like, version="path", source=UserInstalled(), program="", command=("{program}",), environment=()
    )
