"""Certificates for C truths: the program is executed again, in every way there is to build it.

An execution proves that a check can fail. That one never fails is proved by it only where there is no other
execution: in a program that reads nothing. If it reads inputs, there must be a proof for all of them too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gadfly.core.interfaces import Execution, Target
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
from gadfly.lang.c.paths import BeyondError, explore
from gadfly.lang.c.vectors import input_vectors
from gadfly.truth.batch import BatchTask
from gadfly.truth.execution import CannotBuildError, Executor, Vouched
from gadfly.truth.panel import Vouchers
from gadfly.truth.proofs import INPUT, Prover, Undefined, all_vectors, unchosen_vectors

METHOD = "execution"
PROVED = "execution and proof"
INTERPRETER = "gadfly's interpreter"
OBJECTION = re.compile(r"undefined|order of evaluation")
_REMARK_STEPS = 20_000  # a remark is not worth minutes
_CLAIMABLE = frozenset({Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN})
_INTERPRETING = Limits(wall_seconds=20, cpu_seconds=10)


@dataclass(frozen=True, slots=True)
class _Claim:
    """What is to be certified of a program, and the inputs that it is executed with."""

    program: str
    truth: Truth
    vectors: tuple[tuple[int, ...], ...]
    accused: TargetIdentity


class CCertifier:
    """Certifies by execution, with compilers of other families than the accused one, and by solvers.

    An interpreter, if there is one, may object: it knows what compilers do alike although the standard
    leaves it open or undefined. Where it knows the program and agrees, it vouches as well.
    """

    def __init__(self, executor: Executor, vouchers: Vouchers, interpreter: Target | None = None) -> None:
        self._executor = executor
        self._prover = Prover(vouchers)
        self._interpreter = interpreter

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        """That every check has the answer the truth claims; those it calls unknown do not count."""
        reason = _not_certifiable(query, truth)
        if reason:
            return Refusal(reason)
        try:
            vectors = input_vectors(truth.evidence)
        except ValueError as error:
            return Refusal(f"the evidence is no list of input vectors: {error}")
        try:
            certificate = self._certificate(_Claim(query.text, truth, vectors, accused))
        except CannotBuildError as error:
            return Refusal(f"nobody can vouch: {error}")
        except BeyondError as error:
            return Refusal(f"nobody can vouch for all inputs: {error}")
        if isinstance(certificate, Refusal) or self._interpreter is None:
            return certificate
        if self._interpreter.identity.family == accused.family:
            return certificate
        return _heard(certificate, truth, self._interpreter.answer_fresh(query, _INTERPRETING))

    def objection(self, query: Query, vectors: Sequence[tuple[int, ...]], accused: TargetIdentity) -> str:
        """What any build has against an execution with these inputs, or the interpreter; "" if nothing."""
        try:
            run = self._executor.run_fully(query.text, vectors, accused.family)
        except CannotBuildError as error:
            return str(error)
        interpreter = self._interpreter
        if run.execution.problem or interpreter is None or interpreter.identity.family == accused.family:
            return run.execution.problem
        return _objection(interpreter.answer_fresh(query, _INTERPRETING))

    def _certificate(self, claim: _Claim) -> Certificate | Refusal:
        if not reads(claim.program) and not INPUT.search(claim.program):
            return self._execute(claim)
        if Answer.SAFE in claim.truth.answers:
            return self._prove(claim)
        return self._witness(claim)

    def _execute(self, claim: _Claim) -> Certificate | Refusal:
        run = self._executor.run_fully(claim.program, claim.vectors, claim.accused.family)
        reason = _contradiction(claim.truth, run.execution)
        return Refusal(reason) if reason else _by_builds(run)

    def _prove(self, claim: _Claim) -> Certificate | Refusal:
        """No execution may refute what solvers of two families have to prove. Raises BeyondError."""
        explored = explore(claim.program)
        more = (*claim.vectors, *unchosen_vectors(claim.program, explored))
        certificate = self._execute(replace(claim, vectors=more))
        if isinstance(certificate, Refusal):
            return certificate
        every = all_vectors(claim.program, explored)
        if every:
            (shown,) = self._executor.run_batch([BatchTask(claim.program, every)], claim.accused.family)
            if reason := _contradiction(claim.truth, shown):
                return Refusal(reason)
        safe = [label for label, answer in enumerate(claim.truth.answers) if answer is Answer.SAFE]
        vote = self._prover.prove_safe(explored, safe, claim.accused)
        if isinstance(vote, Refusal):
            return vote
        tried = f"; all {len(every)} inputs were tried" if every else ""
        return Certificate(
            PROVED,
            (*certificate.vouchers, *vote.names),
            f"{certificate.detail}; refuted for all inputs{tried}",
        )

    def _witness(self, claim: _Claim) -> Certificate | Refusal:
        """The executions given suffice; whether the others are defined as well is worth a remark."""
        certificate = self._execute(claim)
        if isinstance(certificate, Refusal):
            return certificate
        try:
            explored = explore(claim.program, most_steps=_REMARK_STEPS)
            undefined = self._prover.find_undefined(explored, claim.vectors, claim.accused)
        except BeyondError:
            undefined = Undefined.UNKNOWN
        if undefined is Undefined.HERE:
            return Refusal("undefined with the inputs given, by our own reading of the program")
        is_defined = undefined is Undefined.NOWHERE
        remark = "defined for all inputs" if is_defined else "not known to be defined for other inputs"
        return replace(certificate, detail=f"{certificate.detail}; {remark}")


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
    unknown = reads(INPUT.sub("", query.text))
    if Answer.SAFE in truth.answers and unknown:
        return f"nobody can show that a program is safe which reads values: {unknown}"
    return doubt(query.text)


def _contradiction(truth: Truth, shown: Execution) -> str:
    """What the executions have against a truth, or ""."""
    if shown.problem:
        return shown.problem
    for label, answer in enumerate(truth.answers):
        fails = shown.checks[label].failed > 0
        if fails and answer is Answer.SAFE:
            return f"check {label} fails when the program is executed"
        if not fails and answer is Answer.UNSAFE:
            return f"check {label} does not fail with the inputs given"
    return ""


def _by_builds(run: Vouched) -> Certificate:
    times = len(run.executions)
    return Certificate(
        METHOD,
        tuple(f"{name} ({count})" for name, count in Counter(map(_who, run.builds)).items()),
        f"{times} execution{'s' if times > 1 else ''} of each build: {', '.join(run.builds)}",
    )


def _who(build: str) -> str:
    """Who stands behind a build: valgrind, or the compiler."""
    return "valgrind" if build.endswith("valgrind") else build.partition(" -")[0]


def _objection(verdict: Verdict) -> str:
    """What the interpreter has against a program, or ""."""
    if verdict.outcome is Outcome.UNSUPPORTED and OBJECTION.search(verdict.detail):
        return f"our interpreter objects: {verdict.detail}"
    return ""


def _heard(certificate: Certificate, truth: Truth, verdict: Verdict) -> Certificate | Refusal:
    """The certificate after the interpreter had its say."""
    if objection := _objection(verdict):
        return Refusal(objection)
    if verdict.outcome is not Outcome.ANSWERED:
        return certificate
    pairs = zip(truth.answers, verdict.answers, strict=True)
    if any(right is not said for right, said in pairs if right is not Answer.UNKNOWN):
        return Refusal(f"our interpreter says {', '.join(verdict.answers)}")
    return replace(certificate, vouchers=(*certificate.vouchers, INTERPRETER))
