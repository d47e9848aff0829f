"""A user's own build of a known analyzer as a target, by its path."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from gadfly.core.words import TargetName
from gadfly.targets.analyzers.analyzer import Analyzer
from gadfly.targets.analyzers.target import AnalyzerTarget
from gadfly.targets.catalog import tools
from gadfly.targets.install import Installed, sha256_of
from gadfly.targets.tool import UnusableTargetError

_SUBFOLDERS = ("", "bin", "scripts")


@dataclass(frozen=True, slots=True)
class _Build:
    """A user's own build of a known analyzer."""

    tool: Analyzer
    program: Path


def analyzer_by_path(path: Path, options: str = "") -> AnalyzerTarget | None:
    """A target for the executable of a known analyzer or for the folder it is in; None for other programs."""
    builds = _builds_in(path) if path.is_dir() else _builds_at(path)
    build = next(iter(builds), None)
    if build is None:
        return None
    if not os.access(build.program, os.X_OK):
        raise UnusableTargetError(f"{build.program} is not executable: try `chmod +x`")
    program = build.program.absolute()
    try:
        name = TargetName.parse(f"{build.tool.name}@path{options}")
    except ValueError as error:
        raise UnusableTargetError(str(error)) from error
    installed = Installed(program.parent, program, sha256_of(program)[:16])
    return AnalyzerTarget(name, build.tool, build.tool.by_path, installed)


def _builds_at(program: Path) -> list[_Build]:
    analyzers = (tool for tool in tools() if isinstance(tool, Analyzer))
    return [_Build(tool, program) for tool in analyzers if tool.is_build(program)]


def _builds_in(folder: Path) -> list[_Build]:
    """The executables of the one analyzer in a folder, best first."""
    names = dict.fromkeys(name for tool in tools() for name in tool.executables)
    builds = [build for below in _SUBFOLDERS for name in names for build in _builds_at(folder / below / name)]
    found = sorted({build.tool.name for build in builds})
    if len(found) > 1:
        raise UnusableTargetError(f"which of {', '.join(found)} in {folder}? Give the path of an executable")
    return builds
