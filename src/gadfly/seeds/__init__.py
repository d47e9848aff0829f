"""Seeds that come with Gadfly: small scripts of every quantifier-free logic, and small C programs."""

from __future__ import annotations

from importlib.resources import files

from gadfly.core.words import Language, Seed


def load_bundled() -> tuple[Seed, ...]:
    """Every bundled SMT-LIB script, in order of their names: about three of every logic."""
    return _load(".", ".smt2", Language.SMT)


def load_bundled_c() -> tuple[Seed, ...]:
    """Every bundled C program, in order of their names.

    They terminate, have no undefined behaviour and return 0. Those named `inputs_…` read inputs; every other
    one has exactly one execution.
    """
    return _load("c", ".c", Language.C)


def _load(folder: str, suffix: str, language: Language) -> tuple[Seed, ...]:
    inside = files(__name__).joinpath(folder)
    found = sorted(
        (entry for entry in inside.iterdir() if entry.name.endswith(suffix)), key=lambda entry: entry.name
    )
    return tuple(Seed(entry.name.removesuffix(suffix), entry.read_text("utf-8"), language) for entry in found)
