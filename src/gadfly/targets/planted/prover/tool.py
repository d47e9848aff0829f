"""The planted prover in the catalog: `planted-prover@none` is correct, `…@zero-modulo` forgets paths, …

`…@alarms` is correct, too, but never sure that a check fails: like an abstract interpreter it warns.
"""

from __future__ import annotations

from dataclasses import replace

from gadfly.core.words import Answer, Feature
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease
from gadfly.targets.planted.analyzer.tool import read
from gadfly.targets.planted.prover.defects import DEFECTS
from gadfly.targets.planted.tool import WITHOUT_DEFECT
from gadfly.targets.tool import Bundled


def dialect(_program: str) -> str:
    """Nothing: the planted prover reads the standard dialect."""
    return ""


def _release(version: str, arguments: tuple[str, ...]) -> AnalyzerRelease:
    return AnalyzerRelease(
        version=version,
        source=Bundled(),
        program="targets/planted/prover/checker.py",
        command=("{python}", "-m", "gadfly.targets.planted.prover.checker"),
        read=read,
        arguments=arguments,
        dialect=dialect,
        features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS}),
    )


def _warning(version: str, arguments: tuple[str, ...]) -> AnalyzerRelease:
    release = _release(version, arguments)
    return replace(release, claims=frozenset({Answer.SAFE}), features=release.features | {Feature.ALARMS})


_CORRECT = _release(WITHOUT_DEFECT, ())
_WARNING = (_warning("alarms", ()), _warning("alarms-last-assumption", ("--defect", "last-assumption")))

TOOL = Analyzer(
    name="planted-prover",
    family="planted",
    summary="a small C prover of our own with switchable defects: all inputs, all paths, decided by z3",
    url="",
    executables=(),
    releases=(_CORRECT, *(_release(name, ("--defect", name)) for name in DEFECTS), *_WARNING),
    by_path=_CORRECT,
)
