"""Laws: what every abstract domain must satisfy, whatever the elements are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.formula import parse_formula, words


class LawClass(StrEnum):
    """What a violation costs who relies on the domain: bugs missed, false alarms, or no answer at all."""

    SOUNDNESS = "soundness"
    PRECISION = "precision"
    CONVERGENCE = "convergence"


class Preparation(StrEnum):
    """What a generator does to drawn elements so that the premise of a law is often true.

    DISJOINT and REPRESENTABLE are premises that a formula cannot state, so they are always done.
    """

    ORDERED = "ordered"  # x ⊑ y
    CHAIN = "chain"  # x ⊑ y ⊑ z
    ABOVE = "above"  # x, y ⊑ b
    BELOW = "below"  # b ⊑ x, y
    BOTTOM = "bottom"  # x = ⊥
    DISJOINT = "disjoint"  # the constraints of x and y contradict each other
    REPRESENTABLE = "representable"  # the domain can express v := e


@dataclass(frozen=True, slots=True)
class Law:
    name: str
    law_class: LawClass
    formula: str
    preparations: tuple[Preparation, ...] = ()


_PREPARED = {
    Preparation.ORDERED: ("x", "y"),
    Preparation.CHAIN: ("x", "y", "z"),
    Preparation.ABOVE: ("x", "y", "b"),
    Preparation.BELOW: ("x", "y", "b"),
    Preparation.BOTTOM: ("x",),
    Preparation.DISJOINT: ("x", "y"),
    Preparation.REPRESENTABLE: ("assign",),
}
_LAW = re.compile(rf"law ([^\s:]+) ({'|'.join(LawClass)}): (.+)")
_PREPARE = "prepare "


def print_law(law: Law) -> str:
    """One line for the law, after one for its preparations if it has any."""
    prepare = f"{_PREPARE}{' '.join(law.preparations)}\n" if law.preparations else ""
    return f"{prepare}law {law.name} {law.law_class}: {law.formula}\n"


def is_law_line(line: str) -> bool:
    return line.startswith(("law ", _PREPARE))


def read_law(line: str, preparations: tuple[Preparation, ...] = ()) -> Law:
    """The law of a line such as `law 17 precision: ⊤ ⊓ x = x`."""
    match = _LAW.fullmatch(line)
    if match is None:
        raise DomainReadError(f"{line[:80]!r} is not `law NAME {'|'.join(LawClass)}: FORMULA`")
    used = words(parse_formula(match[3]))
    for preparation in preparations:
        if not used.issuperset(_PREPARED[preparation]):
            raise DomainReadError(
                f"`{preparation}` is about {', '.join(_PREPARED[preparation])}, the law is not"
            )
    return Law(match[1], LawClass(match[2]), match[3], preparations)


def read_preparations(line: str) -> tuple[Preparation, ...]:
    """Those of a line such as `prepare ordered`."""
    named = line.removeprefix(_PREPARE).split()
    for word in named:
        if word not in set(Preparation):
            raise DomainReadError(f"there is no preparation {word[:40]!r}, only {', '.join(Preparation)}")
    return tuple(map(Preparation, named))
