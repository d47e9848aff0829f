"""Changes of formulas that keep their truth.

Every formula stays equivalent to what it was wherever the constraints hold that a transformation added, and
those can be satisfied whatever the symbols of the seed mean.
"""

from __future__ import annotations

from collections.abc import Callable

from gadfly.core.choices import Choices
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.define import Written, write
from gadfly.techniques.formulas.transformations.encode import keep_in_array, keep_in_function
from gadfly.techniques.formulas.transformations.equivalences import rewritten
from gadfly.techniques.formulas.transformations.guard import guard
from gadfly.techniques.formulas.transformations.lift_ite import lift_ite
from gadfly.techniques.formulas.transformations.name_constants import name_constants
from gadfly.techniques.formulas.transformations.name_terms import name_terms
from gadfly.techniques.formulas.transformations.quantify import quantify
from gadfly.techniques.formulas.transformations.regroup import regroup
from gadfly.techniques.formulas.transformations.rewrite import rewrite

__all__ = [
    "TRANSFORMATIONS",
    "Transformation",
    "Written",
    "regroup",
    "rewritten",
    "transform",
    "write",
]

Transformation = Callable[[Draft, Choices], Draft]
"""Gives the draft itself if there is nothing to transform. Its docstring is its help text."""

TRANSFORMATIONS: tuple[Transformation, ...] = (
    rewrite,
    guard,
    lift_ite,
    name_constants,
    name_terms,
    keep_in_array,
    keep_in_function,
    quantify,
)
_WEIGHTS = (4, 1, 1, 1, 1, 1, 1, 1)
_MOST = 4


def transform(draft: Draft, choices: Choices) -> Draft:
    """The draft after a few transformations; half of all drafts stay as they are."""
    if not choices.coin():
        return draft
    draft = draft.on_own_bank()
    for _ in choices.repeat(1, _MOST):
        draft = choices.weighted(TRANSFORMATIONS, _WEIGHTS)(draft, choices)
    return draft
