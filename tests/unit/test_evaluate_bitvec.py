"""Bit-vectors: the corners of the standard's definitions, and all values of small widths."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from smt_values import value_of

from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.sorts import BOOL, bitvec
from gadfly.lang.smt.terms import Bank
from gadfly.lang.smt.theories import lookup
from gadfly.lang.smt.values import MaybeValue


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("(concat #b1 #b01 #b1)", 0b1011),
        ("((_ extract 2 1) #b1010)", 0b01),
        ("((_ repeat 3) #b01)", 0b010101),
        ("((_ zero_extend 2) #b11)", 0b0011),
        ("((_ sign_extend 2) #b10)", 0b1110),
        ("((_ sign_extend 2) #b01)", 0b0001),
        ("((_ rotate_left 5) #b1000)", 0b0001),
        ("((_ rotate_right 1) #b0001)", 0b1000),
        ("((_ rotate_left 0) #b1000)", 0b1000),
        ("(bvnot #b0101)", 0b1010),
        ("(bvneg #x8)", 0x8),
        ("(bvadd #xf #x1 #x1)", 0x1),
        ("(bvsub #x0 #x1)", 0xF),
        ("(bvmul #xf #xf)", 0x1),
        ("(bvnand #b1100 #b1010)", 0b0111),
        ("(bvnor #b1100 #b1010)", 0b0001),
        ("(bvxnor #b1100 #b1010)", 0b1001),
        ("(bvudiv #x7 #x0)", 0xF),
        ("(bvurem #x7 #x0)", 0x7),
        ("(bvsdiv #x7 #x0)", 0xF),
        ("(bvsdiv #x9 #x0)", 0x1),
        ("(bvsdiv #x8 #xf)", 0x8),
        ("(bvsdiv #x9 #x2)", 0xD),
        ("(bvsrem #x9 #x0)", 0x9),
        ("(bvsrem #x9 #x2)", 0xF),
        ("(bvsrem #x7 #xe)", 0x1),
        ("(bvsmod #x9 #x0)", 0x9),
        ("(bvsmod #x9 #x2)", 0x1),
        ("(bvsmod #x7 #xe)", 0xF),
        ("(bvshl #x1 #x4)", 0x0),
        ("(bvlshr #x8 #xf)", 0x0),
        ("(bvashr #x8 #xf)", 0xF),
        ("(bvashr #x4 #xf)", 0x0),
        ("(bvcomp #x1 #x1)", 1),
        ("(bvcomp #x1 #x2)", 0),
        ("(bvredor #x0)", 0),
        ("(bvredor #x4)", 1),
        ("(bvredand #xf)", 1),
        ("(bvredand #xe)", 0),
        ("(bvslt #x8 #x7)", True),
        ("(bvult #x8 #x7)", False),
        ("(bvnego #x8)", True),
        ("(bvnego #x7)", False),
        ("(bvsdivo #x8 #xf)", True),
        ("(bvsdivo #x8 #x0)", False),
        ("(ubv_to_int #xf)", 15),
        ("(sbv_to_int #xf)", -1),
        ("(bv2nat #xf)", 15),
        ("((_ int_to_bv 4) (- 1))", 15),
        ("((_ int2bv 4) 17)", 1),
        ("((_ nat2bv 4) 17)", 1),
    ],
)
def test_corners(term: str, value: MaybeValue) -> None:
    assert value_of(term) == value
    assert type(value_of(term)) is type(value)


def _signed(value: int) -> int:
    return value - 8 if value & 4 else value


def _fits(number: int) -> bool:
    return -4 <= number <= 3


def _div_to_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


# By the informal meaning of each operator in integers, for a non-zero divisor.
ON_INTEGERS: dict[str, Callable[[int, int], int | bool]] = {
    "bvsdiv": lambda a, b: _div_to_zero(_signed(a), _signed(b)) % 8,
    "bvsrem": lambda a, b: (_signed(a) - _signed(b) * _div_to_zero(_signed(a), _signed(b))) % 8,
    "bvsmod": lambda a, b: (_signed(a) - _signed(b) * (_signed(a) // _signed(b))) % 8,
    "bvuaddo": lambda a, b: a + b > 7,
    "bvusubo": lambda a, b: a - b < 0,
    "bvumulo": lambda a, b: a * b > 7,
    "bvsaddo": lambda a, b: not _fits(_signed(a) + _signed(b)),
    "bvssubo": lambda a, b: not _fits(_signed(a) - _signed(b)),
    "bvsmulo": lambda a, b: not _fits(_signed(a) * _signed(b)),
    "bvsdivo": lambda a, b: not _fits(_div_to_zero(_signed(a), _signed(b))),
    "bvsge": lambda a, b: _signed(a) >= _signed(b),
}


@pytest.mark.parametrize("name", sorted(ON_INTEGERS))
def test_all_values_of_three_bits(name: str) -> None:
    bank = Bank()
    operator = lookup(name)
    assert operator is not None
    sort = operator.result((), (bitvec(3), bitvec(3)))
    term = bank.operator(name, sort, [bank.symbol("x", bitvec(3)), bank.symbol("y", bitvec(3))])
    for a in range(8):
        for b in range(1, 8):
            assert operator.apply(term, (a, b)) == ON_INTEGERS[name](a, b), (a, b)
    assert sort in (BOOL, bitvec(3))


@pytest.mark.parametrize(
    "term",
    ["(bvadd #b1 #b01)", "(bvadd #b1)", "(bvsub #b1 #b1 #b1)", "((_ extract 4 0) #x0)",
     "((_ extract 0 1) #x0)", "((_ repeat 0) #b1)", "((_ zero_extend 1) 5)", "(concat #b1 1)",
     "(bvult #b1 1)", "((_ int_to_bv 0) 1)", "(bvnot #b1 #b1)", "((_ rotate_left 1 2) #b1)"],
)  # fmt: skip
def test_wrong_sorts_are_refused(term: str) -> None:
    with pytest.raises(ReadError):
        value_of(term)
