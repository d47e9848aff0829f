"""Terms behind variables."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.sorts import BOOL
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.survey import declarable, survey


def name_terms(draft: Draft, choices: Choices) -> Draft:
    """A sub-term becomes a new constant that an assertion makes equal to it."""
    sorts = declarable(draft.script)
    sites = [term for term in survey(draft.formulas).sites if not term.is_open and term.sort in sorts]
    if not sites:
        return draft
    site, bank, name = choices.pick(sites), draft.script.bank, draft.fresh_name()
    constant = bank.symbol(name, site.sort)
    constraint = bank.operator("=", BOOL, [constant, site])
    draft = draft.with_symbol(name, Signature((), site.sort), site, constraint)
    return draft.replaced({site: constant})
