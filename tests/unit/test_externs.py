"""What nobody defines is an input."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import SkipSeedError
from gadfly.core.words import Capabilities, Feature, Language, Seed
from gadfly.lang.c.dialect import input_names
from gadfly.lang.c.externs import with_extern_inputs
from gadfly.techniques import technique

PROGRAM = """
typedef unsigned short word;
extern int n, known;
extern word w;
extern _Bool flag;
extern double ratio;
extern char *text;
extern const int fixed;
extern struct { int x; } pair;
int known = 4;
extern int given = 5;
int main(void) { return n > 3 && w < 7 && flag && ratio > 0 && known; }
"""


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop(lambda _message: None)
    yield workshop
    workshop.close()


def test_numbers_that_are_not_defined_are_read() -> None:
    text = with_extern_inputs(PROGRAM)
    assert input_names(text) == ("bool", "ushort", "int", "double")
    assert "n = __VERIFIER_nondet_int();" in text
    assert "__typeof__(w) w;" in text
    for name in ("known", "given", "fixed", "pair", "text"):
        assert f"{name} = __VERIFIER" not in text


@pytest.mark.parametrize(
    "text", ["int main(void) { return 0; }", "extern int x; int f(void) { return x; }", "extern int"]
)
def test_other_programs_stay_as_they_are(text: str) -> None:
    assert with_extern_inputs(text) == text


def test_the_values_are_those_of_the_inputs(workshop: Workshop) -> None:
    program = "extern int n; extern unsigned char c; int main(void) { __gadfly_check(0, n != 7 || c != 2); }"
    text = with_extern_inputs(program)
    assert workshop.executor.run_quick(text, (7, 2)).checks[0].failed == 1
    assert workshop.executor.run_quick(text, (7, 3)).checks[0].failed == 0


def test_interrogation_takes_them_for_inputs(workshop: Workshop) -> None:
    seed = Seed("extern", "extern int n; int main(void) { int y = n / 2; return y; }", Language.C)
    knows_inputs = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS, Feature.INPUTS}))
    session = technique("interrogation").open(seed, Choices.of(1), knows_inputs, workshop.reference())
    assert "__VERIFIER_nondet_int()" in session.ask(Choices.of(1, 1)).query.text
    with pytest.raises(SkipSeedError, match="inputs"):
        technique("interrogation").open(seed, Choices.of(1), Capabilities(Language.C), workshop.reference())
