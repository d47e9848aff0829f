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
