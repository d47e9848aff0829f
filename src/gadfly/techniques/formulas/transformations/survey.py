"""What there is to transform in some terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL, REGLAN, Sort
from gadfly.lang.smt.terms import Shape, Term, post_order

_DEEPEST_PADDING = 4
_MOST_PADDING = 64  # terms of a sort: enough variety, and a large seed costs no more than a small one


@dataclass(frozen=True, slots=True)
class Survey:
    """`sites` are applications that mention a symbol or variable: in the place of others, many a solver takes
    a literal only (as a coefficient, for a float). `expressions` are the regular expressions. `padding` are
    small closed terms by sort.
    """

    sites: Sequence[Term]
    expressions: Sequence[Term]
    padding: Mapping[Sort, Sequence[Term]]


def survey(terms: Iterable[Term]) -> Survey:
    sites: list[Term] = []
    expressions: list[Term] = []
    padding: dict[Sort, list[Term]] = {}
    ground: set[Term] = set()
    for term in post_order(terms):
        if term.sort == REGLAN:
            expressions.append(term)
            continue
        if term.shape in (Shape.LITERAL, Shape.OPERATOR) and all(arg in ground for arg in term.args):
            ground.add(term)
        elif term.args:
            sites.append(term)
        if not term.is_open and term.depth <= _DEEPEST_PADDING:
            known = padding.setdefault(term.sort, [])
            if len(known) < _MOST_PADDING:
                known.append(term)
    return Survey(sites, expressions, padding)


def in_difference_logic(script: Script) -> bool:
    """Whether the atoms of the script must keep a form that hardly any change of terms respects."""
    return script.logic.endswith("DL")


def declarable(script: Script) -> frozenset[Sort]:
    """The sorts of which the script may declare a constant: Bool, and those of which it has one."""
    if in_difference_logic(script):
        return frozenset({BOOL})
    return frozenset({BOOL}).union(
        signature.result for signature in script.symbols.values() if not signature.arguments
    )
