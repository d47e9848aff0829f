"""What we read and print again means the same to z3's own parser."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from gadfly.core.choices import Choices
from gadfly.core.words import Seed
from gadfly.lang.smt.grammar import LOGICS, make_seed
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script_reader import read_script
from gadfly.seeds import load_bundled

z3 = import_module("z3")  # it has no types
SEEDS_PER_LOGIC = 4
MADE = tuple(
    Seed(f"{logic} {number}", make_seed(logic, Choices.of("reader", logic, number)))
    for logic in LOGICS
    for number in range(SEEDS_PER_LOGIC)
)
DEFINITIONS = Seed(
    "definitions",
    """(set-logic QF_LIA)
(declare-const |a b| Int)
(declare-const y Int)
(define-fun twice ((n Int)) Int (+ n n))
(define-const three Int 3)
(assert (let ((y (twice |a b|)) (z y)) (let ((y (+ y z))) (! (< y three) :named |first one|))))
(assert (=> (< y 1) (= y 2) (distinct y 3 4) (< (- y 1 2) (- y) 7)))
(check-sat)
""",
)
QUANTIFIERS = Seed(
    "quantifiers",
    """(declare-fun f (Int Int) Int)
(declare-fun x () Int)
(assert (forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (and (< x (f z z)) (< (f z z) y))))))
(assert (exists ((y Int)) (let ((s (f x y))) (or (> s (f s s)) (forall ((x Int)) (> s (f s x)))))))
(check-sat)
""",
)
PARAMETRIC = Seed(
    "parametric datatypes",
    """(declare-datatypes ((Pair 2)) ((par (A B) ((pair (first A) (second B))))))
(declare-datatypes ((Chain 1)) ((par (T) ((nil) (cons (head T) (tail (Chain T)))))))
(define-sort Ints () (Chain Int))
(declare-fun l () Ints)
(declare-fun p () (Pair Int Ints))
(assert (= (second p) (cons (first p) (as nil (Chain Int)))))
(assert (=> ((_ is cons) l) (= (tail l) (as nil Ints))))
(check-sat)
""",
)


def reprinted(text: str) -> str:
    """The script as we understand it: our declarations and every assertion in our spelling."""
    script = read_script(text)
    assertions = [f"(assert {print_term(term)})" for term in script.assertions]
    return "\n".join([*script.declarations, *assertions])


def parsed(text: str) -> list[str]:
    """The assertions as z3 reads them: lets and definitions expanded, bound variables by their numbers."""
    return [_nameless(formula) for formula in z3.parse_smt2_string(text, ctx=z3.Context())]


def _nameless(term: Any) -> str:
    if z3.is_var(term):
        return f"bound{z3.get_var_index(term)}"
    if z3.is_quantifier(term):
        binder = "forall" if term.is_forall() else "exists"
        sorts = [term.var_sort(place).sexpr() for place in range(term.num_vars())]
        return f"({binder} {sorts} {_nameless(term.body())})"
    if term.num_args() == 0:
        return str(term.sexpr())
    operator = term.decl()
    head = f"{operator.name()} {operator.params()}" if operator.params() else operator.name()
    return f"({head} {' '.join(map(_nameless, term.children()))})"


@pytest.mark.parametrize(
    "seed", [*MADE, *load_bundled(), DEFINITIONS, QUANTIFIERS, PARAMETRIC], ids=lambda seed: seed.name
)
def test_z3_reads_the_same_from_our_spelling(seed: Seed) -> None:
    assert parsed(reprinted(seed.text)) == parsed(seed.text)


@pytest.mark.parametrize(
    ("seed", "old", "new"),
    [
        (DEFINITIONS, "(+ n n)", "(+ n n 1)"),
        (QUANTIFIERS, "(f s x)", "(f x s)"),
        (QUANTIFIERS, "(exists ((z Int))", "(forall ((z Int))"),
        (PARAMETRIC, "(_ is cons)", "(_ is nil)"),
    ],
)
def test_the_comparison_sees_a_difference(seed: Seed, old: str, new: str) -> None:
    assert parsed(seed.text.replace(old, new)) != parsed(seed.text)
