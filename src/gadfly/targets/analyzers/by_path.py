"""A user's own build of a known analyzer as a target, by its path."""

from __future__ import annotations

import os
from pathlib import Path

from gadfly.core.words import TargetName
from gadfly.targets.analyzers.analyzer import Analyzer
from gadfly.targets.analyzers.target import AnalyzerTarget
from gadfly.targets.catalog import tools
from gadfly.targets.install import Installed, sha256_of
from gadfly.targets.tool import UnusableTargetError


def analyzer_by_path(path: Path, options: str = "") -> AnalyzerTarget | None:
    """A target for a program whose name is that of a known analyzer; None for any other program."""
    known = (tool for tool in tools() if isinstance(tool, Analyzer) and path.name in tool.executables)
    tool = next(known, None)
    if tool is None or not path.is_file():
        return None
    if not os.access(path, os.X_OK):
        raise UnusableTargetError(f"{path} is not executable: try `chmod +x`")
    path = path.absolute()
    try:
        name = TargetName.parse(f"{tool.name}@path{options}")
    except ValueError as error:
        raise UnusableTargetError(str(error)) from error
    return AnalyzerTarget(name, tool, tool.by_path, Installed(path.parent, path, sha256_of(path)[:16]))
