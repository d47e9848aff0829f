"""Bitwuzla: wheels on PyPI carry the library only."""

from __future__ import annotations

import re

from gadfly.targets.solvers.options.library import list_library_options
from gadfly.targets.solvers.options.listing import exclude
from gadfly.targets.solvers.solver import Solver, SolverRelease, logics
from gadfly.targets.tool import ExpectedError, PyPI, UserInstalled

# It warns that it does not support equalities over declared sorts, so there is no use in QF_UF.
_LOGICS = logics(arrays=True, functions=True, other=("BV", "FP", "BVFP")) - {"QF_AX", "QF_UF"} | {
    *("BV", "FP", "BVFP", "UFBV", "ABV", "AUFBV", "UFFP", "UFBVFP"),
}

EXCLUDED_OPTIONS = (
    exclude(r"write-.*", "writes files"),
    exclude(r"(time|memory)-limit.*|nthreads", "a limit on time, memory or threads"),
    exclude(r"log-level|verbosity|dbg-.*", "about messages only"),
    exclude(r"sat-solver", "no other one is compiled in"),
    exclude(r"bv-solver=prop", "never answers unsat"),
    exclude(r"produce-.*|interpolants-.*|check-.*", "models, cores, interpolants and self-checks"),
)


def _release(version: str) -> SolverRelease:
    return SolverRelease(
        version=version,
        source=PyPI("bitwuzla", version),
        program="bitwuzla*.so",
        command=("{python}", "-E", "-s", "-S", "{workers}/library_worker.py", "bitwuzla", "{home}"),
        logics=_LOGICS,
        persistent=True,
        listing=list_library_options,
        excluded_options=EXCLUDED_OPTIONS,
    )


TOOL = Solver(
    name="bitwuzla",
    family="boolector",
    summary="Bitwuzla of Stanford, Boolector's successor: bit-vectors, floating point, arrays, functions",
    url="https://github.com/bitwuzla/bitwuzla",
    executables=("bitwuzla",),
    expected_errors=(ExpectedError(re.compile("unsupported|not supported"), "construct not supported"),),
    disclaimers=(
        ExpectedError(re.compile("not yet supported"), "warns that the construct is not supported yet"),
    ),
    releases=tuple(_release(version) for version in ("0.9.0", "0.9.1")),
    by_path=SolverRelease(version="path", source=UserInstalled(), logics=_LOGICS),
)
