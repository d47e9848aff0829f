"""The reference engines a technique may consult while it builds questions.

Answers must not depend on the speed of the machine, or a campaign could not be repeated: every call has its
own process and a resource limit that the solver counts itself; the wall clock is a last resort.
"""

from __future__ import annotations

from gadfly.core.interfaces import Target
from gadfly.core.words import Answer, Language, Limits, Query, Verdict
from gadfly.truth.certify import Vouchers

_LIMITS = Limits(wall_seconds=30, cpu_seconds=30)
_RESOURCE_OPTION = {"z3": "(set-option :rlimit 1000000)", "cvc": "(set-option :rlimit-per 100000)"}


class SolverReference:
    """Models by one engine, refutations by two families."""

    def __init__(self, engine: Target, vouchers: Vouchers) -> None:
        self._engine = engine
        self._vouchers = vouchers

    def model(self, script: str) -> str:
        verdict = _ask(self._engine, script)
        satisfiable = verdict.answers == (Answer.SAT,) and bool(verdict.models)
        return verdict.models[0] if satisfiable else ""

    def refutes(self, script: str) -> bool:
        if _ask(self._engine, script).answers != (Answer.UNSAT,):
            return False
        second = next(iter(self._vouchers(self._engine.identity.family)), None)
        return second is not None and _ask(second, script).answers == (Answer.UNSAT,)


def _ask(target: Target, script: str) -> Verdict:
    option = _RESOURCE_OPTION.get(target.identity.family, "")
    return target.answer_fresh(Query(Language.SMT, f"{option}\n{script}"), _LIMITS)
