"""Seeds of `laws`: a law and how to test it.

    prepare ordered                      optional, for a law of one's own
    law mine precision: x ⊑ y ⇒ x = y    or just `law 17` for one of the table
    pool 32                              any settings of a sweep but its engine and salt

A `.laws` file has any number of laws, or none for all of the table, and the settings of all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gadfly.core.words import Language, Seed
from gadfly.lang.domain.errors import DomainReadError, at_line
from gadfly.lang.domain.law import Law, Preparation, print_law, read_law, read_preparations
from gadfly.lang.domain.sweep import Sweep, with_setting
from gadfly.techniques.laws.properties import LAWS

_KNOWN_LAW = re.compile(r"law ([^\s:]+)")
_NOT_OF_A_SEED = ("engine ", "salt ")


def law_seeds() -> tuple[Seed, ...]:
    """All laws of the table under the usual settings, which are the paper's C2."""
    return tuple(_seed(f"law-{name}", law, ()) for name, law in LAWS.items())


def seeds_of(name: str, text: str) -> tuple[Seed, ...]:
    """One seed per law of a `.laws` file; DomainReadError if there is anything else in it."""
    laws, settings = _read(text)
    return tuple(_seed(f"{name}-law-{law.name}", law, settings) for law in laws or LAWS.values())


def sweep_of(seed: Seed) -> Sweep:
    """The sweep that a seed describes; DomainReadError if it does not have exactly one law."""
    laws, settings = _read(seed.text)
    if len(laws) != 1:
        raise DomainReadError(f"there should be one law, not {len(laws)}")
    sweep = Sweep(laws[0])
    for line in settings:
        sweep = with_setting(sweep, line)
    return sweep


def law_of(seed: Seed) -> str:
    """The name of the law that a seed is about."""
    return sweep_of(seed).law.name


def _seed(name: str, law: Law, settings: Iterable[str]) -> Seed:
    line = f"law {law.name}\n" if LAWS.get(law.name) == law else print_law(law)
    return Seed(name, line + "".join(f"{setting}\n" for setting in settings), Language.DOMAIN)


def _read(text: str) -> tuple[list[Law], list[str]]:
    """The laws of a text and the lines with settings."""
    laws: list[Law] = []
    settings: list[str] = []
    preparations: tuple[Preparation, ...] = ()
    for number, line in _lines(text):
        with at_line(number):
            if line.startswith("prepare "):
                preparations = read_preparations(line)
            elif line.startswith("law "):
                laws.append(_law(line, preparations))
                preparations = ()
            elif line.startswith(_NOT_OF_A_SEED):
                raise DomainReadError(f"{line.split()[0]} is for the technique to choose")
            else:
                with_setting(Sweep(LAWS["1"]), line)
                settings.append(line)
    return laws, settings


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines without empty ones and comments."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.strip()


def _law(line: str, preparations: tuple[Preparation, ...]) -> Law:
    match = _KNOWN_LAW.fullmatch(line)
    if match is None:
        return read_law(line, preparations)
    if match[1] not in LAWS:
        first, *_, last = LAWS
        raise DomainReadError(f"there is no law {match[1]!r}, only {first} to {last}")
    return LAWS[match[1]]
