"""Arrays and datatypes: equality of arrays over finite, infinite and unknown index sorts, wrong selectors."""

from __future__ import annotations

import pytest
from smt_values import value_of

from gadfly.lang.smt.sorts import BOOL, INT, Sort, array, bitvec
from gadfly.lang.smt.terms import Bank
from gadfly.lang.smt.theories import lookup
from gadfly.lang.smt.values import (
    UNDECIDED,
    Constructed,
    Element,
    MaybeValue,
    array_value,
    cardinality,
    domain,
    equal,
)

U = Sort("U")
INTS = "((as const (Array Int Int)) 0)"
ZEROS = "((as const (Array (_ BitVec 1) Int)) 0)"
ONES = "((as const (Array (_ BitVec 1) Int)) 1)"


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (f"(select (store {INTS} 1 5) 1)", 5),
        (f"(select (store {INTS} 1 5) 2)", 0),
        (f"(= (store (store {INTS} 1 5) 1 0) {INTS})", True),
        (f"(= (store (store {INTS} 1 5) 2 6) (store (store {INTS} 2 6) 1 5))", True),
        (f"(= (store {INTS} 1 5) {INTS})", False),
        ("(= ((as const (Array Int Int)) 0) ((as const (Array Int Int)) 1))", False),
        # All of a finite domain is stored: the default is nowhere.
        (f"(= (store (store {ZEROS} #b0 7) #b1 8) (store (store {ONES} #b1 8) #b0 7))", True),
        (f"(= (store {ZEROS} #b1 1) (store {ONES} #b0 0))", True),
        (f"(= (store {ZEROS} #b1 1) (store {ONES} #b0 6))", False),
        ("(select (select ((as const (Array Int (Array Int Int))) (store " + INTS + " 3 4)) 9) 3)", 4),
        (f"(select {INTS} (div 1 0))", UNDECIDED),
    ],
)  # fmt: skip
def test_arrays(term: str, value: MaybeValue) -> None:
    assert value_of(term) == value


def test_every_way_to_write_an_array_over_two_bits_is_one_record() -> None:
    sort = array(bitvec(2), INT)
    contents = {0: 5, 1: 5, 2: 6, 3: 7}
    written = [
        array_value(sort, default, {i: v for i, v in contents.items() if v != default})
        for default in (5, 6, 7, 9)
    ]
    assert len(set(written)) == 1
    assert written[0].default == 5


def test_arrays_over_a_sort_of_unknown_size() -> None:
    sort = array(U, INT)
    a, b = Element(U, "a"), Element(U, "b")
    assert equal(array_value(sort, 0, {a: 1}), array_value(sort, 0, {b: 1})) is False
    assert equal(array_value(sort, 0, {}), array_value(sort, 1, {})) is False
    # There may be no element besides a and b.
    zeros, ones = array_value(sort, 0, {a: 5, b: 6}), array_value(sort, 1, {a: 5, b: 6})
    assert equal(zeros, ones) is UNDECIDED


def test_a_default_that_is_nowhere_does_not_matter() -> None:
    inner = array(U, INT)
    a = Element(U, "a")
    first, second, third = (array_value(inner, default, {a: 5}) for default in (0, 1, 2))
    other = array_value(inner, 7, {})
    sort = array(bitvec(2), inner)
    left = array_value(sort, first, {2: other, 3: other})
    right = array_value(sort, other, {0: second, 1: third})
    assert equal(left.default, right.default) is False
    assert equal(left, right) is UNDECIDED


def test_indices_that_may_be_the_same_array() -> None:
    inner = array(U, INT)
    nested = array(inner, INT)
    a = Element(U, "a")
    zeros, ones = array_value(inner, 0, {a: 5}), array_value(inner, 1, {a: 5})
    assert equal(array_value(nested, 0, {zeros: 1}), array_value(nested, 0, {ones: 1})) is UNDECIDED
    bank = Bank()
    index = bank.symbol("i", inner)
    select = bank.operator(
        "select", INT, [bank.operator("const-array", nested, [bank.literal(0, INT)]), index]
    )
    operator = lookup("select")
    assert operator is not None
    assert operator.apply(select, (array_value(nested, 0, {zeros: 1}), zeros)) == 1
    assert operator.apply(select, (array_value(nested, 0, {zeros: 1}), ones)) is UNDECIDED
    assert operator.apply(select, (array_value(nested, 0, {}), ones)) == 0


@pytest.mark.parametrize("sort", [BOOL, bitvec(3), Sort("RoundingMode"), Sort("FloatingPoint", (3, 4))])
def test_a_domain_lists_every_value_once(sort: Sort) -> None:
    values = list(domain(sort))
    assert len(values) == len(set(values)) == cardinality(sort)


DATATYPES = """(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-datatypes ((P 1)) ((par (X) ((p (first X))))))"""


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(head (cons 1 nil))", 1),
        ("(tail (cons 1 nil))", Constructed("nil", (), Sort("L"))),
        ("(head nil)", UNDECIDED),
        ("((_ is cons) (cons 1 nil))", True),
        ("((_ is nil) (cons 1 nil))", False),
        ("(= (cons 1 nil) (cons 1 nil))", True),
        ("(= (cons 1 nil) (cons 2 nil))", False),
        ("(= (cons 1 nil) nil)", False),
        ("(first (p #b101))", 5),
        ("(= (cons (head nil) nil) nil)", UNDECIDED),
    ],
)
def test_datatypes(term: str, value: MaybeValue) -> None:
    assert value_of(term, DATATYPES) == value
