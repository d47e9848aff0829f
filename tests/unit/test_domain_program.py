"""Programs and sweeps as text: exactly what is printed is read, and mistakes are named with their line."""

from __future__ import annotations

import math

import pytest

from gadfly.core.words import Shape
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.law import Law, LawClass, Preparation
from gadfly.lang.domain.premises import unmet_premise
from gadfly.lang.domain.program import (
    Binding,
    Constraint,
    Op,
    Program,
    Relation,
    Statement,
    Sum,
    without_unused,
)
from gadfly.lang.domain.sweep import Engine, Sweep, Values, print_sweep, read_sweep
from gadfly.lang.domain.text import is_sweep, print_program, read_program
from gadfly.lang.domain.wire import from_wire, to_wire

FIGURE_5 = """\
variables 8
e0 = of(-x0 - x5 + 1 >= 0) at (0, 0, 0, 0, 0, 0, 0, 0)
e1 = assign(e0, x2, -9223372036854775808)
e2 = of(x0 + 9223372036854775807 >= 0, 2*x1 - x3 = 0)
e3 = meet(e2, e1)
law 17 precision: ⊤ ⊓ x = x
with x = e3
"""
EVERYTHING = """\
variables 2
e0 = top at (-1, 5)
e1 = bottom
e2 = of()
e3 = of(inf >= 0, x0 - inf = 0, 3*x1 + nan >= 0)
e4 = join(e0, e1)
e5 = widen(e4, e2)
e6 = narrow(e5, e3)
e7 = substitute(e6, x1, -x0)
e8 = cond(e7, x0 - x1 = 0)
e9 = project(e8, x0)
e10 = observe(e9)
prepare ordered bottom
law mine convergence: x ⊑ y ⇒ widening converges ∧ cond(assign(x, v, e), e) ⊑ y
with x = e10, y = e2, v = x1, e = 2*x0 - 1 = 0, s = e1 e10
"""
WIRE = """\
top at -1 5
bottom
of 0
of 3 ge inf 0 0 eq -inf 1 0 ge nan 0 3
join 0 1
widen 4 2
narrow 5 3
substitute 6 1 0 -1 0
cond 7 eq 0 1 -1
project 8 0
observe 9
bind x=10 y=2 v=1 s=1,10 e=eq,-1,2,0
"""


def constant(value: int, variables: int = 8) -> Sum:
    return Sum((0,) * variables, value)


def test_the_example_of_the_paper() -> None:
    program = read_program(FIGURE_5)
    assert program.variables == 8
    assert program.law == Law("17", LawClass.PRECISION, "⊤ ⊓ x = x")
    assert program.statements[0].point == (0,) * 8
    assert program.statements[1] == Statement(Op.ASSIGN, (0,), 2, sum=constant(-(2**63)))
    second = Constraint(Sum((0, 2, 0, -1, 0, 0, 0, 0)), Relation.EQUAL)
    assert program.statements[2].constraints[1] == second
    assert program.binding == Binding((("x", 3),))
    assert print_program(program) == FIGURE_5


def test_everything_is_printed_as_it_was_read() -> None:
    program = read_program(EVERYTHING)
    assert print_program(program) == EVERYTHING
    assert to_wire(program) == WIRE
    assert from_wire(WIRE, program.law, 2) == program
    assert program.law.preparations == (Preparation.ORDERED, Preparation.BOTTOM)
    last = program.statements[3].constraints[2].sum.constant
    assert isinstance(last, float)
    assert math.isnan(last)


def replaced(line: int, by: str) -> str:
    lines = FIGURE_5.splitlines()
    lines[line - 1] = by
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "by", "message"),
    [
        (1, "variable 8", "line 1: a program begins with"),
        (1, "variables 0", "line 1: there are 1 to 64 variables"),
        (1, "variables x", "line 1: 'variables x' is not"),
        (2, "e1 = top", "line 2: the next element is e0"),
        (2, "e0 = meat(e0, e0)", "line 2: .* is no statement"),
        (2, "e0 = top at (1, 2)", "line 2: the point has 2 coordinates"),
        (2, "e0 = of(x8 >= 0)", "line 2: there is no variable x8"),
        (2, "e0 = of(x1 > 0)", "line 2: .* is not SUM >= 0"),
        (2, "e0 = of(x1 x2 >= 0)", "line 2: .* is no sum"),
        (2, "e0 = of(1 + 2 >= 0)", "line 2: .* two constants"),
        (2, "e0 = of(9223372036854775808 >= 0)", "line 2: .* 64 bits"),
        (2, "variables 4", "line 2: 'variables 4' is no statement"),
        (2, f"e0 = of({'9' * 5000}*x1 >= 0)", "line 2: .* is no sum"),
        (3, "e1 = observe(e0) at (0, 0, 0, 0, 0, 0, 0, 0)", "line 3: `observe` has no point of its own"),
        (3, "e1 = join(e0)", "line 3: an argument is missing"),
        (3, "e1 = join(e0, e1)", "line 3: there is no element e1 yet"),
        (3, "e1 = observe(e0, e0)", "line 3: `observe` has no argument 'e0'"),
        (3, "e1 = project(e0, x9)", "line 3: there is no variable x9"),
        (3, "e1 = cond(e0)", "line 3: `cond` has one constraint, not 0"),
        (6, "law 17 beauty: x = x", "line 6: .* is not `law NAME"),
        (6, "law 17 precision: x =", "line 6: the formula ends too early"),
        (6, "prepare everything", "line 6: there is no preparation 'everything', only ordered"),
        (6, "", "line 7: a program ends with"),
        (6, "law 17 precision: x ⊑ y", "line 7: the law needs x, y, bound is x"),
        (7, "with x = e3, v = x1", "line 7: the law needs x, bound is x, v"),
        (7, "with x = e4", "line 7: there is no element e4"),
        (7, "", "line 6: a program ends with"),
    ],
)
def test_mistakes_are_named(line: int, by: str, message: str) -> None:
    with pytest.raises(DomainReadError, match=message):
        read_program(replaced(line, by))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jump 1 2\nbind x=0\n", "line 1: there is no operation 'jump'"),
        ("top\nproject 0\nbind x=0\n", "line 2: the line ends too early"),
        ("top\nproject 0 0 0\nbind x=0\n", "line 2: '0' is too much"),
        ("of 1 gt 0 1 1\nbind x=0\n", "line 1: 'gt' is neither ge nor eq"),
        ("top\n", "line 1: the law needs x, bound is nothing"),
        ("top\nassign 0 0 one 0 0\nbind x=0\n", "line 2: 'one' is no integer"),
        ("top\nassign 0 0 1 nan 0\nbind x=0\n", "line 2: nan is no integer"),
    ],
)
def test_mistakes_on_the_wire_are_named(text: str, message: str) -> None:
    with pytest.raises(DomainReadError, match=message):
        from_wire(text, Law("3", LawClass.PRECISION, "x ⊑ x"), 2)


def test_only_what_is_needed_is_kept() -> None:
    text = FIGURE_5.replace("with x = e3", "with x = e1")
    assert print_program(without_unused(read_program(text))).splitlines() == [
        "variables 8",
        "e0 = of(-x0 - x5 + 1 >= 0) at (0, 0, 0, 0, 0, 0, 0, 0)",
        "e1 = assign(e0, x2, -9223372036854775808)",
        "law 17 precision: ⊤ ⊓ x = x",
        "with x = e1",
    ]


def test_a_sweep_is_printed_as_it_was_read() -> None:
    law = Law("13", LawClass.PRECISION, "x ⊑ y ⇒ x ⊔ y = y", (Preparation.ORDERED,))
    sweep = Sweep(law, 4, 2, 64, Values.NAN, Engine.DIRECT, 7, 1 << 47)
    text = (
        "sweep\nvariables 4\npool 2\noperations 64\nvalues nan\nengine direct\ntests 7\n"
        "salt 140737488355328\nprepare ordered\nlaw 13 precision: x ⊑ y ⇒ x ⊔ y = y\n"
    )
    assert print_sweep(sweep) == text
    assert read_sweep(text) == sweep
    assert is_sweep(text)
    assert not is_sweep(FIGURE_5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variables 4\n", "begins with the line `sweep`"),
        ("sweep\nvariables 4\n", "one law"),
        ("sweep\nlaw 3 precision: x ⊑ x\npool 1\n", "'pool 1' should be 2 or more"),
        ("sweep\nlaw 3 precision: x ⊑ x\nvalues many\n", "no setting 'values many'"),
    ],
)
def test_what_is_no_sweep(text: str, message: str) -> None:
    with pytest.raises(DomainReadError, match=message):
        read_sweep(text)


def disjoint(left: Constraint, right: Constraint) -> Program:
    law = Law("26", LawClass.PRECISION, "x ⊓ y = ⊥", (Preparation.DISJOINT,))
    top = Statement(Op.TOP)
    conditions = (Statement(Op.COND, (0,), constraints=(each,)) for each in (left, right))
    return Program(2, (top, *conditions), law, Binding((("x", 1), ("y", 2))))


@pytest.mark.parametrize(
    ("left", "right", "shapes"),
    [
        (Sum((1, 0), -1), Sum((-1, 0), 0), set(Shape)),
        (Sum((1, 0), 0), Sum((-1, 0), 0), set()),
        (Sum((1, 0), -1), Sum((0, -1), 0), set()),
        (Sum((0, 0), -1), Sum((0, 0), 0), set()),
        (Sum((1, -1), -1), Sum((-1, 1), 0), {Shape.OCTAGON, Shape.POLYHEDRON}),
        (Sum((1, 2), -1), Sum((-1, -2), 0), {Shape.POLYHEDRON}),
        (Sum((1, 0), -math.inf), Sum((-1, 0), 0), set()),
    ],
)
def test_elements_are_disjoint_if_their_constraints_contradict(
    left: Sum, right: Sum, shapes: set[Shape]
) -> None:
    program = disjoint(Constraint(left), Constraint(right))
    assert {shape for shape in Shape if not unmet_premise(program, shape)} == shapes


def test_an_equality_is_no_bound() -> None:
    program = disjoint(Constraint(Sum((1, 0), -1), Relation.EQUAL), Constraint(Sum((-1, 0), 0)))
    assert unmet_premise(program, Shape.POLYHEDRON)


@pytest.mark.parametrize(
    ("value", "shapes"),
    [
        (Sum((0, 0), 5), set(Shape)),
        (Sum((0, 0), math.inf), set()),
        (Sum((0, -1), 5), {Shape.OCTAGON, Shape.POLYHEDRON}),
        (Sum((0, 2), 5), {Shape.POLYHEDRON}),
        (Sum((1, 0), 5), set()),
    ],
)
def test_what_a_shape_can_assign(value: Sum, shapes: set[Shape]) -> None:
    law = Law("37", LawClass.PRECISION, "assign(x, v, e) ≠ ⊤", (Preparation.REPRESENTABLE,))
    program = Program(2, (Statement(Op.TOP),), law, Binding((("x", 0),), 0, Constraint(value)))
    assert {shape for shape in Shape if not unmet_premise(program, shape)} == shapes
