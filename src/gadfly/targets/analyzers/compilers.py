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
from gadfly.targets.tool import Debian, System

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
GCC_14 = Debian(
    "trixie",
    (
        *("cpp-14-x86-64-linux-gnu", "libgcc-14-dev"),
        *("libgmp10", "libisl23", "libmpc3", "libmpfr6", "libzstd1", "zlib1g"),
    ),
    keeps=("usr/libexec/gcc/x86_64-linux-gnu/14/cc1", "usr/lib/gcc/x86_64-linux-gnu/14/include/**/*"),
)
GCC_14_PROGRAM = "usr/libexec/gcc/x86_64-linux-gnu/14/cc1"
GCC_14_COMMAND = (
    *("{home}/lib/ld.so", "--library-path", "{home}/lib", "{program}"),
    *("-quiet", "-fpermissive", "-imultiarch", "x86_64-linux-gnu"),
    *("-isystem", "{home}/usr/lib/gcc/x86_64-linux-gnu/14/include"),
)
_CALLED = re.compile(r"\bgadfly_fail_(\d+)\b")
_FAULT = re.compile(
    r"(?:internal compiler error|PLEASE submit a bug report|frontend command failed).*$", re.MULTILINE
)
_NO_MEMORY = re.compile("[Oo]ut of memory|Killed signal|std::bad_alloc|[Cc]annot allocate memory")
_ERROR = re.compile(r"\berror: .*$", re.MULTILINE)
_END_OF_ASSEMBLY = ".note.GNU-stack"
_ARGUMENTS = ("-w", "-O2", "-fno-strict-aliasing", "-o", "-")
_LEVELS = Option("O", ("1", "3", "s"))


def read(done: Completed, checks: int) -> Reading:
    """Which functions of checks the assembly still refers to."""
    if done.exit_code != 0 or _END_OF_ASSEMBLY not in done.stdout:
        return refusal(done)
    called = set(_CALLED.findall(done.stdout))
    return Reading(tuple(Answer.UNKNOWN if str(label) in called else Answer.SAFE for label in range(checks)))


def refusal(done: Completed) -> Reading:
    """A compiler that gives no result has failed or refuses the program."""
    said = f"{done.stderr}\n{done.stdout}"
    if too_large := _NO_MEMORY.search(said):
        return Reading(outcome=Outcome.OUT_OF_MEMORY, detail=too_large[0])
    if fault := _FAULT.search(said):
        return Reading(outcome=Outcome.CRASH, detail=fault[0])
    error = _ERROR.search(said)
    return Reading(outcome=Outcome.UNSUPPORTED, detail=error[0] if error else done.detail)


def _flags(*names: str) -> tuple[Option, ...]:
    return tuple(Option(name, ("",)) for name in names)


_GCC = AnalyzerRelease(
    version="system",
    source=System(),
    program="gcc",
    read=read,
    arguments=("-S", *_ARGUMENTS),
    dialect=failures(),
    claims=frozenset({Answer.SAFE}),
    features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS}),
    options=(_LEVELS, *_flags("fno-inline", "fno-tree-vrp", "fno-tree-sra", "fno-ipa-cp", "fwrapv")),
)
_GCC_14 = replace(
    _GCC,
    version="14.2.0",
    source=GCC_14,
    program=GCC_14_PROGRAM,
    command=GCC_14_COMMAND,
    arguments=_ARGUMENTS,
)
_CLANG = replace(
    _GCC,
    version="14.0.6",
    source=CLANG_14,
    program="bin/clang-14",
    command=CLANG_14_COMMAND,
    options=(
        _LEVELS,
        *_flags("fno-inline", "fno-unroll-loops", "fno-vectorize", "fno-slp-vectorize", "fwrapv"),
    ),
)

GCC = Analyzer(
    name="gcc",
    family="gcc",
    summary="GCC's optimisers: which checks they remove",
    url="https://gcc.gnu.org",
    executables=("gcc",),
    option=("-{name}{value}",),
    flag=("-{name}",),
    releases=(_GCC_14, _GCC),
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
