"""Planted domains: a right domain with a defect, `planted-domain@join-first`, or without, `…@none`.

The defects are in `native/planted*.c`: each replaces one function of the table of a domain of APRON with
exact numbers, which is right. The controls change how a function works and not what it means.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gadfly.lang.domain.law import LawClass
from gadfly.targets.domains import apron
from gadfly.targets.domains.domain import DomainLibrary, DomainRelease
from gadfly.targets.planted.tool import WITHOUT_DEFECT

_SOUNDNESS, _PRECISION, _CONVERGENCE = LawClass.SOUNDNESS, LawClass.PRECISION, LawClass.CONVERGENCE
BOX, OCTAGON = "box-mpq", "oct-mpq"


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong, and a law that it breaks: of which class, as the paper has them, and its name."""

    name: str
    breaks: LawClass
    law: str
    summary: str
    base: str = BOX


DEFECTS = (
    Defect("join-first", _SOUNDNESS, "9", "join returns its first operand"),
    Defect("join-forgets", _PRECISION, "12", "a join that knows several variables forgets the last one"),
    Defect("join-bottom", _PRECISION, "6", "join takes bottom for the states where x0 is 0"),
    Defect("join-saturates", _SOUNDNESS, "9", "join cuts an upper bound of x0 that no int can hold"),
    Defect("join-extrapolates", _PRECISION, "13", "join widens if one operand is below the other"),
    Defect("meet-first", _PRECISION, "19", "meet returns its first operand"),
    Defect("meet-bottom", _PRECISION, "19", "meet ignores its second operand if that is bottom"),
    Defect("meet-single", _PRECISION, "22", "meet takes an interval of one value for an empty one"),
    Defect("meet-forgets", _PRECISION, "18", "meet of elements with several variables forgets the last one"),
    Defect(
        "widen-first", _SOUNDNESS, "30", "widening compares bounds the wrong way round and keeps them all"
    ),
    Defect("widen-joins", _CONVERGENCE, "56", "widening only joins"),
    Defect("widen-creeps", _CONVERGENCE, "33", "widening joins, and takes the next value of x0 in addition"),
    Defect("widen-to-top", _PRECISION, "31", "widening is always top"),
    Defect("widen-from-bottom", _PRECISION, "32", "widening of bottom is top"),
    Defect(
        "widen-loses-large", _SOUNDNESS, "30", "widening ignores an operand with bounds that no int can hold"
    ),
    Defect("narrow-second", _PRECISION, "43", "narrowing returns its second operand", OCTAGON),
    Defect(
        "narrow-bottom", _PRECISION, "44", "narrowing ignores its second operand if that is bottom", OCTAGON
    ),
    Defect(
        "narrow-creeps", _CONVERGENCE, "46", "narrowing meets, and lowers the bound of x0 each time", OCTAGON
    ),
    Defect("assign-drops-constant", _SOUNDNESS, "48", "assignment ignores the constant"),
    Defect("assign-forgets", _PRECISION, "37", "assignment only forgets the old value"),
    Defect("assign-large", _SOUNDNESS, "35", "assignment of a constant that no int can hold is bottom"),
    Defect(
        "assign-keeps", _SOUNDNESS, "35", "assignment keeps the old value if it knows other variables, too"
    ),
    Defect("assign-neighbour", _SOUNDNESS, "48", "assignment changes the next variable"),
    Defect("assign-decrements", _SOUNDNESS, "59", "an increment of a variable by itself is a decrement"),
    Defect("assign-revives", _PRECISION, "36", "assignment takes bottom for top"),
    Defect("cond-strict", _SOUNDNESS, "50", "a condition of >= is taken for >"),
    Defect("cond-negated", _SOUNDNESS, "50", "the coefficients of a condition have the wrong sign"),
    Defect("cond-ignored", _PRECISION, "26", "conditions are ignored"),
    Defect("cond-forgets", _PRECISION, "41", "a condition makes its first variable forget what was known"),
    Defect("cond-revives", _PRECISION, "40", "a condition takes bottom for top"),
    Defect("project-neighbour", _PRECISION, "38", "projection forgets the next variable"),
    Defect("project-last", _PRECISION, "38", "projection does not forget the last variable"),
    Defect("leq-top", _PRECISION, "5", "top is below everything"),
    Defect("leq-strict", _PRECISION, "3", "an element whose x0 no int can hold is not below itself"),
    Defect("leq-bottom", _PRECISION, "1", "bottom is below bottom only"),
    Defect("leq-ignores", _PRECISION, "5", "the order ignores the last variable of elements with several"),
    Defect("eq-half", _PRECISION, "24", "equality tests one inclusion only"),
    Defect("eq-of-bottoms", _PRECISION, "12", "bottom does not equal bottom"),
    Defect("is-bottom-never", _PRECISION, "16", "nothing is bottom"),
    Defect("is-bottom-if-large", _SOUNDNESS, "35", "an element counts as bottom if no int can hold its x0"),
    Defect("is-top-never", _SOUNDNESS, "7", "nothing is top"),
    Defect("is-top-if-first-is-free", _PRECISION, "37", "an element counts as top if x0 is not bounded"),
)
CONTROLS = (
    "same-join-swapped",
    "same-meet-twice",
    "same-widen-joined",
    "same-copy-observed",
    "same-cond-twice",
    "same-leq-by-join",
)

_BASES = {release.version.removeprefix(f"{apron.VERSION}/"): release for release in apron.RELEASES}


def _planted(base: DomainRelease, defect: str) -> DomainRelease:
    """A defect in a domain. The library has to be named: an option may choose another base than the first."""
    driver, kind, _, *manager = base.command
    command = (driver, kind, f"{{home}}/{base.program}", *manager)
    return replace(base, version=defect, command=command, defect=defect)


def _release(defect: str, base: str) -> DomainRelease:
    bases = tuple((name, _planted(_BASES[name], defect)) for name in (BOX, OCTAGON))
    return replace(dict(bases)[base], bases=bases)


TOOL = DomainLibrary(
    name="planted-domain",
    family="planted",
    summary="an exact domain of APRON with switchable defects",
    url="",
    executables=(),
    releases=(
        _release(WITHOUT_DEFECT, BOX),
        *(_release(control, BOX) for control in CONTROLS),
        *(_release(defect.name, defect.base) for defect in DEFECTS),
    ),
)
