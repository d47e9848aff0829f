"""The planted solver in the catalog: `planted@none` is correct, `planted@wrong-unsat` has that defect, …"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gadfly.targets.planted.defects import DEFECTS
from gadfly.targets.solvers.options.listing import Ask, ListedOption
from gadfly.targets.solvers.solver import Solver, SolverRelease
from gadfly.targets.tool import Bundled, ExpectedError

WITHOUT_DEFECT = "none"


def _list_options(ask: Ask) -> Iterator[ListedOption]:
    """One option a line: its name and the values that are not the default."""
    for line in ask("--list-options").splitlines():
        name, *values = line.split()
        yield ListedOption(name, tuple(values) or ("",))


def _release(version: str, options: tuple[str, ...]) -> SolverRelease:
    return SolverRelease(
        version=version,
        source=Bundled(),
        program="targets/planted/solver.py",
        command=("{python}", "-m", "gadfly.targets.planted.solver", *options),
        logics=frozenset({"QF_BV"}),
        persistent=True,
        listing=_list_options,
    )


_CORRECT = _release(WITHOUT_DEFECT, ())

TOOL = Solver(
    name="planted",
    family="planted",
    summary="a tiny solver of our own with switchable defects: QF_BV with at most 16 input bits",
    url="",
    executables=(),
    expected_errors=(ExpectedError(re.compile("^unsupported:"), "beyond the planted solver"),),
    releases=(_CORRECT, *(_release(name, ("--defect", name)) for name in DEFECTS)),
    by_path=_CORRECT,
)
