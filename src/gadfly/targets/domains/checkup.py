"""A quick look at one domain: laws that hold and laws that cannot, and how fast it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.core.interfaces import Target
from gadfly.core.words import Answer, Language, Limits, Outcome, Query, Verdict
from gadfly.lang.domain.law import Law, LawClass
from gadfly.lang.domain.sweep import Sweep, print_sweep
from gadfly.lang.domain.text import is_sweep
from gadfly.targets.solvers.checkup import Checkup, Observation, rate

_LIMITS = Limits(wall_seconds=30.0, cpu_seconds=20.0)
_ELEMENTS = """variables 2
e0 = of(x0 - 1 >= 0, -x0 + 3 >= 0) at (1, 0)
e1 = of(x0 - 2 >= 0, -x0 + 5 >= 0)
e2 = of(x0 + 3 >= 0, -x0 - 1 >= 0)
"""  # whoever cannot tell e0 from e2 knows nothing about numbers


@dataclass(frozen=True, slots=True)
class TinyLaw:
    """A formula with its truth: for known elements, or for many drawn ones if it has no binding."""

    about: str
    formula: str
    answer: Answer
    binding: str = ""

    @property
    def query(self) -> Query:
        law = Law("check", LawClass.PRECISION, self.formula)
        if not self.binding:
            return Query(Language.DOMAIN, print_sweep(Sweep(law, variables=2, tests=200)), law.name)
        text = f"{_ELEMENTS}law {law.name} {law.law_class}: {law.formula}\nwith {self.binding}\n"
        return Query(Language.DOMAIN, text, law.name)


_VITAL = TinyLaw("order", "x ⊑ x ⊔ y", Answer.SAFE, "x = e0, y = e1")
_LAWS = (
    _VITAL,
    TinyLaw("what is not so", "x ⊑ y", Answer.UNSAFE, "x = e0, y = e2"),
    TinyLaw("meet", "x ⊓ y ≠ ⊥", Answer.SAFE, "x = e0, y = e1"),
    TinyLaw("assignment", "assign(x, v, e) ≠ ⊥", Answer.SAFE, "x = e0, v = x1, e = x0 + 1"),
    TinyLaw("condition", "cond(x, e) = ⊥", Answer.SAFE, "x = e2, e = x0 - 2 = 0"),
    TinyLaw("projection", "x ⊑ project(x, v)", Answer.SAFE, "x = e0, v = x0"),
    TinyLaw("a state", "sound(x ⊔ y)", Answer.SAFE, "x = e0, y = e1"),
    TinyLaw("widening", "widening converges", Answer.SAFE, "x = e0, s = e1"),
    TinyLaw("sweep", "x ⊑ x ⊔ y", Answer.SAFE),
    TinyLaw("sweep of what is not so", "x ⊑ y", Answer.UNSAFE),
)


def check(target: Target) -> Checkup:
    """Ask about every law; usable is who answers the plainest one."""
    return Checkup(
        target=str(target.identity.name),
        family=target.identity.family,
        digest=target.identity.digest,
        is_usable=_ask(target, _VITAL).answers == (_VITAL.answer,),
        observations=tuple(_observe(target, law) for law in _LAWS),
        fresh_per_second=rate(lambda: target.answer_fresh(_VITAL.query, _LIMITS)),
        live_per_second=rate(lambda: target.answer(_VITAL.query, _LIMITS)),
    )


def _observe(target: Target, law: TinyLaw) -> Observation:
    verdict = _ask(target, law)
    is_right = verdict.answers == (law.answer,)
    if law.answer is Answer.UNSAFE and is_sweep(law.query.text):
        is_right = is_right and bool(verdict.asked)  # it must name the test
    return Observation(law.about, law.answer, _seen(verdict), is_right)


def _ask(target: Target, law: TinyLaw) -> Verdict:
    return target.answer(law.query, _LIMITS)


def _seen(verdict: Verdict) -> str:
    if verdict.outcome is not Outcome.ANSWERED:
        return f"{verdict.outcome}: {verdict.detail}"
    return ", ".join(verdict.answers)
