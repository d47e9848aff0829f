"""Our strings against a solver's, and what solvers do not evaluate against the standard's definition."""

from __future__ import annotations

from random import Random

from ground import claims, regular_expression, string_claim, text
from hypothesis import given, settings
from hypothesis import strategies as st
from solver_claims import refused, z3

from gadfly.lang.smt.regex import LAST_CHARACTER, Regex, matches
from gadfly.lang.smt.theories.strings import escape, replace_match, replace_matches, unescape

SEEDS = st.integers(min_value=0, max_value=1 << 32)


@settings(derandomize=True, max_examples=15, deadline=None)
@given(SEEDS)
def test_operations(seed: int) -> None:
    assert refused(z3, claims(Random(seed), string_claim, 1000)) == []


@settings(derandomize=True, max_examples=500, deadline=None)
@given(SEEDS)
def test_replacing_matches_is_as_defined(seed: int) -> None:
    random = Random(seed)
    whole, regex, new = text(random), regular_expression(random), text(random)
    assert replace_match(whole, regex, new) == _replaced_once(whole, regex, new)
    assert replace_matches(whole, regex, new) == _replaced_all(whole, regex, new)


@settings(derandomize=True)
@given(st.text(st.characters(max_codepoint=LAST_CHARACTER, categories=None)))
def test_literals_read_back(value: str) -> None:
    assert unescape(escape(value)) == value


def _replaced_once(whole: str, regex: Regex, new: str) -> str:
    for start in range(len(whole) + 1):
        for end in range(start, len(whole) + 1):
            if matches(whole[start:end], regex):
                return whole[:start] + new + whole[end:]
    return whole


def _replaced_all(whole: str, regex: Regex, new: str) -> str:
    for start in range(len(whole) + 1):
        for end in range(start + 1, len(whole) + 1):
            if matches(whole[start:end], regex):
                return whole[:start] + new + _replaced_all(whole[end:], regex, new)
    return whole
