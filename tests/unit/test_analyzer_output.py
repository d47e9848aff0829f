"""Reading what CBMC and goto-analyzer print. The outputs were recorded from real releases."""

from __future__ import annotations

import pytest

from gadfly.core.words import Answer, Outcome
from gadfly.run.command import Completed, Ended
from gadfly.targets.analyzers import cbmc, cprover, goto_analyzer
from gadfly.targets.analyzers.analyzer import Analyzer
from gadfly.targets.analyzers.cprover import Property

SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN

RESULTS = """
** Results:
query.c function dead
[dead.assertion.1] line 11 gadfly 3: SUCCESS

query.c function main
[main.assertion.1] line 3 gadfly 0: FAILURE
[main.assertion.2] line 3 gadfly 1: SUCCESS
[main.precondition_instance.1] line 5 memset destination region writeable: SUCCESS
[main.assertion.6] line 7 gadfly 2: SUCCESS
[main.assertion.7] line 8 gadfly 0: SUCCESS
VERIFICATION FAILED
"""
CUT_OFF_LOOP = """
** Results:
query.c function main
[main.unwind.0] line 1 unwinding assertion loop 0: FAILURE
[main.assertion.1] line 1 gadfly 0: FAILURE
[main.assertion.2] line 2 gadfly 1: SUCCESS
VERIFICATION FAILED
"""
CUT_OFF_RECURSION = """
** Results:
query.c function f
[f.recursion] line 1 recursion unwinding assertion: FAILURE

query.c function main
[main.assertion.1] line 2 gadfly 0: SUCCESS
VERIFICATION FAILED
"""
INVARIANT = """--- begin invariant violation report ---
Invariant check failed
File: variable-sensitivity/abstract_environment.cpp:213 function: assign
Condition: lhs_value->type() == final_value->type()
Reason: Assignment types must match
Backtrace:
/bin/goto-analyzer(+0x5e034a) [0x7f2973fe034a]
--- end invariant violation report ---
"""
ABSTRACT = """[dead.assertion.1] line 11 gadfly 3: SUCCESS (unreachable)
[main.assertion.1] line 3 gadfly 0: UNKNOWN
[main.assertion.2] line 3 gadfly 1: SUCCESS
[main.assertion.3] line 3 gadfly 2: FAILURE (if reachable)
Summary: 2 pass, 1 fail if reachable, 1 unknown
"""


def done(stdout: str, exit_code: int, stderr: str = "") -> Completed:
    return Completed(Ended.EXITED, exit_code, 0, stdout, stderr, 0.1, 0.1, 0)


def disclaimer_of(tool: Analyzer, printed: str) -> str:
    found = (each.pattern.search(printed) for each in tool.disclaimers)
    return next((match[0] for match in found if match), "")


def test_properties_by_name_and_status() -> None:
    assert cprover.properties(CUT_OFF_RECURSION) == (
        Property("f.recursion", "recursion unwinding assertion", "FAILURE"),
        Property("main.assertion.1", "gadfly 0", "SUCCESS"),
    )


def test_a_check_in_several_places_is_unsafe_if_one_of_them_is() -> None:
    assert cbmc.read(done(RESULTS, 10), 4).answers == (UNSAFE, SAFE, SAFE, SAFE)


def test_a_check_that_is_not_reported_is_unknown() -> None:
    assert cbmc.read(done(RESULTS, 10), 5).answers[4] is UNKNOWN


def test_labels_of_nobody_are_ignored() -> None:
    assert cbmc.read(done(RESULTS, 10), 1).answers == (UNSAFE,)


@pytest.mark.parametrize(
    ("printed", "answers", "where"),
    [(CUT_OFF_LOOP, (UNSAFE, UNKNOWN), "main.unwind.0"), (CUT_OFF_RECURSION, (UNKNOWN,), "f.recursion")],
)
def test_only_unsafe_stands_where_a_loop_was_cut_off(
    printed: str, answers: tuple[Answer, ...], where: str
) -> None:
    reading = cbmc.read(done(printed, 10), len(answers))
    assert reading.answers == answers
    assert reading.detail == f"not unwound far enough: {where}"


@pytest.mark.parametrize("status", ["UNKNOWN", "ERROR"])
def test_a_check_without_a_result_is_unknown(status: str) -> None:
    printed = f"[main.assertion.1] line 2 gadfly 0: {status}\nVERIFICATION FAILED\n"
    assert cbmc.read(done(printed, 10), 1).answers == (UNKNOWN,)


@pytest.mark.parametrize("length", range(0, len(RESULTS) - len("FAILED\n"), 7))
def test_a_result_that_breaks_off_answers_nothing(length: int) -> None:
    """What is missing could be the failure of a check that succeeds elsewhere."""
    reading = cbmc.read(done(RESULTS[:length], 10), 4)
    assert (reading.outcome, reading.answers) == (Outcome.UNSUPPORTED, ())


@pytest.mark.parametrize(
    ("stderr", "detail"),
    [
        (
            "file query.c line 1 function main: syntax error before ';'\nPARSING ERROR\n",
            "file query.c line 1 function main: syntax error before ';'",
        ),
        (
            "History not specified, defaulting to --ahistorical\nthe program has no entry point\n",
            "the program has no entry point",
        ),
        ("", "exit 6"),
    ],
)
def test_errors_are_unsupported_and_say_why(stderr: str, detail: str) -> None:
    for read in (cbmc.read, goto_analyzer.read):
        reading = read(done("", 6, stderr), 1)
        assert (reading.outcome, reading.answers, reading.detail) == (Outcome.UNSUPPORTED, (), detail)


def test_an_abstract_interpreter_does_not_say_that_something_is_reached() -> None:
    assert goto_analyzer.read(done(ABSTRACT, 0), 4).answers == (UNKNOWN, SAFE, UNSAFE, SAFE)
    for release in (*goto_analyzer.TOOL.releases, goto_analyzer.TOOL.by_path):
        assert release.claims == {SAFE}


def test_an_abstract_interpreter_that_says_nothing_has_not_answered() -> None:
    assert goto_analyzer.read(done("", 0), 1).outcome is Outcome.UNSUPPORTED


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("**** WARNING: no body for function memmem\n", "no body for function memmem"),
        (
            "[main.no-body.foo] line 4 no body for callee foo: FAILURE\n",
            "no body for callee foo: FAILURE",
        ),
        ("[main.no-body.foo] line 4 no body for callee foo: SUCCESS\n", ""),
        (
            "[longjmp.assertion.1] line 12 longjmp requires instrumentation: FAILURE\n",
            "longjmp requires instrumentation: FAILURE",
        ),
        (RESULTS, ""),
    ],
)
def test_cbmc_disclaims_what_it_does_not_know(printed: str, found: str) -> None:
    assert disclaimer_of(cbmc.TOOL, printed) == found


def test_a_crash_is_told_by_its_place_and_condition() -> None:
    match = cprover.CRASH.search(INVARIANT)
    assert match is not None
    assert " ".join(match[0].split()) == (
        "Invariant check failed File: variable-sensitivity/abstract_environment.cpp:213 function: assign "
        "Condition: lhs_value->type() == final_value->type()"
    )


@pytest.mark.parametrize(
    "text",
    [
        'asm volatile ("" : "=r" (x));',
        "if (setjmp (b)) return 0;",
        "int main (int argc, char **argv) {",
        "main (argc, argv) int argc; char **argv; {",
        'n = printf ("abc");',
        'return sprintf(b, "%d", 3);',
        "double d = __builtin_pow(2.0, 3.0);",
        "float f = sinf (1.0f);",
        "x = rand ();",
    ],
)
def test_cbmc_is_not_asked_about_what_it_passes_over(text: str) -> None:
    assert any(each.pattern.search(text) for each in cbmc.TOOL.unmodelled)


@pytest.mark.parametrize(
    "text",
    [
        "int main (void) {",
        "int main() {",
        'if (x) printf ("abc");',
        "extern int printf (const char *, ...);",
        "int catalog (int x);",
        "x = powerful (3);",
    ],
)
def test_cbmc_is_asked_about_everything_else(text: str) -> None:
    assert not any(each.pattern.search(text) for each in cbmc.TOOL.unmodelled)
