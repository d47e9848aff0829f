"""Verifiers of SV-COMP: BenchExec's tool-info modules know how each is called and what it answered.

They give one verdict on the whole program, so with several checks nobody knows which of them may fail.
"""

from __future__ import annotations

import re
from functools import partial

from gadfly.core.words import CLAIMS, Answer, Feature, Outcome
from gadfly.lang.c.dialect import PROPERTY, PROPERTY_FILE, Dialect, svcomp
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import AnalyzerRelease, Reading
from gadfly.targets.analyzers.benchexec_launcher import RESULT, UNUSABLE
from gadfly.targets.tool import UnusableTargetError, UserInstalled

_OUTCOMES = (
    (re.compile("TIMEOUT"), Outcome.TIMEOUT),
    (re.compile("OUT OF.*MEMORY"), Outcome.OUT_OF_MEMORY),
    (re.compile("SEGMENTATION FAULT|ASSERTION"), Outcome.CRASH),
)


def verifier(
    module: str,
    *arguments: str,
    claims: frozenset[Answer] = CLAIMS,
    dialect: Dialect = svcomp,
    certain: str = "",
) -> AnalyzerRelease:
    """A user's installation of a verifier, asked by the tool-info module of that name.

    `certain` is for modules that take too little for an answer: a line of the output must match it, or
    nothing was answered.
    """
    return AnalyzerRelease(
        version="path",
        source=UserInstalled(),
        command=("{python}", "-P", "-m", "gadfly.targets.analyzers.benchexec_launcher", module, "{program}"),
        arguments=arguments,
        limits_address_space=False,  # JVMs and symbolic executors reserve far more than they use
        read=partial(read_result, certain=re.compile(certain, re.MULTILINE)),
        dialect=dialect,
        files=((PROPERTY_FILE, PROPERTY),),
        claims=claims,
        features=frozenset({Feature.INPUTS}),
    )


def read_result(done: Completed, checks: int, *, certain: re.Pattern[str]) -> Reading:
    """What BenchExec made of the output.

    An exception is not a crash: front ends throw them at programs that they do not support.
    """
    if done.exit_code == UNUSABLE:
        raise UnusableTargetError(_last_line(done.stderr))
    last = _last_line(done.stdout)
    if not last.startswith(RESULT):
        return Reading(outcome=Outcome.UNSUPPORTED, detail=f"no result: {_last_line(done.stderr) or last}")
    result = last.removeprefix(RESULT)
    match result:
        case "unknown" | "done":
            return Reading((Answer.UNKNOWN,) * checks)
        case "true" | "false" | "false(unreach-call)":
            if certain.search(done.stdout) is None:
                return Reading(outcome=Outcome.UNSUPPORTED, detail=f"{result} without saying so")
            answer = Answer.SAFE if result == "true" else Answer.UNSAFE
            told_apart = answer is Answer.SAFE or checks == 1
            return Reading((answer if told_apart else Answer.UNKNOWN,) * checks)
    outcomes = (outcome for pattern, outcome in _OUTCOMES if pattern.search(result))
    return Reading(outcome=next(outcomes, Outcome.UNSUPPORTED), detail=result)


def _last_line(text: str) -> str:
    return text.rstrip().rpartition("\n")[2]
