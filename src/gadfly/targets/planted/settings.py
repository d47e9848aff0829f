"""The options of the planted solver: each changes how it works, none may change a right answer."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass

from gadfly.core.words import Option


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that takes one of some values, the default first."""

    values: tuple[str, ...]
    help: str


CHOICES: Mapping[str, Choice] = {
    "order": Choice(("name", "reverse"), "the order of the constants in the tables"),
    "conjoin": Choice(("forwards", "backwards"), "the order in which assertions are conjoined"),
    "model": Choice(("first", "last"), "which of all models is shown"),
    "tables": Choice(("kept", "fresh"), "whether tables are kept for later questions"),
}
EARLY_STOP = "early-stop"
OPTIONS = (
    *(Option(name, choice.values[1:]) for name, choice in CHOICES.items()),
    Option(EARLY_STOP, ("",)),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The value of every option."""

    order: str = "name"
    conjoin: str = "forwards"
    model: str = "first"
    tables: str = "kept"
    early_stop: bool = False

    @classmethod
    def of(cls, chosen: argparse.Namespace) -> Settings:
        return cls(chosen.order, chosen.conjoin, chosen.model, chosen.tables, chosen.early_stop)


def add_options(parser: argparse.ArgumentParser) -> None:
    for name, choice in CHOICES.items():
        parser.add_argument(f"--{name}", choices=choice.values, default=choice.values[0], help=choice.help)
    parser.add_argument(
        f"--{EARLY_STOP}",
        action="store_true",
        help="stop at the first assertion that contradicts those before it",
    )
