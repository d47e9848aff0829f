"""Reads the help texts of Boolector and Yices."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gadfly.targets.solvers.options.listing import Ask, ListedOption, numbers, others

_BOOLECTOR = re.compile(
    r"^ {2,4}(?:-\w[\w-]*, )?--(?P<name>[\w-]+)(?:=<(?P<argument>\w+)>)? +(?P<about>.*(?:\n {30,}.*)*)",
    re.MULTILINE,
)
_BOOLECTOR_MODES = re.compile(r"\{(?P<modes>[^}]*)\} \[(?P<default>[\w-]+)\]")
_BOOLECTOR_DEFAULT = re.compile(r"\[(?P<default>\d+)\]$")
_YICES = re.compile(
    r"^    --(?P<name>[\w-]+)(?P<argument>=<[^>]*>)?(?:, -\w)? +(?P<about>\S.*)", re.MULTILINE
)
_YICES_WORDS = re.compile(r"\(can be (?P<words>[^)]*)\)")
_YICES_DEFAULT = re.compile(r"\(default[:=\s]+(?P<default>\w+)\)")


def list_boolector_options(ask: Ask) -> Iterator[ListedOption]:
    """`--name=<n>`, `--name=<mode>` and flags, which take 0 and 1, each with its default in brackets."""
    for entry in _BOOLECTOR.finditer(ask("--help")):
        about = " ".join(entry["about"].split())
        yield ListedOption(entry["name"], _boolector_values(entry["argument"] or "", about), about)


def _boolector_values(argument: str, about: str) -> tuple[str, ...]:
    if modes := _BOOLECTOR_MODES.search(about):
        return others(re.split(r",\s*", modes["modes"]), modes["default"])
    if default := _BOOLECTOR_DEFAULT.search(about):
        return numbers(default["default"], 0, None if argument else 1)
    return ()


def list_yices_options(ask: Ask) -> Iterator[ListedOption]:
    """The options of the solver and of its MCSat engine, which has a help text of its own."""
    for entry in _YICES.finditer(ask("--help") + ask("--mcsat-help")):
        about = entry["about"].strip()
        yield ListedOption(entry["name"], _yices_values(entry["argument"] or "", about), about)


def _yices_values(argument: str, about: str) -> tuple[str, ...]:
    if not argument:
        return ("",)
    default = _YICES_DEFAULT.search(about)
    usual = default["default"] if default else ""
    if words := _YICES_WORDS.search(about):
        return others(re.findall(r"[\w-]+", words["words"].replace(" or ", " ")), usual)
    return numbers(usual, 0)
