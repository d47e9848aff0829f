"""OpenSMT: built by the user (Maven Central has only a native library for Java)."""

from __future__ import annotations

import re

from gadfly.core.words import Feature
from gadfly.targets.solvers.solver import Solver, SolverRelease, logics
from gadfly.targets.tool import ExpectedError, UserInstalled

TOOL = Solver(
    name="opensmt",
    family="opensmt",
    summary="OpenSMT of USI Lugano: linear arithmetic, functions and arrays",
    url="https://github.com/usi-verification-and-security/opensmt",
    executables=("opensmt",),
    expected_errors=(
        ExpectedError(re.compile("unsupported|not supported|Unknown logic"), "construct not supported"),
    ),
    by_path=SolverRelease(
        version="path",
        source=UserInstalled(),
        logics=logics(arrays=True, functions=True, arithmetic=("IDL", "RDL", "LIA", "LRA")),
        features=frozenset({Feature.MODELS, Feature.INCREMENTAL}),
    ),
)
