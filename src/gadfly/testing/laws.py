"""Every law that a domain has to obey as one test of pytest; hypothesis looks for counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gadfly.core.words import Answer, Basis, Capabilities, Feature, Language, Query, Question, Truth
from gadfly.lang.domain.domain import Domain, Narrowing, Substituting
from gadfly.lang.domain.generate import draw_program
from gadfly.lang.domain.interpret import Holding, Result, run_program
from gadfly.lang.domain.law import Law
from gadfly.lang.domain.program import Program
from gadfly.lang.domain.sweep import Sweep, Values
from gadfly.lang.domain.text import print_program, read_program
from gadfly.techniques.laws.properties import LAWS, uses
from gadfly.testing.message import describe
from gadfly.triage.domain_reducer import reduce_domain
from gadfly.triage.meter import Meter

try:
    import pytest
    from hypothesis import HealthCheck, Phase, find, settings, strategies
    from hypothesis.errors import NoSuchExample

    from gadfly.testing.drawing import DrawnChoices
except ImportError as error:
    raise ImportError("law tests need pytest and hypothesis: pip install 'gadfly[pytest]'") from error


_HARMLESS = frozenset({Holding.HELD, Holding.VACUOUS})
_MOST_REDUCTIONS = 2000


class LawViolation(AssertionError):  # noqa: N818 - a failed test is no error of ours
    """A domain does not obey a law; the message has the smallest counterexample found."""


@dataclass(frozen=True, slots=True)
class _Raised:
    """What a domain raised instead of a result."""

    error: Exception


@dataclass(frozen=True, slots=True)
class LawTest:
    """One law put to one domain."""

    domain: Domain[Any]
    sweep: Sweep
    derandomize: bool

    @property
    def __name__(self) -> str:
        """What pytest puts into the brackets; the signs of an ordinary id would be escaped."""
        return f"{self.sweep.law.name}: {self.sweep.law.formula}"

    def check(self) -> None:
        """LawViolation if there is a counterexample; skipped if no example met the premise."""
        __tracebackhide__ = True
        seen: set[str] = set()

        def is_counterexample(program: Program) -> bool:
            fault = _fault(self._tried(program))
            seen.add(fault)
            return fault not in _HARMLESS

        try:
            program = find(self._programs(), is_counterexample, settings=self._settings())
        except NoSuchExample:
            if Holding.HELD not in seen:
                pytest.skip("no example met the premise")
            return
        self._complain(self._reduced(program))

    def _tried(self, program: Program) -> Result | _Raised:
        try:
            return run_program(program, self.domain)
        except Exception as error:  # noqa: BLE001 - whatever a domain raises breaks the law
            return _Raised(error)

    def _reduced(self, program: Program) -> Program:
        """The smallest program found that goes wrong in the same way."""
        law = self.sweep.law
        domain = self.domain
        fault = _fault(self._tried(program))
        features = frozenset({Feature.ORDERED_WIDENING} if domain.ordered_widening else ())
        steps = reduce_domain(
            Question(
                Query(Language.DOMAIN, print_program(program), law.name),
                Truth((Answer.SAFE,), Basis.LAW, law.law_class),
            ),
            Capabilities(Language.DOMAIN, features, shape=domain.shape),
            lambda question: _fault(self._tried(read_program(question.query.text))) == fault,
            Meter(_MOST_REDUCTIONS),
        )
        return read_program(steps[-1].query.text) if steps else program

    def _complain(self, program: Program) -> None:
        __tracebackhide__ = True
        outcome = self._tried(program)
        if isinstance(outcome, _Raised):
            raise LawViolation(
                describe(program, self.domain, f"{_fault(outcome)} instead of")
            ) from outcome.error
        raise LawViolation(describe(program, self.domain, "Violation of", outcome.lines)) from None

    def _programs(self) -> strategies.SearchStrategy[Program]:
        @strategies.composite
        def programs(draw: Callable[[strategies.SearchStrategy[int]], int]) -> Program:
            domain = self.domain
            return draw_program(
                DrawnChoices(draw), self.sweep, domain.shape, ordered_widening=domain.ordered_widening
            )

        return programs()

    def _settings(self) -> settings:
        return settings(
            max_examples=self.sweep.tests,
            derandomize=self.derandomize,
            database=None,
            deadline=None,
            phases=(Phase.generate,),  # our own reducer makes smaller programs, and in less time
            suppress_health_check=list(HealthCheck),
        )


def _fault(outcome: Result | _Raised) -> str:
    """What went wrong in one word, or that nothing did."""
    return type(outcome.error).__name__ if isinstance(outcome, _Raised) else outcome.holding


def law_tests(
    domain: Domain[Any],
    *,
    laws: Iterable[Law] = tuple(LAWS.values()),
    exempt: Iterable[str] = (),
    examples: int = 200,
    variables: int = 2,
    pool: int = 8,
    operations: int = 6,
    values: Values = Values.LONG,
    derandomize: bool = True,
) -> Callable[[LawTest], None]:
    """A test function for a module of tests: `test_laws = law_tests(MyDomain())`, one test for each law.

    Left out are the laws named by `exempt` or by the domain itself, and those on operations that it does not
    have. A test tries `examples` programs of up to `operations` operations on elements of the pool. With
    `derandomize` these are the same in every run.
    """
    left_out = frozenset(exempt) | domain.exempt
    missing = _missing_words(domain)
    tests = [
        LawTest(domain, Sweep(law, variables, pool, operations, values, tests=examples), derandomize)
        for law in laws
        if law.name not in left_out and not uses(law) & missing
    ]

    @pytest.mark.parametrize("law", tests)
    def test_laws(law: LawTest) -> None:
        __tracebackhide__ = True
        law.check()

    return test_laws


def _missing_words(domain: Domain[Any]) -> frozenset[str]:
    """The words of formulas that speak of what a domain need not have and does not have."""
    narrowing = () if isinstance(domain, Narrowing) else ("narrow", "narrowing_converges")
    substitution = () if isinstance(domain, Substituting) else ("substitute",)
    return frozenset((*narrowing, *substitution))
