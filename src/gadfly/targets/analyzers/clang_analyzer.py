"""The clang static analyzer: symbolic execution of one path after the other, from `main` only.

It looks for bugs and drops whatever becomes too much, so it never claims that a check holds. Nor does it
claim that one fails: it goes both ways wherever it cannot compute a condition (floats, punned or copied
memory, variable arguments), and reports failures in one of five well-defined torture tests that have none.
So its reports are hints, and only its crashes are findings.
"""

from __future__ import annotations

import re

from gadfly.core.words import Answer, Feature
from gadfly.lang.c.dialect import failures
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reader, Reading, by_path
from gadfly.targets.analyzers.compilers import CLANG_14, CLANG_14_COMMAND, refusal
from gadfly.targets.tool import PyPI

_DUMP = re.compile(r" warning: (\d+) S32b \[debug\.ExprInspection\]")
_NULL = re.compile(r" warning: [^\n]*'gadfly_null_(\d+)'")
_OLD_C = ("-w", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion")
_ONLY_MAIN = ("-analyze-function=main", "-analyzer-max-loop", "64")


def reader(reported: re.Pattern[str]) -> Reader:
    """Reads which checks were reported as failing."""

    def read(done: Completed, checks: int) -> Reading:
        if done.exit_code != 0:
            return refusal(done)
        labels = set(reported.findall(done.stdout + done.stderr))
        return Reading(tuple(Answer.UNSAFE if str(at) in labels else Answer.UNKNOWN for at in range(checks)))

    return read


_DEB = AnalyzerRelease(
    version="14.0.6",
    source=CLANG_14,
    program="bin/clang-14",
    command=CLANG_14_COMMAND,
    read=reader(_DUMP),
    arguments=(
        *("-w", "--analyze", "-Xclang", "-analyzer-checker=debug.ExprInspection"),
        *("-Xclang", "-analyzer-output=text-minimal"),
        *(part for each in _ONLY_MAIN for part in ("-Xclang", each)),
    ),
    dialect=failures("void clang_analyzer_dump(int); clang_analyzer_dump({label});"),
    claims=frozenset(),
    features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS}),
)
_WHEEL = AnalyzerRelease(
    version="23.1.4",
    source=PyPI("clang-tidy", "23.1.4"),
    program="clang_tidy/data/bin/clang-tidy",
    read=reader(_NULL),
    arguments=("--quiet", "--checks=-*,clang-analyzer-core.NullDereference"),
    dialect=failures("int *gadfly_null_{label} = 0; *gadfly_null_{label} = 0;"),
    files=(
        (
            "compile_flags.txt",
            "\n".join((*_OLD_C, "")) + "".join(f"-Xclang\n{each}\n" for each in _ONLY_MAIN),
        ),
    ),
    claims=frozenset(),
    features=frozenset({Feature.INPUTS}),
)

TOOL = Analyzer(
    name="clang-analyzer",
    family="clang",
    summary="the clang static analyzer: symbolic execution that looks for bugs",
    url="https://clang-analyzer.llvm.org",
    executables=("clang-tidy",),
    releases=(_DEB, _WHEEL),
    by_path=by_path(_WHEEL),
)
