"""The techniques, by name and by the name of the paper's tool."""

from __future__ import annotations

from gadfly.core.interfaces import Technique
from gadfly.techniques.branches import (
    Branches,
    CountBranches,
    FusedBranches,
    ReachBranches,
    ValueBranches,
)
from gadfly.techniques.formulas import FreshFormulas, MixedFormulas, SatFormulas, UnsatFormulas
from gadfly.techniques.interrogation import Interrogation, MetamorphicResults, MetamorphicTesting
from gadfly.techniques.laws import Laws, LawsDirect, LawsFuzzer
from gadfly.techniques.mazes import (
    FuzzleMazes,
    MixedMazes,
    RawMazes,
    SatMazes,
    SmtMazes,
    UnsatMazes,
)

TECHNIQUES: dict[str, type[Technique]] = {
    "branches": Branches,
    "branches-reach": ReachBranches,
    "branches-count": CountBranches,
    "branches-fused": FusedBranches,
    "branches-values": ValueBranches,
    "formulas-sat": SatFormulas,
    "formulas-unsat": UnsatFormulas,
    "formulas-mixed": MixedFormulas,
    "formulas-fresh": FreshFormulas,
    "interrogation": Interrogation,
    "interrogation-mt": MetamorphicTesting,
    "interrogation-mt-vr": MetamorphicResults,
    "laws": Laws,
    "laws-fuzzer": LawsFuzzer,
    "laws-direct": LawsDirect,
    "mazes-sat": SatMazes,
    "mazes-unsat": UnsatMazes,
    "mazes-mixed": MixedMazes,
    "mazes-raw": RawMazes,
    "mazes-smt": SmtMazes,
    "mazes-fuzzle": FuzzleMazes,
}
GROUPS = {
    "formulas": ("formulas-sat", "formulas-unsat", "formulas-mixed", "formulas-fresh"),
    "mazes": ("mazes-sat", "mazes-unsat", "mazes-mixed"),
}
ALIASES = {
    "storm": "formulas-sat",
    "minotaur": "mazes",
    "fuzzle": "mazes-fuzzle",
    "fuzzle+smt": "mazes-smt",
    "sherlock": "interrogation",
    "mcfuzz": "branches",
}


def technique(name: str) -> Technique:
    """The technique of that name, or ValueError that lists what there is."""
    found = TECHNIQUES.get(ALIASES.get(name, name))
    if found is None:
        raise ValueError(f"no technique {name!r}; there is: {_known()}")
    return found()


def technique_names(word: str) -> tuple[str, ...]:
    """The techniques a user means: all of a group, or one; ValueError that lists what there is."""
    return GROUPS.get(ALIASES.get(word, word)) or (technique(word).name,)


def _known() -> str:
    return ", ".join(sorted({*TECHNIQUES, *GROUPS}))
