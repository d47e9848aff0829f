"""Results of operations against exact polyhedra: exact, best, loose or unsound."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from math import inf

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.core.interfaces import Target
from gadfly.core.words import Refusal, Shape
from gadfly.lang.domain.text import read_program
from gadfly.targets.open import open_target
from gadfly.truth.exactness import Exactness, Gauge, classify
from gadfly.truth.extremes import is_empty, least
from gadfly.truth.regions import EVERYWHERE, Linear, Region, nowhere

LAW = "law 1 soundness: ⊥ ⊑ x\nwith x = e0\n"
BOXES = "e0 = of(x0 = 0, x1 = 0)\ne1 = of(x0 - 1 = 0, x1 - 1 = 0)\n"


def region(*rows: tuple[int, int, int]) -> Region:
    """c + a·x + b·y >= 0 for every (a, b, c)."""
    return Region(tuple(Linear((Fraction(a), Fraction(b)), Fraction(c)) for a, b, c in rows))


SQUARE = region((1, 0, 0), (-1, 0, 1), (0, 1, 0), (0, -1, 1))
DIAGONAL = region((1, -1, 0), (-1, 1, 0), (1, 0, 0), (-1, 0, 1))  # of the square
STEEP = region((2, -1, 0), (-2, 1, 0), (1, 0, 0), (-1, 0, 1))  # from (0, 0) to (1, 2)
AROUND_STEEP = region((1, 0, 0), (-1, 0, 1), (0, 1, 0), (0, -1, 2))
SHADOW_OF_STEEP = AROUND_STEEP & region((-1, 1, 0), (1, -1, 1), (1, 1, 0), (-1, -1, 3))
HALF = region((1, 0, 0))


@pytest.mark.parametrize(
    ("result", "exact", "shape", "expected"),
    [
        (SQUARE, SQUARE, Shape.INTERVAL, Exactness.EXACT),
        (SQUARE, DIAGONAL, Shape.INTERVAL, Exactness.BEST),
        (SQUARE, DIAGONAL, Shape.OCTAGON, Exactness.LOOSE),
        (DIAGONAL, SQUARE, Shape.OCTAGON, Exactness.UNSOUND),
        (SHADOW_OF_STEEP, STEEP, Shape.OCTAGON, Exactness.BEST),
        (AROUND_STEEP, STEEP, Shape.OCTAGON, Exactness.LOOSE),
        (AROUND_STEEP, STEEP, Shape.INTERVAL, Exactness.BEST),
        (SHADOW_OF_STEEP, STEEP, Shape.POLYHEDRON, Exactness.LOOSE),
        (EVERYWHERE, HALF, Shape.INTERVAL, Exactness.LOOSE),
        (EVERYWHERE, region((2, -1, 0)), Shape.OCTAGON, Exactness.BEST),
        (nowhere(2), nowhere(2), Shape.INTERVAL, Exactness.EXACT),
        (HALF, nowhere(2), Shape.INTERVAL, Exactness.LOOSE),
        (nowhere(2), HALF, Shape.INTERVAL, Exactness.UNSOUND),
    ],
)
def test_a_result_is_compared_with_the_exact_one(
    result: Region, exact: Region, shape: Shape, expected: Exactness
) -> None:
    assert classify(result, exact, 2, shape) is expected


NUMBERS = st.integers(-3, 3).map(Fraction)
LINEARS = st.builds(Linear, st.tuples(NUMBERS, NUMBERS, NUMBERS), NUMBERS, st.booleans())
REGIONS = st.lists(LINEARS, max_size=7).map(lambda constraints: Region(tuple(constraints)))


def value_of(linear: Linear) -> z3.ArithRef:
    names = (z3.Real(f"x{place}") for place in range(3))
    terms = (int(factor) * x for factor, x in zip(linear.coefficients, names, strict=True))
    return z3.Sum([*terms, z3.RealVal(int(linear.constant))])


@given(REGIONS, st.tuples(NUMBERS, NUMBERS, NUMBERS))
@settings(derandomize=True, deadline=None, max_examples=150)
def test_the_least_value_is_what_z3_finds(region: Region, direction: tuple[Fraction, ...]) -> None:
    solver = z3.SolverFor("QF_LRA")
    for each in region.constraints:
        solver.add(value_of(each) == 0 if each.is_equality else value_of(each) >= 0)
    has_point = solver.check() == z3.sat
    assert is_empty(region, 3) == (not has_point)
    if not has_point:
        return
    found = least(direction, region)
    value = value_of(Linear(direction, Fraction(0)))
    if isinstance(found, Fraction):
        bound = z3.Q(*found.as_integer_ratio())
        assert solver.check(value == bound) == z3.sat
        assert solver.check(value < bound) == z3.unsat
    else:
        assert found == -inf
        assert solver.check(value < -(10**9)) == z3.sat


@pytest.fixture(scope="module")
def polyhedra() -> Iterator[Target]:
    with closing(open_target("ppl@1.2/polyhedron")) as target:
        yield target


def measured(name: str, polyhedra: Target, statement: str) -> Exactness | Refusal:
    program = read_program(f"variables 2\n{BOXES}e2 = {statement}\n{LAW}")
    with closing(open_target(name)) as target:
        return Gauge(target, polyhedra).measure(program, 2)


@pytest.mark.parametrize(
    ("name", "statement", "expected"),
    [
        ("apron@0.9.10/oct-mpq", "join(e0, e1)", Exactness.EXACT),
        ("apron@0.9.10/box-mpq", "join(e0, e1)", Exactness.BEST),
        ("apron@0.9.10/box-mpq", "meet(e0, e1)", Exactness.EXACT),
        ("apron@0.9.10/box-mpq", "assign(e1, x0, 2*x1 - 3)", Exactness.EXACT),
        ("apron@0.9.10/box-mpq", "substitute(e1, x0, 2*x1 - 1)", Exactness.EXACT),
        ("apron@0.9.10/box-mpq", "cond(e0, x0 - 2*x1 >= 0)", Exactness.EXACT),
        ("apron@0.9.10/box-mpq", "project(e0, x1)", Exactness.EXACT),
        ("planted-domain@join-first", "join(e0, e1)", Exactness.UNSOUND),
        ("planted-domain@meet-first", "meet(e0, e1)", Exactness.LOOSE),
    ],
)
def test_an_operation_is_measured(name: str, statement: str, expected: Exactness, polyhedra: Target) -> None:
    assert measured(name, polyhedra, statement) is expected


def test_what_is_not_exact_is_not_compared(polyhedra: Target) -> None:
    refused = measured("apron@0.9.10/box-mpq", polyhedra, "assign(e0, x0, x1 + inf)")
    assert refused == Refusal("inf is no exact number")
    program = read_program(
        f"variables 1\ne0 = of(3*x0 - 1 = 0)\ne1 = assign(e0, x0, {'9' * 18}*x0)\n"
        f"e2 = assign(e1, x0, {'9' * 18}*x0)\ne3 = project(e2, x0)\n{LAW}"
    )
    with closing(open_target("apron@0.9.10/box-mpq")) as target:
        assert Gauge(target, polyhedra).measure(program, 3) == Refusal(
            "there are numbers of more than 64 bits"
        )
