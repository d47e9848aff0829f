"""The rules of floating-point numbers."""

from __future__ import annotations

from collections.abc import Iterator

from gadfly.lang.smt.grammar.rules import ATOM, Rule, Scope, Slot, common
from gadfly.lang.smt.sorts import ROUNDING_MODE, Sort

_MODE = Slot(ROUNDING_MODE)
_COMPARISONS = ("fp.leq", "fp.lt", "fp.geq", "fp.gt")
_CLASSES = ("fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN", "fp.isNegative",
            "fp.isPositive")  # fmt: skip
_REM_EXPONENT = 5
"""Solvers unfold `fp.rem` once per value of the exponent: wider formats are beyond them."""


def floats(scope: Scope) -> Iterator[Rule]:
    formats = scope.named("FloatingPoint")
    for sort in formats:
        yield from _one_format(sort)
        for other in formats:
            if other != sort:
                yield Rule(Slot(sort), "to_fp", (_MODE, Slot(other)), sort.indices, weight=8)
    yield Rule(ATOM, "=", (_MODE, _MODE), weight=1)


def _one_format(sort: Sort) -> Iterator[Rule]:
    term = Slot(sort)
    for name in _COMPARISONS:
        yield Rule(ATOM, name, (term, term))
    yield Rule(ATOM, "fp.eq", (term, term), weight=6)
    for name in _CLASSES:
        yield Rule(ATOM, name, (term,), weight=2)
    for name in ("fp.neg", "fp.abs"):
        yield Rule(term, name, (term,), weight=3)
    for name in ("fp.min", "fp.max"):
        yield Rule(term, name, (term, term), weight=3)
    for name in ("fp.add", "fp.sub"):
        yield Rule(term, name, (_MODE, term, term), weight=8)
    yield Rule(term, "fp.mul", (_MODE, term, term), weight=4)
    yield Rule(term, "fp.roundToIntegral", (_MODE, term), weight=4)
    yield Rule(term, "fp.div", (_MODE, term, term), weight=1)
    yield Rule(term, "fp.sqrt", (_MODE, term), weight=1)
    yield Rule(term, "fp.fma", (_MODE, term, term, term), weight=1)
    if sort.indices[0] <= _REM_EXPONENT:
        yield Rule(term, "fp.rem", (term, term), weight=1)
    yield from common(sort)


def float_conversions(scope: Scope) -> Iterator[Rule]:
    """Between bit-vectors and floating-point numbers."""
    for sort in scope.named("FloatingPoint"):
        for bits in scope.named("BitVec"):
            term, source = Slot(sort), Slot(bits)
            if bits.width == sum(sort.indices):
                yield Rule(term, "to_fp", (source,), sort.indices, weight=8)
            yield Rule(term, "to_fp", (_MODE, source), sort.indices)
            yield Rule(term, "to_fp_unsigned", (_MODE, source), sort.indices)
            yield Rule(source, "fp.to_ubv", (_MODE, term), bits.indices)
            yield Rule(source, "fp.to_sbv", (_MODE, term), bits.indices)
