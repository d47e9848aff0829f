"""The certifier of C truths is judged by what it refuses."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
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
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.truth.builds import Compiler
from gadfly.truth.certify_c import METHOD, CCertifier
from gadfly.truth.execution import Executor

ACCUSED = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
GCC_ACCUSED = replace(ACCUSED, family="gcc")
SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN
CLOSED = """#include <stdlib.h>
int main(void) {
    int n = 0;
    for (int i = 0; i < 5; i++)
        n += i;
    __gadfly_check(0, n == 10);
    __gadfly_check(1, n != 10);
    if (n > 10)
        __gadfly_check(2, 0);
    exit(0);
}
"""
OPEN = """int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0);
    __gadfly_check(0, x != 7);
    __gadfly_check(1, x != 8);
    return 0;
}
"""
UNDEFINED = """int main(void) {
    int x = 0x7fffffff;
    __gadfly_check(0, x + 1 < x);
    return 0;
}
"""


GCC = Compiler("gcc", "gcc", ("gcc",))


def nobody(_family: str) -> Sequence[Target]:
    return ()


@pytest.fixture(scope="module")
def certifier() -> CCertifier:
    return CCertifier(Executor([GCC], shutil.which("valgrind") or ""), nobody)


def certified(
    certifier: CCertifier,
    program: str,
    *answers: Answer,
    evidence: str = "",
    accused: TargetIdentity = ACCUSED,
) -> Certificate | Refusal:
    truth = Truth(answers, Basis.INPUTS, evidence)
    return certifier.certify(Query(Language.C, program), truth, accused)


def test_the_builds_vouch_for_a_closed_program(certifier: CCertifier) -> None:
    certificate = certified(certifier, CLOSED, SAFE, UNSAFE, SAFE)
    assert isinstance(certificate, Certificate)
    assert certificate.method == METHOD
    assert "gcc (7)" in certificate.vouchers
    assert isinstance(certified(certifier, CLOSED, UNKNOWN, UNSAFE, UNKNOWN), Certificate)


def test_each_vector_is_an_execution(certifier: CCertifier) -> None:
    certificate = certified(certifier, OPEN, UNSAFE, UNSAFE, evidence="8\n7\n")
    assert isinstance(certificate, Certificate)
    assert certificate.detail.startswith("2 executions")


@pytest.mark.parametrize(
    ("program", "answers", "evidence", "reason"),
    [
        (CLOSED, (UNSAFE, UNSAFE, SAFE), "", "check 0 does not fail"),
        (CLOSED, (SAFE, SAFE, SAFE), "", "check 1 fails"),
        (CLOSED, (SAFE, UNSAFE, UNSAFE), "", "check 2 does not fail"),
        (OPEN, (UNSAFE, UNKNOWN), "8\n-7\n", "check 0 does not fail"),
        (UNDEFINED, (SAFE,), "", "signed integer overflow"),
        (UNDEFINED, (UNSAFE,), "", "signed integer overflow"),
    ],
)
def test_wrong_truths_are_refused_by_execution(
    certifier: CCertifier, program: str, answers: tuple[Answer, ...], evidence: str, reason: str
) -> None:
    refusal = certified(certifier, program, *answers, evidence=evidence)
    assert isinstance(refusal, Refusal)
    assert reason in refusal.reason


@pytest.mark.parametrize(
    ("program", "answers", "evidence", "reason"),
    [
        (CLOSED.replace("= 0;", "= rand () * 0;", 1), (SAFE, UNSAFE, SAFE), "", "reads values: rand"),
        (CLOSED.replace("(void)", "( int argc, char **argv)"), (SAFE, UNSAFE, SAFE), "", "arguments"),
        (CLOSED, (SAFE, UNSAFE), "", "does not cover every check"),
        (CLOSED, (SAFE, UNSAFE, Answer.SAT), "", "safe or unsafe"),
        (CLOSED, (UNKNOWN, UNKNOWN, UNKNOWN), "", "claims nothing"),
        (OPEN, (UNSAFE, UNKNOWN), "seven\n", "no list of input vectors"),
    ],
)
def test_what_executions_cannot_show_is_refused(
    certifier: CCertifier, program: str, answers: tuple[Answer, ...], evidence: str, reason: str
) -> None:
    refusal = certified(certifier, program, *answers, evidence=evidence)
    assert isinstance(refusal, Refusal)
    assert reason in refusal.reason


def test_a_main_without_parameters_reads_nothing(certifier: CCertifier) -> None:
    for parameters in ("()", "( void )"):
        program = CLOSED.replace("(void)", parameters)
        assert isinstance(certified(certifier, program, SAFE, UNSAFE, SAFE), Certificate)


def test_other_languages_and_bases_are_refused(certifier: CCertifier) -> None:
    truth = Truth((SAFE, UNSAFE, SAFE), Basis.INPUTS)
    assert isinstance(certifier.certify(Query(Language.SMT, CLOSED), truth, ACCUSED), Refusal)
    by_law = replace(truth, basis=Basis.LAW)
    assert isinstance(certifier.certify(Query(Language.C, CLOSED), by_law, ACCUSED), Refusal)


def test_an_accused_compiler_does_not_vouch_for_itself(certifier: CCertifier) -> None:
    refusal = certified(certifier, CLOSED, SAFE, UNSAFE, SAFE, accused=GCC_ACCUSED)
    assert isinstance(refusal, Refusal)
    assert "nobody can vouch" in refusal.reason


def test_a_compiler_of_another_family_vouches_where_one_is_accused() -> None:
    compilers = [Compiler(each.name, each.family, each.command) for each in installed_compilers()]
    certificate = certified(
        CCertifier(Executor(compilers), nobody), CLOSED, SAFE, UNSAFE, SAFE, accused=GCC_ACCUSED
    )
    assert isinstance(certificate, Certificate)
    assert all(voucher.startswith("clang ") for voucher in certificate.vouchers)
