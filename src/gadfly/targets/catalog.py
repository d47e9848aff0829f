"""The catalog: every tool Gadfly knows, and which release a name means.

A tool inside the house is one module with a `TOOL`; a tool outside is an entry point of the group
`gadfly.targets` that loads such a record.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from gadfly.core.words import TargetName
from gadfly.targets.analyzers import cbmc, clam, clang_analyzer, compilers, eva, gcc_analyzer, goto_analyzer
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease
from gadfly.targets.analyzers.verifiers import VERIFIERS
from gadfly.targets.domains import apron, ppl
from gadfly.targets.domains import planted as planted_domain
from gadfly.targets.domains.domain import DomainLibrary, DomainRelease
from gadfly.targets.planted import tool as planted
from gadfly.targets.planted.analyzer import tool as planted_analyzer
from gadfly.targets.planted.prover import tool as planted_prover
from gadfly.targets.solvers import (
    bitwuzla,
    boolector,
    cvc4,
    cvc5,
    mathsat5,
    opensmt,
    princess,
    smtinterpol,
    stp,
    yices2,
    z3,
)
from gadfly.targets.solvers.solver import Solver, SolverRelease
from gadfly.targets.tool import UnknownTargetError, version_key

AnyTool = Solver | Analyzer | DomainLibrary
ENTRY_POINTS = "gadfly.targets"
_HOUSE = (
    apron.TOOL,
    bitwuzla.TOOL,
    boolector.TOOL,
    cbmc.TOOL,
    clam.TOOL,
    clang_analyzer.TOOL,
    compilers.CLANG,
    compilers.GCC,
    cvc4.TOOL,
    cvc5.TOOL,
    eva.TOOL,
    gcc_analyzer.TOOL,
    goto_analyzer.TOOL,
    mathsat5.TOOL,
    opensmt.TOOL,
    planted.TOOL,
    planted_analyzer.TOOL,
    planted_domain.TOOL,
    planted_prover.TOOL,
    ppl.TOOL,
    princess.TOOL,
    smtinterpol.TOOL,
    stp.TOOL,
    yices2.TOOL,
    z3.TOOL,
    *VERIFIERS,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A release together with the tool it belongs to."""

    tool: AnyTool
    release: SolverRelease | AnalyzerRelease | DomainRelease

    @property
    def name(self) -> TargetName:
        return TargetName(self.tool.name, self.release.version)


@cache
def tools() -> tuple[AnyTool, ...]:
    """Every tool, by name; a tool from outside never hides one of the house."""
    known: dict[str, AnyTool] = {tool.name: tool for tool in _HOUSE}
    for tool in _outside_tools():
        known.setdefault(tool.name, tool)
    return tuple(known[name] for name in sorted(known))


def entries() -> Iterator[Entry]:
    """Every release of every tool."""
    return (Entry(tool, release) for tool in tools() for release in tool.releases)


def find(name: TargetName) -> Entry:
    """The release a name means; `z3@4.8.7` means 4.8.7.0, the newest if several fit.

    Behind a slash comes which domain of a library is meant: there is none that is close to another.
    """
    tool = find_tool(name.tool)
    wanted = version_key(name.version)
    exact = [release for release in tool.releases if release.version == name.version]
    close = [
        release
        for release in tool.releases
        if wanted and version_key(release.version) == wanted and "/" not in release.version
    ]
    if exact or close:
        return Entry(tool, (exact or close)[-1])
    raise UnknownTargetError(f"no {name.tool}@{name.version}: {_nearest(tool, wanted)}")


def find_tool(name: str) -> AnyTool:
    for tool in tools():
        if name in (tool.name, *tool.aliases):
            return tool
    known = ", ".join(tool.name for tool in tools())
    raise UnknownTargetError(f"no tool {name!r} (there are {known}); see `gadfly targets list`")


def _nearest(tool: AnyTool, wanted: tuple[int, ...]) -> str:
    """Where to go from a version that is not there."""
    if not tool.releases:
        return f"{tool.name} is used by its path, get it from {tool.url}"
    ordered = sorted(tool.releases, key=lambda release: version_key(release.version))
    if not wanted or not version_key(ordered[-1].version) or "/" in ordered[-1].version:
        return "there is " + ", ".join(release.version for release in tool.releases)
    place = bisect_left([version_key(release.version) for release in ordered], wanted)
    near = [release.version for release in ordered[max(place - 1, 0) : place + 1]]
    return f"nearest is {' and '.join(near)}; see `gadfly targets list`"


def _outside_tools() -> Iterator[AnyTool]:
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        tool = point.load()
        if not isinstance(tool, AnyTool):
            raise UnknownTargetError(
                f"entry point {point.name} of {ENTRY_POINTS} is no Solver, Analyzer or DomainLibrary record"
            )
        yield tool
