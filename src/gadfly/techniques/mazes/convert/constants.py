"""Terms that are constants at first sight; SMT-LIB has no negative literals."""

from __future__ import annotations

from gadfly.lang.smt.terms import Shape, Term


def is_constant(term: Term) -> bool:
    return term.shape is Shape.LITERAL or (_is_negation(term) and term.args[0].shape is Shape.LITERAL)


def constant(term: Term) -> int:
    """The value of a term that is a constant."""
    return -int(term.args[0].value) if _is_negation(term) else int(term.value)


def _is_negation(term: Term) -> bool:
    return term.shape is Shape.OPERATOR and term.name == "-" and len(term.args) == 1
