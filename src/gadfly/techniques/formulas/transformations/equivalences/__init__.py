"""Equivalences: laws of every theory as data, and terms rewritten by them.

Every law holds for all values of its letters: NaN, division by zero, places out of range. What the standard
leaves open occurs on both sides as the same application, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.core.choices import Choices
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.techniques.formulas.transformations.equivalences import (
    arrays,
    bitvectors,
    core,
    datatypes,
    floats,
    numbers,
    strings,
)
from gadfly.techniques.formulas.transformations.equivalences.patterns import fits
from gadfly.techniques.formulas.transformations.equivalences.rules import Desk, Rule
from gadfly.techniques.formulas.transformations.survey import in_difference_logic, survey

__all__ = ["RULES", "Rewriter", "rewritten"]

RULES: tuple[Rule, ...] = tuple(
    rule
    for theory in (core, numbers, bitvectors, arrays, floats, strings, datatypes)
    for rule in theory.RULES
)

_GENERAL = tuple(rule for rule in RULES if not rule.head)
_BY_HEAD: dict[str, list[Rule]] = {}
for _rule in RULES:
    if _rule.head:
        _BY_HEAD.setdefault(_rule.head, []).append(_rule)


class Rewriter:
    """Rewrites sub-terms of some terms, building in a bank.

    In difference logic only Boolean terms are rewritten, and only so that atoms keep their form.
    """

    def __init__(self, terms: Sequence[Term], bank: Bank, script: Script | None = None) -> None:
        found = survey(terms)
        self._bank = bank
        self._padding = found.padding
        self._datatypes = {} if script is None else script.datatypes
        self._plain = script is not None and in_difference_logic(script)
        self.sites = [*found.sites, *(term for term in found.expressions if term.args)]
        if self._plain:
            self.sites = [term for term in self.sites if term.sort == BOOL]

    def rewritten(self, site: Term, choices: Choices) -> Term:
        """An equivalent term, by a rule that is drawn; the site itself if no rule applies.

        Mostly by a rule about its operator: those about any term of its sort are many, and much alike.
        """
        specific = _BY_HEAD.get(site.name, ()) if site.shape is Shape.OPERATOR else ()
        general = [rule for rule in _GENERAL if fits(rule.role, site.sort)]
        desk = Desk(self._bank, choices, self._padding, self._datatypes)
        groups = (specific, general) if choices.below(4) < 3 else (general, specific)
        for group in groups:
            usable = [rule for rule in group if rule.plain or not self._plain]
            first = choices.below(len(usable)) if usable else 0
            for rule in (*usable[first:], *usable[:first]):
                new = rule.apply(site, desk)
                if new is not None and new is not site:
                    return new
        return site


def rewritten(term: Term, bank: Bank, choices: Choices, script: Script | None = None) -> Term:
    """An equivalent term, by one or more laws inside it; the script tells its logic and its datatypes."""
    rewriter = Rewriter([term], bank, script)
    sites = rewriter.sites or [term]
    mapping = {}
    for _ in choices.repeat(1, 4):
        site = choices.pick(sites)
        mapping[site] = rewriter.rewritten(site, choices)
    return bank.substitute(term, mapping)
