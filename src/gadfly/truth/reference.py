"""The reference engines a technique may consult while it builds questions.

Answers must not depend on the speed of the machine, or a campaign could not be repeated: every call has its
own process and a resource limit that the solver counts itself; the wall clock is a last resort.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from gadfly.core.interfaces import Execution, Opinion, Reference, Target
from gadfly.core.words import Answer, Language, Limits, Query, Verdict
from gadfly.truth.execution import CannotBuildError, Executor
from gadfly.truth.panel import Vouchers

_LIMITS = Limits(wall_seconds=30, cpu_seconds=30)
_CORE_LIMITS = Limits(wall_seconds=10, cpu_seconds=1)  # a few scripts escape the solver's own limit
_OPINION_LIMITS = Limits(wall_seconds=5, cpu_seconds=2)
_RESOURCE_OPTION = {"z3": "(set-option :rlimit 1000000)", "cvc": "(set-option :rlimit-per 100000)"}
_CORE_OPTIONS = (
    "(set-option :produce-unsat-cores true)",
    "(set-option :smt.core.minimize true)",
    "(set-option :sat.core.minimize true)",
    "(set-option :rlimit 50000)",  # for each of many checks; a seed that is hard has other cores to offer
)
_CORE_NAME = "gadfly-core-"
_CORE_PLACE = re.compile(rf"{_CORE_NAME}(\d+)")
_REMEMBERED = 512
_EXECUTIONS = 32  # with the values that they showed


class HouseReference(Reference):
    """Models and cores by one engine, refutations by two families, opinions by whoever is not accused, and
    programs by compiling and running them.

    The advisor answers many scripts in one process, so its resource limit must be among its options.
    """

    def __init__(self, engine: Target, vouchers: Vouchers, advisor: Target, executor: Executor) -> None:
        self._engine = engine
        self._vouchers = vouchers
        self._advisor = advisor
        self._executor = executor
        self._remembered_core = lru_cache(_REMEMBERED)(self._find_core)
        self._remembered_execution = lru_cache(_EXECUTIONS)(self._execute)

    def model(self, script: str) -> str:
        verdict = _ask(self._engine, script)
        satisfiable = verdict.answers == (Answer.SAT,) and bool(verdict.models)
        return verdict.models[0] if satisfiable else ""

    def refutes(self, script: str) -> bool:
        if _ask(self._engine, script).answers != (Answer.UNSAT,):
            return False
        second = next(iter(self._vouchers(self._engine.identity.family)), None)
        return second is not None and _ask(second, script).answers == (Answer.UNSAT,)

    def core(self, declarations: Sequence[str], assertions: Sequence[str]) -> tuple[int, ...]:
        """Remembered, because a seed is opened many times and its cores stay the same."""
        return self._remembered_core(tuple(declarations), tuple(assertions))

    def _find_core(self, declarations: tuple[str, ...], assertions: tuple[str, ...]) -> tuple[int, ...]:
        named = [f"(assert (! {text} :named {_CORE_NAME}{place}))" for place, text in enumerate(assertions)]
        script = [*_CORE_OPTIONS, *declarations, *named, "(check-sat)", "(get-unsat-core)"]
        verdict = self._engine.answer_fresh(Query(Language.SMT, "\n".join(script)), _CORE_LIMITS)
        if verdict.answers[:1] != (Answer.UNSAT,):
            return ()
        return tuple(sorted(int(place) for place in _CORE_PLACE.findall(verdict.output)))

    def opinion(self, script: str) -> Opinion:
        lines = f"(set-option :produce-models true)\n{script}\n(get-model)\n"
        verdict = self._advisor.answer(Query(Language.SMT, lines), _OPINION_LIMITS)
        answer = verdict.answers[0] if len(verdict.answers) == 1 else Answer.UNKNOWN
        return Opinion(answer, verdict.models[0] if verdict.models else "")

    def execute(self, program: str, *vectors: tuple[int, ...]) -> Execution:
        """Remembered, because several techniques and targets use a seed one after another."""
        return self._remembered_execution(program, *vectors)

    def _execute(self, program: str, *vectors: tuple[int, ...]) -> Execution:
        try:
            return self._executor.run_quick(program, *vectors)
        except CannotBuildError as error:
            return Execution(str(error))


def _ask(target: Target, script: str) -> Verdict:
    option = _RESOURCE_OPTION.get(target.identity.family, "")
    return target.answer_fresh(Query(Language.SMT, f"{option}\n{script}"), _LIMITS)
