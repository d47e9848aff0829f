"""Settling says what can be shown about a program, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from gadfly.core.interfaces import Target
from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Language,
    Query,
    Refusal,
    TargetIdentity,
    TargetName,
    Truth,
)
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.vectors import input_vectors
from gadfly.targets.open import open_target
from gadfly.truth.builds import Compiler
from gadfly.truth.certify_c import CCertifier
from gadfly.truth.execution import Executor
from gadfly.truth.inputs_c import drawn_vectors
from gadfly.truth.settle_c import CSettler

ACCUSED = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN

CLOSED = "int main(void) { int n = 3; __gadfly_check(0, n == 3); __gadfly_check(1, n != 3); return 0; }\n"
# Only a solver finds the input: 2654435761 is odd, so it has an inverse.
HASHED = """int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x > 0);
    __gadfly_check(0, x / 2 < x);
    __gadfly_check(1, x * 2654435761u != 77u);
    return 0;
}
"""
SELDOM_UNDEFINED = """int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x * 3u == 77u ? 0x7fffffff : 0;
    __gadfly_check(0, y + 1 > 0);
    return 0;
}
"""
REAL = """int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    __gadfly_check(0, x != 5);
    __gadfly_check(1, x / 2 != 2097.5);
    __gadfly_check(2, x == x + 0 * y || y > 0);
    return 0;
}
"""
COUNTS = """int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    double real = __VERIFIER_nondet_double();
    unsigned long long steps = 0;
    while (steps < n * 1000000000ull)
        steps += n > 99999 ? 1 : 1000000000ull;
    __gadfly_check(0, n != 4);
    __gadfly_check(1, real == real);
    return 0;
}
"""


@pytest.fixture(scope="module")
def solvers() -> Iterator[tuple[Target, ...]]:
    with ExitStack() as stack:
        yield tuple(stack.enter_context(closing(open_target(name))) for name in ("z3@5.4.0.0", "cvc5@1.4.2"))


@pytest.fixture(scope="module")
def executor() -> Executor:
    return Executor([Compiler("gcc", "gcc", ("gcc",))])


@pytest.fixture(scope="module")
def settler(executor: Executor, solvers: Sequence[Target]) -> CSettler:
    return CSettler(executor, lambda _family: solvers)


def query(program: str) -> Query:
    return Query(Language.C, program)


def settled(settler: CSettler, program: str, *vectors: tuple[int, ...]) -> Truth:
    truth = settler.settle(query(program), range(check_count(program)), ACCUSED, vectors)
    assert isinstance(truth, Truth)
    assert truth.basis is Basis.INPUTS
    return truth


def test_the_one_execution_settles_a_closed_program(settler: CSettler) -> None:
    assert settled(settler, CLOSED) == Truth((SAFE, UNSAFE), Basis.INPUTS)


def test_solvers_find_inputs_and_proofs_that_the_certifier_shares(
    settler: CSettler, executor: Executor, solvers: Sequence[Target]
) -> None:
    truth = settled(settler, HASHED)
    assert truth.answers == (SAFE, UNSAFE)
    ((found,),) = input_vectors(truth.evidence)
    assert found * 2654435761 % (1 << 32) == 77
    assert 0 < found < 1 << 32
    certifier = CCertifier(executor, lambda _family: solvers)
    assert isinstance(certifier.certify(query(HASHED), truth, ACCUSED), Certificate)


def test_one_family_alone_proves_nothing(executor: Executor, solvers: Sequence[Target]) -> None:
    settler = CSettler(executor, lambda _family: solvers[1:])
    assert settled(settler, HASHED).answers == (UNKNOWN, UNSAFE)


def test_only_checks_that_matter_are_given_to_solvers(settler: CSettler) -> None:
    for labels, answers in (({0}, (SAFE, UNKNOWN)), ({1}, (UNKNOWN, UNSAFE)), (set(), (UNKNOWN, UNKNOWN))):
        truth = settler.settle(query(HASHED), labels, ACCUSED)
        assert isinstance(truth, Truth)
        assert truth.answers == answers


def test_where_paths_cannot_be_followed_inputs_are_tried(settler: CSettler) -> None:
    assert settled(settler, REAL).answers == (UNSAFE, UNKNOWN, UNKNOWN)
    assert settled(settler, REAL, (4195,)).answers == (UNSAFE, UNSAFE, UNKNOWN)


def test_an_input_that_runs_forever_does_not_hide_what_others_show(settler: CSettler) -> None:
    assert settled(settler, COUNTS).answers == (UNSAFE, UNKNOWN)


def test_inputs_are_drawn_from_the_text_of_the_program() -> None:
    modest, wild = drawn_vectors(REAL)
    assert drawn_vectors(REAL) == (modest, wild) != drawn_vectors(COUNTS)
    assert all(0 <= value < 1 << 12 for vector in modest for value in vector)
    assert {5, 6} <= {value for vector in modest for value in vector}
    assert any(value < 0 for vector in wild for value in vector)
    assert drawn_vectors("no C at all")


def test_one_check_alone_needs_one_vector_and_no_more_of_it_than_is_read(settler: CSettler) -> None:
    truth = settled(settler, REAL, (4195, 9, 9, 9), (5, 7, 7))
    assert settler.narrow(query(REAL), truth, 1, ACCUSED) == Truth(
        (UNKNOWN, UNSAFE, UNKNOWN), Basis.INPUTS, "4195\n"
    )
    safe = Truth((SAFE, UNSAFE), Basis.INPUTS, "1\n")
    assert settler.narrow(query(HASHED), safe, 0, ACCUSED) == Truth((SAFE, UNKNOWN), Basis.INPUTS)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (CLOSED.replace("n == 3", "(n + 0x7fffffff) / 2 != 0"), "signed integer overflow"),
        (CLOSED.replace("return 0", "return missing"), "does not compile"),
        (CLOSED.replace("return 0;", '__asm__(""); return 0;'), "beyond the standard"),
        (SELDOM_UNDEFINED, "undefined for some inputs"),
        (
            REAL.replace("double x", "int table[3] = {0}; double x").replace("x != 5", "table[(int)y]"),
            "index",
        ),
    ],
)
def test_there_is_no_truth_about_the_undefined(settler: CSettler, program: str, reason: str) -> None:
    refusal = settler.settle(query(program), {0}, ACCUSED)
    assert isinstance(refusal, Refusal)
    assert reason in refusal.reason


def test_an_accused_compiler_settles_nothing(settler: CSettler) -> None:
    refusal = settler.settle(query(CLOSED), {0}, replace(ACCUSED, family="gcc"))
    assert refusal == Refusal("there is no compiler")
