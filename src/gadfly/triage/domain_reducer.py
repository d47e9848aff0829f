"""Reducing programs of domain operations.

A law holds for all elements, so that any change leaves a true question as long as what the law takes for
granted is kept. No choices are behind a program: the target found it by itself in a sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from gadfly.core.words import Capabilities, Question
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.program import Constraint, Program, Sum
from gadfly.lang.domain.text import print_program, read_program
from gadfly.triage.domain_passes import PASSES, Pass, simplicity, without_unused
from gadfly.triage.meter import Meter
from gadfly.truth.domain_premises import objection_to


def reduce_domain(
    question: Question, capabilities: Capabilities, breaks_law: Callable[[Question], bool], meter: Meter
) -> tuple[Question, ...]:
    """Ever smaller questions that the target still answers wrongly; none if there is none.

    A sweep that named no test stays as it is.
    """
    try:
        program = read_program(question.query.text)
    except DomainReadError:
        return ()
    reducer = _Reducer(question, program, capabilities, breaks_law, meter)
    reducer.run()
    return tuple(reducer.steps)


class _Reducer:
    def __init__(
        self,
        question: Question,
        program: Program,
        capabilities: Capabilities,
        breaks_law: Callable[[Question], bool],
        meter: Meter,
    ) -> None:
        self.steps: list[Question] = []
        self._start = question
        self._best = program
        self._capabilities = capabilities
        self._breaks_law = breaks_law
        self._meter = meter
        self._tried: set[str] = set()

    def run(self) -> None:
        self._accept(without_unused(self._best))
        before = None
        while self._best is not before:
            before = self._best
            for reduction in PASSES:
                self._run_pass(reduction)

    def _run_pass(self, reduction: Pass) -> None:
        """Start a pass anew on every success: what it goes through has changed."""
        while not self._meter.is_empty:
            if not any(self._accept(candidate) for candidate in reduction(self._best)):
                return

    def _accept(self, program: Program) -> bool:
        text = print_program(program)
        if text in self._tried or _order(program) >= _order(self._best):
            return False
        self._tried.add(text)
        if objection_to(program, self._capabilities) or not self._meter.spend():
            return False
        question = replace(self._start, query=replace(self._start.query, text=text))
        if not self._breaks_law(question):
            return False
        self._best = program
        self.steps.append(question)
        return True


def _order(program: Program) -> tuple[int, int, int, list[tuple[int, int, int]], str]:
    """Fewer statements are simpler, then fewer variables, then shorter text, then simpler numbers."""
    text = print_program(program)
    numbers = [simplicity(number) for number in _numbers(program)]
    return len(program.statements), program.variables, len(text), sorted(numbers, reverse=True), text


def _numbers(program: Program) -> Iterator[int | float]:
    for statement in program.statements:
        yield from statement.point
        yield from _of_sum(statement.sum)
        yield from (number for each in statement.constraints for number in _of_constraint(each))
    yield from _of_constraint(program.binding.constraint)


def _of_constraint(constraint: Constraint) -> Iterator[int | float]:
    return _of_sum(constraint.sum)


def _of_sum(sum_: Sum) -> Iterator[int | float]:
    yield from sum_.coefficients
    yield sum_.constant
