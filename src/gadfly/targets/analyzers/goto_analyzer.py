"""goto-analyzer: abstract interpretation, the second engine that comes with CBMC.

Only `safe` is a claim. FAILURE means that the condition is false if control ever gets there, which is not
said to happen; so it is no claim about an execution.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gadfly.core.words import Answer, Feature, Option
from gadfly.run.command import Completed
from gadfly.targets.analyzers import cprover
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading, by_path

_END = re.compile(r"^Summary: \d+ pass", re.MULTILINE)

# 5.12 has no better domain than the one it takes by itself, constants. 6.6.0 has the variable sensitivity
# domain, here as precise as it still ends on loops: sets of constants and intervals may grow for ever.
# `constants` and `intervals` as flags are the older domains, which then take its place.
_VARIABLE_SENSITIVITY = (
    ("vsd", ""),
    ("vsd-arrays", "every-element"),
    ("vsd-pointers", "value-set"),
    ("vsd-structs", "every-field"),
    ("vsd-values", "constants"),
)
_INTERPRETERS = (
    Option("call-stack", ("1", "5")),
    Option("one-domain-per-history", ("",)),
    Option("one-domain-per-location", ("",)),
    Option("recursive-interprocedural", ("",)),
)
_NEW_OPTIONS = (
    Option("branching", ("4",)),
    Option("constants", ("",)),
    Option("intervals", ("",)),
    Option("loop-unwind", ("4", "40")),
    Option("loop-unwind-and-branching", ("10",)),
    Option("three-way-merge", ("",)),
    Option("vsd-arrays", ("top-bottom", "smash", "up-to-n-elements")),
    Option("vsd-data-dependencies", ("",)),
    Option("vsd-liveness", ("",)),
    Option("vsd-pointers", ("top-bottom", "constants")),
    Option("vsd-structs", ("top-bottom",)),
    Option("vsd-values", ("set-of-constants", "intervals")),
)


def read(done: Completed, checks: int) -> Reading:
    """The answers in goto-analyzer's list of properties, which must be whole."""
    if not _END.search(done.stdout):
        return cprover.error(done)
    reported = cprover.properties(done.stdout)
    return Reading(cprover.answers(reported, checks))


_OLD = AnalyzerRelease(
    version="5.12",
    source=cprover.OLD,
    program="bin/goto-analyzer",
    command=cprover.COMMAND,
    read=read,
    arguments=("--verify",),
    claims=frozenset({Answer.SAFE}),
    features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS, Feature.ALARMS}),
    options=(*_INTERPRETERS, Option("intervals", ("",))),
)
_NEW = replace(
    _OLD,
    version="6.6.0",
    source=cprover.NEW,
    arguments=(*_OLD.arguments, *cprover.NO_OTHER_CHECKS),
    options=(*_INTERPRETERS, *_NEW_OPTIONS),
    defaults=_VARIABLE_SENSITIVITY,
)

TOOL = Analyzer(
    name="goto-analyzer",
    family="cprover",
    summary="goto-analyzer, the abstract interpreter that comes with CBMC",
    url="https://github.com/diffblue/cbmc",
    executables=("goto-analyzer",),
    option=("--{name}", "{value}"),
    crash=cprover.CRASH,
    unmodelled=cprover.UNMODELLED,
    releases=(_OLD, _NEW),
    by_path=by_path(_NEW),
)
