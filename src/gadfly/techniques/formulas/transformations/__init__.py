"""Changes of formulas that keep their truth."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.equivalences import rewritten

__all__ = ["rewritten", "transform"]


def transform(draft: Draft, _choices: Choices) -> Draft:
    """The draft after a few transformations."""
    return draft
