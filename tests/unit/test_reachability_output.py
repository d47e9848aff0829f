"""What compilers and their static analyzers printed, read. Recorded from gcc 12 and 14, clang 14 and 23."""

from __future__ import annotations

import pytest

from gadfly.core.words import Answer, Outcome
from gadfly.run.command import Completed, Ended
from gadfly.targets.analyzers import clang_analyzer, compilers, gcc_analyzer
from gadfly.targets.analyzers.analyzer import Analyzer, Reading

ASSEMBLY = """\
\t.file\t"query.c"
main:
\tsubq\t$8, %rsp
\tcall\tgadfly_fail_1
\tjmp\tgadfly_fail_10@PLT
\t.section\t.note.GNU-stack,"",@progbits
"""
DUMPED = """\
d.c:6:79: warning: 3 S32b [debug.ExprInspection]
int main(void) { __gadfly_check(3, x == 47); }
d.c:7:103: warning: 0 S32b [debug.ExprInspection]
2 warnings generated.
"""
NULLS = """\
n.c:3:22: warning: Dereference of null pointer (loaded from variable 'gadfly_null_1') \
[clang-analyzer-core.NullDereference]
n.c:6:28: note: 'gadfly_null_0' initialized to a null pointer value
"""
DESCRIBED = """\
g2.c:3:66: warning: svalue: \N{LEFT SINGLE QUOTATION MARK}(int)0\N{RIGHT SINGLE QUOTATION MARK}
g2.c:4:15: warning: svalue: '(int)12'
"""


def ended(stdout: str, stderr: str = "", exit_code: int = 0) -> Completed:
    return Completed(Ended.EXITED, exit_code, 0, stdout, stderr, 0.1, 0.1, 0)


def unsafe(reading: Reading) -> list[int]:
    assert reading.outcome is Outcome.ANSWERED
    assert Answer.SAFE not in reading.answers
    return [label for label, answer in enumerate(reading.answers) if answer is Answer.UNSAFE]


def test_a_call_that_is_gone_is_a_claim() -> None:
    answers = compilers.read(ended(ASSEMBLY), 11).answers
    assert [label for label, answer in enumerate(answers) if answer is Answer.UNKNOWN] == [1, 10]
    assert answers.count(Answer.SAFE) == 9


@pytest.mark.parametrize("assembly", ["", ASSEMBLY.partition("\t.section")[0]])
def test_half_a_text_is_no_claim(assembly: str) -> None:
    assert compilers.read(ended(assembly), 2).outcome is Outcome.UNSUPPORTED


def test_labels_of_the_clang_analyzer() -> None:
    old, new = clang_analyzer.TOOL.releases
    assert unsafe(old.read(ended("", DUMPED), 5)) == [0, 3]
    assert unsafe(new.read(ended(NULLS), 2)) == [1]
    assert unsafe(new.read(ended(""), 2)) == []


def test_labels_of_the_gcc_analyzer() -> None:
    assert unsafe(gcc_analyzer.read(ended("", DESCRIBED), 13)) == [0, 12]


@pytest.mark.parametrize("tool", [clang_analyzer.TOOL, gcc_analyzer.TOOL])
def test_bug_finders_claim_nothing(tool: Analyzer) -> None:
    assert all(release.claims == frozenset() for release in (*tool.releases, tool.by_path))


@pytest.mark.parametrize(
    ("said", "outcome", "detail"),
    [
        (
            "query.c:4:39: error: function definition is not allowed here",
            Outcome.UNSUPPORTED,
            "error: function",
        ),
        (
            "query.c:3:1: internal compiler error: in expand_expr, at expr.cc:10",
            Outcome.CRASH,
            "internal compiler error: in expand_expr, at expr.cc:10",
        ),
        ("clang: error: clang frontend command failed with exit code 139", Outcome.CRASH, "frontend command"),
        (
            "LLVM ERROR: out of memory\nPLEASE submit a bug report to ...",
            Outcome.OUT_OF_MEMORY,
            "out of memory",
        ),
        ("", Outcome.UNSUPPORTED, "exit 1"),
    ],
)
def test_no_result(said: str, outcome: Outcome, detail: str) -> None:
    for done in (ended("", said, 1), ended(said, "", 1)):
        readings = [
            compilers.read(done, 1),
            gcc_analyzer.read(done, 1),
            *(release.read(done, 1) for release in clang_analyzer.TOOL.releases),
        ]
        for reading in readings:
            assert reading.outcome is outcome
            assert reading.answers == ()
            assert reading.detail.startswith(detail)


def test_checks_of_the_gcc_analyzer_are_in_place() -> None:
    """The macro of a label must not be hidden by its declaration, which comes first."""
    prelude = gcc_analyzer.dialect("int main(void) { __gadfly_check(0, 1); return 0; }")
    declared = prelude.index("void gadfly_fail_0(void);")
    assert declared < prelude.index("#define gadfly_fail_0() __analyzer_describe(0, 0)\n")
