"""Settling: the truth about a C program that nobody knows yet, as far as it can be found out.

What an execution fails is unsafe. Nothing else is safe than what solvers of two families prove for all
inputs, or what the one execution of a program passes that reads nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from gadfly.core.words import Answer, Basis, Query, Refusal, TargetIdentity, Truth
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.doubts import doubt, reads
from gadfly.lang.c.paths import BeyondError, Executions, explore
from gadfly.lang.c.vectors import input_vectors, vector_lines
from gadfly.truth.batch import BatchTask
from gadfly.truth.execution import CannotBuildError, Executor
from gadfly.truth.inputs_c import Found, Vector, drawn_vectors, find_inputs
from gadfly.truth.opinions_c import Hint, Peers, hints, no_peers
from gadfly.truth.panel import Vote, Vouchers
from gadfly.truth.proofs import INPUT, Prover

_MOST_STEPS = 10_000  # of an exploration: what takes longer is seldom proved then
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


@dataclass(frozen=True, slots=True)
class _Case:
    """A program, the checks of it that matter, inputs worth trying, and who must not help to settle it."""

    program: str
    labels: Collection[int]
    vectors: Sequence[Vector]
    accused: TargetIdentity


class CSettler:
    """Settles with compilers and solvers of other families than the accused one.

    It looks quickly: whoever reports what it finds has it certified.
    """

    def __init__(self, executor: Executor, vouchers: Vouchers, peers: Peers = no_peers) -> None:
        self._executor = executor
        self._vouchers = vouchers
        self._peers = peers
        self._prover = Prover(vouchers)

    def settle(
        self,
        query: Query,
        labels: Collection[int],
        accused: TargetIdentity,
        vectors: Sequence[Vector] = (),
    ) -> Truth | Refusal:
        """The truth of these checks, and of others that fail on the way; `unknown` where it was not found.

        `vectors` are inputs worth trying. A program is refused that is undefined with any that was tried, or
        with others as we read it.
        """
        program = query.text
        if reason := doubt(program):
            return Refusal(reason)
        case = _Case(program, labels, vectors, accused)
        try:
            is_open = reads(program) or INPUT.search(program)
            return self._settle_open(case) if is_open else self._settle_closed(case)
        except (CannotBuildError, _UndefinedError) as error:
            return Refusal(str(error))

    def hints(self, query: Query, labels: Collection[int], accused: TargetIdentity) -> tuple[Hint, ...]:
        """What other analyzers say about checks that could not be settled."""
        return hints(query, labels, self._peers, accused)

    def narrow(self, query: Query, truth: Truth, label: int, accused: TargetIdentity) -> Truth | Refusal:
        """The settled truth of one check alone, with the inputs of one execution that shows it."""
        answers = tuple(
            answer if place == label else Answer.UNKNOWN for place, answer in enumerate(truth.answers)
        )
        if truth.answers[label] is not Answer.UNSAFE:
            return Truth(answers, Basis.INPUTS)
        case = _Case(query.text, {label}, input_vectors(truth.evidence), accused)
        try:
            return Truth(answers, Basis.INPUTS, vector_lines([self._shortest(case, label)]))
        except (CannotBuildError, _UndefinedError) as error:
            return Refusal(str(error))

    def _settle_closed(self, case: _Case) -> Truth:
        failing = self._failing(case, _NO_INPUTS, must_end=True)
        answers = (
            Answer.UNSAFE if label in failing else Answer.SAFE for label in range(check_count(case.program))
        )
        return Truth(tuple(answers), Basis.INPUTS)

    def _settle_open(self, case: _Case) -> Truth:
        failures, safe = _Failures(), frozenset[int]()
        for group in (case.vectors, *drawn_vectors(case.program)):
            failures.add(self._failing(case, group), group)
        try:
            executions = explore(case.program, most_steps=_MOST_STEPS)
        except BeyondError:
            pass  # what the inputs tried have shown is all there is
        else:
            safe = self._decide(case, executions, failures)
        return _truth(check_count(case.program), failures, safe)

    def _decide(self, case: _Case, executions: Executions, failures: _Failures) -> frozenset[int]:
        """Add the failures that solvers find inputs for, and return the checks that they prove safe."""

        def find(condition: str) -> Found:
            return find_inputs(case.program, executions, condition, self._vouchers, case.accused)

        if find(executions.undefined).answer is Answer.SAT:
            raise _UndefinedError("undefined for some inputs, by our own reading of the program")
        open_labels = [label for label in case.labels if label not in failures.labels]
        found = {label: find(executions.fails[label]) for label in open_labels}
        vectors = [each.inputs for each in found.values() if each.answer is Answer.SAT]
        failures.add(self._failing(case, vectors), vectors)
        safe = [label for label, each in found.items() if each.answer is Answer.UNSAT]
        is_proved = safe and isinstance(self._prover.prove_safe(executions, safe, case.accused), Vote)
        return frozenset(safe) - failures.labels if is_proved else frozenset()

    def _failing(self, case: _Case, vectors: Sequence[Vector], *, must_end: bool = False) -> set[int]:
        """The checks that fail with any of these inputs; none if an execution does not end.

        Raises _UndefinedError, and CannotBuildError.
        """
        if not vectors:
            return set()
        task = BatchTask(case.program, tuple(vectors))
        (shown,) = self._executor.run_batch([task], case.accused.family)
        if shown.problem.endswith(_ENDLESS) and not must_end:
            return set()
        if shown.problem:
            raise _UndefinedError(shown.problem)
        return {label for label, count in enumerate(shown.checks) if count.failed}

    def _shortest(self, case: _Case, label: int) -> Vector:
        """The beginning of one of the inputs that suffices to fail the check, as one of them does."""
        vectors = case.vectors
        while len(vectors) > 1:
            middle = len(vectors) // 2
            first, rest = vectors[:middle], vectors[middle:]
            vectors = first if label in self._failing(case, first) else rest
        (vector,) = vectors
        while len(vector) > 1:
            shorter = vector[: len(vector) // 2]
            if label not in self._failing(case, [shorter]):
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
