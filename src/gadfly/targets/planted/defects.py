"""The defects that can be switched on in the planted solver.

Each has a condition on the shape of the question that is neither always nor never met, so that a tester
has to work for it. The docstring of a defect is its help text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gadfly.targets.planted.defect import Defect
from gadfly.targets.planted.failures import Crash, ErrorThenSat, Garbage, Hang, MemoryHog, Segfault
from gadfly.targets.planted.wrong_answers import (
    GivesUp,
    OptionsDisagree,
    StickyUnsat,
    WrongAssumed,
    WrongBackwards,
    WrongDefinition,
    WrongIncremental,
    WrongLargeCore,
    WrongLet,
    WrongModel,
    WrongSat,
    WrongSecondCheck,
    WrongUnsat,
)
from gadfly.targets.planted.wrong_circuits import (
    WrongBoundary,
    WrongDistinct,
    WrongEqualBranches,
    WrongModulo,
    WrongOverflow,
    WrongShift,
)

DEFECTS: Mapping[str, Defect] = {
    "wrong-unsat": WrongUnsat(),
    "wrong-sat": WrongSat(),
    "wrong-large-core": WrongLargeCore(),
    "wrong-assumed": WrongAssumed(),
    "sticky-unsat": StickyUnsat(),
    "wrong-model": WrongModel(),
    "wrong-incremental": WrongIncremental(),
    "wrong-second-check": WrongSecondCheck(),
    "wrong-definition": WrongDefinition(),
    "wrong-let": WrongLet(),
    "wrong-modulo": WrongModulo(),
    "wrong-shift": WrongShift(),
    "wrong-overflow": WrongOverflow(),
    "wrong-boundary": WrongBoundary(),
    "wrong-equal-branches": WrongEqualBranches(),
    "wrong-distinct": WrongDistinct(),
    "wrong-backwards": WrongBackwards(),
    "options-disagree": OptionsDisagree(),
    "gives-up": GivesUp(),
    "crash": Crash(),
    "segfault": Segfault(),
    "hang": Hang(),
    "memory-hog": MemoryHog(),
    "garbage": Garbage(),
    "error-then-sat": ErrorThenSat(),
}


def help_lines(defects: Mapping[str, Defect]) -> Sequence[str]:
    """One line for each defect."""
    return [f"{name:22}{(type(defect).__doc__ or '').splitlines()[0]}" for name, defect in defects.items()]
