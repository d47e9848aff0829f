"""Clam: abstract interpretation of LLVM bitcode with the Crab library, built by the user."""

from __future__ import annotations

import re

from gadfly.core.words import Answer, Feature, Outcome
from gadfly.lang.c.dialect import svcomp
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading
from gadfly.targets.tool import UserInstalled

_COUNT = re.compile(r"^(\d+)\s+Number of total (safe|unreachable|error|warning) checks$", re.MULTILINE)


def crab_assertions(program: str) -> str:
    """Checks as the assertions that Clam counts."""
    return (
        f"{svcomp(program)}"
        "extern void __CRAB_assert(int);\n"
        "#undef __gadfly_check\n"
        "#define __gadfly_check(label, condition) __CRAB_assert((condition) ? 1 : 0)\n"
    )


def read_counts(done: Completed, checks: int) -> Reading:
    """Clam only counts: it is certain of a check if it is certain of all.

    Fewer than there are were lost on the way to the analysis, so nothing is known about any of them.
    """
    counts = {kind: int(number) for number, kind in _COUNT.findall(f"{done.stdout}\n{done.stderr}")}
    if not {"safe", "error", "warning"} <= counts.keys():
        message = done.stderr.strip().rpartition("\n")[2]
        return Reading(outcome=Outcome.UNSUPPORTED, detail=message or "no count of the checks")
    proved = counts["safe"] + counts.get("unreachable", 0)
    certain = proved >= checks and counts["error"] == counts["warning"] == 0
    return Reading((Answer.SAFE if certain else Answer.UNKNOWN,) * checks)


TOOL = Analyzer(
    name="clam",
    family="crab",
    summary="Clam: abstract interpretation with Crab, by default in the one domain with machine integers",
    url="https://github.com/seahorn/clam",
    executables=("clam.py",),
    by_path=AnalyzerRelease(
        version="path",
        source=UserInstalled(),
        read=read_counts,
        arguments=("-m64", "-O0", "--crab-inter", "--crab-dom=w-int", "--crab-check=assert"),
        dialect=crab_assertions,
        limits_address_space=False,
        claims=frozenset({Answer.SAFE}),
        features=frozenset({Feature.INPUTS}),
    ),
)
