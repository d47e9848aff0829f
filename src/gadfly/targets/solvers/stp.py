"""STP: built by the user, packaged nowhere."""

from __future__ import annotations

import re

from gadfly.core.words import Feature
from gadfly.targets.solvers.solver import Solver, SolverRelease
from gadfly.targets.tool import ExpectedError, UserInstalled

TOOL = Solver(
    name="stp",
    family="stp",
    summary="STP: bit-vectors and arrays",
    url="https://github.com/stp/stp",
    executables=("stp", "stp_simple"),
    expected_errors=(
        ExpectedError(re.compile("syntax error|unsupported|not supported"), "construct not supported"),
    ),
    by_path=SolverRelease(
        version="path",
        source=UserInstalled(),
        logics=frozenset({"QF_BV", "QF_ABV"}),
        features=frozenset({Feature.INCREMENTAL}),
        one_shot=("--SMTLIB2",),
    ),
)
