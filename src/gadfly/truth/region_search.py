"""Finding points of regions with solvers, believing a point only once our own arithmetic has checked it.

The variables of a domain may be meant to be integers or rationals. So a point counts if it is an integer one,
and there is none if there is not even a rational one. What lies between proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gadfly.core.words import Answer, Language, Query, Refusal, TargetIdentity
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import ModelError, read_model
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.truth.panel import LIMITS, Vouchers
from gadfly.truth.regions import LOGICS, Gap, Point

ARITHMETIC = "gadfly's arithmetic"
_FAMILIES = 2  # that must agree that there is no point


@dataclass(frozen=True, slots=True)
class Witness:
    """An integer point of a gap, and who vouches for it."""

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
        found = self._ask(gap, "Real")
        if isinstance(found, Witness) and not _is_integer(found.point):
            found = self._ask(gap, "Int")
            if isinstance(found, Closed):
                return Refusal("it depends on whether variables are integers")
        return found

    def _ask(self, gap: Gap, sort: str) -> Witness | Closed | Refusal:
        query = Query(Language.SMT, gap.script(sort), LOGICS[sort])
        denied: dict[str, str] = {}
        for voucher in self._vouchers(self._accused.family):
            identity = voucher.identity
            if identity.family in denied:
                continue
            verdict = voucher.answer_fresh(query, LIMITS)
            if verdict.answers == (Answer.SAT,):
                point = _modelled(query.text, "".join(verdict.models), gap.variables)
                if point is None or not gap.holds(point):
                    return Refusal(f"{identity.name} finds a point that our arithmetic does not accept")
                return Witness(point, (ARITHMETIC, str(identity.name)))
            if verdict.answers == (Answer.UNSAT,):
                denied[identity.family] = str(identity.name)
                if len(denied) == _FAMILIES:
                    return Closed(tuple(denied.values()))
        return Refusal("no two solvers of other families can decide what the printed values mean")


def _is_integer(point: Point) -> bool:
    return all(coordinate.denominator == 1 for coordinate in point)


def _modelled(script: str, model: str, variables: int) -> Point | None:
    """The point of a model, if it can be read."""
    try:
        read = read_script(script)
        defined = read_model(model, read).completed(read)
    except (ReadError, ModelError):
        return None
    bodies = [defined.definitions[name].body for name in read.symbols if name in defined.definitions]
    values = [value for value in evaluate(bodies, defined) if isinstance(value, Fraction | int)]
    return tuple(map(Fraction, values)) if len(values) == variables else None
