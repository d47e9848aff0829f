"""SMTInterpol: one jar on Maven Central with an SMT-LIB main class."""

from __future__ import annotations

import re

from gadfly.core.words import Outcome
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path, logics
from gadfly.targets.tool import ExpectedError, Maven

_MAIN = "de.uni_freiburg.informatik.ultimate.smtinterpol.Main"
_BUILDS = ("2.5-604-g71e72f93", "2.5-916-ga5843d8b", "2.5-1242-g5c50fb6d", "2.5-1388-ga5a4ab0c")


def _release(build: str) -> SolverRelease:
    return SolverRelease(
        version=build.rpartition("-")[0],
        source=Maven(f"de.uni-freiburg.informatik.ultimate:smtinterpol:{build}"),
        program="smtinterpol-*.jar",
        command=("java", "-Xss64m", "-XX:+UseSerialGC", "-cp", "{home}/*", _MAIN, "-q", "-no-success"),
        limits_address_space=False,
        logics=logics(arrays=True, functions=True, arithmetic=("IDL", "RDL", "LIA", "LRA", "LIRA")),
        persistent=True,
    )


_RELEASES = tuple(_release(build) for build in _BUILDS)

TOOL = Solver(
    name="smtinterpol",
    family="smtinterpol",
    summary="SMTInterpol of Freiburg: linear arithmetic, arrays, functions, proofs and interpolants (Java)",
    url="https://github.com/ultimate-pa/smtinterpol",
    executables=("smtinterpol",),
    option=("-o", "{name}={value}"),
    flag=("-o", "{name}"),
    expected_errors=(
        ExpectedError(re.compile("StackOverflowError"), "stack limit"),
        ExpectedError(re.compile("OutOfMemoryError"), "memory limit", Outcome.OUT_OF_MEMORY),
        ExpectedError(re.compile("[Uu]nsupported|not supported|not implemented"), "construct not supported"),
    ),
    releases=_RELEASES,
    by_path=by_path(_RELEASES[-1]),
)
