"""A quick look at one domain: laws that hold, some that no domain can satisfy, and how fast it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.core.interfaces import Target
from gadfly.core.words import Answer, Language, Limits, Outcome, Query
from gadfly.targets.solvers.checkup import Checkup, Observation, rate

_LIMITS = Limits(wall_seconds=20.0, cpu_seconds=20.0)


@dataclass(frozen=True, slots=True)
class TinyLaw:
    """A law about x = {x0 ∈ [1, 2]} and y = {x1 ∈ [3, 4]}, and whether it holds."""

    formula: str
    bound: str
    truth: Answer = Answer.SAFE

    @property
    def query(self) -> Query:
        text = (
            "variables 2\n"
            "e0 = of(x0 - 1 >= 0, -x0 + 2 >= 0) at (1, 0)\n"
            "e1 = of(x1 - 3 >= 0, -x1 + 4 >= 0)\n"
            f"law checkup soundness: {self.formula}\nwith {self.bound}\n"
        )
        return Query(Language.DOMAIN, text, "checkup")


_HOLDS = TinyLaw("x ⊑ x ⊔ y", "x = e0, y = e1")
_FAILS = TinyLaw("x ⊔ y = x", "x = e0, y = e1", Answer.UNSAFE)
_LAWS = (
    _HOLDS,
    _FAILS,
    TinyLaw("⊥ ⊑ x", "x = e0"),
    TinyLaw("x ⊓ y ⊑ y", "x = e0, y = e1"),
    TinyLaw("x ⊑ x ∇ y", "x = e0, y = e1"),
    TinyLaw("sound(assign(x, v, e))", "x = e0, v = x1, e = x0 + 5"),
    TinyLaw("cond(x, e) ⊑ x", "x = e0, e = x0 - 2 >= 0"),
    TinyLaw("x ⊑ project(x, v)", "x = e0, v = x0"),
    TinyLaw("x = ⊥", "x = e0", Answer.UNSAFE),
)


def check(target: Target) -> Checkup:
    """Ask about every law; usable is who tells one that holds from one that does not."""
    observations = {law: _observe(target, law) for law in _LAWS}
    return Checkup(
        target=str(target.identity.name),
        family=target.identity.family,
        digest=target.identity.digest,
        is_usable=observations[_HOLDS].is_right and observations[_FAILS].is_right,
        observations=tuple(observations.values()),
        fresh_per_second=rate(lambda: target.answer_fresh(_HOLDS.query, _LIMITS)),
        live_per_second=rate(lambda: target.answer(_HOLDS.query, _LIMITS)),
    )


def _observe(target: Target, law: TinyLaw) -> Observation:
    verdict = target.answer(law.query, _LIMITS)
    is_answered = verdict.outcome is Outcome.ANSWERED
    seen = verdict.answers[0] if is_answered else f"{verdict.outcome}: {verdict.detail}"
    return Observation(law.formula, law.truth, seen, verdict.answers == (law.truth,))
