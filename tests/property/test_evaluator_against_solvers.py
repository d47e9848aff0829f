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
from gadfly.lang.smt.sorts import BOOL, bitvec
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.lang.smt.values import Undecided

TERMS_AT_ONCE = 1000
SMALL_SORTS = (BOOL, bitvec(1), bitvec(2), bitvec(3), bitvec(4))


def claims(seed: int, count: int, depth: int = 3) -> list[str]:
    """Equations of random terms with the values we give them; undecided terms claim nothing."""
    maker = TermMaker(Random(seed))
    return _equations(maker, [maker.any_term(depth) for _ in range(count)])


def quantified_claims(seed: int, count: int) -> list[str]:
    """The same for closed formulas with a quantifier or two over small finite sorts."""
    random = Random(seed)
    maker = TermMaker(random)
    return _equations(maker, [_quantified(random, maker) for _ in range(count)])


def _quantified(random: Random, maker: TermMaker) -> Term:
    """A ground formula over small bit-vectors some of whose literals became variables.

    Other theories under a quantifier are what solvers may search for without end.
    """
    while True:
        formula = maker.term(BOOL, 3)
        order = post_order([formula])
        if all(term.sort in SMALL_SORTS for term in order):
            break
    literals = [term for term in order if term.shape is Shape.LITERAL]
    for literal in random.sample(literals, min(len(literals), 2)):
        variable = maker.bank.variable("v", literal.sort)
        body = maker.bank.substitute(formula, {literal: variable})
        formula = maker.bank.quantifier(random.choice(("forall", "exists")), [variable], body)
    return formula


def _equations(maker: TermMaker, terms: list[Term]) -> list[str]:
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


@settings(derandomize=True, max_examples=5, deadline=None)
@given(st.integers(min_value=0, max_value=1 << 32))
def test_z3_agrees_on_finite_quantifiers(seed: int) -> None:
    found = quantified_claims(seed, 200)
    assert len(found) > 100
    assert refused(z3_with_datatypes, found) == []


def test_a_wrong_value_is_noticed() -> None:
    right = claims(1, 50)
    assert refused(z3_with_datatypes, [*right, "(= (bvudiv #x1 #x0) #x0)"]) == ["(= (bvudiv #x1 #x0) #x0)"]
