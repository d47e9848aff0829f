"""Chains of widenings and narrowings, written out: what does not settle is looked at step by step."""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.lang.domain.law import Law, LawClass
from gadfly.lang.domain.program import Binding, Op, Program, Statement

STEPS = 100
CHAINS = frozenset({"widening_converges", "narrowing_converges", "loop_settles"})
_SETTLED = Law("settled", LawClass.PRECISION, "x = y")


def unrolled(program: Program, chain: str, *, is_ordered: bool) -> Program:
    """The program that asks whether the last round of a chain changed anything.

    A round is one step for every element of the sequence; `is_ordered` says that a widening needs a second
    operand above the first.
    """
    statements = list(program.statements)
    binding = program.binding
    reached = [binding["x"]]
    for step in range(STEPS):
        statements += _step(program, chain, reached[-1], step, len(statements), is_ordered=is_ordered)
        reached.append(len(statements) - 1)
    before = reached[-1 - max(1, len(binding.sequence))]
    last = Binding((("x", before), ("y", reached[-1])))
    return Program(program.variables, tuple(statements), _SETTLED, last)


def _step(
    program: Program, chain: str, current: int, step: int, free: int, *, is_ordered: bool
) -> Sequence[Statement]:
    """The statements of one step; the first of them gets the number `free`."""
    binding = program.binding
    if chain == "loop_settles":
        effect = Statement(Op.ASSIGN, (current,), binding.variable, sum=binding.constraint.sum)
        return [effect, *_widening(current, free, free + 1)]
    other = binding.sequence[step % len(binding.sequence)]
    if chain == "narrowing_converges":
        return [Statement(Op.MEET, (current, other)), Statement(Op.NARROW, (current, free))]
    return _widening(current, other, free) if is_ordered else [Statement(Op.WIDEN, (current, other))]


def _widening(current: int, other: int, free: int) -> list[Statement]:
    return [Statement(Op.JOIN, (current, other)), Statement(Op.WIDEN, (current, free))]
