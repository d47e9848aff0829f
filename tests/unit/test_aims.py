"""Where pointers surely point."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.words import Language, Seed
from gadfly.lang.c.parse import parse
from gadfly.techniques.interrogation.aims import aims
from gadfly.techniques.interrogation.scene import prepare

STEADY = "int x = 3; int *p = &x; *p = *p + 1; look(p);"


def body(statements: str) -> str:
    return f"void look(int *q) {{ *q = 4; }}\nint main(void) {{ {statements} return 0; }}\n"


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop(lambda _message: None)
    yield workshop
    workshop.close()


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        (STEADY, {"p": "x"}),
        (f"{STEADY} static short s; static short *t = &s;", {"p": "x", "t": "s"}),
        ("int x; int *p = &x; p = 0;", {}),
        ("int x; int *p = &x; p++;", {}),
        ("int x; int *p = &x; int **q = &p; *q = 0;", {}),
        ("int x, y; int *p = &x; { int x = 2; y = x; }", {}),
        ("int x[2]; int *p = &x[1];", {}),
        ("int *p = 0;", {}),
    ],
)
def test_only_pointers_that_stay_where_they_are_count(statements: str, found: dict[str, str]) -> None:
    assert aims(parse(body(statements))) == found


def test_what_they_point_to_is_an_operand(workshop: Workshop) -> None:
    scene = prepare(Seed("pointer", body(STEADY), Language.C), Choices.of(1), workshop.reference())
    seen = {operand.access.expression: operand.seen for spot in scene.spots for operand in spot.operands}
    assert seen["(*p)"] == seen["x"] == ("4",)
