"""The planted prover is right without a defect; each defect makes it wrong about its figure."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from gadfly.core.words import Answer, Limits, Outcome, TargetName
from gadfly.lang.c.dialect import FILE, check_count, render
from gadfly.lang.c.paths import Rules
from gadfly.run.command import Completed, run
from gadfly.targets.analyzers.analyzer import AnalyzerRelease
from gadfly.targets.catalog import find
from gadfly.targets.planted.analyzer.tool import read
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import DEFECTS
from gadfly.targets.planted.prover.tool import dialect

LIMITS = Limits(wall_seconds=60, cpu_seconds=60)


@dataclass(frozen=True, slots=True)
class Figure:
    """A program, and whether its last check can fail."""

    program: str
    truth: Answer


FIGURES = {
    "quotient-interval": Figure(
        """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x < 10) return 0;
    if (x > 21) return 0;
    if (20 / x >= 2) return 0;
    if (x < 21) return 0;
    __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "negated-unsigned": Figure(
        """
int main(void) {
    if (-((unsigned)-1) < 0U) __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.SAFE,
    ),
    "promoted-complement": Figure(
        """
static unsigned long div(unsigned long l, unsigned long r) { return l / r; }
int main(void) {
    if (div(1, (unsigned short)~0) == 0) __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "bitwise-not": Figure(
        """
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x == ~y) __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "zero-modulo": Figure(  # the figure divides by zero, too
        """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0) return 0;
    if (0 % n <= 100) __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "dropped-cast-in-nested-if": Figure(
        """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (!(0 <= (int)n))
        if (846 <= n)
            __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "boolean-negation": Figure(
        """
int main(void) {
    _Bool b1 = __VERIFIER_nondet_bool(), b2 = __VERIFIER_nondet_bool();
    long l1 = __VERIFIER_nondet_long(), l2 = __VERIFIER_nondet_long();
    if (b2)
        if (!((b1 || (l2 == 0)) && !b2))
            if (!((b2 || (l1 == 0)) && !b1))
                __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "negative-modulo": Figure(
        """
int main(void) {
    signed short r = __VERIFIER_nondet_short();
    if ((-1 % 8) <= r) __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "constant-shift": Figure(
        """
int main(void) {
    unsigned char uc = __VERIFIER_nondet_uchar();
    if ((unsigned)((unsigned)((unsigned)((unsigned)uc + (unsigned)((unsigned)4294967295 * 1)) >> (unsigned)2))
        < (unsigned)8)
        __gadfly_check(0, 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "last-assumption": Figure(
        """
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 1);
    __VERIFIER_assume(x < 7);
    __gadfly_check(0, x != 0);
    return 0;
}
""",
        Answer.SAFE,
    ),
    "ending-check": Figure(
        """
int main(void) {
    int x = __VERIFIER_nondet_int();
    __gadfly_check(0, x > 1);
    __gadfly_check(1, x > 0);
    return 0;
}
""",
        Answer.UNSAFE,
    ),
    "unread-disjunction": Figure(
        """
int main(void) {
    int x = __VERIFIER_nondet_int();
    __gadfly_check(0, x > 0 || x < 1);
    return 0;
}
""",
        Answer.SAFE,
    ),
}


def asked(program: str, *arguments: str) -> Completed:
    command = [sys.executable, "-m", "gadfly.targets.planted.prover.checker", *arguments, FILE]
    return run(command, LIMITS, files={FILE: render(program, dialect)}, address_space=False)


def test_there_is_a_figure_for_every_defect() -> None:
    assert set(FIGURES) == set(DEFECTS)


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_shows_in_its_figure_and_in_no_other(defect: str) -> None:
    for name, figure in FIGURES.items():
        said = answers(figure.program, DEFECTS[defect]())
        assert len(said) == check_count(figure.program)
        assert (said[-1] != figure.truth) == (name == defect), name


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_without_a_defect_it_is_right(figure: Figure) -> None:
    assert answers(figure.program, Rules())[-1] == figure.truth


def test_the_same_as_a_program_of_its_own() -> None:
    program = FIGURES["bitwise-not"].program
    count = check_count(program)
    assert read(asked(program), count).answers == (Answer.UNSAFE,)
    assert read(asked(program, "--defect", "bitwise-not"), count).answers == (Answer.SAFE,)


@pytest.mark.parametrize(
    ("statement", "reason"), [("x++;", "undefined for some inputs"), ("double d = x;", "type double")]
)
def test_it_never_guesses(statement: str, reason: str) -> None:
    program = f"int main(void) {{ int x = __VERIFIER_nondet_int(); {statement} __gadfly_check(0, x); }}"
    assert answers(program, Rules()) == ()
    reading = read(asked(program), 1)
    assert reading.outcome is Outcome.UNSUPPORTED
    assert reason in reading.detail


def test_it_is_in_the_catalog() -> None:
    for version in ("none", *DEFECTS):
        release = find(TargetName("planted-prover", version)).release
        assert isinstance(release, AnalyzerRelease)
        assert release.version == version
