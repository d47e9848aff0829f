"""Programs with one of their checks."""

from __future__ import annotations

import pytest

from gadfly.lang.c.checks import with_checks
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
