"""Compilers as analyzers: an optimiser that removes the call of a failing check claims that it cannot fail.

A call that is still there means nothing, because optimisers give up early. A call that is wrongly gone is a
miscompilation. Types may be punned through pointers: no sanitizer could tell whether a program does that.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gadfly.core.words import Answer, Feature, Option, Outcome
from gadfly.lang.c.dialect import failures
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading, by_path
from gadfly.targets.tool import Debian, ExpectedError, Source, System

CLANG_14 = Debian(
    "bookworm",
    (
        *("clang-14", "libclang-cpp14", "libllvm14", "libclang-common-14-dev", "libclang-rt-14-dev"),
        *("libedit2", "libffi8", "libtinfo6", "libxml2", "libz3-4", "zlib1g"),
        *("libbsd0", "libicu72", "liblzma5", "libmd0"),
    ),
    keeps=("usr/lib/llvm-14/lib/clang/*/include/**/*", "usr/lib/llvm-14/lib/clang/*/lib/linux/*-x86_64*"),
    restarting=("clang-14",),
)
CLANG_14_COMMAND = (
    *("{program}", "-no-canonical-prefixes"),
    *("-resource-dir", "{home}/usr/lib/llvm-14/lib/clang/14.0.6"),
)
OUT_OF_MEMORY = ExpectedError(
    re.compile("[Oo]ut of memory|Killed signal|std::bad_alloc|[Cc]annot allocate memory"),
    "too large",
    Outcome.OUT_OF_MEMORY,
)
_CALLED = re.compile(r"\bgadfly_fail_(\d+)\b")
_FAULT = re.compile(
    r"(?:internal compiler error|PLEASE submit a bug report|frontend command failed).*$", re.MULTILINE
)
_ERROR = re.compile(r"\berror: .*$", re.MULTILINE)
_ARGUMENTS = ("-w", "-O2", "-fno-strict-aliasing", "-S", "-o", "-")
_LEVELS = Option("O", ("1", "3", "s"))


def read(done: Completed, checks: int) -> Reading:
    """Which functions of checks the assembly still refers to."""
    if done.exit_code != 0:
        return refusal(done)
    called = set(_CALLED.findall(done.stdout))
    return Reading(tuple(Answer.UNKNOWN if str(label) in called else Answer.SAFE for label in range(checks)))


def refusal(done: Completed) -> Reading:
    """A compiler that gives no result has failed or refuses the program."""
    said = f"{done.stderr}\n{done.stdout}"
    if fault := _FAULT.search(said):
        return Reading(outcome=Outcome.CRASH, detail=fault[0])
    error = _ERROR.search(said)
    return Reading(outcome=Outcome.UNSUPPORTED, detail=error[0] if error else done.detail)


def _release(
    version: str, source: Source, program: str, command: tuple[str, ...], flags: tuple[str, ...]
) -> AnalyzerRelease:
    return AnalyzerRelease(
        version=version,
        source=source,
        program=program,
        command=command,
        read=read,
        arguments=_ARGUMENTS,
        dialect=failures(),
        claims=frozenset({Answer.SAFE}),
        features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS}),
        options=(_LEVELS, *(Option(flag, ("",)) for flag in flags)),
    )


_GCC_FLAGS = ("fno-inline", "fno-tree-vrp", "fno-tree-sra", "fno-ipa-cp", "fno-unit-at-a-time", "fwrapv")
_CLANG_FLAGS = ("fno-inline", "fno-unroll-loops", "fno-vectorize", "fno-slp-vectorize", "fwrapv")
_GCC = _release("system", System("gcc"), "", ("{program}",), _GCC_FLAGS)
_CLANG = _release("14.0.6", CLANG_14, "bin/clang-14", CLANG_14_COMMAND, _CLANG_FLAGS)

GCC = Analyzer(
    name="gcc",
    family="gcc",
    summary="GCC's optimisers: which checks they remove",
    url="https://gcc.gnu.org",
    executables=("gcc",),
    option=("-{name}{value}",),
    flag=("-{name}",),
    expected_errors=(OUT_OF_MEMORY,),
    releases=(_GCC,),
    by_path=by_path(_GCC),
)
CLANG = replace(
    GCC,
    name="clang",
    family="clang",
    summary="LLVM's optimisers: which checks they remove",
    url="https://clang.llvm.org",
    executables=("clang", "clang-14"),
    releases=(_CLANG,),
    by_path=by_path(_CLANG),
)
