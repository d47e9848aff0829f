"""The options a solver lists, which values of them are worth trying, and which are left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from gadfly.core.words import Option

_NUMBERS = (0, 1, 2, 10, 1000)
_SPEAKABLE = re.compile(r"[^\s,=\[\]]*")


@dataclass(frozen=True, slots=True)
class ListedOption:
    """An option as the tool describes it; its default is none of the values worth trying."""

    name: str
    values: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why the options whose name, or `name=value`, fits the pattern as a whole are left out."""

    pattern: re.Pattern[str]
    reason: str

    def covers(self, text: str) -> bool:
        return self.pattern.fullmatch(text) is not None


def exclude(pattern: str, reason: str) -> Exclusion:
    return Exclusion(re.compile(pattern), reason)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Values of an option that are never tried; an option without values cannot be set by a list of them."""

    name: str
    values: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class OptionTable:
    """All options of a release: those that must not change a right answer, and the others with the reason."""

    kept: tuple[Option, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


class Ask(Protocol):
    """Starts the tool with further arguments; gives back all it prints, "" if it does not end by itself."""

    def __call__(self, *arguments: str, stdin: str = "") -> str: ...


Listing = Callable[[Ask], Iterable[ListedOption]]
"""How a tool is asked for its options."""


def nothing_listed(_: Ask) -> Iterable[ListedOption]:
    """The listing of a tool that has no options, or none that it tells of."""
    return ()


def written_down(*options: ListedOption) -> Listing:
    """The listing of a tool that cannot list its options: what its documentation tells."""
    return lambda _: options


def others(values: Iterable[str], default: str) -> tuple[str, ...]:
    """The values that differ from the default, each once, in the tool's order."""
    return tuple(value for value in dict.fromkeys(values) if value != default)


def numbers(default: str, low: float | None = None, high: float | None = None) -> tuple[str, ...]:
    """A few small numbers and a large one within a range."""
    inside = (
        number for number in _NUMBERS if (low is None or low <= number) and (high is None or number <= high)
    )
    return others(map(str, inside), default)


def fractions(default: str, low: float | None = None, high: float | None = None) -> tuple[str, ...]:
    """Half and twice the default within a range: what a fraction means tells how far it may go."""
    if not default:
        return ()
    near = (float(default) / 2, float(default) * 2)
    inside = (each for each in near if (low is None or low <= each) and (high is None or each <= high))
    return tuple(_decimal(each) for each in inside if each != float(default))


def _decimal(number: float) -> str:
    """Without an exponent, which z3 does not understand."""
    return f"{number:.10f}".rstrip("0").rstrip(".")


def table(listed: Iterable[ListedOption], exclusions: Iterable[Exclusion]) -> OptionTable:
    """Sort the listed options into those worth trying and those left out."""
    reasons = tuple(exclusions)
    kept: list[Option] = []
    left_out: list[LeftOut] = []
    for _, option in sorted({option.name: option for option in listed}.items()):
        always = _excluded(option.name, reasons)
        because = {value: always or _reason(option, value, reasons) for value in option.values}
        good = tuple(value for value, reason in because.items() if not reason)
        if good:
            kept.append(Option(option.name, good))
        if not option.values:
            left_out.append(LeftOut(option.name, (), always or "no values are known"))
        for reason in dict.fromkeys(filter(None, because.values())):
            values = tuple(value for value, each in because.items() if each == reason)
            left_out.append(LeftOut(option.name, values, reason))
    return OptionTable(tuple(kept), tuple(left_out))


def _reason(option: ListedOption, value: str, exclusions: tuple[Exclusion, ...]) -> str:
    """Why a value is left out, or ""."""
    if not _SPEAKABLE.fullmatch(value):
        return "cannot be written in a target's name"
    return _excluded(f"{option.name}={value}", exclusions)


def _excluded(text: str, exclusions: tuple[Exclusion, ...]) -> str:
    return next((exclusion.reason for exclusion in exclusions if exclusion.covers(text)), "")
