"""Reducing C programs: every step is asked about and executed; what is left is small and well defined."""

from __future__ import annotations

import pytest

from gadfly.core.interfaces import Execution, Reference
from gadfly.core.words import Answer, Basis, Language, Query, Question, Truth
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.parse import parse
from gadfly.lang.c.tokens import tokens
from gadfly.triage.c_definedness import doubts
from gadfly.triage.c_layout import laid_out
from gadfly.triage.c_reducer import reduce_c, with_fewer_checks
from gadfly.triage.c_witness import Witness
from gadfly.triage.meter import Meter
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import Executor

NOISY = """
#include <stdlib.h>
#include <string.h>
#pragma GCC diagnostic ignored "-Wunused"
typedef unsigned long word; /* a comment */
struct unused { int a, b; };
struct flags { unsigned kind : 3; word rest; };
static const int table[4] = { 1, 2, 3, 4 };
int gadfly_c0, gadfly_c1, gadfly_c2;
static int never_called (int x) { return x; }
static int
helper (int n, struct flags *flags)
{
  // counts what it does
  int i, sum = 0;
  for (i = 0; i < n; i++)
    {
      gadfly_c0++;
      sum += table[i];
    }
  if (sum > 5) { gadfly_c1++; flags->kind = sum; } else { gadfly_c2++; }
  switch (n) { case 1: sum = 3; break; case 4: sum++; default: sum--; }
  return sum;
}
int main (void)
{
  struct flags flags;
  memset (&flags, 0, sizeof flags);
  int result = helper (4, &flags);
  __gadfly_check (0, gadfly_c0 == 4);
  __gadfly_check (1, gadfly_c1 == 1);
  do { result--; } while (result > 5);
  __gadfly_check (2, flags.kind == 2);
  __gadfly_check (3, gadfly_c2 == 1);
  return 0;
}
"""
TRUTH = (Answer.SAFE, Answer.SAFE, Answer.SAFE, Answer.UNSAFE)

SMALL = """struct flags {
  int kind : 1;
};
int helper ( struct flags *flags) {
  flags->kind = 0;
  return 0;
}
int main (void) {
  __gadfly_check (0, 0);
}
"""


class Executing(Reference):
    """A reference that executes programs with the system's gcc."""

    def __init__(self) -> None:
        self._executor = Executor([Compiler("gcc", "gcc", ("gcc",))])

    def execute(self, program: str, *vectors: tuple[int, ...]) -> Execution:
        return self._executor.run_quick(program, *vectors)


@pytest.fixture(scope="module")
def reference() -> Reference:
    return Executing()


def question(text: str, *answers: Answer) -> Question:
    return Question(Query(Language.C, text), Truth(answers, Basis.INPUTS))


def stores_bit_field(question: Question) -> bool:
    """Stands for a target that is wrong about every program in which a bit-field is written."""
    nodes = list(parse(question.query.text).walk())
    return any(
        node.kind == "BINARY_OPERATOR" and node.spelling == "=" and node.children[0].is_bit_field
        for node in nodes
    )


def test_what_is_left_is_what_is_needed() -> None:
    meter = Meter(400)
    fewer = with_fewer_checks(question(NOISY, *TRUTH), stores_bit_field, meter)
    small = reduce_c(fewer, stores_bit_field, lambda _: True, meter)
    assert len(small.truth.answers) == 1
    assert small.query.text == SMALL
    assert not meter.is_empty


def test_the_same_every_time() -> None:
    start = question(NOISY, *TRUTH)
    one, other = (reduce_c(start, stores_bit_field, lambda _: True, Meter(100)) for _ in range(2))
    assert one == other


def test_checks_go_with_their_truths() -> None:
    def asks_for_the_other_branch(question: Question) -> bool:
        return "gadfly_c2 == 1" in question.query.text

    fewer = with_fewer_checks(question(NOISY, *TRUTH), asks_for_the_other_branch, Meter(20))
    assert fewer.truth.answers == (Answer.UNSAFE,)
    assert "__gadfly_check (0, gadfly_c2 == 1)" in fewer.query.text
    assert check_count(fewer.query.text) == 1


def test_every_kept_step_was_true_and_every_asked_one_was_c(reference: Reference) -> None:
    asked = []
    kept = []
    start = question(NOISY, *TRUTH)
    witness = Witness(reference, start)

    def is_wrong(candidate: Question) -> bool:
        parse(candidate.query.text)
        asked.append(candidate)
        return stores_bit_field(candidate)

    def holds(candidate: Question) -> bool:
        assert candidate is asked[-1]
        is_kept = witness.holds(candidate)
        if is_kept:
            kept.append(candidate)
        return is_kept

    meter = Meter(25)
    assert reduce_c(start, is_wrong, holds, meter) is kept[-1]
    assert len(asked) == meter.spent <= 25
    assert len({each.query.text for each in asked}) == len(asked)


def test_a_program_that_is_not_wrong_stays() -> None:
    start = question(NOISY, *TRUTH)
    assert reduce_c(start, lambda _: False, lambda _: True, Meter(50)) is start


def test_what_is_no_c_stays() -> None:
    start = question("int main(void) { __gadfly_check(0, 1) }", Answer.SAFE)
    assert reduce_c(start, lambda _: True, lambda _: True, Meter(50)) is start


def test_a_reached_check_stays_reached(reference: Reference) -> None:
    reached = "int main(void) { int x = 3; if (x) __gadfly_check(0, x == 3); return 0; }"
    unreached = reached.replace("if (x)", "if (!x)")
    witness = Witness(reference, question(reached, Answer.SAFE))
    assert witness.holds(question(reached, Answer.SAFE))
    assert not witness.holds(question(unreached, Answer.SAFE))
    assert Witness(reference, question(unreached, Answer.SAFE)).holds(question(unreached, Answer.SAFE))


@pytest.mark.parametrize(
    ("statements", "answer"),
    [
        ("__gadfly_check(0, 1 > 2);", Answer.SAFE),
        ("__gadfly_check(0, 2 > 1);", Answer.UNSAFE),
        ("int a[2] = {1, 2}, i = 2, x = a[i]; __gadfly_check(0, i == 2);", Answer.SAFE),
    ],
)
def test_what_is_untrue_or_undefined_does_not_hold(
    reference: Reference, statements: str, answer: Answer
) -> None:
    untrue = question(f"int main(void) {{ {statements} return 0; }}", answer)
    assert not Witness(reference, untrue).holds(untrue)


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("int f(int x) { if (x) return 1; else return 2; }", set()),
        ("int f(int x) { if (x) return 1; }", {"f()"}),
        ("void f(int x) { int y; y = x; }", set()),
        ("void f(int x) { int y; x = y; }", {"f() y"}),
        ("void f(int x) { int y; y = y + x; }", {"f() y"}),
        ("void f(int x) { int y = x, z[3]; z[0] = y; }", set()),
        ("struct s { int a; }; void g(struct s); void f(void) { struct s t; g(t); }", {"f() t"}),
        ("void g(int *); void f(void) { int y, z[2]; g(&y); g(z); }", set()),
        ("void f(int x) { int *p; *p = x; }", {"f() p"}),
        ("struct s { int a; }; void f(int x) { struct s *p; p->a = x; }", {"f() p"}),
    ],
)
def test_doubts(function: str, found: set[str]) -> None:
    assert doubts(parse(function)) == found


LAYOUT = """struct s {
  int a, b;
} s = {1, {2}};
#define MAX(x) \\
  ((x) + 1)
int main (void) {
  for (int i = 0; i < 2; i++) {
    s.a = ({
      int y = MAX(i);
      y;
    });
    if (i) s = (struct s) {.b = 'x'};
    else {
      return sizeof "a;b}";
    }
  }
  do {
    s.a--;
  } while (s.a > 0);
}
"""


def test_layout() -> None:
    assert laid_out(LAYOUT) == LAYOUT
    squeezed = LAYOUT.replace(";\n  ", ";/*}*/").replace("{\n", "{ // {\n\n")
    assert laid_out(squeezed).split() == LAYOUT.split()


def test_layout_keeps_the_tokens() -> None:
    assert [token.text for token in tokens(laid_out(NOISY))] == [token.text for token in tokens(NOISY)]


def test_places_are_those_of_bytes() -> None:
    text = 'char *s = "é"; int x;'
    last = list(tokens(text))[-2]
    assert text.encode()[last.start : last.end] == b"x"


LOOSE = """#include <stdarg.h>
int printf(const char *, ...);
int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = va_arg(ap, int) + (int)va_arg(ap, long);
  va_end(ap);
  return s;
}
int old(a, b) int a; long b; { return a; }
__attribute__((noinline)) int checked(int a, int b) { return a - b; }
int main(void) { printf("%d", sum(2, 3, 4L)); return old(1, 2L) + checked(5, 6); }
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("sum(2, 3, 4L)", "sum(2, 3)"),
        ("sum(2, 3, 4L)", "sum(2, 3, 4)"),
        ("va_arg(ap, int) + ", ""),
        ("va_arg(ap, long)", "va_arg(ap, int)"),
        ("old(1, 2L)", "old(1)"),
        ("long b;", "int b;"),
        (", sum(", "+sum("),
    ],
)
def test_what_a_function_takes_and_is_given_must_stay(before: str, after: str) -> None:
    assert before in LOOSE
    assert doubts(parse(LOOSE.replace(before, after))) - doubts(parse(LOOSE))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("old(1, 2L) + ", ""),
        ('printf("%d", sum(2, 3, 4L));', ""),
        (", int b) { return a - b; }", ") { return a; }"),
    ],
)
def test_whole_calls_and_checked_arguments_may_go(before: str, after: str) -> None:
    fewer = LOOSE.replace(before, after).replace("(5, 6)", "(5)" if "a - b" in before else "(5, 6)")
    assert fewer != LOOSE
    assert not doubts(parse(fewer)) - doubts(parse(LOOSE))
