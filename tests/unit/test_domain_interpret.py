"""Running programs over a domain in Python, and the points that follow its elements."""

from __future__ import annotations

import pytest
from domain_intervals import Box, Intervals

from gadfly.core.words import Shape
from gadfly.lang.domain.domain import BaseDomain
from gadfly.lang.domain.interpret import Holding, run_program
from gadfly.lang.domain.operate import MissingOperationError
from gadfly.lang.domain.points import formula_points, tracked
from gadfly.lang.domain.program import Constraint, Relation, Sum
from gadfly.lang.domain.text import read_program

BEGIN = "variables 2\ne0 = of(x0 - 1 >= 0, -x0 + 3 >= 0) at (2, 7)\ne1 = of(x0 - 5 >= 0) at (6, 0)\n"


def program_text(*rest: str) -> str:
    return BEGIN + "\n".join(rest) + "\n"


def test_a_law_that_holds_shows_all_its_values() -> None:
    program = read_program(program_text("law 9 soundness: y ⊑ x ⊔ y", "with x = e0, y = e1"))
    result = run_program(program, Intervals())
    assert result.holding is Holding.HELD
    assert result.lines == (
        "element 0: {ge -5 1 0}",
        "point 0: 6 0",
        "element 1: {ge -1 1 0} {ge 3 -1 0}",
        "point 1: 2 7",
        "element 2: {ge -5 1 0}",
        "point 2: 6 0",
        "element 3: {ge -1 1 0}",
        "point 3: 2 7",
        "truth 4: 1",
    )


def test_a_law_that_does_not_hold() -> None:
    program = read_program(program_text("law f precision: x ⊓ y ≠ ⊥", "with x = e0, y = e1"))
    result = run_program(program, Intervals())
    assert result.holding is Holding.VIOLATED
    assert result.lines[-3:] == ("element 2: bottom", "truth 3: 1", "truth 4: 0")


def test_a_false_premise_makes_it_vacuous() -> None:
    program = read_program(program_text("law f precision: x ⊑ y ⇒ x = ⊥", "with x = e0, y = e1"))
    result = run_program(program, Intervals())
    assert result.holding is Holding.VACUOUS
    assert result.lines[-1] == "truth 2: 0"


def test_an_unmet_premise_makes_it_vacuous() -> None:
    lines = ("law f precision: x ⊓ y = ⊥", "with x = e0, y = e0")
    prepared = program_text("prepare disjoint", *lines)
    assert run_program(read_program(prepared), Intervals()).holding is Holding.VACUOUS
    assert run_program(read_program(program_text(*lines)), Intervals()).holding is Holding.VIOLATED


@pytest.mark.parametrize(
    ("formula", "bound", "holding"),
    [
        ("widening converges", "x = e0, s = e0 e1", Holding.HELD),
        ("narrowing converges", "x = e0, s = e1 e0", Holding.HELD),
        ("loop settles", "x = e0, v = x0, e = x0 + 1", Holding.HELD),
    ],
)
def test_processes_settle(formula: str, bound: str, holding: Holding) -> None:
    program = read_program(program_text(f"law f convergence: {formula}", f"with {bound}"))
    assert run_program(program, Intervals()).holding is holding


def test_a_loop_that_does_not_settle() -> None:
    class Endless(Intervals):
        def widen(self, left: Box, right: Box) -> Box:
            return self.join(left, right)

    lines = ("law f convergence: loop settles", "with x = e0, v = x0, e = x0 + 1")
    assert run_program(read_program(program_text(*lines)), Endless()).holding is Holding.VIOLATED
    lines = ("law f convergence: loop settles", "with x = e0, v = x0, e = x0")
    assert run_program(read_program(program_text(*lines)), Endless()).holding is Holding.HELD


def test_points_follow_the_elements() -> None:
    program = read_program(
        program_text(
            "e2 = bottom",
            "e3 = join(e2, e0)",
            "e4 = meet(e0, e3)",
            "e5 = meet(e0, e1)",
            "e6 = assign(e0, x1, 3*x0 - 1)",
            "e7 = substitute(e6, x1, 3*x0 - 1)",
            "e8 = substitute(e6, x1, 3*x0)",
            "e9 = cond(e0, -x0 + 1 >= 0)",
            "e10 = cond(e0, -x0 + 2 = 0)",
            "e11 = widen(e1, e0)",
            "e12 = assign(e0, x1, 9223372036854775807*x0)",
            "e13 = assign(e0, x1, inf)",
            "e14 = cond(e0, inf >= 0)",
            "e15 = of(x0 >= 0) at (-1, 0)",
            "e16 = observe(e10)",
            "e17 = project(e16, x0)",
            "law 47 soundness: sound(assign(x ⊔ ⊤, v, e))",
            "with x = e17, v = x0, e = x1 + 1",
        )
    )
    none, start = (), (2, 7)
    assert tracked(program) == (
        start, (6, 0), none, start, start, none, (2, 5), (2, 5), none, none, start, (6, 0), none, none, none,
        none, start, start,
    )  # fmt: skip
    assert formula_points(program) == (start, none, start, (8, 7), none)


def sign(number: float) -> frozenset[str]:
    return frozenset("0" if number == 0 else "+" if number > 0 else "-")


class Signs(BaseDomain[frozenset[str]]):
    """The signs that one variable may have, with as little written as possible."""

    variables = 1
    shape = Shape.INTERVAL

    def top(self) -> frozenset[str]:
        return frozenset("-0+")

    def bottom(self) -> frozenset[str]:
        return frozenset()

    def join(self, left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
        return left | right

    def meet(self, left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
        return left & right

    def widen(self, left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
        return left | right

    def assign(self, element: frozenset[str], variable: int, value: Sum) -> frozenset[str]:
        if not element or any(value.coefficients):
            return self.top() if element else element
        return sign(value.constant)

    def cond(self, element: frozenset[str], condition: Constraint) -> frozenset[str]:
        if condition == Constraint(Sum((1,)), Relation.AT_LEAST):
            return element - {"-"}
        if condition.relation is Relation.EQUAL and condition.sum.coefficients == (1,):
            return element & sign(-condition.sum.constant)
        return element

    def project(self, element: frozenset[str], variable: int) -> frozenset[str]:
        return self.top() if element else element

    def leq(self, left: frozenset[str], right: frozenset[str]) -> bool:
        return left <= right

    def show(self, element: frozenset[str]) -> str:
        return "".join(sorted(element)) or "none"


SIGNS = "variables 1\ne0 = of(x0 >= 0) at (5)\ne1 = assign(e0, x0, -3)\n"


def test_a_domain_of_few_methods_has_all_that_laws_need() -> None:
    text = f"{SIGNS}law f soundness: sound(x) ∧ x ≠ ⊤ ∧ x ≠ ⊥ ∧ x ⊔ y = y ⊔ x\nwith x = e0, y = e1\n"
    result = run_program(read_program(text), Signs())
    assert result.holding is Holding.HELD
    assert result.lines[:3] == ("element 0: +0", "point 0: 5", "truth 1: 1")


def test_a_point_that_is_lost_is_missed_by_a_domain_of_few_methods() -> None:
    class Wrong(Signs):
        def assign(self, element: frozenset[str], variable: int, value: Sum) -> frozenset[str]:
            return super().assign(element, variable, Sum(value.coefficients, -value.constant))

    text = f"{SIGNS}law f soundness: sound(assign(x, v, e))\nwith x = e0, v = x0, e = -4\n"
    assert run_program(read_program(text), Signs()).holding is Holding.HELD
    assert run_program(read_program(text), Wrong()).holding is Holding.VIOLATED


@pytest.mark.parametrize("formula", ["x △ y ⊑ x", "substitute(x, v, e) = y"])
def test_what_a_domain_lacks_is_not_asked_for_silently(formula: str) -> None:
    bound = "x = e0, y = e1" + (", v = x0, e = 1" if "v" in formula else "")
    text = f"{SIGNS}law f precision: {formula}\nwith {bound}\n"
    with pytest.raises(MissingOperationError, match="the domain has no"):
        run_program(read_program(text), Signs())
