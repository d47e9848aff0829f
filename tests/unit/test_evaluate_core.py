"""Core, Ints and Reals: the corners of the standard's text, and what stays undecided."""

from __future__ import annotations

from fractions import Fraction

import pytest
from smt_values import value_of

from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.sorts import SortError
from gadfly.lang.smt.values import UNDECIDED, MaybeValue

OPEN = "(= 0 (div 1 0))"
"""A Bool that the standard leaves open."""


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(and true true true)", True),
        ("(and true false true)", False),
        ("(or false false true)", True),
        ("(or false false)", False),
        ("(xor true true true)", True),
        ("(xor true false true)", False),
        ("(=> true false)", False),
        # Right-associative: true => (false => false)
        ("(=> true false false)", True),
        ("(=> true true false)", False),
        ("(= 1 1 1)", True),
        ("(= 1 1 2)", False),
        ("(distinct 1 2 3)", True),
        ("(distinct 1 2 1)", False),
        ("(distinct true false true)", False),
        ("(ite true 1 2)", 1),
        ("(ite false 1 2)", 2),
    ],
)
def test_core(term: str, value: MaybeValue) -> None:
    assert value_of(term) is value or value_of(term) == value


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (f"(and {OPEN} false)", False),
        (f"(and {OPEN} true)", UNDECIDED),
        (f"(or {OPEN} true)", True),
        (f"(or {OPEN} false)", UNDECIDED),
        (f"(not {OPEN})", UNDECIDED),
        (f"(xor {OPEN} true)", UNDECIDED),
        (f"(=> {OPEN} true)", True),
        (f"(=> {OPEN} false)", UNDECIDED),
        (f"(=> false {OPEN})", True),
        (f"(=> {OPEN} false {OPEN})", True),
        (f"(=> true {OPEN})", UNDECIDED),
        (f"(ite {OPEN} 1 1)", 1),
        (f"(ite {OPEN} 1 2)", UNDECIDED),
        ("(ite true 1 (div 1 0))", 1),
        ("(ite false 1 (div 1 0))", UNDECIDED),
        (f"(= {OPEN} true false)", False),
        (f"(= {OPEN} true)", UNDECIDED),
        # The same undecided term twice is not looked into.
        (f"(= {OPEN} {OPEN})", UNDECIDED),
        (f"(distinct true {OPEN} true)", False),
        (f"(distinct true {OPEN})", UNDECIDED),
        ("(+ 1 (div 1 0))", UNDECIDED),
        ("(* 0 (div 1 0))", UNDECIDED),
    ],
)
def test_what_the_decided_arguments_decide(term: str, value: MaybeValue) -> None:
    assert value_of(term) is value or value_of(term) == value


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(- 5)", -5),
        ("(- 5 2 1)", 2),
        ("(+ 1 2 3)", 6),
        ("(* 2 3 4)", 24),
        ("(div 7 2)", 3),
        ("(div (- 7) 2)", -4),
        ("(div 7 (- 2))", -3),
        ("(div (- 7) (- 2))", 4),
        ("(div 100 5 (- 3))", -6),
        ("(mod 7 2)", 1),
        ("(mod (- 7) 2)", 1),
        ("(mod 7 (- 2))", 1),
        ("(mod (- 7) (- 2))", 1),
        ("(mod (- 6) (- 2))", 0),
        ("(div 5 0)", UNDECIDED),
        ("(div 5 0 2)", UNDECIDED),
        ("(mod 5 0)", UNDECIDED),
        ("(abs (- 4))", 4),
        ("((_ divisible 3) 9)", True),
        ("((_ divisible 3) (- 4))", False),
        ("(< 1 2 3)", True),
        ("(< 1 3 2)", False),
        ("(<= 1 1 2)", True),
        ("(> 3 2 2)", False),
        ("(>= 3 2 2)", True),
    ],
)
def test_ints(term: str, value: MaybeValue) -> None:
    assert value_of(term) == value


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(/ 1.0 3.0)", Fraction(1, 3)),
        ("(/ 1.0 2.0 2.0)", Fraction(1, 4)),
        ("(/ 1.0 0.0)", UNDECIDED),
        ("(/ 1.0 0.0 2.0)", UNDECIDED),
        ("(to_int 2.5)", 2),
        ("(to_int (- 2.5))", -3),
        ("(to_real 3)", Fraction(3)),
        ("(is_int 2.0)", True),
        ("(is_int 2.5)", False),
        ("(+ 0.5 0.25)", Fraction(3, 4)),
        ("(- 0.5)", Fraction(-1, 2)),
        ("(< 0.1 0.2)", True),
    ],
)
def test_reals(term: str, value: MaybeValue) -> None:
    assert value_of(term) == value
    assert type(value_of(term)) is type(value)


def test_numbers_beyond_use_are_undecided() -> None:
    squares = "".join(f"(let ((x{i + 1} (* x{i} x{i}))) " for i in range(200))
    assert value_of(f"(let ((x0 3)) {squares} x200{')' * 201}") is UNDECIDED


@pytest.mark.parametrize(
    "term",
    ["(and 1 true)", "(not true false)", "(ite 1 2 3)", "(ite true 1 false)", "(= 1 true)", "(+ 1 true)",
     "(+ 1)", "(mod 1 2 3)", "(div 1.5 2.5)", "(abs 1.5)", "((_ divisible 0) 1)", "(to_int 1)", "(xor true)"],
)  # fmt: skip
def test_wrong_sorts_are_refused(term: str) -> None:
    with pytest.raises((ReadError, SortError)):
        value_of(term)
