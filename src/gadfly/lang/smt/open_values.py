"""What SMT-LIB leaves open: applications whose value is up to the interpretation for some arguments.

Two solvers may fill such a gap alike while a third, that leaves it open, is not wrong. So nothing that
mentions such an application may rest on what solvers say.
"""

from __future__ import annotations

from collections.abc import Iterable

from gadfly.lang.smt.script import Script
from gadfly.lang.smt.terms import Shape, Term, post_order

_OPEN = frozenset({
    "fp.min", "fp.max", "fp.to_ubv", "fp.to_sbv", "fp.to_real", "fp.to_ieee_bv",
})  # fmt: skip
_DIVISIONS = frozenset({"div", "mod", "/"})


class OpenValues:
    """Tells which terms of a script mention something that the standard leaves open."""

    def __init__(self, script: Script) -> None:
        self._names = _OPEN | {
            selector.name
            for datatype in script.datatypes.values()
            for constructor in datatype.constructors
            for selector in constructor.selectors
        }

    def occur_in(self, term: Term) -> bool:
        return any(map(self._is_open, post_order([term])))

    def closed(self, terms: Iterable[Term]) -> tuple[Term, ...]:
        """The terms that mean the same in every interpretation."""
        return tuple(term for term in terms if not self.occur_in(term))

    def _is_open(self, term: Term) -> bool:
        if term.shape is not Shape.OPERATOR:
            return False
        if term.name in _DIVISIONS:
            return not all(map(_is_non_zero, term.args[1:]))
        return term.name in self._names


def _is_non_zero(term: Term) -> bool:
    if term.name == "-" and len(term.args) == 1:
        term = term.args[0]
    return term.shape is Shape.LITERAL and bool(term.value)
