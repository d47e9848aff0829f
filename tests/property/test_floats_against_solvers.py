"""Our floating-point arithmetic against a solver's, on random ground terms of all operators and modes."""

from __future__ import annotations

from random import Random

from ground import claims, float_claim, real_claim
from hypothesis import given, settings
from hypothesis import strategies as st
from solver_claims import refused, z3

BATCH = 1000


@settings(derandomize=True, max_examples=20, deadline=None)
@given(st.integers(min_value=0, max_value=1 << 32))
def test_operations(seed: int) -> None:
    assert refused(z3, claims(Random(seed), float_claim, BATCH)) == []


@settings(derandomize=True, max_examples=6, deadline=None)
@given(st.integers(min_value=0, max_value=1 << 32))
def test_conversions_from_and_to_reals(seed: int) -> None:
    assert refused(z3, claims(Random(seed), real_claim, BATCH)) == []


def test_a_wrong_claim_is_refused() -> None:
    wrong = "(= (fp.neg (_ +zero 2 4)) (_ +zero 2 4))"
    assert refused(z3, ["(= (fp.neg (_ NaN 2 4)) (_ NaN 2 4))", wrong]) == [wrong]
