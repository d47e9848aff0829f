"""Programs that are compiled together must show what they show alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gadfly.core.interfaces import CheckCount, Execution
from gadfly.truth.batch import BatchTask
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import CannotBuildError, Executor
from gadfly.truth.unit import MustBeAloneError, blamed, renamed

GCC = Compiler("gcc", "gcc", ("gcc",))
READS = """struct pair { int first; unsigned char second; };
enum side { LEFT, RIGHT = 7 };
typedef struct pair pair;
long end, run, gadfly_end;
static int calls;
static int twice(pair *of) { calls++; return of->first * 2; }
int main(void) {
    pair p = { .first = __VERIFIER_nondet_int(), .second = __VERIFIER_nondet_uchar() };
    __VERIFIER_assume(p.first < 1000 && p.first > -1000);
    if (p.second == RIGHT)
        goto out;
    __gadfly_check(0, twice(&p) != 42);
    __gadfly_see(0, p.first + 0x1e + 1u);
out:
    __gadfly_check(1, calls == 1); /* "calls" is 0 again in every run */
    __gadfly_see_float(1, 1e+3 * p.second);
    return 3;
}
"""
VECTORS = ((21, 1), (21, 7), (), (1000,))
SHOWN = Execution(
    checks=(CheckCount(1, 1), CheckCount(2, 1)),
    seen=(("52", "31"), ("0x1.f400000000000p+9", "0x1.b580000000000p+12", "0x0.0p+0")),
    seen_counts=(2, 3),
)


@pytest.fixture(scope="module")
def executor() -> Executor:
    return Executor([GCC])


def constant(value: int) -> str:
    """A program that clashes with every other one of its kind."""
    return f"""int value = {value};
static int get(void) {{ return value++; }}
int main() {{ __gadfly_check(0, get() == {value}); __gadfly_see(0, value); }}
"""


def test_programs_share_a_unit_and_nothing_else(executor: Executor) -> None:
    tasks = [BatchTask(READS, VECTORS), BatchTask(constant(5), ((), ())), BatchTask(READS, VECTORS[:2])]
    tasks.append(BatchTask("int value; int main(void) { __gadfly_check(0, value == 0); return value; }\n"))
    first, second, third, fourth = executor.run_batch(tasks)
    assert first == SHOWN
    assert second == Execution(checks=(CheckCount(2, 0),), seen=(("6", "6"),), seen_counts=(2,))
    assert third.checks == (CheckCount(0, 1), CheckCount(1, 1))
    assert fourth == Execution(checks=(CheckCount(1, 0),))


def test_a_batch_shows_what_the_programs_show_alone(executor: Executor) -> None:
    alone = executor.run_quick(READS, *VECTORS)
    assert replace(alone, exit_codes=()) == SHOWN
    assert alone.exit_codes == (3, 3, 3, 0)


TROUBLED = {
    "overflow": (
        "int main(void) { int x = __VERIFIER_nondet_int(); return (x + 1) / 2; }",
        "signed integer overflow",
    ),
    "out of bounds": (
        "int a[4]; int main(void) { return a[__VERIFIER_nondet_uchar() & 7]; }",
        "index 7 out of bounds",
    ),
    "stack": ("int f(int x) { return f(x + 1) + 1; } int main(void) { return f(0); }", "stack-overflow"),
    "trap": ("int main(void) { __builtin_trap(); }", "killed by SIG"),
    "endless loop": ("int main(void) { volatile int x = 1; while (x) {} return 0; }", "does not end in time"),
    "unsequenced": ("int main(void) { int i = 0; i = i++ + 1; return i; }", "Wsequence-point"),
    "type": ("int main(void) { return nobody; }", "does not compile: query.c:1:"),
    "link": ("int nobody(void); int main(void) { return nobody(); }", "does not compile"),
    "no main": ("int helper(void) { return 1; }", "does not compile"),
    "main is no function": ("int main;", "AddressSanitizer: SEGV"),
    "open at its end": ("int main(void) { return 0;", "does not compile"),
    "comment at its end": ("int main(void) { return 0; } /*", "does not compile"),
    "unfinished": ("int main(void) { return 0; }\nstatic", "does not compile"),
}


def test_the_troubled_do_not_disturb_the_others(executor: Executor) -> None:
    fine = BatchTask(constant(3))
    tasks = [fine]
    for program, _ in TROUBLED.values():
        tasks += [BatchTask(program, ((), (0x7FFFFFFF,))), fine]
    shown = executor.run_batch(tasks)
    assert {execution.problem for execution in shown[::2]} == {""}
    assert {execution.checks for execution in shown[::2]} == {(CheckCount(1, 0),)}
    for (name, (_, problem)), execution in zip(TROUBLED.items(), shown[1::2], strict=True):
        assert problem in execution.problem, name
        assert execution == Execution(execution.problem), name


ALONE = {
    "include": (
        '#include <stdio.h>\nint main(void) { puts("value"); __gadfly_check(0, sizeof(FILE) > 1); }\n'
    ),
    "macro": "#define value 7\nint main(void) { __gadfly_check(0, value == 7); return 0; }\n",
    "digraph": "%:define value 7\nint main(void) { __gadfly_check(0, value == 7); return 0; }\n",
    "library": "extern int abs(int); int main(void) { __gadfly_check(0, abs(-3) == 3); return 0; }\n",
    "attribute": (
        "struct __attribute__((packed)) s { char c; int i; };\n"
        "int main(void) { __gadfly_check(0, sizeof(struct s) == 5); return 0; }\n"
    ),
    "reserved": "int __value; int main(void) { __gadfly_check(0, __value == 0); return 0; }\n",
    "name of the function": (
        'int main(void) { __gadfly_check(0, __func__[4] == 0 && "main"[0] == __func__[0]); return 0; }\n'
    ),
    "arguments": "int main(int count, char **all) { __gadfly_check(0, count == 1 && all[0]); return 0; }\n",
    "main is called": (
        "int main(void) { static int n; if (n++ == 0) { __gadfly_check(0, main() == 0); return 7; } }\n"
    ),
    "old": "int bool; main() { __gadfly_check(0, bool == 0); return 0; }\n",
}


def test_what_cannot_share_a_unit_is_run_alone(executor: Executor) -> None:
    tasks = [BatchTask(constant(7)), *(BatchTask(program) for program in ALONE.values())]
    for name, execution in zip(["constant", *ALONE], executor.run_batch(tasks), strict=True):
        assert (execution.problem, execution.checks) == ("", (CheckCount(1, 0),)), name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x = 0x1e + 1.e5 - 10uL;", "int x_p12 = 0x1e + 1.e5 - 10uL;"),
        ("""char *s = "x \\" x", c = 'x';""", """char *s_p12 = "x \\" x", c_p12 = 'x';"""),
        ("int /* x */ y; // x", "int /* x */ y_p12; // x"),
        ("struct x { int x; } y = { .x = 1 };", "struct x_p12 { int x_p12; } y_p12 = { .x_p12 = 1 };"),
        ("unsigned __int128 z = __builtin_clz(x);", "unsigned __int128 z_p12 = __builtin_clz(x_p12);"),
        (
            "__VERIFIER_assume(x.y->z); l: goto l;",
            "__VERIFIER_assume(x_p12.y_p12->z_p12); l_p12: goto l_p12;",
        ),
    ],
)
def test_names_are_told_from_what_looks_like_names(text: str, expected: str) -> None:
    assert renamed(text, 12) == expected


@pytest.mark.parametrize(
    "program", ["int x;\\\n", "char c = '", 'char *s = "\n";', "int é;", "}{", "int f(void) {", "_Pragma x;"]
)
def test_what_is_not_plain_must_be_alone(program: str) -> None:
    with pytest.raises(MustBeAloneError):
        renamed(program, 0)


def test_only_those_are_blamed_who_are_complained_about() -> None:
    assert blamed(
        "program-3.c: In function 'main_p3':\nprogram-3.c:4:2: error: expected ';' before 'x_p4'\n"
        "program-5.c:1:1: warning: unused 'x_p6'\n"
        "program-7.c:9:1: warning: operation may be undefined [-Wsequence-point]\n"
        "ld: unit.c:(.text+0x7): undefined reference to `abs_p8'\n"
    ) == {3, 7, 8}


def test_fifty_programs_need_one_compilation(tmp_path: Path) -> None:
    log, counting = tmp_path / "log", tmp_path / "counting-gcc"
    counting.write_text(f'#!/bin/sh\necho "$@" >> {log}\nexec gcc "$@"\n')
    counting.chmod(0o700)
    executor = Executor([Compiler("gcc", "gcc", (str(counting),))])
    executor.run_batch([])
    before = len(log.read_text().splitlines())
    shown = executor.run_batch([BatchTask(constant(value), ((), (1,))) for value in range(50)])
    assert [execution.checks for execution in shown] == [(CheckCount(2, 0),)] * 50
    assert len(log.read_text().splitlines()) == before + 1


def test_an_empty_batch_and_a_missing_compiler(executor: Executor) -> None:
    assert executor.run_batch([]) == []
    with pytest.raises(CannotBuildError, match="there is no compiler"):
        Executor([]).run_batch([BatchTask(READS)])
