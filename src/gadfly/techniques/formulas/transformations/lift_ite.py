"""Case distinctions moved."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.survey import in_difference_logic, survey

_FACTORS = frozenset({"*", "/", "div", "mod"})  # an `ite` of coefficients would not be linear


def lift_ite(draft: Draft, choices: Choices) -> Draft:
    """`(f (ite c a b))` becomes `(ite c (f a) (f b))`, or the other way round."""
    bank = draft.script.bank
    found = survey(draft.formulas).sites
    if in_difference_logic(draft.script):
        moved = {site: _lifted(site, bank) for site in found if site.sort == BOOL}
    else:
        sites = frozenset(found)
        moved = {site: _lifted(site, bank) or _lowered(site, sites, bank) for site in found}
    pairs = [(site, new) for site, new in moved.items() if new is not None]
    return draft.replaced(dict([choices.pick(pairs)])) if pairs else draft


def _lifted(term: Term, bank: Bank) -> Term | None:
    """The first case distinction among the arguments, around the term."""
    if term.shape is Shape.QUANTIFIER or term.name == "ite":
        return None
    for place, arg in enumerate(term.args):
        if arg.name == "ite" and arg.shape is Shape.OPERATOR:
            condition, yes, no = arg.args
            cases = [bank.with_argument(term, place, case) for case in (yes, no)]
            return bank.operator("ite", term.sort, [condition, *cases])
    return None


def _lowered(term: Term, sites: frozenset[Term], bank: Bank) -> Term | None:
    """The case distinction around the one argument in which two applications differ."""
    if term.name != "ite" or term.shape is not Shape.OPERATOR:
        return None
    condition, yes, no = term.args
    alike = (yes.shape, yes.name, yes.indices) == (no.shape, no.name, no.indices)
    if not alike or len(yes.args) != len(no.args) or yes.shape is Shape.QUANTIFIER or yes.name in _FACTORS:
        return None
    places = [place for place, (a, b) in enumerate(zip(yes.args, no.args, strict=True)) if a is not b]
    if len(places) != 1:
        return None
    (place,) = places
    cases = yes.args[place], no.args[place]
    if cases[0].sort != cases[1].sort or not sites.issuperset(cases):
        return None
    return bank.with_argument(yes, place, bank.operator("ite", cases[0].sort, [condition, *cases]))
