"""Certificates for C truths: the program is executed again, in every way there is to build it.

An execution proves that a check can fail. That one never fails is proved only where there is no other
execution: in a program that reads nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from gadfly.core.interfaces import Target
from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Language,
    Limits,
    Outcome,
    Query,
    Refusal,
    TargetIdentity,
    Truth,
    Verdict,
)
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.doubts import doubt, reads
from gadfly.truth.execution import CannotBuildError, Executor, Vouched

METHOD = "execution"
INTERPRETER = "gadfly's interpreter"
OBJECTION = re.compile(r"undefined|order of evaluation")
_CLAIMABLE = frozenset({Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN})
_INTERPRETING = Limits(wall_seconds=20, cpu_seconds=10)


class CCertifier:
    """Certifies by execution, with compilers of other families than the accused one.

    An interpreter, if there is one, may object: it knows what compilers do alike although the standard
    leaves it open or undefined. Where it knows the program and agrees, it vouches as well.
    """

    def __init__(self, executor: Executor, interpreter: Target | None = None) -> None:
        self._executor = executor
        self._interpreter = interpreter

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        """That every check has the answer the truth claims; those it calls unknown do not count."""
        reason = _not_certifiable(query, truth)
        if reason:
            return Refusal(reason)
        try:
            vectors = vectors_of(truth.evidence)
            run = self._executor.run_fully(query.text, vectors, accused.family)
        except ValueError as error:
            return Refusal(f"the evidence is no list of input vectors: {error}")
        except CannotBuildError as error:
            return Refusal(f"nobody can vouch: {error}")
        certificate = _judged(truth, run, len(vectors))
        if isinstance(certificate, Refusal) or self._interpreter is None:
            return certificate
        if self._interpreter.identity.family == accused.family:
            return certificate
        return _heard(certificate, truth, self._interpreter.answer_fresh(query, _INTERPRETING))


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
    read = reads(query.text)
    if Answer.SAFE in truth.answers and read:
        return f"executions cannot show that a program is safe which reads values: {read}"
    return doubt(query.text)


def vectors_of(evidence: str) -> list[tuple[int, ...]]:
    """The inputs of each execution; a program that reads nothing has one execution. Raises ValueError."""
    return [tuple(int(value) for value in line.split()) for line in evidence.splitlines()] or [()]


def _judged(truth: Truth, run: Vouched, times: int) -> Certificate | Refusal:
    shown = run.execution
    if shown.problem:
        return Refusal(shown.problem)
    for label, answer in enumerate(truth.answers):
        fails = shown.checks[label].failed > 0
        if fails and answer is Answer.SAFE:
            return Refusal(f"check {label} fails when the program is executed")
        if not fails and answer is Answer.UNSAFE:
            return Refusal(f"check {label} does not fail with the inputs given")
    return Certificate(
        METHOD,
        tuple(f"{name} ({count})" for name, count in Counter(map(_who, run.builds)).items()),
        f"{times} execution{'s' if times > 1 else ''} of each build: {', '.join(run.builds)}",
    )


def _who(build: str) -> str:
    """Who stands behind a build: valgrind, or the compiler."""
    return "valgrind" if build.endswith("valgrind") else build.partition(" -")[0]


def _heard(certificate: Certificate, truth: Truth, verdict: Verdict) -> Certificate | Refusal:
    """The certificate after the interpreter had its say."""
    if verdict.outcome is Outcome.UNSUPPORTED and OBJECTION.search(verdict.detail):
        return Refusal(f"our interpreter objects: {verdict.detail}")
    if verdict.outcome is not Outcome.ANSWERED:
        return certificate
    pairs = zip(truth.answers, verdict.answers, strict=True)
    if any(right is not said for right, said in pairs if right is not Answer.UNKNOWN):
        return Refusal(f"our interpreter says {', '.join(verdict.answers)}")
    return replace(certificate, vouchers=(*certificate.vouchers, INTERPRETER))
