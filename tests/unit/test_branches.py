"""What `branches` makes of a program: closed inputs, probes, literals, and doubts that keep it away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import log2

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Answer, Capabilities, Feature, Language, Question, Recipe, Seed
from gadfly.lang.c.doubts import doubt, reads
from gadfly.lang.c.objects import Scalar, ScalarKind
from gadfly.techniques import technique
from gadfly.techniques.branches.inputs import closed
from gadfly.techniques.branches.literals import literal
from gadfly.triage.choices_reducer import Attempt, Trace, reduce_recipe
from gadfly.triage.meter import Meter

EVERY_CHECK = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS}))
LADDER = "".join(f"    if (x > {step}) y += {step}; else y--;\n" for step in range(32))
MANY_BRANCHES = f"int main(void) {{\n    int x = 9, y = 0;\n{LADDER}    return y == 0;\n}}\n"
LOOP = """
int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        if (i % 2) sum += i; else sum -= 1;
    }
    return sum == 1 ? 0 : 1;
}
"""


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    workshop = Workshop(lambda _message: None)
    yield workshop.reference()
    workshop.close()


def ask(
    mode: str, text: str, reference: Reference, *choices: int, capabilities: Capabilities = EVERY_CHECK
) -> Question:
    seed = Seed("seed", text, Language.C)
    session = technique(mode).open(seed, Choices.replay((0,)), capabilities, reference)
    return session.ask(Choices.replay(choices))


def test_a_branch_is_reached_or_not(reference: Reference) -> None:
    text = LOOP.replace("sum -= 1;", "sum -= 1; if (i > 9) sum = 0;")
    loop, then, other, never = (ask("branches-reach", text, reference, 0, place) for place in range(4))
    assert [each.truth.answers[0] for each in (loop, then, other)] == [Answer.UNSAFE] * 3
    assert never.truth.answers == (Answer.SAFE,)
    assert "if (i > 9) { __gadfly_check(0, 0); sum = 0; }" in never.query.text


def test_a_branch_is_counted(reference: Reference) -> None:
    question = ask("branches-count", LOOP, reference, 0, 2)
    assert question.truth.answers == (Answer.SAFE,)
    assert "else { gadfly_c0++; sum -= 1; }" in question.query.text
    assert "__gadfly_check(0, gadfly_c0 == 3);" in question.query.text
    assert "return (gadfly_code = (sum == 1 ? 0 : 1), gadfly_final(), gadfly_code);" in question.query.text


def test_what_is_false_is_unsafe(reference: Reference) -> None:
    question = ask("branches-count", LOOP, reference, 0, 2, 1 << 16)
    assert question.truth.answers == (Answer.UNSAFE,)
    assert "__gadfly_check(0, gadfly_c0 != 3);" in question.query.text


def test_a_visit_of_a_place_has_a_value(reference: Reference) -> None:
    seed = Seed("seed", LOOP, Language.C)
    session = technique("branches-values").open(seed, Choices.replay((0,)), EVERY_CHECK, reference)
    texts = [session.ask(Choices.of(number)).query.text for number in range(60)]
    assert any(re.search(r"gadfly_c0 != 3 \|\| i == 2\)", text) for text in texts)
    assert any(re.search(r"gadfly_c0 != 5 \|\| sum != \(?-?\d", text) for text in texts)


def test_who_claims_only_safe_is_asked_only_what_is_false(reference: Reference) -> None:
    claims = Capabilities(Language.C, claims=frozenset({Answer.SAFE}))
    for mode in ("branches-reach", "branches-count", "branches-fused", "branches-values"):
        seed = Seed("seed", LOOP, Language.C)
        session = technique(mode).open(seed, Choices.of(mode), claims, reference)
        for number in range(20):
            assert set(session.ask(Choices.of(mode, number)).truth.answers) == {Answer.UNSAFE}


def test_the_guilty_branch_of_a_fused_question_is_found_by_halving(reference: Reference) -> None:
    seed = Seed("many", MANY_BRANCHES, Language.C)
    session = technique("branches-fused").open(seed, Choices.replay((0,)), EVERY_CHECK, reference)
    whole = session.ask(Choices.replay((1 << 20, 1 << 20, 0)))
    branches = whole.query.text.count("++;")
    assert branches == 64

    def is_guilty(text: str) -> bool:
        return re.search(r"gadfly_c\d+\+\+; y \+= 13;", text) is not None

    def attempt(recipe: Recipe) -> Attempt | None:
        choices = Choices.replay(recipe.asking)
        question = session.ask(choices)
        return Attempt(Trace(()), Trace.of(choices)) if is_guilty(question.query.text) else None

    meter = Meter(1000)
    start = Recipe("branches-fused", seed, (), (1 << 20, 1 << 20, 0))
    found = session.ask(Choices.replay(reduce_recipe(start, attempt, meter).asking))
    assert found.query.text.count("++;") == 1
    assert is_guilty(found.query.text)
    assert meter.spent <= 8 * log2(branches)


def test_inputs_become_tables_and_errors_nothing() -> None:
    declared = "extern int __VERIFIER_nondet_int(void);\n"
    text = f"{declared}int main(void) {{ if (__VERIFIER_nondet_int()) reach_error(); }}"
    made = closed(text, Choices.of(1))
    assert "__VERIFIER" not in made
    assert "static int gadfly_int_inputs[] = {" in made
    assert "void gadfly_old_error(void) {}" in made
    assert made == closed(text, Choices.of(1)) != closed(text, Choices.of(2))
    assert closed(LOOP, Choices.of(1)) == LOOP


def test_an_error_with_a_body_keeps_it() -> None:
    made = closed("void reach_error(void) { abort(); }\nint main(void) { reach_error(); }", Choices.of(1))
    assert made.count("gadfly_old_error") == 2


@pytest.mark.parametrize(
    ("kind", "bits", "signed", "seen", "written"),
    [
        (ScalarKind.INTEGER, 32, True, "-5", "(-5)"),
        (ScalarKind.INTEGER, 32, True, "-2147483648", "(-2147483647 - 1)"),
        (ScalarKind.INTEGER, 64, True, "-9223372036854775808", "(-9223372036854775807L - 1)"),
        (ScalarKind.INTEGER, 32, False, "4294967295", "4294967295U"),
        (ScalarKind.INTEGER, 64, False, "-1", "18446744073709551615UL"),
        (ScalarKind.INTEGER, 8, True, "-128", "(-128)"),
        (ScalarKind.BOOL, 8, False, "1", "1"),
        (ScalarKind.FLOATING, 32, True, "0x1.8p+1", "0x1.8p+1f"),
        (ScalarKind.FLOATING, 64, True, "-0x1p+0", "(-0x1p+0)"),
    ],
)
def test_values_are_written_in_their_type(
    kind: ScalarKind, bits: int, signed: bool, seen: str, written: str
) -> None:
    assert literal(Scalar("", kind, bits, signed), seen) == written


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("int f(void) { int x; asm (\"\" : \"=r\" (x)); return x; }", "asm"),
        ("long long llabs(long long x) { return x; }", "llabs"),
        ("char *strcpy(a, b) char *a; const char *b; { return a; }", "strcpy"),
        ("int f(void) __attribute__((alias(\"g\")));", "alias"),
        ("void f(void) { __builtin_longjmp (buffer, 1); }", "__builtin_longjmp"),
        ("int f(int x, ...) { return g(x, __builtin_va_arg_pack ()); }", "__builtin_va_arg_pack"),
        ("int f(int x) { return __builtin_constant_p (x); }", "__builtin_constant_p"),
        ("int f(void) { return 1; } /* asm (\"\") */", ""),
        ("extern void *memcpy(void *, const void *, unsigned long); int f(void) { return 1; }", ""),
    ],
)  # fmt: skip
def test_what_no_execution_settles_is_doubted(text: str, reason: str) -> None:
    assert reason in doubt(text) if reason else not doubt(text)


def test_a_program_that_reads_is_one_of_many(reference: Reference) -> None:
    assert reads("int main(int argc, char **argv) { return argc; }") == "arguments"
    assert reads("int main(void) { return rand(); }") == "rand"
    assert not reads("int main() { return 0; }")
    with pytest.raises(SkipSeedError, match="it reads values: arguments"):
        ask("branches", "int main(int n) { if (n) return 1; return 0; }", reference)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("int f(void) { return 0; }", "no main"),
        ("int main(void) { for (;;) {} }", "tim|limit"),
        ("void abort(void); int main(void) { abort(); }", "abort|SIGABRT"),
        ("int main(void) { int x = 2147483647, y = x + 1; if (y) return 1; return 0; }", "overflow"),
        ("int main(void) { return 0; }", "there is nothing to ask about"),
    ],
)
def test_what_is_no_well_defined_execution_is_no_seed(text: str, reason: str, reference: Reference) -> None:
    with pytest.raises(SkipSeedError, match=reason):
        ask("branches", text, reference)
