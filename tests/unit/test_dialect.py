"""Old spellings appear exactly where a name stands, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.lang.smt.dialect import OLD_STRING_NAMES, STANDARD, Dialect, render

NO_OPTIONS = Dialect(dropped=frozenset({"set-option", "set-info"}))


@pytest.mark.parametrize(
    ("standard", "old"),
    [
        ('(assert (str.in_re s (str.to_re "a")))', '(assert (str.in.re s (str.to.re "a")))'),
        ("(declare-fun r () RegLan)", "(declare-fun r () (RegEx String))"),
        ("(str.in_re s re.all)", "(str.in.re s (re.* re.allchar))"),
        ("(= (str.from_int 3) (str.to_int s))", "(= (int.to.str 3) (str.to.int s))"),
        # the same letters where they are not that name
        ('(assert (= s "str.in_re"))', '(assert (= s "str.in_re"))'),
        ('(assert (= s "a""str.to_re"))', '(assert (= s "a""str.to_re"))'),
        ("(declare-fun |re.none| () Int)", "(declare-fun |re.none| () Int)"),
        ("; uses str.to_re\n(str.to_re s)", "; uses str.to_re\n(str.to.re s)"),
        ("(declare-fun my_str.to_re () Int)", "(declare-fun my_str.to_re () Int)"),
        ("(re.allchar re.all)", "(re.allchar (re.* re.allchar))"),
    ],
)
def test_old_string_names(standard: str, old: str) -> None:
    assert render(standard, OLD_STRING_NAMES) == old


@pytest.mark.parametrize(
    ("standard", "without"),
    [
        ("(set-option :produce-models true)(check-sat)", "(check-sat)"),
        ('(set-info :source |a) (b|)(set-info :x ")")(check-sat)', "(check-sat)"),
        ("(check-sat)\n(set-option :a b)", "(check-sat)\n"),
        ("(assert |(set-option x)|)", "(assert |(set-option x)|)"),
        ("; (set-option :a b)\n(assert p)", "; (set-option :a b)\n(assert p)"),
        ("(assert (set-info))", "(assert (set-info))"),
    ],
)
def test_dropped_commands(standard: str, without: str) -> None:
    assert render(standard, NO_OPTIONS) == without


@given(st.text(alphabet='()"|; \nastr.in_re'))
@settings(derandomize=True)
def test_the_standard_dialect_changes_nothing(text: str) -> None:
    assert render(text, STANDARD) is text


@given(st.text(alphabet="() xyz\n"), st.sampled_from(sorted(OLD_STRING_NAMES.names)))
@settings(derandomize=True)
def test_text_around_a_name_stays(around: str, name: str) -> None:
    assert render(f"{around} {name} {around}", OLD_STRING_NAMES) == (
        f"{around} {OLD_STRING_NAMES.names[name]} {around}"
    )
