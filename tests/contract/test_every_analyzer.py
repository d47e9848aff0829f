"""What every C analyzer promises, asked of real releases.

The first run installs them into the cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query
from gadfly.targets.analyzers.target import AnalyzerTarget
from gadfly.targets.open import open_target

TARGETS = (
    "cbmc@5.12",
    "cbmc@6.6.0",
    "clang@14.0.6",
    "clang-analyzer@14.0.6",
    "clang-analyzer@23.1.4",
    "eva@22.0",
    "eva@25.0",
    "gcc@14.2.0",
    "gcc@system",
    "gcc-analyzer@14.2.0",
    "gcc-analyzer@system",
    "goto-analyzer@5.12",
    "goto-analyzer@6.6.0",
    "planted-analyzer@none",
)
LIMITS = Limits(wall_seconds=60.0, cpu_seconds=60.0)
SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN


@pytest.fixture(scope="module", params=TARGETS)
def target(request: pytest.FixtureRequest) -> Iterator[AnalyzerTarget]:
    opened = open_target(request.param)
    assert isinstance(opened, AnalyzerTarget)
    yield opened
    opened.close()


def program(*statements: str, before: str = "") -> Query:
    body = "\n  ".join(statements)
    return Query(Language.C, f"{before}\nint main(void) {{\n  {body}\n  return 0;\n}}\n")


def expected(target: AnalyzerTarget, answer: Answer) -> Answer:
    """The truth, as far as the target makes claims."""
    return answer if answer in target.capabilities.claims else UNKNOWN


def test_identity_names_the_target_and_its_digest(target: AnalyzerTarget) -> None:
    again = open_target(str(target.identity.name))
    assert str(target.identity.name) in TARGETS
    assert len(target.identity.digest) == 16
    assert again.identity == target.identity


@pytest.mark.parametrize(("condition", "truth"), [("x == 1", SAFE), ("x == 2", UNSAFE)])
def test_what_is_plain_to_see(target: AnalyzerTarget, condition: str, truth: Answer) -> None:
    verdict = target.answer(program("int x = 1;", f"__gadfly_check(0, {condition});"), LIMITS)
    assert (verdict.outcome, verdict.answers) == (Outcome.ANSWERED, (expected(target, truth),)), verdict


def test_every_check_has_its_own_answer(target: AnalyzerTarget) -> None:
    query = program(
        "int x = 1;",
        "__gadfly_check(2, x == 1); __gadfly_check(1, x == 2);",
        "if (x == 7)",
        "  __gadfly_check(0, 0);",
        "__gadfly_check(3, x < 2);",
    )
    truth = (SAFE, UNSAFE, SAFE, SAFE)
    assert target.answer(query, LIMITS).answers == tuple(expected(target, answer) for answer in truth)


def test_a_failed_check_neither_ends_nor_changes_anything(target: AnalyzerTarget) -> None:
    query = program("int x = 1;", "__gadfly_check(0, x == 2);", "__gadfly_check(1, x == 3);")
    assert target.answer(query, LIMITS).answers == (expected(target, UNSAFE),) * 2


def test_inputs_are_unknown(target: AnalyzerTarget) -> None:
    if Feature.INPUTS not in target.capabilities.features:
        pytest.skip("claims no inputs")
    for type_ in ("bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong"):
        query = program(f"long x = (long)__VERIFIER_nondet_{type_}();", "__gadfly_check(0, x != 1);")
        assert target.answer(query, LIMITS).answers == (expected(target, UNSAFE),), type_


def test_assumptions_hold(target: AnalyzerTarget) -> None:
    if Feature.INPUTS not in target.capabilities.features:
        pytest.skip("claims no inputs")
    query = program(
        "int x = __VERIFIER_nondet_int();", "__VERIFIER_assume(x == 3);", "__gadfly_check(0, x == 4);"
    )
    assert target.answer(query, LIMITS).answers == (expected(target, UNSAFE),)
    query = program("__VERIFIER_assume(0);", "__gadfly_check(0, 0);")
    assert target.answer(query, LIMITS).answers[0] in (SAFE, UNKNOWN)


def test_a_program_without_checks(target: AnalyzerTarget) -> None:
    verdict = target.answer(program("int x = 1;", "x++;"), LIMITS)
    assert (verdict.outcome, verdict.answers) == (Outcome.ANSWERED, ())


@pytest.mark.parametrize(
    "text",
    ["int main(void) { __gadfly_check(0, 1) ; int x = ; }", "", "int f(void) { return 1; }", "\x00\ufeffÄ€"],
    ids=["syntax", "empty", "no-main", "binary"],
)
def test_what_is_no_program_is_unsupported(target: AnalyzerTarget, text: str) -> None:
    verdict = target.answer(Query(Language.C, f"{text}\n__gadfly_check(0, 1);\n"), LIMITS)
    assert (verdict.outcome, verdict.answers) == (Outcome.UNSUPPORTED, ())
    assert verdict.detail


def test_text_that_is_not_ascii(target: AnalyzerTarget) -> None:
    text = '/* \u00e4\u20ac\U0001f40e \udcff */\n  const char *s = "\u00e9";\t\r\n'
    query = program("int x = s[0] != 0;", "__gadfly_check(0, x == 2);", before=text)
    verdict = target.answer(query, LIMITS)
    assert verdict.outcome in (Outcome.ANSWERED, Outcome.UNSUPPORTED)
    assert verdict.answers in ((), (UNKNOWN,), (UNSAFE,))


def test_a_missing_function_is_no_reason_for_a_claim(target: AnalyzerTarget) -> None:
    """It could do anything, with the global variable as well."""
    query = program(
        "mystery(&x);",
        "__gadfly_check(0, x == 1);",
        before="int x = 1;\nextern void mystery(int *);",
    )
    verdict = target.answer(query, LIMITS)
    assert verdict.outcome is Outcome.UNSUPPORTED or verdict.answers == (UNKNOWN,), verdict


def test_what_comes_after_an_endless_loop_is_never_unsafe(target: AnalyzerTarget) -> None:
    short = Limits(wall_seconds=3.0, cpu_seconds=3.0)
    query = program("volatile int x = 1;", "while (x) x = 1;", "__gadfly_check(0, 0);")
    verdict = target.answer(query, short)
    gave_up = verdict.outcome in (Outcome.TIMEOUT, Outcome.UNSUPPORTED)
    assert gave_up or verdict.answers[0] in (SAFE, UNKNOWN), verdict


def test_a_loop_that_is_too_long_is_no_reason_for_a_claim_it_is_safe(target: AnalyzerTarget) -> None:
    short = Limits(wall_seconds=5.0, cpu_seconds=5.0)
    query = program(
        "unsigned i = 0, x = 1;",
        "while (i < 3000000) { i++; x = x * 5 + i; }",
        "__gadfly_check(0, i == 2999999);",
    )
    verdict = target.answer(query, short)
    assert verdict.answers in ((), (UNKNOWN,), (expected(target, UNSAFE),)), verdict


def test_time_limit_and_life_after_it(target: AnalyzerTarget) -> None:
    at_once = Limits(wall_seconds=0.001, cpu_seconds=0.001)
    query = program("int x = 1;", "__gadfly_check(0, x == 1);")
    # On a busy machine a quick tool may be done before anybody looks at the clock, but not every time.
    assert any(target.answer(query, at_once).outcome is Outcome.TIMEOUT for _ in range(5))
    assert target.answer(query, LIMITS).answers == (expected(target, SAFE),)


def test_nothing_is_left_behind(target: AnalyzerTarget) -> None:
    target.answer(program("int x = 1;", "__gadfly_check(0, x == 1);"), LIMITS)
    target.answer(program("for (;;) {}"), Limits(wall_seconds=0.3, cpu_seconds=0.3))
    lists = Path("/proc/self/task").glob("*/children")
    assert not [pid for each in lists for pid in each.read_text().split()]


def test_the_same_answer_twice(target: AnalyzerTarget) -> None:
    query = program(
        "int a[4] = {3, 1, 2}, s = 0;",
        "for (int i = 0; i < 4; i++) { s += a[i]; __gadfly_check(0, s < 7); __gadfly_check(1, s < 6); }",
    )
    first, second = (target.answer(query, LIMITS) for _ in range(2))
    assert (first.outcome, first.answers) == (second.outcome, second.answers)
    assert first.outcome is Outcome.ANSWERED


def test_a_large_program(target: AnalyzerTarget) -> None:
    statements = [f"x = (x * 3u + {number}u) & 0xffu;" for number in range(2000)]
    value = 0
    for number in range(2000):
        value = (value * 3 + number) & 0xFF
    query = program("unsigned x = 0;", *statements, f"__gadfly_check(0, x == {value + 1}u);")
    verdict = target.answer(query, LIMITS)
    assert verdict.outcome is not Outcome.CRASH
    assert verdict.answers in ((), (UNKNOWN,), (expected(target, UNSAFE),)), verdict


def test_options_change_no_answer(target: AnalyzerTarget) -> None:
    """Every option, on something easy; what they do to hard questions is for hunts to find."""
    right, wrong = (
        program("int x = 1;", "if (x == 1)", "  x = 4;", f"__gadfly_check(0, x == {value});")
        for value in (4, 1)
    )
    for option in target.capabilities.options:
        other = open_target(f"{target.identity.name}[{option.name}={option.values[-1]}]")
        assert other.answer(right, LIMITS).answers in ((expected(target, SAFE),), (UNKNOWN,)), option
        assert other.answer(wrong, LIMITS).answers in ((expected(target, UNSAFE),), (UNKNOWN,)), option
