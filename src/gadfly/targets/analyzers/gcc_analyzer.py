"""gcc -fanalyzer: symbolic execution inside the compiler.

It looks for bugs. It forgets the values of variables that change in a loop and analyses every function also
without its callers, so what it reports as reached need not be, and it stops before all is explored. Its
reports are hints, and only its crashes are findings.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gadfly.core.words import Answer, Feature, Option
from gadfly.lang.c.dialect import check_count, failures
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading, by_path
from gadfly.targets.analyzers.compilers import (
    GCC_14,
    GCC_14_COMMAND,
    GCC_14_PROGRAM,
    refusal,
)
from gadfly.targets.tool import System

_DESCRIBED = re.compile(r" warning: svalue: .\(int\)(\d+).")
_ARGUMENTS = ("-fanalyzer", "-o", "/dev/null")


def dialect(program: str) -> str:
    """A failing check describes its label in place: the body of a function would be analysed by itself."""
    describing = "".join(
        f"#define gadfly_fail_{label}() __analyzer_describe(0, {label})\n"
        for label in range(check_count(program))
    )
    return f"{failures()(program)}void __analyzer_describe(int, ...);\n{describing}"


def read(done: Completed, checks: int) -> Reading:
    """Which labels were described."""
    if done.exit_code != 0:
        return refusal(done)
    reached = set(_DESCRIBED.findall(done.stderr))
    return Reading(tuple(Answer.UNSAFE if str(at) in reached else Answer.UNKNOWN for at in range(checks)))


_SYSTEM = AnalyzerRelease(
    version="system",
    source=System(),
    program="gcc",
    read=read,
    arguments=("-S", *_ARGUMENTS),
    dialect=dialect,
    claims=frozenset(),
    features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS}),
    options=(
        Option("O", ("1", "2")),
        Option("fanalyzer-call-summaries", ("",)),
        Option("fanalyzer-transitivity", ("",)),
        Option("fno-analyzer-state-merge", ("",)),
    ),
)
_FOURTEEN = replace(
    _SYSTEM,
    version="14.2.0",
    source=GCC_14,
    program=GCC_14_PROGRAM,
    command=GCC_14_COMMAND,
    arguments=_ARGUMENTS,
)

TOOL = Analyzer(
    name="gcc-analyzer",
    family="gcc",
    summary="gcc -fanalyzer: symbolic execution that looks for bugs",
    url="https://gcc.gnu.org/onlinedocs/gcc/Static-Analyzer-Options.html",
    executables=(),
    option=("-{name}{value}",),
    flag=("-{name}",),
    releases=(_FOURTEEN, _SYSTEM),
    by_path=by_path(_SYSTEM),
)
