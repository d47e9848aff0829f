"""The planted analyzer in the catalog: `planted-analyzer@none` is correct, `…@dropped-cast` drops casts, …"""

from __future__ import annotations

import re

from gadfly.core.words import Answer, Outcome
from gadfly.lang.c.dialect import INPUT_TYPES, input_names
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading
from gadfly.targets.planted.analyzer.defects import DEFECTS
from gadfly.targets.planted.tool import WITHOUT_DEFECT
from gadfly.targets.tool import Bundled

_ANSWER = re.compile(r"^check (\d+): (safe|unsafe)$", re.MULTILINE)
_REFUSAL = re.compile(r"^unsupported: .*$", re.MULTILINE)


def dialect(program: str) -> str:
    """Declarations only: the planted analyzer knows the words of the standard dialect."""
    inputs = "".join(
        f"extern {INPUT_TYPES[name]} __VERIFIER_nondet_{name}(void);\n" for name in input_names(program)
    )
    return (
        "extern void __gadfly_check(int label, _Bool condition);\n"
        f"extern void __VERIFIER_assume(int condition);\n{inputs}"
    )


def read(done: Completed, checks: int) -> Reading:
    """The answers, or the line that says why there are none."""
    if refusal := _REFUSAL.search(done.stdout):
        return Reading(outcome=Outcome.UNSUPPORTED, detail=refusal[0])
    found = {int(label): Answer(answer) for label, answer in _ANSWER.findall(done.stdout)}
    if done.exit_code != 0 or len(found) != checks:
        return Reading(outcome=Outcome.CRASH, detail=done.detail)
    return Reading(tuple(found[label] for label in range(checks)))


def _release(version: str, arguments: tuple[str, ...]) -> AnalyzerRelease:
    return AnalyzerRelease(
        version=version,
        source=Bundled(),
        program="targets/planted/analyzer/checker.py",
        command=("{python}", "-m", "gadfly.targets.planted.analyzer.checker"),
        read=read,
        arguments=arguments,
        dialect=dialect,
    )


_CORRECT = _release(WITHOUT_DEFECT, ())

TOOL = Analyzer(
    name="planted-analyzer",
    family="planted",
    summary="a small C checker of our own with switchable defects: closed programs, executed exactly",
    url="",
    executables=(),
    releases=(_CORRECT, *(_release(name, ("--defect", name)) for name in DEFECTS)),
    by_path=_CORRECT,
)
