"""Seeds that come with Gadfly: about three small scripts of every quantifier-free logic."""

from __future__ import annotations

from importlib.resources import files

from gadfly.core.words import Seed


def load_bundled() -> tuple[Seed, ...]:
    """Every bundled seed, in order of their names."""
    scripts = sorted(
        (entry for entry in files(__name__).iterdir() if entry.name.endswith(".smt2")),
        key=lambda entry: entry.name,
    )
    return tuple(Seed(entry.name.removesuffix(".smt2"), entry.read_text("utf-8")) for entry in scripts)
