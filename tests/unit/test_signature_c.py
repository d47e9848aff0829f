"""Signatures of C findings: what a reduced program needs, not what it is called."""

from __future__ import annotations

import pytest

from gadfly.core.words import Complaint, Kind, Language, Outcome, Query, TargetIdentity, TargetName
from gadfly.lang.c.parse import parse
from gadfly.triage.c_needs import needs
from gadfly.triage.signature import signature

TARGET = TargetIdentity(TargetName("cbmc", "6.6.0"), "cprover", "", "cbmc@6.6.0", "cbmc")
BIT_FIELD = """
struct s { int f : 3; } s;
int main(void) { s.f = 2; __gadfly_check(0, s.f == 2); return 0; }
"""


def signature_of(text: str, kind: Kind = Kind.UNSOUND, message: str = "wrong") -> str:
    return signature(TARGET, Complaint(kind, 0, message), Query(Language.C, text), Outcome.ANSWERED)


def test_names_values_and_instrumentation_do_not_count() -> None:
    other = """
    int gadfly_c7; unsigned long gadfly_p;
    struct other { int first, second : 7; };
    struct other variable;
    void set(int x) { gadfly_c7 += 1; variable.second = x; }
    int main(void) { set(5); if (variable.second) __gadfly_check(0, gadfly_c7 << 1 == 2); return 0; }
    """
    assert signature_of(BIT_FIELD) == signature_of(other)


def test_kinds_and_features_count() -> None:
    plain = BIT_FIELD.replace(" : 3", "")
    assert len({signature_of(BIT_FIELD), signature_of(plain), signature_of(BIT_FIELD, Kind.IMPRECISE)}) == 3


def test_a_crash_is_its_message() -> None:
    one = signature_of(BIT_FIELD, Kind.CRASH, "invariant violated at line 17")
    assert one == signature_of("int main(void) { return 0; }", Kind.CRASH, "invariant violated at line 4")
    assert one != signature_of(BIT_FIELD, Kind.CRASH, "segmentation fault")


def test_what_is_no_c_has_a_signature_of_its_own() -> None:
    assert signature_of("int main(") != signature_of("int main((")


@pytest.mark.parametrize(
    ("statement", "needed"),
    [
        ("int x = 1;", set()),
        ("unsigned char x = 1;", {"narrow", "unsigned"}),
        ("long x = 1;", {"wide"}),
        ("_Bool x = 1;", {"bool"}),
        ("double x = 1;", {"floating"}),
        ("int x[2];", {"array"}),
        ("union { int a; } x;", {"union"}),
        ("int x = 1; x = x << 1;", {"shift"}),
        ("int x = 1; x = (short)x;", {"narrow", "cast to narrow"}),
        ("while (0);", {"loop"}),
        ("for (;0;);", {"loop"}),
        ("a: goto a;", {"goto"}),
        ("int x = abs(3);", {"calls abs"}),
    ],
)
def test_needs(statement: str, needed: set[str]) -> None:
    text = f"int abs(int); int main(void) {{ {statement} __gadfly_check(0, 1ul == 1.0); return 0; }}"
    assert needs(parse(text)) == needed
