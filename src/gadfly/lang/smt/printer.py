"""Printing terms on one line, with `let` for what is shared.

A shared sub-term is bound once, around the whole term if it is closed, else around the body of the
innermost quantifier whose variable it mentions. So the text stays as small as the graph.
"""

from __future__ import annotations

from fractions import Fraction

from gadfly.lang.smt.sorts import BOOL, INT, REAL, STRING, Sort
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.lang.smt.theories import lookup
from gadfly.lang.smt.theories.strings import escape

LET_PREFIX = "g!"  # no script we read may use names that begin so


def print_term(root: Term) -> str:
    """The text of a term."""
    order = post_order([root])
    uses = _count_uses(order)
    binder_rank = {
        variable: rank
        for rank, term in enumerate(order)
        if term.shape is Shape.QUANTIFIER
        for variable in term.variables
    }
    texts: dict[Term, str] = {}
    free: dict[Term, frozenset[Term]] = {}
    bindings: dict[int, list[str]] = {}  # rank of the quantifier (-1: the whole term) -> bindings in order
    names = 0
    for rank, term in enumerate(order):
        variables = _free(term, free)
        if variables:
            free[term] = variables
        if term.shape is Shape.QUANTIFIER:
            body = _with_lets(bindings.pop(rank, []), texts[term.args[0]])
            declared = " ".join(f"({variable.name} {variable.sort})" for variable in term.variables)
            text = f"({term.name} ({declared}) {body})"
        else:
            text = _application(term, [texts[arg] for arg in term.args])
        if uses.get(term, 0) > 1 and term.args:
            owner = min((binder_rank.get(variable, len(order)) for variable in variables), default=-1)
            scope = -1 if owner == len(order) else owner
            name = f"{LET_PREFIX}{names}"
            names += 1
            bindings.setdefault(scope, []).append(f"({name} {text})")
            text = name
        texts[term] = text
    return _with_lets(bindings.get(-1, []), texts[root])


def print_literal(value: bool | int | Fraction | str, sort: Sort) -> str:
    """A literal of one of the sorts that have literals."""
    if sort == BOOL:
        return "true" if value else "false"
    if isinstance(value, str):
        return escape(value) if sort == STRING else value  # a value of a declared sort is its name
    if sort == INT:
        return str(value) if value >= 0 else f"(- {-value})"
    if sort == REAL:
        return _real(Fraction(value))
    return bits_text(int(value), sort.width)


def bits_text(value: int, width: int) -> str:
    return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"


def _real(value: Fraction) -> str:
    if value < 0:
        return f"(- {_real(-value)})"
    if value.denominator == 1:
        return f"{value.numerator}.0"
    return f"(/ {value.numerator}.0 {value.denominator}.0)"


def _application(term: Term, args: list[str]) -> str:
    if term.shape is Shape.LITERAL:
        return print_literal(term.value, term.sort)
    head = term.name
    if term.indices:
        head = f"(_ {head} {' '.join(map(str, term.indices))})"
    elif head == "const-array":
        head = f"(as const {term.sort})"
    elif not args and term.sort.args and term.shape is Shape.OPERATOR and lookup(head) is None:
        return f"(as {head} {term.sort})"  # a nullary constructor of a parametric datatype
    return f"({head} {' '.join(args)})" if args else head


def _count_uses(order: list[Term]) -> dict[Term, int]:
    uses: dict[Term, int] = {}
    for term in order:
        for arg in term.args:
            uses[arg] = uses.get(arg, 0) + 1
    return uses


def _free(term: Term, free: dict[Term, frozenset[Term]]) -> frozenset[Term]:
    if not term.is_open:
        return frozenset()
    if term.shape is Shape.VARIABLE:
        return frozenset({term})
    variables = frozenset().union(*(free.get(arg, frozenset()) for arg in term.args))
    return variables.difference(term.variables)


def _with_lets(bindings: list[str], body: str) -> str:
    if not bindings:
        return body
    return "".join(f"(let ({binding}) " for binding in bindings) + body + ")" * len(bindings)
