"""Formulas of laws: what is read, and what is not."""

from __future__ import annotations

import pytest

from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.formula import element_names, parse_formula, postfix, words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("⊤ ⊓ x = x", "top x meet x eq"),
        ("x⊑b∧y⊑b⇒x⊔y⊑b", "x b leq y b leq and x y join b leq implies"),
        ("x ≠ ⊥ ⇒ assign(x, v, e) ≠ ⊥", "x is_bottom not x assign is_bottom not implies"),
        ("⊤ ⊔ x = ⊤", "top x join is_top"),
        ("⊥ = x", "bottom x eq"),
        ("x ≠ y", "x y eq not"),
        ("x ⊔ y ⊔ z = x ⊔ (y ⊔ z)", "x y join z join x y z join join eq"),
        ("x ∇ (y △ z) ⊑ x", "x y z narrow widen x leq"),
        ("sound(cond(project(x, v), e))", "x project cond sound"),
        ("substitute(x, v, e) ⊑ x", "x substitute x leq"),
        ("widening converges", "widening_converges"),
        ("x = ⊥ ⇒ loop settles ∧ x ⊑ y", "x is_bottom loop_settles x y leq and implies"),
        ("narrowing converges", "narrowing_converges"),
    ],
)
def test_a_formula_in_postfix(text: str, tokens: str) -> None:
    assert postfix(parse_formula(text)) == tokens


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends too early"),
        ("x", "should have '≠' instead of the end"),
        ("x ⊑", "ends too early"),
        ("x ⊔ y ⊓ z = x", "parentheses are missing between '⊔' and '⊓'"),
        ("(x ⊑ y", "should have '\\)' instead of '⊑'"),
        ("x ⊑ y ⇒ y ⊑ x ⇒ x = y", "should end before '⇒'"),
        ("w ⊑ x", "'w' is no element"),
        ("assign(x, e, v) = x", "should have 'v' instead of 'e'"),
        ("cond(x, v) = x", "should have 'e' instead of 'v'"),
        ("x <= y", "has no '<= y'"),
        ("loop converges", "'loop' is no element"),
        ("(" * 200 + "x" + ")" * 200 + " = x", "at most 100"),
    ],
)
def test_what_is_no_formula(text: str, message: str) -> None:
    with pytest.raises(DomainReadError, match=message):
        parse_formula(text)


def test_what_a_formula_speaks_of() -> None:
    formula = parse_formula("b ⊑ x ∧ b ⊑ y ⇒ b ⊑ x △ y")
    assert element_names(formula) == ("x", "y", "b")
    assert words(formula) == {"b", "x", "y", "leq", "and", "implies", "narrow"}
    assert element_names(parse_formula("loop settles")) == ("x",)
