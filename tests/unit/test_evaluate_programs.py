"""The evaluator itself: symbols and definitions, quantifiers, depth, and reuse under many models."""

from __future__ import annotations

import pytest
from smt_values import value_of

from gadfly.lang.smt.evaluate import Evaluator, evaluate
from gadfly.lang.smt.model import Definition, Model
from gadfly.lang.smt.sorts import BOOL, INT, array, bitvec
from gadfly.lang.smt.terms import Bank
from gadfly.lang.smt.values import UNDECIDED, MaybeValue

DECLARED = """(declare-sort U 0) (declare-const x Int) (declare-const u U) (declare-const v U)
(declare-fun f (Int) Int) (declare-fun g (Int Int) Bool) (declare-const b Bool)"""

ELEMENTS = "(declare-fun e0 () U)(declare-fun e1 () U)"


@pytest.mark.parametrize(
    ("term", "definitions", "value"),
    [
        ("x", "(define-fun x () Int 5)", 5),
        ("x", "(define-fun y () Int 5)", UNDECIDED),
        ("(f (f 1))", "(define-fun f ((a Int)) Int (+ a 1))", 3),
        ("(g 1 2)", "(define-fun g ((a Int) (b Int)) Bool (< a b))", True),
        ("(f x)", "(define-fun f ((a Int)) Int 7)", 7),
        ("(f x)", "(define-fun f ((a Int)) Int a)", UNDECIDED),
        ("(f 1)", "(define-fun f ((a Int)) Int x)(define-fun x () Int 9)", 9),
        ("(f 1)", "(define-fun f ((a Int)) Int (f a))", UNDECIDED),
        ("(= u v)", ELEMENTS + "(define-fun u () U e0)(define-fun v () U e1)", False),
        ("(= u v)", ELEMENTS + "(define-fun u () U e0)(define-fun v () U e0)", True),
    ],
)  # fmt: skip
def test_symbols(term: str, definitions: str, value: MaybeValue) -> None:
    assert value_of(term, DECLARED, definitions) == value


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(forall ((p Bool)) (or p (not p)))", True),
        ("(forall ((p Bool)) p)", False),
        ("(exists ((p Bool)) p)", True),
        ("(exists ((v (_ BitVec 4))) (= (bvmul v v) #x9))", True),
        ("(exists ((v (_ BitVec 4))) (= (bvmul v v) #x3))", False),
        ("(forall ((v (_ BitVec 4))) (exists ((w (_ BitVec 4))) (= (bvadd v w) #x0)))", True),
        ("(exists ((v (_ BitVec 4))) (forall ((w (_ BitVec 4))) (= (bvadd v w) #x0)))", False),
        # Too many instances, or infinitely many.
        ("(forall ((v (_ BitVec 9))) (= v v))", UNDECIDED),
        ("(forall ((n Int)) (= n n))", UNDECIDED),
        ("(forall ((v (_ BitVec 8)) (w (_ BitVec 8))) (= v w))", UNDECIDED),
        # What the finite variables decide.
        ("(forall ((n Int) (p Bool)) (and p (= n 0)))", False),
        ("(exists ((n Int) (p Bool)) (or p (= n 0)))", True),
        ("(forall ((n Int)) (or true (= n 0)))", True),
        # One undecided instance, with and without a decisive one.
        ("(forall ((p Bool)) (or p (= 0 (div 1 0))))", UNDECIDED),
        ("(forall ((p Bool)) (and p (= 0 (div 1 0))))", False),
        ("(exists ((p Bool)) (and p (= 0 (div 1 0))))", UNDECIDED),
    ],
)
def test_quantifiers(term: str, value: MaybeValue) -> None:
    assert value_of(term) is value


def test_instances_of_nested_quantifiers_are_limited_together() -> None:
    bank = Bank()
    outer, inner = bank.variable("v", bitvec(6)), bank.variable("w", bitvec(6))
    body = bank.operator("=", BOOL, [bank.operator("bvor", bitvec(6), [outer, inner]), outer])
    term = bank.quantifier("forall", [outer], bank.quantifier("exists", [inner], body))
    assert evaluate([term], Model({}), quantifier_limit=4096) == [True]
    assert evaluate([term], Model({}), quantifier_limit=4095) == [UNDECIDED]


def test_ten_thousand_levels() -> None:
    bank = Bank()
    term = bank.symbol("x", INT)
    for _ in range(10_000):
        term = bank.operator("+", INT, [term, bank.literal(1, INT)])
    model = Model({"x": Definition((), bank.literal(5, INT))})
    assert evaluate([term], model) == [10_005]


def test_values_too_deep_to_compare_are_undecided() -> None:
    cells = "(cons 1 " * 1500
    term = f"(= {cells} nil {')' * 1500} {cells} (cons 2 nil) {')' * 1500})"
    assert value_of(term, "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))") is UNDECIDED


def test_a_chain_of_stores() -> None:
    bank = Bank()
    sort = array(INT, INT)
    term = bank.operator("const-array", sort, [bank.literal(0, INT)])
    for place in range(3000):
        term = bank.operator("store", sort, [term, bank.literal(place % 2000, INT), bank.literal(place, INT)])
    read = [bank.operator("select", INT, [term, bank.literal(place, INT)]) for place in (0, 999, 1000, 2000)]
    assert evaluate(read, Model({})) == [2000, 2999, 1000, 0]


def test_a_hundred_nested_quantifiers_end() -> None:
    bank = Bank()
    term = bank.true
    for _ in range(100):
        variable = bank.variable("n", INT)
        term = bank.quantifier(
            "forall",
            [variable],
            bank.operator("or", BOOL, [term, bank.operator("=", BOOL, [variable, variable])]),
        )
    assert evaluate([term], Model({})) == [True]


def test_definitions_that_use_each_other_do_not_explode() -> None:
    """Each of fifty functions calls the next twice."""
    bank = Bank()
    definitions = {}
    for level in range(49):
        a = bank.variable("a", INT)
        call = bank.symbol(f"f{level + 1}", INT, [a])
        definitions[f"f{level}"] = Definition(
            (a,), bank.operator("+", INT, [call, bank.symbol(f"f{level + 1}", INT, [call])])
        )
    a = bank.variable("a", INT)
    definitions["f49"] = Definition((a,), bank.literal(0, INT))
    assert evaluate([bank.symbol("f0", INT, [bank.literal(1, INT)])], Model(definitions)) == [0]


def test_a_definition_that_uses_itself_leaves_the_rest_decided() -> None:
    bank = Bank()
    one, looping = bank.literal(1, INT), bank.symbol("x", INT)
    definition = Definition((), bank.operator("+", INT, [looping, one]))
    assert evaluate([looping, one], Model({"x": definition})) == [UNDECIDED, 1]


def test_one_evaluator_keeps_nothing_of_earlier_models() -> None:
    bank = Bank()
    x, y = bank.symbol("x", INT), bank.symbol("y", INT)
    evaluator = Evaluator([bank.operator("+", INT, [x, y]), x])
    one, two = (Definition((), bank.literal(n, INT)) for n in (1, 2))
    assert evaluator.values(Model({"x": one, "y": two})) == [3, 1]
    assert evaluator.values(Model({"x": two})) == [UNDECIDED, 2]
    assert evaluator.values(Model({"x": two, "y": two})) == [4, 2]
    assert evaluator.values(Model({})) == [UNDECIDED, UNDECIDED]


def test_an_unknown_operator_is_an_error() -> None:
    bank = Bank()
    with pytest.raises(ValueError, match="no operator is called frobnicate"):
        evaluate([bank.operator("frobnicate", INT, [bank.symbol("x", INT)])], Model({}))
