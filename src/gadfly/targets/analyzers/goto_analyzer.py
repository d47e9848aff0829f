"""goto-analyzer: abstract interpretation, the second engine that comes with CBMC.

Only `safe` is a claim. FAILURE means that the condition is false if control ever gets there, which is not
said to happen; so it is no claim about an execution.
"""

from __future__ import annotations

from dataclasses import replace

from gadfly.core.words import Answer, Feature, Option
from gadfly.run.command import Completed
from gadfly.targets.analyzers import cprover
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading, by_path

_VARIABLE_SENSITIVITY = (
    *("--vsd", "--vsd-values", "set-of-constants", "--vsd-structs", "every-field"),
    *("--vsd-arrays", "every-element", "--vsd-pointers", "value-set"),
)


def read(done: Completed, checks: int) -> Reading:
    """The answers in goto-analyzer's list of properties, which ends a run that went well."""
    reported = cprover.properties(done.stdout)
    if done.exit_code != 0 or (checks and not reported):
        return cprover.error(done)
    return Reading(cprover.answers(reported, checks))


_OLD = AnalyzerRelease(
    version="5.12",
    source=cprover.OLD,
    program="bin/goto-analyzer",
    command=cprover.COMMAND,
    read=read,
    arguments=("--verify", *cprover.QUIET, "--intervals"),
    claims=frozenset({Answer.SAFE}),
    features=frozenset({Feature.ALL_CHECKS, Feature.INPUTS}),
    options=(Option("constants", ("",)),),
)
_NEW = replace(
    _OLD,
    version="6.6.0",
    source=cprover.NEW,
    arguments=("--verify", *cprover.QUIET, *cprover.NO_OTHER_CHECKS, *_VARIABLE_SENSITIVITY),
    options=(
        Option("constants", ("",)),
        Option("intervals", ("",)),
    ),
)

TOOL = Analyzer(
    name="goto-analyzer",
    family="cprover",
    summary="goto-analyzer, the abstract interpreter that comes with CBMC",
    url="https://github.com/diffblue/cbmc",
    executables=("goto-analyzer",),
    option=("--{name}", "{value}"),
    crash=cprover.CRASH,
    releases=(_OLD, _NEW),
    by_path=by_path(_NEW),
)
