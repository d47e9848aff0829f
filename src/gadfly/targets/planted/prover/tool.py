"""The planted prover in the catalog: `planted-prover@none` is correct, `…@zero-modulo` forgets paths, …"""

from __future__ import annotations

from gadfly.core.words import Feature
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


_CORRECT = _release(WITHOUT_DEFECT, ())

TOOL = Analyzer(
    name="planted-prover",
    family="planted",
    summary="a small C prover of our own with switchable defects: all inputs, all paths, decided by z3",
    url="",
    executables=(),
    releases=(_CORRECT, *(_release(name, ("--defect", name)) for name in DEFECTS)),
    by_path=_CORRECT,
)
