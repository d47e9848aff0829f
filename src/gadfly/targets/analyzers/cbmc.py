"""CBMC: bounded model checking of C, bit by bit.

Both of its answers are claims, as long as no loop and no recursion was cut off by the bound: where one was,
nothing is known about what comes after, so only `unsafe` stands.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gadfly.core.words import Answer, Feature, Option
from gadfly.run.command import Completed
from gadfly.targets.analyzers import cprover
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading, by_path
from gadfly.targets.tool import ExpectedError

_END = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED)$", re.MULTILINE)
_CUT_OFF = re.compile(r".*\.(unwind\.\d+|recursion)")

_TRACE = re.compile(r"^Trace for .*?(?=^Trace for |\Z)", re.MULTILINE | re.DOTALL)
_VIOLATED = re.compile(r"^Violated property:\n.*\n\s*gadfly (\d+)$", re.MULTILINE)
_READ = re.compile(r"^\s*return_value___VERIFIER_nondet_\w+(?:\$\d+)?=(-?\d+)", re.MULTILINE)

# Results and warnings, but not every iteration of every loop.
_QUIET = ("--verbosity", "4")

# Left out, because they change what is asked: `--nondet-static`, `--round-to-…`, `--string-abstraction`,
# `--partial-loops`, `--depth`, `--mm`. Left out, because they need programs that we do not bring along: the
# other SMT back ends.
_OPTIONS = (
    Option("arrays-uf-always", ("",)),
    Option("arrays-uf-never", ("",)),
    Option("drop-unused-functions", ("",)),
    Option("full-slice", ("",)),
    Option("no-propagation", ("",)),
    Option("no-sat-preprocessor", ("",)),
    Option("no-simplify", ("",)),
    Option("paths", ("lifo", "fifo")),
    Option("reachability-slice", ("",)),
    Option("refine", ("",)),
    Option("refine-arithmetic", ("",)),
    Option("refine-arrays", ("",)),
    Option("slice-formula", ("",)),
    Option("unwind", ("30",)),
    Option("validate-goto-model", ("",)),
    Option("validate-ssa-equation", ("",)),
    Option("z3", ("",)),
)
_NEW_OPTIONS = (
    Option("max-field-sensitivity-array-size", ("1", "1000")),
    Option("no-array-field-sensitivity", ("",)),
    Option("no-self-loops-to-assumptions", ("",)),
    Option("reachability-slice-fb", ("",)),
    Option("symex-cache-dereferences", ("",)),
)

# Whatever of these a program asks for, any result is taken for possible.
_OPEN_ENDED = (
    ExpectedError(re.compile(r"\bmain\s*\(\s*(?!void\b)\w+"), "takes the arguments of main for inputs"),
    ExpectedError(
        re.compile(r"(?:[=(,!<>&|?+-]|\breturn)\s*\w*(?:printf|scanf|puts|putchar)\s*\("),
        "takes any count for possible",
    ),
    ExpectedError(
        re.compile(r"\b(?:s?rand|random|time|clock|getenv|getchar|getpid)\s*\("),
        "takes any value for possible",
    ),
    ExpectedError(
        re.compile(
            r"\b(?:__builtin_)?(?:a?(?:sin|cos|tan)h?|exp(?:2|m1)?|log(?:2|10|1p)?|pow|cbrt|hypot|\w*gamma)[fl]?\s*\("
        ),
        "approximates mathematical functions",
    ),
)


def read(done: Completed, checks: int) -> Reading:
    """The answers in CBMC's list of properties, which must be whole."""
    if not _END.search(done.stdout):
        return cprover.error(done)
    reported = cprover.properties(done.stdout)
    found = cprover.answers(reported, checks)
    cut_off = [each.name for each in reported if each.status != "SUCCESS" and _CUT_OFF.fullmatch(each.name)]
    if not cut_off:
        return Reading(found)
    only_unsafe = tuple(answer if answer is Answer.UNSAFE else Answer.UNKNOWN for answer in found)
    return Reading(only_unsafe, detail=f"not unwound far enough: {cut_off[0]}")


def read_trace(output: str, label: int) -> tuple[int, ...]:
    """What the program reads in the trace that ends in a check; releases before 6 do not show it."""
    for trace in _TRACE.findall(output):
        if str(label) in _VIOLATED.findall(trace):
            return tuple(map(int, _READ.findall(trace)))
    return ()


_OLD = AnalyzerRelease(
    version="5.12",
    source=cprover.OLD,
    program="bin/cbmc",
    command=cprover.COMMAND,
    read=read,
    arguments=(*_QUIET, "--unwinding-assertions"),
    environment=(("PATH", "{path}"),),  # of the reference's z3
    defaults=(("object-bits", "12"), ("unwind", "300")),
    features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS}),
    options=_OPTIONS,
)
_NEW = replace(
    _OLD,
    version="6.6.0",
    source=cprover.NEW,
    arguments=(*_OLD.arguments, *cprover.NO_OTHER_CHECKS),
    options=(*_OPTIONS, *_NEW_OPTIONS),
    tracing=("--trace",),
    read_trace=read_trace,
)

TOOL = Analyzer(
    name="cbmc",
    family="cprover",
    summary="CBMC, the bounded model checker for C",
    url="https://github.com/diffblue/cbmc",
    executables=("cbmc",),
    option=("--{name}", "{value}"),
    crash=cprover.CRASH,
    unmodelled=(*cprover.UNMODELLED, *_OPEN_ENDED),
    disclaimers=(
        ExpectedError(re.compile(r"no body for function \S+"), "takes any result for possible"),
        ExpectedError(re.compile(r"no body for callee \S+: FAILURE"), "takes any result for possible"),
        ExpectedError(re.compile(r"\w+ requires instrumentation: FAILURE"), "not supported as it is"),
    ),
    releases=(_OLD, _NEW),
    by_path=by_path(_NEW),
)
