"""Reads what `z3 -pd` prints: every parameter of every module with its type, description and default."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gadfly.targets.solvers.options.listing import Ask, ListedOption, fractions, numbers, others

_MODULE = re.compile(r"\[module\] ([\w.]+)")
_PARAMETER = re.compile(
    r"    (?P<name>\S+) \((?P<type>bool|unsigned int|double|symbol|string)\)"
    r"(?: (?P<about>.*?))??(?: \(default: (?P<default>[^\s()]*)\))?"
)
_NUMBERED = re.compile(r"(?<![\w.])(\d+)(?: - |- | for )")
_QUOTED = re.compile(r"'([\w-]+)'")
_REMARK = re.compile(r"\([^()]*\)")
_SEPARATOR = re.compile(r",(?: or)? | or ")


def list_parameters(ask: Ask) -> Iterator[ListedOption]:
    return read_parameters(ask("-pd"))


def read_parameters(text: str) -> Iterator[ListedOption]:
    """Parameters of modules are called `module.name`; the global ones come first and have no module."""
    module = ""
    for line in text.splitlines():
        if found := _MODULE.match(line):
            module = f"{found[1]}."
        elif found := _PARAMETER.fullmatch(line):
            about = found["about"] or ""
            values = _values(found["type"], found["default"] or "", about)
            yield ListedOption(module + found["name"], values, about)


def _values(kind: str, default: str, about: str) -> tuple[str, ...]:
    match kind:
        case "bool":
            return others(("true", "false"), default) if default else ()
        case "unsigned int":
            numbered = _NUMBERED.findall(about)
            return others(numbered, default) if len(numbered) > 1 else numbers(default, low=0)
        case "double":
            return fractions(default)
        case _:
            return others(_words(about, default), default)


def _words(about: str, default: str) -> tuple[str, ...]:
    """The names a description enumerates: quoted, or separated by commas; only if the default is one of them.

    >>> _words("restart strategy: static, luby, ema or geometric", "ema")
    ('static', 'luby', 'ema', 'geometric')
    """
    quoted = tuple(_QUOTED.findall(about))
    if default in quoted:
        return quoted
    parts = _SEPARATOR.split(_REMARK.sub("", about).rpartition(": ")[2])
    words = [part.split() for part in parts if part.strip()]
    names = tuple(each[-1] for each in words if len(each) == 1 or each[-1] == default)
    return names if default in names else ()
