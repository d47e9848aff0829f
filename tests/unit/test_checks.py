"""Programs with some of their checks, or another condition in one."""

from __future__ import annotations

import pytest

from gadfly.lang.c.checks import with_checks, with_condition
from gadfly.lang.c.parse import parse

PROGRAM = """int main(void) {
  int x = 1;
  if (x) __gadfly_check(1, (x > 0)); else __gadfly_check(2, x);
   __gadfly_check(0, x == ')');  __gadfly_check(3, x); x = 2;
  out: __gadfly_check(4, x);
  return 0;
}
"""


@pytest.mark.parametrize("label", range(5))
def test_the_others_are_gone(label: int) -> None:
    alone = with_checks(PROGRAM, [label])
    assert alone.count("__gadfly_check") == alone.count("__gadfly_check(0, ") == 1
    assert parse(alone)


def test_what_others_were_there_does_not_show() -> None:
    fewer = PROGRAM.replace(" __gadfly_check(3, x); ", "")
    assert with_checks(PROGRAM, [0]) == with_checks(fewer, [0])
    assert " x = 2;" in with_checks(PROGRAM, [1])


def test_a_branch_keeps_a_statement() -> None:
    assert "if (x) ; else __gadfly_check(0, x);" in with_checks(PROGRAM, [2])
    assert "out: ;" in with_checks(PROGRAM, [2])


def test_several_are_numbered_as_they_are_asked_for() -> None:
    some = with_checks(PROGRAM, [3, 1])
    assert "if (x) __gadfly_check(1, (x > 0)); else ;" in some
    assert "__gadfly_check(0, x); x = 2;" in some
    assert some.count("__gadfly_check") == 2


@pytest.mark.parametrize(("label", "condition"), [(0, "x == ')'"), (1, "(x > 0)"), (4, "x")])
def test_one_condition_is_another(label: int, condition: str) -> None:
    check = "__gadfly_check({}, {});"
    changed = PROGRAM.replace(check.format(label, condition), check.format(label, "0"))
    assert changed != PROGRAM
    assert with_condition(PROGRAM, label, "0") == changed
