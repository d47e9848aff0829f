"""One way in: from the text a user writes to a target that can be asked."""

from __future__ import annotations

import re
from pathlib import Path

from gadfly.core.words import TargetName
from gadfly.targets.catalog import find, find_tool
from gadfly.targets.install import ensure
from gadfly.targets.solvers.probe import solver_by_path
from gadfly.targets.solvers.solver import Solver
from gadfly.targets.solvers.target import SolverTarget
from gadfly.targets.tool import UnknownTargetError


def open_target(text: str, *, install: bool = True) -> SolverTarget:
    """Open `z3@4.8.7`, `z3@4.8.9[smt.arith.solver=2]` or `./path/to/solver`.

    A release that is not installed yet is installed first, unless `install` is off. Every failure is a
    TargetError with one line that says what to do.
    """
    path, options = _split_options(text)
    if is_path(text):
        return solver_by_path(path_of(text), options)
    if "@" not in text:
        raise UnknownTargetError(f"which release of {path}? {_advice(find_tool(path))}")
    try:
        name = TargetName.parse(text)
    except ValueError as error:
        raise UnknownTargetError(str(error)) from error
    entry = find(name)
    return SolverTarget(name, entry.tool, entry.release, ensure(entry, install=install))


def is_path(text: str) -> bool:
    """Whether a target is a build of the user's own."""
    path, _ = _split_options(text)
    return "/" in path or path.startswith("~") or ("@" not in path and Path(path).is_file())


def path_of(text: str) -> Path:
    """The program of a target that is a path."""
    return Path(_split_options(text)[0]).expanduser()


def _advice(tool: Solver) -> str:
    if tool.releases:
        return f"The newest is {tool.name}@{tool.releases[-1].version}"
    return f"Get it from {tool.url} and give the path of its executable"


def _split_options(text: str) -> tuple[str, str]:
    match = re.fullmatch(r"(.*?)(\[[^\[\]]*\])?", text, re.DOTALL)
    assert match is not None
    return match[1], match[2] or ""
