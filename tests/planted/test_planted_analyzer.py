"""The planted analyzer is right without a defect, and every defect makes it wrong about one tiny program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Limits
from gadfly.lang.c.dialect import FILE, check_count, failures, render
from gadfly.run.command import Completed, Ended, run
from gadfly.targets.planted.analyzer.defects import DEFECTS
from gadfly.targets.planted.analyzer.tool import dialect, read

LIMITS = Limits(wall_seconds=60, cpu_seconds=60)
PRINTING = failures('__builtin_printf("{label}\\n");')

PROGRAMS = {
    "dropped-cast": """
int main(void) {
    int x = 300;
    __gadfly_check(0, (unsigned char)x == 44);
    return 0;
}
""",
    "forgotten-else": """
int main(void) {
    int x = 1, y = 0;
    if (x > 1) y = 2; else y = 3;
    __gadfly_check(0, y != 3);
    return 0;
}
""",
    "short-unrolling": """
int main(void) {
    int sum = 0;
    for (int i = 0; i < 9; i++) sum += i;
    __gadfly_check(0, sum != 36);
    return 0;
}
""",
    "signed-comparison": """
int main(void) {
    unsigned x = 0;
    __gadfly_check(0, x - 1 > x);
    return 0;
}
""",
    "signed-division": """
int main(void) {
    unsigned x = 4294967295u;
    __gadfly_check(0, x / 2 == 2147483647u);
    return 0;
}
""",
    "floored-remainder": """
int main(void) {
    int x = -7;
    __gadfly_check(0, x % 3 == -1);
    return 0;
}
""",
    "repeated-filler": """
int main(void) {
    int a[4] = {1, 2};
    __gadfly_check(0, a[3] == 0);
    return 0;
}
""",
    "truncated-bool": """
int main(void) {
    _Bool b = 2;
    __gadfly_check(0, b);
    return 0;
}
""",
    "spilling-bit-field": """
struct fields { unsigned a : 3, b : 4; };
int main(void) {
    struct fields f = {0, 0};
    f.b = 9;
    f.a = 5;
    __gadfly_check(0, f.b == 9);
    return 0;
}
""",
    "unsigned-bit-field": """
struct fields { signed a : 3; };
int main(void) {
    struct fields f = {-1};
    __gadfly_check(0, f.a == -1);
    return 0;
}
""",
    "separate-union": """
union both { unsigned whole; unsigned char parts[4]; };
int main(void) {
    union both u;
    u.whole = 0x01020304;
    __gadfly_check(0, u.parts[0] != 4);
    return 0;
}
""",
    "no-fallthrough": """
int main(void) {
    int x = 1, y = 0;
    switch (x) { case 1: y += 1; case 2: y += 2; break; default: y = 9; }
    __gadfly_check(0, y == 3);
    return 0;
}
""",
    "continue-leaves": """
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) { if (i == 1) continue; sum += i; }
    __gadfly_check(0, sum == 2);
    return 0;
}
""",
    "fresh-static": """
static int count(void) { static int calls = 0; return ++calls; }
int main(void) {
    count();
    __gadfly_check(0, count() == 2);
    return 0;
}
""",
    "unnamed-bit-field": """
struct fields { int a : 4; int : 4; int b : 4; };
int main(void) {
    struct fields f = {1, 2};
    __gadfly_check(0, f.b == 2);
    return 0;
}
""",
    "early-increment": """
int main(void) {
    int x = 1, y = x++;
    __gadfly_check(0, y == 1);
    return 0;
}
""",
    "eager-logic": """
int main(void) {
    int x = 0, y = 0;
    if (x && ++y) x = 2;
    __gadfly_check(0, y == 0);
    return 0;
}
""",
    "logical-shift": """
int main(void) {
    int x = -8;
    __gadfly_check(0, x >> 1 == -4);
    return 0;
}
""",
    "first-member-only": """
struct pair { int a, b; };
int main(void) {
    struct pair from = {1, 2}, to = {0, 0};
    to = from;
    __gadfly_check(0, to.b == 2);
    return 0;
}
""",
    "first-check-only": """
int main(void) {
    int x = 1;
    __gadfly_check(0, x == 1);
    __gadfly_check(1, x == 2);
    return 0;
}
""",
    "alarm-in-dead-code": """
int main(void) {
    int x = 1;
    if (x > 1) __gadfly_check(0, x == 1);
    return 0;
}
""",
    "crash": """
int main(void) {
    int x = 1, y = x ? x > 2 ? 3 : 4 : 5;
    __gadfly_check(0, y == 4);
    return 0;
}
""",
}

TOUR = """
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
struct node { struct node *next; short value; };
struct mixed {
    char tag;
    union { int whole; unsigned char bytes[4]; };
    struct { int deep; };
    unsigned low : 5;
};
struct tail { int count; short items[]; };
enum colour { RED, GREEN = 5, BLUE };
typedef int grid[2][3];
typedef char word[6];
static const word words[2] = {"a\\0b", "word"};
static struct mixed table[3] = {{'a', {1}}, [2] = {.tag = 'c', .bytes = {1, 2}, .deep = 7, .low = 33}};
static struct tail tail = {2, {3, -4}};
static int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int total(int count, ...) {
    va_list list;
    int sum = 0;
    va_start(list, count);
    while (count--) {
        sum += va_arg(list, int);
        sum += va_arg(list, double);
    }
    va_end(list);
    return sum;
}
static int corner(grid g) { return g[1][2]; }
int main(void) {
    struct node second = {0, -2}, first = {&second, 70000 % 65536};
    grid g = {{1, 2}, {3, 4, 5}};
    char text[8] = "ab" "c", *at = text;
    unsigned char wrapped = 250;
    long sum = 0;
    double half = 1;
    float third = 1.0f / 3;
    int x = 7, tries = 0;
    __gadfly_check(0, first.next->value == -2 && first.value == 4464);
    __gadfly_check(1, table[2].whole == 513 && table[2].low == 1 && table[2].deep == 7 && table[1].tag == 0);
    __gadfly_check(2, tail.items[1] == -4 && BLUE == 6 && offsetof(struct mixed, deep) == 8);
    operation = add;
    __gadfly_check(3, operation(2, (*operation)(3, 4)) == 9 && factorial(6) == 720);
    __gadfly_check(4, total(2, 1, 2.5, 3, 4.0) == 10 && corner(g) == 5 && *(g[0] + 1) == 2);
    wrapped += 10;
    __gadfly_check(5, wrapped == 4 && (signed char)200 == -56 && -1 > 1u && sizeof(text) == 8);
    while (*at) sum = sum * 256 + *at++;
    __gadfly_check(6, sum == 0x616263 && at - text == 3 && strlen(text) == 3 && strcmp(text, "abd") < 0);
again:
    tries++;
    do { x = x % 2 ? 3 * x + 1 : x / 2; if (x == 16) goto again; half /= 2; } while (x > 1);
    __gadfly_check(7, tries == 2 && half == 1.0 / 32768);
    __gadfly_check(8, words[0][2] == 'b' && third != 1.0 / 3 && (int)-2.75 == -2);
    for (x = 0; ; x++) {
        switch (x) { case 0 ... 2: continue; case 5: break; default: sum++; continue; }
        break;
    }
    __gadfly_check(9, x == 5 && sum == 0x616265);
    memcpy(&first, &(struct node){&first, 9}, sizeof first);
    __gadfly_check(10, first.next == &first && first.value != 9);
    return 0;
}
"""
REFUSED = {
    "int main(void) { int x = 2147483647; x++; return 0; }": "undefined: overflow",
    "int main(void) { int a[2] = {0}, i = 2; return a[i]; }": "undefined: access out of bounds",
    "int main(void) { int x; return x; }": "undefined: read of an uninitialised object",
    "int main(void) { int x = 0; return 1 / x; }": "undefined: division by zero",
    "int main(void) { int *p = 0; return *p; }": "undefined: access through what is no address of an object",
    "int x; static int *f(void) { int y = 1; return &y; } int main(void) { return *f(); }": (
        "undefined: use of an object after its end"
    ),
    "int main(void) { int x; return (long)&x % 2; }": "arithmetic with an address",
    "int main(void) { for (;;) ; }": "too long",
    "void abort(void); int main(void) { abort(); }": "aborts",
    "int main(void) { long double x = 1; return x; }": "type long double",
    "int unknown(void); int main(void) { return unknown(); }": "function unknown",
    "static void f(void *p) {} int main(void) { int x __attribute__((cleanup(f))) = 1; return x; }": (
        "__attribute__((cleanup"
    ),
    "int x; static int set(int to) { return x = to; }"
    "int main(void) { set(1) + set(2); __gadfly_check(0, x == 2); return 0; }": (
        "depends on the order of evaluation"
    ),
    "int main(void) { return x; }": "use of undeclared identifier 'x'",
}
WITH_INPUTS = """
int main(void) {
    signed char x = __VERIFIER_nondet_char();
    __VERIFIER_assume(x > 0);
    __gadfly_check(0, x != 100 || __VERIFIER_nondet_bool());
    __gadfly_check(1, x != -100);
    return 0;
}
"""


def asked(program: str, *arguments: str) -> Completed:
    command = [sys.executable, "-m", "gadfly.targets.planted.analyzer.checker", *arguments, FILE]
    return run(command, LIMITS, files={FILE: render(program, dialect)})


def said(program: str, *arguments: str) -> tuple[Answer, ...]:
    return read(asked(program, *arguments), check_count(program)).answers


def executed(program: str, folder: Path) -> tuple[Answer, ...]:
    """The truth about a program without inputs, by gcc."""
    binary = str(folder / "program")
    options = ["-w", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-o", binary]
    built = run(["gcc", *options, FILE], LIMITS, files={FILE: render(program, PRINTING)})
    assert built.exit_code == 0, built.stderr
    done = run([binary], LIMITS, address_space=False)
    assert done.exit_code == 0, done.detail
    failed = {int(label) for label in done.stdout.split()}
    return tuple(Answer.UNSAFE if label in failed else Answer.SAFE for label in range(check_count(program)))


def test_there_is_a_program_for_every_defect() -> None:
    assert set(PROGRAMS) == set(DEFECTS)


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_shows(defect: str, tmp_path: Path) -> None:
    program = PROGRAMS[defect]
    truth = executed(program, tmp_path)
    assert said(program) == truth
    if defect == "crash":
        assert asked(program, "--defect", defect).ended is Ended.SIGNAL
        return
    wrong = said(program, "--defect", defect)
    assert len(wrong) == len(truth)
    assert wrong != truth


def test_the_correct_one_knows_the_language(tmp_path: Path) -> None:
    truth = executed(TOUR, tmp_path)
    assert truth == (*[Answer.SAFE] * 10, Answer.UNSAFE)
    assert said(TOUR) == truth


@pytest.mark.parametrize("program", REFUSED)
def test_what_it_does_not_know_is_unsupported(program: str) -> None:
    assert asked(program).stdout == f"unsupported: {REFUSED[program]}\n"


def test_small_inputs_are_all_tried() -> None:
    assert said(WITH_INPUTS) == (Answer.UNSAFE, Answer.SAFE)


def test_every_defect_has_a_line_of_help() -> None:
    lines = asked("", "--defect", "list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(DEFECTS)
