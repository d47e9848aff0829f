"""Changes of formulas that keep their truth."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.techniques.formulas.draft import Draft


def transform(draft: Draft, _choices: Choices) -> Draft:
    """The draft after a few transformations."""
    return draft
