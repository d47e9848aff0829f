"""What EVA 22 and 25 printed, read: dead checks are claims, and what it disclaims means nothing."""

from __future__ import annotations

import pytest

from gadfly.core.words import Answer, Outcome
from gadfly.run.command import Completed, Ended
from gadfly.targets.analyzers.analyzer import Reading
from gadfly.targets.analyzers.eva import TOOL, dialect, read

HEAD = "directory\tfile\tline\tfunction\tproperty kind\tstatus\tproperty\n"
ALARM = """\
[kernel] Parsing query.c (with preprocessing)
[eva] Analyzing a complete application starting at main
[eva:alarm] query.c:56: Warning:
  signed overflow. assert (int)c3 << 24 ≤ 2147483647;
[eva] done for function main
[eva] query.c:56: assertion 'Eva,signed_overflow' got final status invalid.
[report] Dumping properties in '/dev/stdout'
"""
VECTORS = """\
[kernel] Parsing query.c (with preprocessing)
[kernel] query.c:4: User Error: unsupported attribute: __vector_size__
[kernel] User Error: stopping on file "query.c" that has errors. Add '-kernel-msg-key pp'
  for preprocessing command.
[kernel] Frama-C aborted: invalid user input.
"""
SYNTAX = """\
[kernel] Parsing query.c (with preprocessing)
[kernel] query.c:17:
  syntax error:
  Location: line 17, between columns 7 and 9, before or at token: a
"""
NOT_STARTED = """\
[eva:initial-state] Values of globals at initialization
  NOT ACCESSIBLE
[eva] Eva not started because globals initialization is not computable.
[report] Dumping properties in '/dev/stdout'
"""


def ended(stdout: str, exit_code: int = 0) -> Completed:
    return Completed(Ended.EXITED, exit_code, 0, stdout, "", 0.1, 0.1, 0)


def row(label: int, status: str) -> str:
    return f".\tquery.c\t{label + 1}\tgadfly_fail_{label}\tuser check\t{status}\t\\false\n"


def disclaimed(text: str) -> bool:
    return any(each.pattern.search(text) for each in TOOL.disclaimers)


def test_only_dead_checks_are_claims() -> None:
    statuses = ["Dead", "Invalid or unreachable", "Unknown", "Dead"]
    rows = [row(label, status) for label, status in enumerate(statuses)]
    others = ".\tquery.c\t7\tmain\tuser check\tDead\tx == 1\n"
    expected = (Answer.SAFE, Answer.UNKNOWN, Answer.UNKNOWN, Answer.SAFE)
    assert read(ended(HEAD + others + "".join(rows)), 4) == Reading(expected)
    assert read(ended(HEAD + "".join(reversed(rows))), 4) == Reading(expected)


def test_what_is_taken_for_undefined_is_told() -> None:
    reading = read(ended(ALARM + HEAD + row(0, "Dead")), 1)
    assert reading.answers == (Answer.SAFE,)
    assert reading.detail == "[eva] query.c:56: assertion 'Eva,signed_overflow' got final status invalid"


def test_a_failing_check_is_nothing_undefined() -> None:
    said = "[eva:alarm] query.c:6: Warning: check 'gadfly_0' got status invalid.\n"
    assert read(ended(said + HEAD + row(0, "Invalid or unreachable")), 1) == Reading((Answer.UNKNOWN,))


@pytest.mark.parametrize(
    ("stdout", "exit_code", "detail"),
    [
        (VECTORS, 1, "[kernel] query.c:4: User Error: unsupported attribute: __vector_size__"),
        (SYNTAX, 1, "[kernel] query.c:17: syntax error: Location: line 17, between columns 7 and 9,"),
        (NOT_STARTED + HEAD, 0, "[eva] Eva not started because globals initialization"),
        ("", 0, "exit 0"),
        (HEAD + row(0, "Dead"), 1, "exit 1"),
    ],
)
def test_no_whole_report_is_no_answer(stdout: str, exit_code: int, detail: str) -> None:
    reading = read(ended(stdout, exit_code), 2)
    assert reading.outcome is Outcome.UNSUPPORTED
    assert reading.answers == ()
    assert reading.detail.startswith(detail)
    assert "\n" not in reading.detail


def test_an_unexpected_error_is_a_crash() -> None:
    said = "[kernel] Current source was: query.c:3\n  Unexpected error (Not_found).\n  Please report\n"
    reading = read(ended(said, 125), 1)
    assert reading.outcome is Outcome.CRASH
    assert "Not_found" in reading.detail


@pytest.mark.parametrize(
    "warning",
    [
        "Neither code nor specification for function isprint, generating default assigns",
        "Neither code nor specification for function memset_s, generating default assigns",
        '[kernel:asm:clobber] query.c:3: Warning: Clobber list contains "memory" argument.',
        "[eva:alarm] query.c:114: Warning: assertion 'missing_return' got status invalid",
        "detected recursive call (r <- r :: query.c:2 <- main)",
        "Recursive call to r without a specification.",
    ],
)
def test_disclaimers(warning: str) -> None:
    assert disclaimed(warning)


@pytest.mark.parametrize(
    "said",
    [
        "Neither code nor specification for function __VERIFIER_nondet_int, generating default assigns",
        "Neither code nor specification for function memset, generating default assigns",
        "[eva:recursion] query.c:1: detected recursive call of function r.",
        ALARM,
    ],
)
def test_not_everything_is_a_disclaimer(said: str) -> None:
    assert not disclaimed(said)


def test_every_check_has_its_function() -> None:
    prelude = dialect("int main(void) { __gadfly_check(0, 1); __gadfly_check(1, 0); return 0; }")
    for label in (0, 1):
        assert f"void gadfly_fail_{label}(void) {{ /*@ check gadfly_{label}: \\false; */ ; }}\n" in prelude
    assert "gadfly_fail_2" not in prelude
