"""MathSAT 5: installed by the user under its own licence."""

from __future__ import annotations

import re

from gadfly.core.words import Feature
from gadfly.targets.solvers.solver import Solver, SolverRelease, logics
from gadfly.targets.tool import ExpectedError, UserInstalled

_ARITHMETIC = ("IDL", "RDL", "LIA", "LRA", "LIRA", "NIA", "NRA", "NIRA")

TOOL = Solver(
    name="mathsat5",
    family="mathsat",
    summary="MathSAT 5 of FBK and Trento: arithmetic, bit-vectors, floating point, arrays, functions",
    url="https://mathsat.fbk.eu",
    executables=("mathsat", "mathsat5"),
    option=("-{name}={value}",),
    flag=("-{name}=true",),
    expected_errors=(
        ExpectedError(re.compile("unsupported|not supported|not available"), "construct not supported"),
    ),
    by_path=SolverRelease(
        version="path",
        source=UserInstalled(),
        logics=logics(arrays=True, functions=True, other=("BV", "FP", "BVFP"), arithmetic=_ARITHMETIC),
        features=frozenset({Feature.MODELS, Feature.INCREMENTAL, Feature.ASSUMPTIONS}),
        one_shot=("-input=smt2",),
        reads_stdin=True,
    ),
)
