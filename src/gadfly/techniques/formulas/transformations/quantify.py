"""Quantifiers that say nothing."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.printer import LET_PREFIX
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Shape, post_order
from gadfly.techniques.formulas.draft import Draft


def quantify(draft: Draft, choices: Choices) -> Draft:
    """A formula with quantifiers gets another, over a variable it does not mention or a guard.

    What has none is left alone, because its logic may know none.
    """
    order = post_order(draft.formulas)
    bound = {term.sort for term in order if term.shape is Shape.VARIABLE}
    if not bound:
        return draft
    bank = draft.script.bank
    site = choices.pick([term for term in order if term.sort == BOOL and term.args])
    sort = choices.pick([BOOL, *sorted(bound - {BOOL}, key=str)])
    variable = bank.variable(f"{LET_PREFIX}q", sort)
    name, guard = choices.pick((("forall", "=>"), ("exists", "and")))
    body = bank.operator(guard, BOOL, [variable, site]) if sort == BOOL else site
    return draft.replaced({site: bank.quantifier(name, [variable], body)})
