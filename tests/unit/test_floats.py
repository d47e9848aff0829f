"""The floating-point theory, corner by corner."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gadfly.lang.smt.sorts import BOOL, INT, REAL, ROUNDING_MODE, Sort, SortError, bitvec, floating
from gadfly.lang.smt.terms import Bank
from gadfly.lang.smt.theories.floats import LONG_MODE_NAMES, OPERATORS
from gadfly.lang.smt.theories.ieee import from_rational, to_real
from gadfly.lang.smt.theories.rounding import format_of
from gadfly.lang.smt.values import ROUNDING_MODES, UNDECIDED, FloatValue, MaybeValue

BY_NAME = {operator.name: operator for operator in OPERATORS}
F16 = floating(5, 11)
F64 = floating(11, 53)
F128 = floating(15, 113)
TINY = floating(2, 4)  # the numbers are 0, 1/8, …, 7/8, 1, 9/8, …, 15/8, 2, 9/4, …, 15/4
HUGE = floating(60, 4)


def apply(name: str, *args: tuple[Any, Sort], indices: tuple[int, ...] = ()) -> MaybeValue:
    operator = BY_NAME[name]
    bank = Bank()
    sort = operator.result(indices, tuple(sort for _, sort in args))
    term = bank.operator(name, sort, [bank.symbol("x", sort) for _, sort in args], indices)
    return operator.apply(term, [value for value, _ in args])


def number(text: str, sort: Sort = TINY) -> tuple[FloatValue, Sort]:
    """A float from `NaN`, `oo`, `-oo`, `-0` or a fraction the format has exactly."""
    form = format_of(sort)
    specials = {
        "NaN": form.nan(),
        "oo": form.infinite(negative=False),
        "-oo": form.infinite(negative=True),
        "-0": form.zero(negative=True),
    }
    if text in specials:
        return specials[text], sort
    value = from_rational(form, "RTZ", Fraction(text))
    assert to_real(value) == Fraction(text), f"{text} is not a number of {sort}"
    return value, sort


def mode(name: str) -> tuple[str, Sort]:
    return name, ROUNDING_MODE


def compute(name: str, *args: str, sort: Sort = TINY) -> MaybeValue:
    """An operation on floats; an argument that names a rounding mode is one."""
    return apply(name, *(mode(arg) if arg in ROUNDING_MODES else number(arg, sort) for arg in args))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        # Exact cancellation is +0, except towards negative; equal signs stay.
        ("fp.add RNE 1 -1", "0"),
        ("fp.add RTP 1 -1", "0"),
        ("fp.add RTN 1 -1", "-0"),
        ("fp.add RTN 0 0", "0"),
        ("fp.add RNE -0 -0", "-0"),
        ("fp.add RNE 0 -0", "0"),
        ("fp.sub RTN 0 0", "-0"),
        ("fp.sub RNE -0 0", "-0"),
        ("fp.add RNE oo -oo", "NaN"),
        ("fp.add RNE oo oo", "oo"),
        ("fp.add RNE 1 -oo", "-oo"),
        ("fp.sub RNE oo oo", "NaN"),
        # Ties and directions: 1 + 9/8 = 17/8 lies between 2 and 9/4.
        ("fp.add RNE 1 9/8", "2"),
        ("fp.add RNA 1 9/8", "9/4"),
        ("fp.add RTP 1 9/8", "9/4"),
        ("fp.add RTN 1 9/8", "2"),
        ("fp.add RTZ 1 9/8", "2"),
        ("fp.add RTP -1 -9/8", "-2"),
        ("fp.add RTN -1 -9/8", "-9/4"),
        # Overflow goes by mode and sign.
        ("fp.add RNE 15/4 15/4", "oo"),
        ("fp.add RNA 15/4 15/4", "oo"),
        ("fp.add RTZ 15/4 15/4", "15/4"),
        ("fp.add RTN 15/4 15/4", "15/4"),
        ("fp.add RTP -15/4 -15/4", "-15/4"),
        ("fp.add RTN -15/4 -15/4", "-oo"),
        ("fp.add RNE 15/4 1/8", "oo"),
        ("fp.sub RNE 15/4 1/8", "7/2"),
        # Underflow: 1/8 * 1/8 is below every number, 1/8 * 1/2 exactly between two.
        ("fp.mul RNE 1/8 1/8", "0"),
        ("fp.mul RTP 1/8 1/8", "1/8"),
        ("fp.mul RTN 1/8 -1/8", "-1/8"),
        ("fp.mul RTP 1/8 -1/8", "-0"),
        ("fp.mul RNE 1/8 1/2", "0"),
        ("fp.mul RNA 1/8 1/2", "1/8"),
        ("fp.mul RNE 0 oo", "NaN"),
        ("fp.mul RNE -1 oo", "-oo"),
        ("fp.mul RNE -0 3", "-0"),
        ("fp.div RNE 1 0", "oo"),
        ("fp.div RNE 1 -0", "-oo"),
        ("fp.div RNE 0 0", "NaN"),
        ("fp.div RNE oo oo", "NaN"),
        ("fp.div RNE 1 -oo", "-0"),
        ("fp.div RNE 1 3", "3/8"),
        ("fp.div RTN 1 3", "1/4"),
        # One rounding only: 9/8 * 9/8 = 81/64 would round to 5/4 before it is added.
        ("fp.fma RTN 9/8 9/8 -5/4", "0"),
        ("fp.fma RTP 9/8 9/8 -5/4", "1/8"),
        ("fp.fma RNE 1 1 -1", "0"),
        ("fp.fma RTN 1 1 -1", "-0"),
        ("fp.fma RNE -0 1 -0", "-0"),
        ("fp.fma RNE 0 oo NaN", "NaN"),
        ("fp.fma RNE 0 oo 1", "NaN"),
        ("fp.fma RNE oo 1 -oo", "NaN"),
        ("fp.fma RNE 15/4 15/4 -oo", "-oo"),
        ("fp.sqrt RNE 9/4", "3/2"),
        ("fp.sqrt RNE 2", "11/8"),
        ("fp.sqrt RTP 2", "3/2"),
        ("fp.sqrt RNE -0", "-0"),
        ("fp.sqrt RNE -1", "NaN"),
        ("fp.sqrt RNE oo", "oo"),
        ("fp.sqrt RTN 1/8", "1/4"),
        # The nearest integer quotient, the even one of two; a zero has the sign of the dividend.
        ("fp.rem 3 2", "-1"),
        ("fp.rem 1 2", "1"),
        ("fp.rem -3 2", "1"),
        ("fp.rem 5/2 2", "1/2"),
        ("fp.rem 3 -2", "-1"),
        ("fp.rem 15/4 1/8", "0"),
        ("fp.rem -2 1", "-0"),
        ("fp.rem 1 oo", "1"),
        ("fp.rem -0 1", "-0"),
        ("fp.rem oo 1", "NaN"),
        ("fp.rem 1 0", "NaN"),
        ("fp.roundToIntegral RNE 5/2", "2"),
        ("fp.roundToIntegral RNA 5/2", "3"),
        ("fp.roundToIntegral RNE 1/2", "0"),
        ("fp.roundToIntegral RNE -1/2", "-0"),
        ("fp.roundToIntegral RTP 1/8", "1"),
        ("fp.roundToIntegral RTN -1/8", "-1"),
        ("fp.roundToIntegral RTZ -15/8", "-1"),
        ("fp.roundToIntegral RNE -0", "-0"),
        ("fp.roundToIntegral RNE oo", "oo"),
        ("fp.abs -oo", "oo"),
        ("fp.abs -0", "0"),
        ("fp.neg 0", "-0"),
        ("fp.neg NaN", "NaN"),
        ("fp.min 1 NaN", "1"),
        ("fp.max NaN -1", "-1"),
        ("fp.min NaN NaN", "NaN"),
        ("fp.min -1 1/8", "-1"),
        ("fp.max -oo -1", "-1"),
        ("fp.max -0 -0", "-0"),
    ],
)
def test_operation(term: str, expected: str) -> None:
    name, *args = term.split()
    assert compute(name, *args) == number(expected)[0]


@pytest.mark.parametrize("args", [("0", "-0"), ("-0", "0")])
@pytest.mark.parametrize("name", ["fp.min", "fp.max"])
def test_extremes_of_opposite_zeros_are_open(name: str, args: tuple[str, str]) -> None:
    assert compute(name, *args) is UNDECIDED


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("fp.isNormal", "1 15/4 -15/4"),
        ("fp.isSubnormal", "1/8 7/8 -1/8"),
        ("fp.isZero", "0 -0"),
        ("fp.isInfinite", "oo -oo"),
        ("fp.isNaN", "NaN"),
        ("fp.isNegative", "-0 -1/8 -15/4 -oo"),
        ("fp.isPositive", "0 1/8 7/8 1 15/4 oo"),
    ],
)
def test_class(name: str, holds: str) -> None:
    everything = ["NaN", "oo", "-oo", "0", "-0", "1/8", "7/8", "1", "15/4", "-1/8", "-15/4"]
    assert {x for x in everything if compute(name, x)} == set(holds.split())


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("fp.eq 0 -0", True),
        ("fp.eq NaN NaN", False),
        ("fp.eq 1 1 2", False),
        ("fp.leq -oo -1 -0 0 1 oo", True),
        ("fp.lt -0 0", False),
        ("fp.lt -1 -1/8 1/8", True),
        ("fp.geq 1 NaN", False),
        ("fp.gt 1 NaN 0", False),
        ("fp.gt oo 15/4", True),
    ],
)
def test_comparison(term: str, expected: bool) -> None:
    name, *args = term.split()
    assert compute(name, *args) is expected


def test_identity_is_not_ieee_equality() -> None:
    assert number("0")[0] != number("-0")[0]
    assert number("NaN")[0] == compute("fp.div", "RNE", "0", "0")


def test_every_pattern_of_nan_is_one_value() -> None:
    bits = [
        apply("fp", (sign, bitvec(1)), (3, bitvec(2)), (low, bitvec(3))) for sign in (0, 1) for low in (1, 7)
    ]
    assert bits == [number("NaN")[0]] * 4
    assert apply("to_fp", (0b111001, bitvec(6)), indices=(2, 4)) == number("NaN")[0]
    assert apply("fp", (1, bitvec(1)), (3, bitvec(2)), (0, bitvec(3))) == number("-oo")[0]


def test_constants() -> None:
    for name, same in (("+oo", "oo"), ("-oo", "-oo"), ("+zero", "0"), ("-zero", "-0"), ("NaN", "NaN")):
        assert apply(name, indices=(5, 11)) == number(same, F16)[0]
    for short, long in LONG_MODE_NAMES.items():
        assert apply(short) == apply(long) == short


@pytest.mark.parametrize(
    ("rounding", "real", "expected"),
    [
        ("RNE", "1/10", 0x2E66),
        ("RTP", "1/10", 0x2E67),
        ("RNE", "-1/3", 0xB555),
        ("RNE", "65519", 0x7BFF),  # below half way to the next number there would be
        ("RNE", "65520", 0x7C00),
        ("RTZ", "1000000", 0x7BFF),
        ("RTN", "-1000000", 0xFC00),
        ("RNE", "0", 0),
        ("RTP", "1/100000000000000000000", 1),
        ("RTN", "-1/100000000000000000000", 0x8001),
        ("RNE", "-1/100000000000000000000", 0x8000),
    ],
)
def test_real_to_float(rounding: str, real: str, expected: int) -> None:
    value = apply("to_fp", mode(rounding), (Fraction(real), REAL), indices=(5, 11))
    assert value == FloatValue(F16, expected)


def test_bit_vector_to_float() -> None:
    assert apply("to_fp", mode("RNE"), (0xFF, bitvec(8)), indices=(5, 11)) == number("-1", F16)[0]
    assert apply("to_fp_unsigned", mode("RNE"), (0xFF, bitvec(8)), indices=(5, 11)) == number("255", F16)[0]
    assert apply("to_fp", mode("RNE"), (1, bitvec(1)), indices=(5, 11)) == number("-1", F16)[0]
    assert apply("to_fp_unsigned", mode("RNE"), (2049, bitvec(12)), indices=(5, 11)) == number("2048", F16)[0]


def test_float_to_float() -> None:
    assert apply("to_fp", mode("RNE"), number("-0", F64), indices=(2, 4)) == number("-0")[0]
    assert apply("to_fp", mode("RTZ"), number("1000", F64), indices=(2, 4)) == number("15/4")[0]
    assert apply("to_fp", mode("RTP"), number("1/1024", F64), indices=(2, 4)) == number("1/8")[0]
    assert apply("to_fp", mode("RNE"), number("NaN", F64), indices=(2, 4)) == number("NaN")[0]
    assert apply("to_fp", mode("RNE"), number("7/8"), indices=(11, 53)) == number("7/8", F64)[0]


@pytest.mark.parametrize(
    ("name", "rounding", "value", "expected"),
    [
        ("fp.to_ubv", "RNE", "7/2", UNDECIDED),  # 4 needs three bits
        ("fp.to_ubv", "RTZ", "15/4", 3),
        ("fp.to_ubv", "RNE", "5/2", 2),
        ("fp.to_ubv", "RNE", "-0", 0),
        ("fp.to_ubv", "RTZ", "-1/8", UNDECIDED),  # the standard contradicts itself here
        ("fp.to_ubv", "RNE", "-1", UNDECIDED),
        ("fp.to_ubv", "RNE", "NaN", UNDECIDED),
        ("fp.to_ubv", "RNE", "oo", UNDECIDED),
        ("fp.to_sbv", "RNE", "-1", 3),
        ("fp.to_sbv", "RNE", "-2", 2),
        ("fp.to_sbv", "RTN", "-9/4", UNDECIDED),
        ("fp.to_sbv", "RTZ", "-9/4", 2),
        ("fp.to_sbv", "RNE", "3/2", UNDECIDED),
        ("fp.to_sbv", "RTZ", "3/2", 1),
        ("fp.to_sbv", "RTZ", "-1/8", 0),
        ("fp.to_sbv", "RNE", "-oo", UNDECIDED),
    ],
)
def test_to_two_bits(name: str, rounding: str, value: str, expected: MaybeValue) -> None:
    assert apply(name, mode(rounding), number(value), indices=(2,)) == expected


def test_to_real_and_bit_pattern() -> None:
    assert compute("fp.to_real", "-7/8") == Fraction(-7, 8)
    assert compute("fp.to_real", "-0") == 0
    assert compute("fp.to_real", "oo") is UNDECIDED
    assert compute("fp.to_real", "NaN") is UNDECIDED
    assert compute("fp.to_ieee_bv", "-0") == 0b100000
    assert compute("fp.to_ieee_bv", "NaN") is UNDECIDED


def test_quad_precision_keeps_its_last_bit() -> None:
    one, last = number("1", F128), number(str(Fraction(1, 2**112)), F128)
    above = apply("fp.add", mode("RNE"), one, last)
    assert isinstance(above, FloatValue)
    assert above.bits == one[0].bits + 1
    assert apply("fp.sub", mode("RNE"), (above, F128), one) == last[0]


def test_wide_exponents_cost_no_memory() -> None:
    form = format_of(HUGE)
    largest = (FloatValue(HUGE, form.infinity - 1), HUGE)
    smallest = (FloatValue(HUGE, 1), HUGE)
    assert apply("fp.add", mode("RNE"), largest, smallest) == largest[0]
    assert apply("fp.add", mode("RTP"), largest, smallest) == form.infinite(negative=False)
    assert apply("fp.sub", mode("RTZ"), largest, smallest) == FloatValue(HUGE, form.infinity - 2)
    assert apply("fp.mul", mode("RTP"), smallest, smallest) == smallest[0]
    assert apply("fp.div", mode("RTZ"), largest, smallest) == largest[0]
    assert apply("fp.rem", largest, smallest) == form.zero(negative=False)
    assert apply("fp.rem", smallest, largest) == smallest[0]
    assert apply("fp.roundToIntegral", mode("RTP"), smallest) == from_rational(form, "RNE", 1)
    assert apply("fp.to_sbv", mode("RTP"), smallest, indices=(8,)) == 1
    assert apply("fp.to_ubv", mode("RNE"), largest, indices=(64,)) is UNDECIDED
    assert apply("fp.to_real", largest) is UNDECIDED


@pytest.mark.parametrize(
    ("name", "sorts", "indices"),
    [
        ("fp.add", (F16, F16), ()),
        ("fp.add", (), ()),
        ("fp.add", (ROUNDING_MODE, F16, F64), ()),
        ("fp.add", (ROUNDING_MODE, F16), ()),
        ("fp.abs", (REAL,), ()),
        ("fp.leq", (F16,), ()),
        ("fp.isNaN", (F16, F16), ()),
        ("fp", (bitvec(2), bitvec(5), bitvec(10)), ()),
        ("fp", (bitvec(1), bitvec(1), bitvec(10)), ()),
        ("fp", (bitvec(1), bitvec(5), BOOL), ()),
        ("to_fp", (bitvec(17),), (5, 11)),
        ("to_fp", (bitvec(16),), (5,)),
        ("to_fp", (ROUNDING_MODE, INT), (5, 11)),
        ("to_fp", (REAL,), (5, 11)),
        ("to_fp_unsigned", (ROUNDING_MODE, REAL), (5, 11)),
        ("+oo", (), (1, 11)),
        ("NaN", (), ()),
        ("NaN", (F16,), (5, 11)),
        ("fp.to_ubv", (ROUNDING_MODE, F16), (0,)),
        ("fp.to_sbv", (F16,), (8,)),
        ("fp.to_real", (ROUNDING_MODE, F16), ()),
        ("fp.to_ieee_bv", (REAL,), ()),
        ("RNE", (), (1,)),
    ],
)
def test_wrong_sorts(name: str, sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> None:
    with pytest.raises(SortError):
        BY_NAME[name].result(indices, sorts)
