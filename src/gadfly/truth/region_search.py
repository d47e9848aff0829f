"""Finding points of regions with solvers, believing a point only once our own arithmetic has checked it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gadfly.core.words import Answer, Language, Query, Refusal, TargetIdentity
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import ModelError, read_model
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.truth.panel import LIMITS, Vouchers
from gadfly.truth.regions import Gap, Point

ARITHMETIC = "gadfly's arithmetic"
_FAMILIES = 2  # that must agree that there is no point


@dataclass(frozen=True, slots=True)
class Witness:
    """A point of a gap, and who vouches for it."""

    point: Point
    vouchers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """There is no point in a gap, and who vouches for that."""

    vouchers: tuple[str, ...]


class RegionSearch:
    """Looks into gaps; remembers what it saw, because laws mention the same element more than once."""

    def __init__(self, vouchers: Vouchers, accused: TargetIdentity) -> None:
        self._vouchers = vouchers
        self._accused = accused
        self._seen: dict[Gap, Witness | Closed | Refusal] = {}

    def look(self, gap: Gap) -> Witness | Closed | Refusal:
        if gap not in self._seen:
            self._seen[gap] = self._look(gap)
        return self._seen[gap]

    def _look(self, gap: Gap) -> Witness | Closed | Refusal:
        origin = (Fraction(0),) * gap.variables
        if gap.holds(origin):
            return Witness(origin, (ARITHMETIC,))
        if gap.is_plainly_empty():
            return Closed((ARITHMETIC,))
        script = gap.script()
        denied: dict[str, str] = {}
        for voucher in self._vouchers(self._accused.family):
            identity = voucher.identity
            if identity.family in denied:
                continue
            verdict = voucher.answer_fresh(Query(Language.SMT, script, "QF_LRA"), LIMITS)
            if verdict.answers == (Answer.SAT,):
                point = _modelled(script, "".join(verdict.models), gap.variables)
                if gap.holds(point):
                    return Witness(point, (ARITHMETIC, str(identity.name)))
                return Refusal(f"{identity.name} finds a point that our arithmetic does not accept")
            if verdict.answers == (Answer.UNSAT,):
                denied[identity.family] = str(identity.name)
                if len(denied) == _FAMILIES:
                    return Closed(tuple(denied.values()))
        return Refusal("no two solvers of other families can decide what the printed values mean")


def _modelled(script: str, model: str, variables: int) -> Point:
    """The point of a model; one that cannot be read is the origin, which nobody has to believe."""
    origin = (Fraction(0),) * variables
    try:
        read = read_script(script)
        definitions = read_model(model, read).completed(read)
    except (ReadError, ModelError):
        return origin
    bodies = [definitions.definitions[f"x{place}"].body for place in range(variables)]
    values = evaluate(bodies, definitions)
    if not all(isinstance(value, Fraction | int) for value in values):
        return origin
    return tuple(Fraction(value) for value in values if isinstance(value, Fraction | int))
