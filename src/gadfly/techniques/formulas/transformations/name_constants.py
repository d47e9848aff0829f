"""Constants behind variables."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Shape, Term
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.transformations.survey import declarable, survey

# Where a variable may stand for a literal in every logic: as a factor it would not be linear.
_PARENTS = frozenset({"=", "distinct", "<", "<=", ">", ">=", "+", "-", "ite", "concat", "select", "store"})


def name_constants(draft: Draft, choices: Choices) -> Draft:
    """A literal becomes a new constant that an assertion makes equal to it."""
    sorts = declarable(draft.script)
    parents = [term for term in survey(draft.formulas).sites if _literals(term, sorts)]
    if not parents:
        return draft
    parent = choices.pick(parents)
    place = choices.pick(_literals(parent, sorts))
    literal, bank, name = parent.args[place], draft.script.bank, draft.fresh_name()
    constant = bank.symbol(name, literal.sort)
    constraint = bank.operator("=", BOOL, [constant, literal])
    draft = draft.with_symbol(name, Signature((), literal.sort), literal, constraint)
    return draft.replaced({parent: bank.with_argument(parent, place, constant)})


def _literals(term: Term, sorts: frozenset[Sort]) -> list[int]:
    """The places of arguments that are literals a variable may stand for."""
    if term.shape is not Shape.SYMBOL and term.name not in _PARENTS and not term.name.startswith("bv"):
        return []
    return [place for place, arg in enumerate(term.args) if arg.shape is Shape.LITERAL and arg.sort in sorts]
