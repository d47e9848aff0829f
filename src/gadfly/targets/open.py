"""One way in: from the text a user writes to a target that can be asked."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from gadfly.core.words import TargetName
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease
from gadfly.targets.analyzers.by_path import analyzer_by_path
from gadfly.targets.analyzers.target import AnalyzerTarget
from gadfly.targets.catalog import AnyTool, Entry, find, find_tool
from gadfly.targets.domains.by_manifest import domain_by_manifest
from gadfly.targets.domains.domain import DomainLibrary, DomainRelease
from gadfly.targets.domains.python_target import PythonDomainTarget, python_domain_by_path
from gadfly.targets.domains.target import DomainTarget
from gadfly.targets.install import Installed, ensure
from gadfly.targets.solvers.probe import solver_by_path
from gadfly.targets.solvers.solver import Solver, SolverRelease
from gadfly.targets.solvers.target import SolverTarget
from gadfly.targets.tool import UnknownTargetError

OpenTarget = SolverTarget | AnalyzerTarget | DomainTarget | PythonDomainTarget


def open_target(text: str, *, install: bool = True) -> OpenTarget:
    """Open `z3@4.8.7`, `z3@4.8.9[smt.arith.solver=2]`, `./path/to/solver` or `./mine.py`.

    A release that is not installed yet is installed first, unless `install` is off. Every failure is a
    TargetError with one line that says what to do.
    """
    path, options = _split_options(text)
    if is_path(text):
        return _by_path(path_of(text), options)
    if "@" not in text:
        raise UnknownTargetError(f"which release of {path}? {_advice(find_tool(path))}")
    try:
        name = TargetName.parse(text)
    except ValueError as error:
        raise UnknownTargetError(str(error)) from error
    entry = find(name)
    name = replace(name, tool=entry.tool.name)
    return _target(name, entry, ensure(entry, install=install))


def open_solver(text: str) -> SolverTarget:
    """Open a target that must be an SMT solver."""
    opened = open_target(text)
    if not isinstance(opened, SolverTarget):
        raise UnknownTargetError(f"{text} is not an SMT solver")
    return opened


def _by_path(path: Path, options: str) -> OpenTarget:
    return (
        domain_by_manifest(path)
        or python_domain_by_path(path, options)
        or analyzer_by_path(path, options)
        or solver_by_path(path, options)
    )


def _target(name: TargetName, entry: Entry, installed: Installed) -> OpenTarget:
    match entry.tool, entry.release:
        case Solver() as tool, SolverRelease() as release:
            return SolverTarget(name, tool, release, installed)
        case Analyzer() as tool, AnalyzerRelease() as release:
            return AnalyzerTarget(name, tool, release, installed)
        case DomainLibrary() as tool, DomainRelease() as release:
            return DomainTarget(name, tool, release, installed)
        case _:
            raise AssertionError("a tool has releases of its own kind")


def is_path(text: str) -> bool:
    """Whether a target is a build of the user's own; in `apron@0.9.10/oct-double` the slash is no path's."""
    path, _ = _split_options(text)
    tool, at, _ = path.partition("@")
    return "/" in tool or path.startswith("~") or (not at and Path(path).is_file())


def path_of(text: str) -> Path:
    """The program of a target that is a path."""
    return Path(_split_options(text)[0]).expanduser()


def _advice(tool: AnyTool) -> str:
    if isinstance(tool, DomainLibrary):
        return f"For example {tool.name}@{tool.releases[0].version}; see `gadfly targets list`"
    if tool.releases:
        return f"The newest is {tool.name}@{tool.releases[-1].version}"
    return f"Get it from {tool.url} and give the path of its executable"


def _split_options(text: str) -> tuple[str, str]:
    match = re.fullmatch(r"(.*?)(\[[^\[\]]*\])?", text, re.DOTALL)
    assert match is not None
    return match[1], match[2] or ""
