"""Settling: the truth about a C program that nobody knows yet, as far as it can be found out.

What an execution fails is unsafe. Nothing else is safe than what solvers of two families prove for all
inputs, or what the one execution of a program passes that reads nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gadfly.core.words import Answer, Basis, Query, Refusal, TargetIdentity, Truth
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.doubts import doubt, reads
from gadfly.lang.c.paths import BeyondError, Executions, explore
from gadfly.lang.c.vectors import input_vectors, vector_lines
from gadfly.truth.batch import BatchTask
from gadfly.truth.execution import CannotBuildError, Executor
from gadfly.truth.inputs_c import Vector, drawn_vectors, find_inputs
from gadfly.truth.panel import Vote, Vouchers
from gadfly.truth.proofs import INPUT, Prover

_ENDLESS = "does not end in time"
_NO_INPUTS: tuple[Vector, ...] = ((),)


class _UndefinedError(Exception):
    """There is no truth about a program; the message says why."""


@dataclass(slots=True)
class _Failures:
    """The checks that executions failed so far, and the inputs of these executions."""

    labels: set[int] = field(default_factory=set)
    vectors: list[Vector] = field(default_factory=list)

    def add(self, labels: set[int], vectors: Iterable[Vector]) -> None:
        if not labels <= self.labels:
            self.labels |= labels
            self.vectors += vectors


class CSettler:
    """Settles with compilers and solvers of other families than the accused one.

    It looks quickly: whoever reports what it finds has it certified.
    """

    def __init__(self, executor: Executor, vouchers: Vouchers) -> None:
        self._executor = executor
        self._vouchers = vouchers
        self._prover = Prover(vouchers)

    def settle(
        self, query: Query, accused: TargetIdentity, vectors: Sequence[Vector] = ()
    ) -> Truth | Refusal:
        """The truth of every check, `unknown` where it was not found; `vectors` are inputs worth trying.

        Refuses a program that is undefined, with any of the inputs tried or as we read it.
        """
        program = query.text
        if reason := doubt(program):
            return Refusal(reason)
        try:
            if not reads(program) and not INPUT.search(program):
                return self._settle_closed(program, accused)
            return self._settle_open(program, accused, vectors)
        except (CannotBuildError, _UndefinedError) as error:
            return Refusal(str(error))

    def narrow(self, query: Query, truth: Truth, label: int, accused: TargetIdentity) -> Truth | Refusal:
        """The settled truth of one check alone, with the inputs of one execution that shows it."""
        answers = tuple(
            answer if place == label else Answer.UNKNOWN for place, answer in enumerate(truth.answers)
        )
        if truth.answers[label] is not Answer.UNSAFE:
            return Truth(answers, Basis.INPUTS)
        try:
            vector = self._shortest(query.text, label, input_vectors(truth.evidence), accused)
        except (CannotBuildError, _UndefinedError) as error:
            return Refusal(str(error))
        return Truth(answers, Basis.INPUTS, vector_lines([vector]))

    def _settle_closed(self, program: str, accused: TargetIdentity) -> Truth:
        labels = range(check_count(program))
        failing = self._failing(program, _NO_INPUTS, accused, must_end=True)
        return Truth(
            tuple(Answer.UNSAFE if label in failing else Answer.SAFE for label in labels), Basis.INPUTS
        )

    def _settle_open(self, program: str, accused: TargetIdentity, vectors: Sequence[Vector]) -> Truth:
        failures, safe = _Failures(), frozenset[int]()
        for group in (vectors, *drawn_vectors(program)):
            failures.add(self._failing(program, group, accused), group)
        try:
            executions = explore(program)
        except BeyondError:
            pass  # what the inputs tried have shown is all there is
        else:
            safe = self._decide(program, executions, failures, accused)
        return _truth(check_count(program), failures, safe)

    def _decide(
        self, program: str, executions: Executions, failures: _Failures, accused: TargetIdentity
    ) -> frozenset[int]:
        """Add the failures that solvers find inputs for, and return the checks that they prove safe."""

        def found(condition: str) -> Vector | None:
            return find_inputs(program, executions, condition, self._vouchers, accused)

        if found(executions.undefined) is not None:
            raise _UndefinedError("undefined for some inputs, by our own reading of the program")
        labels = range(len(executions.fails))
        models = [found(executions.fails[label]) for label in labels if label not in failures.labels]
        vectors = [vector for vector in models if vector is not None]
        failures.add(self._failing(program, vectors, accused), vectors)
        return self._safe(executions, [label for label in labels if label not in failures.labels], accused)

    def _safe(self, executions: Executions, labels: Sequence[int], accused: TargetIdentity) -> frozenset[int]:
        """The checks that are proved safe; one that is not must not keep the others from it."""
        if not labels or isinstance(self._prover.prove_safe(executions, labels, accused), Vote):
            return frozenset(labels)
        if len(labels) == 1:
            return frozenset()
        return frozenset().union(*(self._safe(executions, [label], accused) for label in labels))

    def _failing(
        self, program: str, vectors: Sequence[Vector], accused: TargetIdentity, *, must_end: bool = False
    ) -> set[int]:
        """The checks that fail with any of these inputs; none if an execution does not end.

        Raises _UndefinedError, and CannotBuildError.
        """
        if not vectors:
            return set()
        (shown,) = self._executor.run_batch([BatchTask(program, tuple(vectors))], accused.family)
        if shown.problem.endswith(_ENDLESS) and not must_end:
            return set()
        if shown.problem:
            raise _UndefinedError(shown.problem)
        return {label for label, count in enumerate(shown.checks) if count.failed}

    def _shortest(
        self, program: str, label: int, vectors: tuple[Vector, ...], accused: TargetIdentity
    ) -> Vector:
        """The beginning of one of the inputs that suffices to fail the check, as one of them does."""
        while len(vectors) > 1:
            middle = len(vectors) // 2
            first, rest = vectors[:middle], vectors[middle:]
            vectors = first if label in self._failing(program, first, accused) else rest
        (vector,) = vectors
        while len(vector) > 1:
            shorter = vector[: len(vector) // 2]
            if label not in self._failing(program, (shorter,), accused):
                break
            vector = shorter
        return vector


def _truth(count: int, failures: _Failures, safe: frozenset[int]) -> Truth:
    def answer(label: int) -> Answer:
        if label in failures.labels:
            return Answer.UNSAFE
        return Answer.SAFE if label in safe else Answer.UNKNOWN

    vectors = vector_lines(failures.vectors) if failures.labels else ""
    return Truth(tuple(map(answer, range(count))), Basis.INPUTS, vectors)
