"""Guards that are known to be true."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.sorts import BOOL
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.survey import survey

_FORMS = ("=>", "and", "=", "ite")


def guard(draft: Draft, choices: Choices) -> Draft:
    """A formula is split in two assertions: `(=> p F)` in its place, and a new constant `p`."""
    found = survey(draft.formulas)
    sites = [term for term in found.sites if term.sort == BOOL]
    if not sites:
        return draft
    site, bank, name = choices.pick(sites), draft.script.bank, draft.fresh_name()
    constant = bank.symbol(name, BOOL)
    form = choices.pick(_FORMS)
    others = [choices.pick(found.padding.get(BOOL, (bank.true,)))] if form == "ite" else []
    guarded = bank.operator(form, BOOL, [constant, site, *others])
    draft = draft.with_symbol(name, Signature((), BOOL), bank.true, constant)
    return draft.replaced({site: guarded})
