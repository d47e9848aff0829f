"""The Core theory in C. Truth values are 0 and 1, whatever they were computed with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations, pairwise

from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.convert.bodies import Body
from gadfly.techniques.mazes.convert.expressions import Expr, binary, choice, unary

Builder = Callable[[Body, Term, Sequence[Expr]], Expr]
"""Writes an operator's application to arguments that are written; the body takes what needs a statement."""


def comparison(operator: str) -> Builder:
    """A chain of comparisons, each between neighbours."""

    def build(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        inner = [body.reusable(arg, term.args[0].sort) for arg in args[1:-1]]
        chain = [args[0], *inner, args[-1]]
        return binary("&&", *(binary(operator, *pair) for pair in pairwise(chain)))

    return build


def _not(_body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    return unary("!", args[0])


def _and(_body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    return binary("&&", *args)


def _or(_body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    return binary("||", *args)


def _xor(_body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    return reduce(lambda left, right: binary("!=", left, right), args)


def _implies(_body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    return binary("||", *(unary("!", arg) for arg in args[:-1]), args[-1])


def _ite(_body: Body, _term: Term, args: Sequence[Expr]) -> Expr:
    condition, yes, no = args
    return choice(condition, yes, no)


def _distinct(body: Body, term: Term, args: Sequence[Expr]) -> Expr:
    if len(args) > 2:
        args = [body.reusable(arg, term.args[0].sort) for arg in args]
    return binary("&&", *(binary("!=", *pair) for pair in combinations(args, 2)))


OPERATORS: dict[str, Builder] = {
    "not": _not,
    "and": _and,
    "or": _or,
    "xor": _xor,
    "=>": _implies,
    "ite": _ite,
    "=": comparison("=="),
    "distinct": _distinct,
}
