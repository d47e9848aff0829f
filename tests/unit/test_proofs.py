"""Programs that read inputs: what is safe for all of them is proved, and executions may refute it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing

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
from gadfly.lang.c.paths import Executions
from gadfly.targets.open import open_target
from gadfly.truth.builds import Compiler
from gadfly.truth.certify_c import METHOD, PROVED, CCertifier
from gadfly.truth.execution import Executor
from gadfly.truth.proofs import all_vectors, unchosen_vectors

ACCUSED = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN
Z3, CVC5 = "z3@5.4.0.0", "cvc5@1.4.2"

HALVES = """int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x > 0);
    __gadfly_check(0, x / 2 < x);
    __gadfly_check(1, x != 123456789);
    return 0;
}
"""
SQUARES = """static unsigned char square(unsigned char x) { return x * x; }
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    __gadfly_check(0, square(x) != 2);
    __gadfly_check(1, square(x) != 225);
    return 0;
}
"""
# gcc adds nothing here, so that no sanitizer of its own can see the overflow.
SELDOM_UNDEFINED = """int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x == 123456789 ? 0x7fffffff : 0;
    __gadfly_check(0, y + 1 == 1);
    __gadfly_check(1, x != 5);
    return 0;
}
"""
POINTER = """int main(void) {
    int (*next)(void) = __VERIFIER_nondet_int;
    __gadfly_check(0, next() != 123456789);
    return 0;
}
"""
NEEDLE = "123456789\n"
REAL = "int main(void) { __gadfly_check(0, __VERIFIER_nondet_double() != 0.5); return 0; }\n"


@pytest.fixture(scope="module")
def solvers() -> Iterator[tuple[Target, ...]]:
    with ExitStack() as stack:
        yield tuple(stack.enter_context(closing(open_target(name))) for name in (Z3, CVC5))


@pytest.fixture(scope="module")
def executor() -> Executor:
    return Executor([Compiler("gcc", "gcc", ("gcc",))])


@pytest.fixture
def certifier(executor: Executor, solvers: Sequence[Target]) -> CCertifier:
    return CCertifier(executor, lambda _family: solvers)


def certified(
    certifier: CCertifier, program: str, *answers: Answer, evidence: str = ""
) -> Certificate | Refusal:
    truth = Truth(answers, Basis.INPUTS, evidence)
    return certifier.certify(Query(Language.C, program), truth, ACCUSED)


def test_what_is_safe_for_all_inputs_is_proved_by_two_families(certifier: CCertifier) -> None:
    certificate = certified(certifier, HALVES, SAFE, UNSAFE, evidence=NEEDLE)
    assert isinstance(certificate, Certificate)
    assert certificate.method == PROVED
    assert certificate.vouchers == ("gcc (7)", Z3, CVC5)
    assert certificate.detail.startswith("9 executions of each build: gcc")
    assert certificate.detail.endswith("; refuted for all inputs")


def test_few_inputs_are_all_tried(certifier: CCertifier) -> None:
    certificate = certified(certifier, SQUARES, SAFE, UNSAFE, evidence="15\n")
    assert isinstance(certificate, Certificate)
    assert certificate.detail.endswith("; all 256 inputs were tried")


def test_a_witness_needs_no_proof_but_it_is_told_what_the_other_inputs_do(certifier: CCertifier) -> None:
    certificate = certified(certifier, HALVES, UNKNOWN, UNSAFE, evidence=NEEDLE)
    assert isinstance(certificate, Certificate)
    assert (certificate.method, certificate.vouchers) == (METHOD, ("gcc (7)",))
    assert certificate.detail.endswith("; defined for all inputs")
    for program, answers in ((SELDOM_UNDEFINED, (UNKNOWN, UNSAFE)), (REAL, (UNSAFE,))):
        certificate = certified(certifier, program.replace("0.5", "5"), *answers, evidence="5\n")
        assert isinstance(certificate, Certificate)
        assert certificate.detail.endswith("; not known to be defined for other inputs")


@pytest.mark.parametrize(
    ("program", "answers", "evidence", "reason"),
    [
        (HALVES, (SAFE, SAFE), "", f"{Z3} says sat"),
        (HALVES, (SAFE, SAFE), NEEDLE, "check 1 fails when the program is executed"),
        (HALVES, (SAFE, UNSAFE), "1\n", "check 1 does not fail"),
        (SQUARES.replace("square(x) != 225", "x != 77"), (SAFE, SAFE), "", "check 1 fails when the program"),
        (SELDOM_UNDEFINED, (SAFE, UNSAFE), "5\n", f"{Z3} says sat"),
        (SELDOM_UNDEFINED.replace("y + 1 == 1", "y + 1 != 5"), (SAFE, UNSAFE), "5\n", f"{Z3} says sat"),
        (SELDOM_UNDEFINED.replace("y + 1", "(y + 1) / 2 + 1"), (SAFE, UNKNOWN), NEEDLE, "integer overflow"),
        (SELDOM_UNDEFINED, (UNSAFE, UNKNOWN), NEEDLE, "undefined with the inputs given"),
        (POINTER, (SAFE,), "", "nobody can vouch for all inputs: "),
        (REAL, (SAFE,), "", "nobody can vouch for all inputs: "),
        (HALVES.replace("return 0", "return rand()"), (SAFE, UNKNOWN), "", "reads values: rand"),
    ],
)
def test_wrong_and_undefined_truths_are_refused(
    certifier: CCertifier, program: str, answers: tuple[Answer, ...], evidence: str, reason: str
) -> None:
    refusal = certified(certifier, program, *answers, evidence=evidence)
    assert isinstance(refusal, Refusal)
    assert reason in refusal.reason


def test_one_family_alone_proves_nothing(executor: Executor, solvers: Sequence[Target]) -> None:
    refusal = certified(CCertifier(executor, lambda _family: solvers[:1]), HALVES, SAFE, UNKNOWN)
    assert isinstance(refusal, Refusal)
    assert refusal.reason.startswith("1 of 2 solvers of other families could decide")


def executions(inputs: int) -> Executions:
    return Executions(tuple(f"(declare-fun in{k} () (_ BitVec 64))" for k in range(inputs)), (), "false")


def test_vectors_are_drawn_from_the_text_of_the_program() -> None:
    drawn = unchosen_vectors(HALVES, executions(3))
    assert drawn == unchosen_vectors(HALVES, executions(3))
    assert drawn != unchosen_vectors(SQUARES, executions(3))
    assert drawn[:2] == [(0, 0, 0), (-1, -1, -1)]
    assert len(set(drawn)) == 8
    assert {len(vector) for vector in drawn} == {3}


@pytest.mark.parametrize(
    ("names", "inputs", "count"),
    [
        (("bool",), 3, 8),
        (("bool", "char"), 1, 256),
        (("bool",), 12, 4096),
        (("bool",), 13, 0),
        (("uchar",), 2, 0),
        (("short",), 1, 0),
        (("bool", "int"), 1, 0),
    ],
)
def test_all_vectors_are_listed_if_they_are_few(names: tuple[str, ...], inputs: int, count: int) -> None:
    program = "".join(f"__VERIFIER_nondet_{name}();" for name in names)
    assert len(set(all_vectors(program, executions(inputs)))) == count
