"""What the execution oracle sees, and what it disqualifies."""

from __future__ import annotations

import shutil

import pytest

from gadfly.core.interfaces import CheckCount, Execution
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import CannotBuildError, Executor

GCC = Compiler("gcc", "gcc", ("gcc",))
VALGRIND = shutil.which("valgrind") or ""  # without it clang's memory sanitizer sees nearly all


@pytest.fixture(scope="module")
def executor() -> Executor:
    compilers = [Compiler(each.name, each.family, each.command) for each in installed_compilers()]
    assert {compiler.family for compiler in compilers} == {"gcc", "clang"}
    return Executor(compilers, VALGRIND)


def body(statements: str) -> str:
    return (
        f"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {{\n{statements}\n}}\n"
    )


OBSERVED = """#include <stdio.h>
#include <math.h>
static int square(int x) { __gadfly_see(0, (signed char)-x); return x * x; }
int main(void) {
    int sum = 0;
    for (int i = 0; i < 300; i++) {
        sum += square(i);
        __gadfly_check(0, i < 299);
        __gadfly_see(1, (unsigned char)(i + 200));
    }
    if (sum == 0)
        __gadfly_check(1, 0);
    __gadfly_see_float(2, sqrt((double)square(3)) / 2);
    __gadfly_check(2, (int[]){1, 2}[1] == 2);
    __gadfly_see(3, ~0ull);
    printf("%d\\n", sum);
    return 7;
}
"""


def test_everything_is_observed(executor: Executor) -> None:
    shown = executor.run_quick(OBSERVED)
    assert shown.problem == ""
    assert shown.checks == (CheckCount(299, 1), CheckCount(0, 0), CheckCount(1, 0))
    assert shown.seen_counts == (301, 300, 1, 1)
    assert [len(values) for values in shown.seen] == [256, 256, 1, 1]
    assert shown.seen[0][:3] == ("0", "-1", "-2")
    assert shown.seen[1][54:58] == ("254", "255", "0", "1")
    assert shown.seen[2:] == (("0x1.8000000000000p+0",), ("-1",))
    assert (shown.exit_codes, shown.output) == ((7,), "8955050\n")


def test_all_builds_vouch_for_what_is_well_defined(executor: Executor) -> None:
    vouched = executor.run_fully(OBSERVED)
    assert vouched.execution == executor.run_quick(OBSERVED)
    assert len(vouched.builds) >= 7
    assert len(set(vouched.builds)) == len(vouched.builds)
    assert any("sanitized" in build for build in vouched.builds)
    assert any("valgrind" in build for build in vouched.builds) == bool(VALGRIND)
    assert any(build.startswith("clang") for build in vouched.builds)
    assert any("memory-sanitized" in build for build in vouched.builds)


INPUTS = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char y = __VERIFIER_nondet_uchar();
    __gadfly_see(0, x);
    __gadfly_see(1, y);
    __VERIFIER_assume(x < 10);
    __gadfly_see_float(2, __VERIFIER_nondet_double());
    __gadfly_check(0, x != -5);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("inputs", "seen", "check"),
    [
        ((-5, 257, 3), (("-5",), ("1",), ("0x1.8000000000000p+1",)), CheckCount(0, 1)),
        ((4, -1), (("4",), ("255",), ("0x0.0p+0",)), CheckCount(1, 0)),
        ((), (("0",), ("0",), ("0x0.0p+0",)), CheckCount(1, 0)),
        ((10, 0, 1), (("10",), ("0",), ()), CheckCount(0, 0)),
    ],
)
def test_inputs_are_read_in_order_and_an_assumption_ends_quietly(
    executor: Executor, inputs: tuple[int, ...], seen: tuple[tuple[str, ...], ...], check: CheckCount
) -> None:
    shown = executor.run_quick(INPUTS, inputs)
    assert shown == Execution("", (check,), seen, tuple(len(values) for values in seen), (0,), "")


def test_several_vectors_add_up(executor: Executor) -> None:
    vectors = ((-5, 257, 3), (4, -1), (10, 0, 1))
    shown = executor.run_quick(INPUTS, *vectors)
    assert shown == Execution(
        checks=(CheckCount(1, 1),),
        seen=(("-5", "4", "10"), ("1", "255", "0"), ("0x1.8000000000000p+1", "0x0.0p+0")),
        seen_counts=(3, 3, 2),
        exit_codes=(0, 0, 0),
    )
    vouched = Executor([GCC]).run_fully(INPUTS, vectors)
    assert vouched.execution == shown
    assert vouched.executions == tuple(executor.run_quick(INPUTS, vector) for vector in vectors)


def test_builds_must_agree_for_every_vector(executor: Executor) -> None:
    """With the first and the second input together, each check fails once in every build."""
    statements = "int x; int *volatile p = &x; __gadfly_check(0, (*p == 0) == __VERIFIER_nondet_bool());"
    assert "differ in check 0" in executor.run_quick(body(statements), (0,), (1,)).problem


def test_one_bad_vector_is_enough(executor: Executor) -> None:
    program = body("int x = __VERIFIER_nondet_int(); __gadfly_see(0, x + 1);")
    assert executor.run_quick(program, (1,), (2,)).problem == ""
    assert "signed integer overflow" in executor.run_fully(program, ((1,), (0x7FFFFFFF,))).execution.problem


@pytest.mark.parametrize("leave", ["exit(3)", "_exit(3)", "quick_exit(3)"])
def test_the_record_outlives_every_exit(executor: Executor, leave: str) -> None:
    program = f"""#include <stdlib.h>
#include <unistd.h>
static void deep(int n) {{ if (n == 0) {leave}; __gadfly_check(0, n != 1); deep(n - 1); }}
int main(void) {{ deep(5); return 0; }}
"""
    assert executor.run_quick(program) == Execution("", (CheckCount(4, 1),), (), (), (3,), "")


def test_the_programs_own_output_cannot_disturb_the_record(executor: Executor) -> None:
    program = body(
        'fputs("runtime error: no\\n==1==ERROR: AddressSanitizer: no\\n", stderr);'
        "fclose(stderr); fclose(stdout); __gadfly_check(0, 1); return 0;"
    )
    assert executor.run_quick(program).checks == (CheckCount(1, 0),)


@pytest.mark.parametrize(
    "program",
    [
        "f(x) { return x + 1; }\nmain() { __gadfly_check(0, f(1) == 2); return 0; }\n",
        "void f(x, y) int x; char y; { }\nint bool;\nmain() { f(1, 2); __gadfly_check(0, 1); exit(0); }\n",
        "inline int f(void) { return 2; }\nint main(void) { __gadfly_check(0, f() == 2); return 0; }\n",
    ],
    ids=["implicit int", "old parameters", "inline as in gnu89"],
)
def test_old_programs_compile(executor: Executor, program: str) -> None:
    shown = executor.run_fully(program).execution
    assert (shown.problem, shown.checks) == ("", (CheckCount(1, 0),))


QUICKLY_SEEN = {
    "signed overflow": ("volatile int x = 0x7fffffff; x = x + 1; return x;", "signed integer overflow"),
    "shift": ("volatile int n = 32; return 1 << n;", "shift exponent 32 is too large"),
    "division": ("volatile int n = 0; return 1 / n;", "division by zero"),
    "float cast": ("volatile double d = 1e30; return (int)d;", "outside the range"),
    "out of bounds": ("int a[4] = {0}; volatile int i = 4; return a[i];", "index 4 out of bounds"),
    "heap out of bounds": (
        "char *p = malloc(4); volatile int i = 4; p[i] = 1; return 0;",
        "heap-buffer-overflow",
    ),
    "use after free": ("int *p = malloc(4); *p = 1; free(p); return *p;", "heap-use-after-free"),
    "use after scope": (
        "int *volatile p; { int x = 1; p = &x; } return *p;",
        "stack-use-after-scope",
    ),
    "null": ("int *volatile p = 0; return *p;", "null pointer"),
    "uninitialised local": ("int x; int *volatile p = &x; return *p & 0xff;", "differ in the exit code"),
    "uninitialised array": (
        "int a[8]; a[0] = 1; volatile int i = 5; __gadfly_see(0, a[i]);",
        "differ in value 0",
    ),
    "uninitialised heap": ("int *p = malloc(8); __gadfly_check(0, p[1] == 0); free(p);", "differ in check 0"),
    "address printed": ('int x; printf("%p\\n", (void *)&x);', "differ in the output"),
    "address compared": ("int x = 0, y = 0; return &x < &y;", "invalid-pointer-pair"),
    "address subtracted": (
        "int x[2] = {0}, y[2] = {0}; return (int)(&x[0] - &y[0]);",
        "invalid-pointer-pair",
    ),
    "unsequenced": ("int i = 0; i = i++ + 1; return i;", "Wsequence-point"),
    "endless loop": ("volatile int x = 1; while (x) {} return 0;", "does not end in time"),
    "endless recursion": ("volatile int x[64]; x[0] = main(); return x[0] + x[1];", "stack-overflow"),
    "abort": ("abort();", "killed by SIGABRT"),
    "signal": ("__builtin_trap();", "killed by SIG"),
    "much output": ('for (int i = 0; i < 100000; i++) printf("%040d\\n", i);', "too much output"),
    "syntax": ("return 0", "does not compile: query.c:"),
    "unknown function": ("return nobody_defines_this();", "does not compile"),
    "label too large": ("/* __gadfly_check(0, 1) */ int K; __gadfly_check(0 + 1, 1);", "killed by SIGABRT"),
}


@pytest.mark.parametrize("name", QUICKLY_SEEN)
def test_disqualified_at_first_sight(executor: Executor, name: str) -> None:
    statements, problem = QUICKLY_SEEN[name]
    shown = executor.run_quick(body(statements))
    assert problem in shown.problem
    assert shown == Execution(shown.problem)


FULLY_SEEN = {
    "strict aliasing": """
static int f(int *i, float *x) { *i = 1; *x = 2.0f; return *i; }
int main(void) {
    int value;
    int *volatile p = &value;
    __gadfly_see(0, f(p, (float *)p));
    return 0;
}
""",
}


@pytest.mark.parametrize("name", FULLY_SEEN)
def test_disqualified_by_many_builds(executor: Executor, name: str) -> None:
    assert executor.run_fully(FULLY_SEEN[name]).execution.problem != ""


JUMPED_INITIALISATION = """
int main(void) {
    goto inside;
    {
        int x = 1;
    inside:
        __gadfly_check(0, x == 1 || x != 1);
        if (x == 12345) return 1;
    }
    return 0;
}
"""


@pytest.mark.skipif(not VALGRIND, reason="valgrind is not installed, and no sanitizer sees this")
def test_a_jump_over_an_initialisation_is_seen_by_valgrind(executor: Executor) -> None:
    assert "in valgrind: " in executor.run_fully(JUMPED_INITIALISATION).execution.problem


@pytest.mark.parametrize(
    "program",
    [
        body("int *p = malloc(8); __gadfly_check(0, p[1] != 12345); free(p);"),
        body(
            "struct s { char c; int i; } *a = malloc(sizeof *a), *b = malloc(sizeof *b);"
            "a->c = b->c = 1; a->i = b->i = 2; __gadfly_check(0, memcmp(a, b, sizeof *a) < 2);"
        ),
        body(
            "int a[2]; a[0] = 1; volatile int i = 1; __gadfly_see(0, a[i] & 0); __gadfly_see(1, a[i] == 77);"
        ),
    ],
    ids=["heap", "padding", "local"],
)
def test_uninitialised_memory_is_noticed_even_where_all_builds_agree(
    executor: Executor, program: str
) -> None:
    assert executor.run_quick(program).problem == ""
    problem = executor.run_fully(program).execution.problem
    assert "in valgrind: " in problem or "MemorySanitizer: use-of-uninitialized-value" in problem


def test_a_problem_is_told_in_the_same_words_every_time(executor: Executor) -> None:
    statements, _ = QUICKLY_SEEN["use after free"]
    assert executor.run_quick(body(statements)) == executor.run_quick(body(statements))


def test_who_cannot_build_is_no_oracle() -> None:
    with pytest.raises(CannotBuildError, match="there is no compiler"):
        Executor([]).run_quick(OBSERVED)
    with pytest.raises(CannotBuildError, match="not found"):
        Executor([Compiler("nobody", "gcc", ("no-such-compiler",))]).run_fully(OBSERVED)


def test_a_compiler_that_cannot_build_does_not_vouch() -> None:
    executor = Executor([GCC, Compiler("nobody", "clang", ("no-such-compiler",))])
    vouched = executor.run_fully("int main(void) { return 0; }\n")
    assert vouched.execution.problem == ""
    assert all(build.startswith("gcc ") for build in vouched.builds)
