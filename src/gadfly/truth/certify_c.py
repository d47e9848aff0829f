"""Certificates for C truths: the program is executed again, in every way there is to build it.

An execution proves that a check can fail. That one never fails is proved only where there is no other
execution: in a program that reads nothing.
"""

from __future__ import annotations

import re

from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Language,
    Query,
    Refusal,
    TargetIdentity,
    Truth,
)
from gadfly.lang.c.dialect import check_count
from gadfly.truth.execution import CannotBuildError, Executor, Vouched

METHOD = "execution"
_CLAIMABLE = frozenset({Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN})
# What a program may learn from outside; an analyzer is right to expect any value from it.
_READS = re.compile(
    r"\b(?:(__VERIFIER_nondet_\w+|s?rand(?:om)?|rand_r|time|clock|clock_gettime|gettimeofday|getenv|getpid"
    r"|f?getc|getchar|gets|fgets|fread|read|f?scanf|fopen|open)\s*\(|main\s*\(\s*(?!void\b)[^\s)])"
)


class CCertifier:
    """Certifies by execution, with compilers of other families than the accused one."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        """That every check has the answer the truth claims; those it calls unknown do not count."""
        reason = _not_certifiable(query, truth)
        if reason:
            return Refusal(reason)
        try:
            vectors = _vectors(truth.evidence)
            runs = [self._executor.run_fully(query.text, vector, accused.family) for vector in vectors]
        except ValueError as error:
            return Refusal(f"the evidence is no list of input vectors: {error}")
        except CannotBuildError as error:
            return Refusal(f"nobody can vouch: {error}")
        return _judged(truth, runs)


def _not_certifiable(query: Query, truth: Truth) -> str:
    """Why a truth is not even worth an execution, or ""."""
    if query.language is not Language.C or truth.basis is not Basis.INPUTS:
        return "only truths about C that rest on inputs can be certified by execution"
    if len(truth.answers) != check_count(query.text):
        return "the truth does not cover every check"
    if not set(truth.answers) <= _CLAIMABLE:
        return "a check can only be safe or unsafe"
    if set(truth.answers) <= {Answer.UNKNOWN}:
        return "the truth claims nothing"
    reads = _READS.search(query.text)
    if Answer.SAFE in truth.answers and reads:
        return f"executions cannot show that a program is safe which reads values: {reads[1] or 'arguments'}"
    return ""


def _vectors(evidence: str) -> list[tuple[int, ...]]:
    """The inputs of each execution; a program that reads nothing has one execution. Raises ValueError."""
    return [tuple(int(value) for value in line.split()) for line in evidence.splitlines()] or [()]


def _judged(truth: Truth, runs: list[Vouched]) -> Certificate | Refusal:
    for run in runs:
        if run.execution.problem:
            return Refusal(run.execution.problem)
    for label, answer in enumerate(truth.answers):
        fails = any(run.execution.checks[label].failed for run in runs)
        if fails and answer is Answer.SAFE:
            return Refusal(f"check {label} fails when the program is executed")
        if not fails and answer is Answer.UNSAFE:
            return Refusal(f"check {label} does not fail with the inputs given")
    plural = "s" if len(runs) > 1 else ""
    return Certificate(
        METHOD, runs[0].builds, f"{len(runs)} execution{plural} in {len(runs[0].builds)} builds"
    )
