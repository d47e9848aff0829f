"""All operators that C can have, and the check that terms use no others."""

from __future__ import annotations

from collections.abc import Iterable

from gadfly.lang.smt.sorts import INT
from gadfly.lang.smt.terms import Shape, Term
from gadfly.techniques.mazes.convert import bits, integers, logic, signs
from gadfly.techniques.mazes.convert.c_types import MAX_NUMBER, UnconvertibleError, check_sort
from gadfly.techniques.mazes.convert.constants import constant, is_constant
from gadfly.techniques.mazes.convert.logic import Builder

SCALAR_OPERATORS: dict[str, Builder] = {
    **logic.OPERATORS,
    **integers.OPERATORS,
    **bits.OPERATORS,
    **signs.OPERATORS,
}
ARRAY_OPERATORS = frozenset({"select", "store", "const-array"})

COMPOSED = frozenset({
    "div", "mod", "abs", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr",
    "rotate_left", "rotate_right", "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvssubo",
})  # fmt: skip
"""Operators that take several operators of C."""

_TO_INTEGER = frozenset({"ubv_to_int", "bv2nat", "bv2int", "sbv_to_int"})
_WIDEST_INTEGER = 62


def check_terms(terms: Iterable[Term]) -> None:
    """Raise UnconvertibleError if C cannot have one of the terms; their arguments are not looked at."""
    for term in terms:
        check_sort(term.sort)
        if term.shape is Shape.OPERATOR:
            _check_operator(term)
        elif term.shape is Shape.SYMBOL:
            if term.args and any(each.sort.name == "Array" for each in (*term.args, term)):
                raise UnconvertibleError(f"the function {term.name} has to do with arrays")
        elif term.shape is Shape.LITERAL:
            if term.sort == INT and abs(int(term.value)) > MAX_NUMBER:
                raise UnconvertibleError(f"long long does not hold {term.value}")
        else:
            raise UnconvertibleError("an expression of C has no quantifier")


def _check_operator(term: Term) -> None:
    name = term.name
    if name not in SCALAR_OPERATORS and name not in ARRAY_OPERATORS:
        raise UnconvertibleError(f"C has no operator for {name}")
    if name in _TO_INTEGER and term.args[0].sort.width > _WIDEST_INTEGER:
        raise UnconvertibleError(f"{name} of {term.args[0].sort.width} bits may leave long long")
    if name == "divisible" and int(term.indices[0]) > MAX_NUMBER:
        raise UnconvertibleError("long long does not hold the index of divisible")
    if name in ("div", "mod") and any(is_constant(each) and constant(each) == 0 for each in term.args[1:]):
        raise UnconvertibleError("SMT-LIB does not say what an integer divided by zero is")
