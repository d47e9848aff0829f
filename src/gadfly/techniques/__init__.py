"""The techniques, by name and by the name of the paper's tool."""

from __future__ import annotations

from gadfly.core.interfaces import Technique
from gadfly.techniques.formulas import Formulas

TECHNIQUES: dict[str, type[Technique]] = {"formulas": Formulas}
ALIASES = {
    "storm": "formulas",
    "minotaur": "mazes",
    "sherlock": "interrogation",
    "mcfuzz": "branches",
}


def technique(name: str) -> Technique:
    """The technique of that name, or ValueError that lists what there is."""
    found = TECHNIQUES.get(ALIASES.get(name, name))
    if found is None:
        raise ValueError(f"no technique {name!r}; there is: {', '.join(sorted(TECHNIQUES))}")
    return found()
