"""Equivalence rewriting."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.terms import Term
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.equivalences import Rewriter

MOST_SITES = 12


def rewrite(draft: Draft, choices: Choices) -> Draft:
    """Sub-terms become equivalent ones, by laws such as `(bvneg a) <-> (bvadd (bvnot a) 1)`."""
    rewriter = Rewriter(draft.formulas, draft.script.bank, draft.script)
    if not rewriter.sites:
        return draft
    mapping: dict[Term, Term] = {}
    for _ in choices.repeat(1, MOST_SITES):
        site = choices.pick(rewriter.sites)
        mapping[site] = rewriter.rewritten(site, choices)
    return draft.replaced(mapping)
