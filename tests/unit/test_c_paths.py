"""All executions of a program as formulas: what z3 says about them, and what compiled programs do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
import z3
from smt_values import value_of

from gadfly.core.interfaces import Execution
from gadfly.lang.c.paths import BeyondError, Executions, explore
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import Executor

INT = "int x = __VERIFIER_nondet_int();"
UINT = "unsigned x = __VERIFIER_nondet_uint();"


def body(statements: str) -> str:
    return f"int main(void) {{ {statements} return 0; }}"


def can_hold(executions: Executions, formula: str) -> bool:
    solver = z3.Solver()
    solver.from_string(f"{''.join(executions.declarations)}(assert {formula})")
    answer = solver.check()
    assert answer != z3.unknown
    return bool(answer == z3.sat)


def failing(program: str) -> list[int]:
    """The checks that can fail in a program that is defined for all inputs."""
    executions = explore(program)
    assert not can_hold(executions, executions.undefined)
    return [label for label, formula in enumerate(executions.fails) if can_hold(executions, formula)]


DEFINED = {
    # conversions and promotions
    INT + "__gadfly_check(0, (unsigned char)x < 256); __gadfly_check(1, (signed char)x == x);": [1],
    INT + "_Bool b = x; __gadfly_check(0, b == (x != 0)); __gadfly_check(1, b == x);": [1],
    UINT + "__gadfly_check(0, -1 < x); __gadfly_check(1, (long)-1 < x); __gadfly_check(2, -1 > x);": [0, 2],
    "unsigned char c = __VERIFIER_nondet_uchar(); c += 200; __gadfly_check(0, c != 5);"
    "__gadfly_check(1, ~c < 0); __gadfly_check(2, (unsigned char)~c >= 0);": [0],
    "_Bool b = __VERIFIER_nondet_bool(); __gadfly_check(0, b <= 1); __gadfly_check(1, b);": [1],
    "char c = __VERIFIER_nondet_char(); __gadfly_check(0, c >= -128); __gadfly_check(1, c >= 0);": [1],
    "unsigned char c = __VERIFIER_nondet_uchar(); unsigned __int128 w = c; w = (w << 64) * w;"
    "__gadfly_check(0, (w >> 80) == 0); __gadfly_check(1, (w >> 79) == 0);": [1],
    "long y = __VERIFIER_nondet_long(); int z = (int)y; __gadfly_check(0, z == y);"
    "__gadfly_check(1, (unsigned)z == (unsigned long)y % 4294967296ul);": [0],
    # operators
    "unsigned y = __VERIFIER_nondet_ushort(); __gadfly_check(0, y / 3 * 3 + y % 3 == y);"
    "__gadfly_check(1, y / 3 <= 21844);": [1],
    "int y = __VERIFIER_nondet_short(); __gadfly_check(0, y % 7 >= -6); __gadfly_check(1, y % 7 >= 0);"
    "__gadfly_check(2, (y >> 1) <= y || y < 0);": [1],
    UINT + "__gadfly_check(0, (x << 4 >> 4) == x); __gadfly_check(1, (x ^ x) == (x & 0)); x = -x;"
    "__gadfly_check(2, x != 7);": [0, 2],
    UINT + "unsigned y = x++; __gadfly_check(0, y + 1 == x); y = --x; __gadfly_check(1, y == x - 1);": [1],
    UINT + "x >>= 28; x |= 16; __gadfly_check(0, x >= 16 && x < 32); __gadfly_check(1, x != 19);": [1],
    UINT
    + "__gadfly_check(0, (x > 5 ? x : 6) > 5); __gadfly_check(1, !(x && x < 3) || x == 1 || x == 2);": [],
    UINT + "__gadfly_check(0, x == 0 || 10 / x <= 10); __gadfly_check(1, (x ? 7 / x : 9) != 3);": [1],
    INT + "int y = (x = 3, x + 1); __gadfly_check(0, y == 4 && sizeof x == 4 && sizeof(long) == 8);": [],
    # control
    INT + "int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; s += i; }"
    "__gadfly_check(0, s == 25);": [],
    UINT
    + "unsigned n = x % 5, s = 0; for (unsigned i = 0; i < n; i++) s += i + 1; __gadfly_check(0, s <= 10);"
    "__gadfly_check(1, s < 10);": [1],
    INT + "int y = 0; switch (x) { case 1: y++; case 2: y += 2; break; case 5 ... 7: y = 9; break;"
    "default: y = 4; } __gadfly_check(0, y == 2 || y == 3 || y == 4 || y == 9);"
    "__gadfly_check(1, y != 3); __gadfly_check(2, x != 6 || y != 9);": [1, 2],
    INT + "if (x > 3) { if (x < 3) __gadfly_check(0, 0); else __gadfly_check(1, x > 4); }": [1],
    INT + "__VERIFIER_assume(x > 3); __gadfly_check(0, x > 2); __VERIFIER_assume(x < 4);"
    "__gadfly_check(1, 0);": [],
    "int y = 0; do { y++; if (y == 4) goto out; } while (y < 9); out: __gadfly_check(0, y == 4);": [],
    INT + "int y = x && (x = 0, 1); __gadfly_check(0, x == 0); __gadfly_check(1, y == 0);": [1],
    # memory
    UINT + "int a[4] = {1, 2, 3}; a[x % 4] = 9; __gadfly_check(0, a[3] == 0 || a[3] == 9);"
    "__gadfly_check(1, a[x % 4] == 9); __gadfly_check(2, a[0] == 1);": [2],
    UINT + "int a[2][3] = {{1}, {4, 5}}; __gadfly_check(0, a[x % 2][x % 3] != 5);"
    "__gadfly_check(1, a[x % 2][2] == 0);": [0],
    UINT + "struct s { int v; short w[2]; } a = {1, {2, 3}}, b = a; struct s *p = x ? &a : &b;"
    "p->w[x & 1] = 7; __gadfly_check(0, a.w[1] == 3 || b.w[1] == 3); __gadfly_check(1, a.w[1] == 3);"
    "__gadfly_check(2, b.w[1] == 3);": [1],
    UINT + "int a[5] = {0}, *p = a + x % 5; *p = 1; __gadfly_check(0, p - a == x % 5 && p >= a);"
    "__gadfly_check(1, p != a + 2); __gadfly_check(2, a[1] + a[2] < 2);": [1],
    # more than one input
    INT + "int y = __VERIFIER_nondet_int(); __gadfly_check(0, x != 3 || y != ~3);": [0],
}

WHOLE = {
    "static int f(unsigned n) { return n ? 1 + f(n - 1) : 0; }"
    + body("__gadfly_check(0, f(20) == 20);"): [],
    "static unsigned f(unsigned x) { if (x > 9) return 3; if (x > 4) return x; return 0; }"
    + body(UINT + "__gadfly_check(0, f(x) < 10); __gadfly_check(1, f(x) + f(x + 1) != 17);"): [1],
    "static int one(int x) { return 1; } static int two(int x) { return 2; }"
    "static int (*const table[])(int) = {one, two, one};"
    + body(UINT + "__gadfly_check(0, table[x % 3](5) < 3); __gadfly_check(1, table[x % 3](5) < 2);"): [1],
    "int count; static int next(void) { static int n = 4; count++; return n++; }"
    + body("next(); int y = next(); __gadfly_check(0, y == 5 && count == 2);"): [],
    "static void cell(unsigned x, int depth) { if (depth == 3) { __gadfly_check(0, x != 5); return; }"
    "if (x >> depth & 1) cell(x, depth + 1); else if (x < 8) cell(x | 1u << depth, depth + 1);"
    "else __gadfly_check(1, x < 12); }" + body(UINT + "cell(x, 0);"): [1],
    "static void swap(int *a, int *b) { int c = *a; *a = *b; *b = c; }"
    + body(INT + "int y = 5; swap(&x, &y); __gadfly_check(0, x == 5); __gadfly_check(1, y == 5);"): [1],
    "struct node { int value; struct node *next; }; static struct node last = {3}, first = {1, &last};"
    + body("int s = 0; for (struct node *p = &first; p; p = p->next) s += p->value;"
           "__gadfly_check(0, s == 4);"): [],
    "struct pair { int a, b; }; static struct pair make(int a) { struct pair p = {a, 2}; return p; }"
    + body(INT + "__gadfly_check(0, make(x).b == 2); __gadfly_check(1, make(x).a != 9);"): [1],
    "#include <stdlib.h>\nstatic void stop(int x) { if (x > 4) exit(1); if (x < 0) abort(); }"
    + body(INT + "stop(x); __gadfly_check(0, x >= 0 && x < 5); __gadfly_check(1, x < 4);"): [1],
    "enum colour { RED, GREEN = 7 };"
    + body("enum colour c = GREEN; __gadfly_check(0, c + 1 == 8 && c != RED);"): [],
}  # fmt: skip

UNDEFINED = {
    INT + "x++;": True,
    INT + "if (x < 2147483647) x++;": False,
    INT + "x = -x;": True,
    INT + "x = x * 2;": True,
    INT + "long y = x; y = y * 2 - y;": False,
    UINT + "x = 5 / x;": True,
    UINT + "if (x) x = 5 % x;": False,
    INT + "if (x) x = -7 / x;": False,
    INT + "int y = __VERIFIER_nondet_int(); if (y) x = x / y;": True,
    INT + "int y = __VERIFIER_nondet_int(); if (y > 0) x = x % y;": False,
    UINT + "x = 1u << x;": True,
    UINT + "x = 1u << (x & 31);": False,
    UINT + "x = 1 << (x & 31);": True,
    INT + "x = x << 1;": True,
    INT + "x = x >> -1;": True,
    UINT + "int a[4] = {0}; a[x & 3] = 1;": False,
    UINT + "int a[4] = {0}; a[x & 7] = 1;": True,
    UINT + "int a[2][2] = {0}; a[0][x & 3] = 1;": True,
    INT + "int a[4] = {0}, *p = a; p += x;": True,
    UINT + "int a[4] = {0}; x = &a[x & 3] != a + 4 && (x & 4) == 0;": False,
    UINT + "int y = 1, *p = x ? (int *)0 : &y; *p = 1;": True,
    UINT + "int y; if (x) y = 1; x = y;": True,
    UINT + "int y; if (x) y = 1; if (x) x = y;": False,
    UINT + "int *p = 0; { int y = 1; p = &y; } x = *p;": True,
    UINT + "x && 1 / x; x || 1 / (x + 1); x ? 5 % x : 0;": False,
    UINT + "x ? 0 : 5 % x;": True,
    INT + "__VERIFIER_assume(x < 100); x++;": False,
    "short s = __VERIFIER_nondet_short(); s++; s = s * s; s = -s;": False,
    "unsigned short s = __VERIFIER_nondet_ushort(); s * s;": True,
}

BEYOND = {
    body("double d = 1;"): "type double",
    body("union { int a; char b; } u; u.a = 1;"): "union",
    body("struct { int a : 3; } s = {1};"): "bit-field",
    body("int x = 1; long y = (long)&x;"): "address",
    body("int x = 1; char *p = (char *)&x;"): "address",
    body("int i = 1; i = i++;"): "order of evaluation",
    body("int x = __VERIFIER_nondet_int() - __VERIFIER_nondet_int();"): "order of evaluation",
    "int g; static int f(void) { return ++g; }" + body("int x = g + f();"): "order of evaluation",
    body("for (;;) ;"): "too many steps",
    body(UINT + "for (unsigned i = 0; i < 20; i++) if (x >> i & 1) continue;"): "too many paths",
    "static int f(int x) { return f(x); }" + body("f(1);"): "too deeply",
    "int unknown(void);" + body("unknown();"): "function unknown",
    body("return y;"): "undeclared",
    body('__asm__("nop");'): "__asm__",
    "#include </dev/zero>\n" + body(""): "include",
    "int x;": "no main",
}  # fmt: skip


@pytest.mark.parametrize("program", [*map(body, DEFINED), *WHOLE])
def test_what_can_fail(program: str) -> None:
    expected = {**{body(text): labels for text, labels in DEFINED.items()}, **WHOLE}
    assert failing(program) == expected[program]


@pytest.mark.parametrize("text", UNDEFINED)
def test_what_is_undefined(text: str) -> None:
    executions = explore(body(text))
    assert can_hold(executions, executions.undefined) == UNDEFINED[text]


@pytest.mark.parametrize("program", BEYOND)
def test_what_is_beyond(program: str) -> None:
    with pytest.raises(BeyondError, match=BEYOND[program]):
        explore(program, most_paths=100, most_steps=30_000)


def test_pure_calls_and_conditions_do_not_split_paths() -> None:
    helper = "static unsigned half(unsigned x) { if (x & 1) return x / 2 + 1; return x / 2; }"
    sums = " + ".join(f"(x > {i} && half(x + {i}) < {i} ? 1 : 0)" for i in range(30))
    explore(f"{helper}{body(f'{UINT} __gadfly_check(0, {sums} < 99);')}", most_paths=32)


def test_an_if_that_only_assigns_does_not_split_paths() -> None:
    steps = "".join(f"if (x >> {i} & 1) {{ n++; if (n > {i}) m = n; }} else k = {i};" for i in range(20))
    program = body(f"{UINT} int n = 0, m = 0, k; {steps} __gadfly_check(0, n < 20 || m < 20);")
    executions = explore(program, most_paths=1)
    assert can_hold(executions, executions.fails[0])
    assert not can_hold(executions, executions.undefined)


def test_a_function_that_fills_an_array_of_its_caller_does_not_split_its_callers_paths() -> None:
    functions = """
static void copy(int to[4], int from[4]) { for (int k = 0; k < 4; k++) to[k] = from[k]; }
static int differs(int a[4], int at) {
    int other[4];
    copy(other, a);
    other[at & 3] = 7;
    for (int k = 0; k < 4; k++) if (other[k] != a[k]) return 1;
    return 0;
}
"""
    sums = " + ".join(f"differs(a, x + {i})" for i in range(8))
    program = (
        f"{functions}{body(f'{INT} int a[4] = {{1, 7, x, x}}; x &= 3; __gadfly_check(0, {sums} == 6);')}"
    )
    executions = explore(program, most_paths=40)
    assert can_hold(executions, executions.fails[0])
    assert not can_hold(executions, executions.undefined)


def test_bounds_that_a_path_knows_rule_out_overflow() -> None:
    bounded = f"{INT} if (x < -1000 || x > 1000) return 0; long y = x * 3L; y = y * 5 - x; x = -x * 1000;"
    assert explore(body(bounded)).undefined == "false"


def test_no_text_is_explored_differently_twice() -> None:
    for program in (*map(body, DEFINED), *WHOLE):
        assert explore(program) == explore(program)


# Random programs, compared with what they do when they are compiled and run.

TYPES = {
    "char": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned", "long": "long", "ulong": "unsigned long", "bool": "_Bool",
}  # fmt: skip
EDGES = (
    0,
    1,
    -1,
    2,
    3,
    7,
    31,
    64,
    127,
    128,
    255,
    32767,
    65535,
    2**31 - 1,
    -(2**31),
    2**32 - 1,
    2**63 - 1,
    -(2**63),
)
INPUTS_EACH = 4


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes programs with five variables of random types, `v0` to `v4`, and an array `a` of four."""

    random: random.Random

    def program(self) -> str:
        kinds = [self.random.choice(tuple(TYPES)) for _ in range(5)]
        reads = "".join(f"{TYPES[k]} v{i} = __VERIFIER_nondet_{k}();\n" for i, k in enumerate(kinds))
        steps = "".join(self._statement() for _ in range(4))
        checks = "".join(f"__gadfly_check({i}, {self._comparison()});\n" for i in range(6))
        return (
            "static long pick(long x, long y) { if (x < y) return x; return y & 255; }\n"
            f"int main(void) {{\n{reads}unsigned a[4] = {{v0, v1, 2, 3}};\n{steps}{checks}return 0;\n}}\n"
        )

    def _statement(self) -> str:
        variable = f"v{self.random.randrange(5)}"
        value = self._value(2)
        return self.random.choice(
            (
                f"{variable} = {value};\n",
                f"if ({self._comparison()}) {variable} = {value}; else {variable} ^= {value};\n",
                f"a[(unsigned){value} % 4] = {value};\n",
                f"for (int i = 0; i < 3; i++) {variable} = ({variable} & 1023) + i;\n",
                f"{variable} {self.random.choice(('+', '-', '*', '|', '>>'))}= {variable} & 7;\n",
            )
        )

    def _comparison(self) -> str:
        compared = (
            f"{self._value(2)} {self.random.choice(('<', '<=', '==', '!=', '>', '>='))} {self._value(2)}"
        )
        return self.random.choice(
            (compared, f"({compared}) && {self._value(1)}", f"!({compared} || {self._value(1)})")
        )

    def _value(self, depth: int) -> str:
        if depth == 0:
            return self.random.choice(
                (f"v{self.random.randrange(5)}", str(self.random.randrange(70)), "a[v1 & 3]")
            )
        left, right = self._value(depth - 1), self._value(depth - 1)
        operator = self.random.choice(("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"))
        return self.random.choice(
            (
                f"({left} {operator} {right})",
                f"({TYPES[self.random.choice(tuple(TYPES))]}){left}",
                f"{self.random.choice('-~!')}{left}",
                f"({left} ? {left} : {right})",
                f"pick({left}, {right})",
            )
        )

    def inputs(self) -> tuple[int, ...]:
        return tuple(self.random.choice(EDGES) for _ in range(5))


def shown(executions: Executions, formulas: Sequence[str], inputs: tuple[int, ...]) -> list[bool]:
    """What our evaluator says about formulas."""
    declarations = "".join(executions.declarations)
    definitions = "".join(
        f"(define-fun in{i} () (_ BitVec 64) #x{value % 2**64:016x})" for i, value in enumerate(inputs)
    )
    return [value_of(formula, declarations, f"({definitions})") is True for formula in formulas]


@pytest.fixture(scope="module")
def executor() -> Executor:
    return Executor([Compiler(each.name, each.family, each.command) for each in installed_compilers()])


@pytest.mark.parametrize("seed", range(5))
def test_a_compiled_program_does_the_same(seed: int, executor: Executor) -> None:
    writer = Writer(random.Random(seed))
    program = writer.program()
    executions = explore(program)
    for _ in range(INPUTS_EACH):
        inputs = writer.inputs()
        done: Execution = executor.run_quick(program, inputs)
        (is_undefined,) = shown(executions, [executions.undefined], inputs)
        assert is_undefined == bool(done.problem), (program, inputs, done.problem)
        if not is_undefined:
            failed = [count.failed > 0 for count in done.checks]
            assert shown(executions, executions.fails, inputs) == failed, (program, inputs)
