"""Our evaluator and z3 give every ground term the same value."""

from __future__ import annotations

from random import Random

from ground_terms import DATATYPES, DECLARATIONS, TermMaker
from hypothesis import given, settings
from hypothesis import strategies as st
from solver_claims import refused, z3

from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, value_term
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.values import Undecided

TERMS_AT_ONCE = 1000


def claims(seed: int, count: int, depth: int = 3) -> list[str]:
    """Equations of random terms with the values we give them; undecided terms claim nothing."""
    maker = TermMaker(Random(seed))
    terms = [maker.any_term(depth) for _ in range(count)]
    values = evaluate(terms, Model({}), DATATYPES)
    return [
        f"(= {print_term(term)} {print_term(value_term(value, term.sort, maker.bank, DATATYPES))})"
        for term, value in zip(terms, values, strict=True)
        if not isinstance(value, Undecided)
    ]


def z3_with_datatypes(script: str) -> list[str]:
    return z3(script.replace("(set-logic ALL)\n", f"(set-logic ALL)\n{DECLARATIONS}", 1))


@settings(derandomize=True, max_examples=25, deadline=None)
@given(st.integers(min_value=0, max_value=1 << 32))
def test_z3_agrees_on_ground_terms(seed: int) -> None:
    found = claims(seed, TERMS_AT_ONCE)
    assert len(found) > TERMS_AT_ONCE // 2
    assert refused(z3_with_datatypes, found) == []


def test_a_wrong_value_is_noticed() -> None:
    right = claims(1, 50)
    assert refused(z3_with_datatypes, [*right, "(= (bvudiv #x1 #x0) #x0)"]) == ["(= (bvudiv #x1 #x0) #x0)"]
