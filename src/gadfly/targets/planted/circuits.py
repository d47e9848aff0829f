"""The circuit of every operator of Core and of the bit-vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import combinations, pairwise

from gadfly.lang.smt.terms import Term
from gadfly.targets.planted.gates import (
    Bits,
    Gates,
    any_on,
    leaves_signed_range,
    sign_widened,
    widened,
)

Operation = Callable[[Gates, Term, Sequence[Bits]], Bits]
Operations = Mapping[str, Operation]
"""How operators are worked out, by name."""


def _unary(gate: Callable[[Gates, Bits], Bits]) -> Operation:
    return lambda gates, _term, args: gate(gates, *args)


def _binary(gate: Callable[[Gates, Bits, Bits], Bits]) -> Operation:
    return lambda gates, _term, args: gate(gates, *args)


def _test(gate: Callable[[Gates, Bits, Bits], int]) -> Operation:
    return lambda gates, _term, args: (gate(gates, *args),)


def _left(gate: Callable[[Gates, Bits, Bits], Bits]) -> Operation:
    """A gate that takes more than two arguments by starting from the left."""
    return lambda gates, _term, args: reduce(lambda a, b: gate(gates, a, b), args)


def _equals(gates: Gates, _term: Term, args: Sequence[Bits]) -> Bits:
    different = any_on(tuple(any_on(gates.differ(a, b)) for a, b in pairwise(args)))
    return (gates.true ^ different,)


def _distinct(gates: Gates, _term: Term, args: Sequence[Bits]) -> Bits:
    same = any_on(tuple(gates.equal(a, b) for a, b in combinations(args, 2)))
    return (gates.true ^ same,)


def _implies(gates: Gates, _term: Term, args: Sequence[Bits]) -> Bits:
    """`=>` starts from the right."""
    return reduce(lambda b, a: gates.either(gates.invert(a), b), reversed(args))


def _ite(gates: Gates, _term: Term, args: Sequence[Bits]) -> Bits:
    (condition,), yes, no = args
    return gates.select(condition, yes, no)


def _indexed(wiring: Callable[[Bits, int], Bits]) -> Operation:
    """An operator with one index that only rearranges wires."""
    return lambda _gates, term, args: wiring(args[0], int(term.indices[0]))


def _extract(_gates: Gates, term: Term, args: Sequence[Bits]) -> Bits:
    high, low = map(int, term.indices)
    return args[0][low : high + 1]


def _rotate_left(a: Bits, count: int) -> Bits:
    places = count % len(a)
    return a[len(a) - places :] + a[: len(a) - places]


def _add_overflows(gates: Gates, a: Bits, b: Bits) -> int:
    return leaves_signed_range(gates.add(sign_widened(a, 1), sign_widened(b, 1))[:-1], len(a))


def _subtract_overflows(gates: Gates, a: Bits, b: Bits) -> int:
    return leaves_signed_range(gates.subtract(sign_widened(a, 1), sign_widened(b, 1))[:-1], len(a))


def _multiply_overflows(gates: Gates, a: Bits, b: Bits) -> int:
    width = len(a)
    return any_on(gates.multiply(widened(a, width), widened(b, width))[width:])


def _multiply_overflows_signed(gates: Gates, a: Bits, b: Bits) -> int:
    width = len(a)
    return leaves_signed_range(gates.multiply(sign_widened(a, width), sign_widened(b, width)), width)


OPERATIONS: Operations = {
    "not": _unary(Gates.invert),
    "and": _left(Gates.both),
    "or": _left(Gates.either),
    "xor": _left(Gates.differ),
    "=>": _implies,
    "=": _equals,
    "distinct": _distinct,
    "ite": _ite,
    "concat": _left(lambda _gates, a, b: b + a),
    "extract": _extract,
    "repeat": _indexed(lambda a, count: a * count),
    "zero_extend": _indexed(widened),
    "sign_extend": _indexed(sign_widened),
    "rotate_left": _indexed(_rotate_left),
    "rotate_right": _indexed(lambda a, count: _rotate_left(a, -count)),
    "bvnot": _unary(Gates.invert),
    "bvneg": _unary(Gates.negate),
    "bvand": _left(Gates.both),
    "bvor": _left(Gates.either),
    "bvxor": _left(Gates.differ),
    "bvnand": _binary(lambda gates, a, b: gates.invert(gates.both(a, b))),
    "bvnor": _binary(lambda gates, a, b: gates.invert(gates.either(a, b))),
    "bvxnor": _left(lambda gates, a, b: gates.invert(gates.differ(a, b))),
    "bvadd": _left(lambda gates, a, b: gates.add(a, b)[:-1]),
    "bvsub": _left(lambda gates, a, b: gates.subtract(a, b)[:-1]),
    "bvmul": _left(Gates.multiply),
    "bvudiv": _binary(lambda gates, a, b: gates.divide(a, b).quotient),
    "bvurem": _binary(lambda gates, a, b: gates.divide(a, b).remainder),
    "bvsdiv": _binary(lambda gates, a, b: gates.divide_signed(a, b).quotient),
    "bvsrem": _binary(lambda gates, a, b: gates.divide_signed(a, b).remainder),
    "bvsmod": _binary(Gates.modulo_signed),
    "bvshl": _binary(Gates.shift_up),
    "bvlshr": _binary(Gates.shift_down),
    "bvashr": _binary(lambda gates, a, b: gates.shift_down(a, b, fill=a[-1])),
    "bvcomp": _test(Gates.equal),
    "bvult": _test(Gates.below),
    "bvule": _test(lambda gates, a, b: gates.true ^ gates.below(b, a)),
    "bvugt": _test(lambda gates, a, b: gates.below(b, a)),
    "bvuge": _test(lambda gates, a, b: gates.true ^ gates.below(a, b)),
    "bvslt": _test(Gates.below_signed),
    "bvsle": _test(lambda gates, a, b: gates.true ^ gates.below_signed(b, a)),
    "bvsgt": _test(lambda gates, a, b: gates.below_signed(b, a)),
    "bvsge": _test(lambda gates, a, b: gates.true ^ gates.below_signed(a, b)),
    "bvnego": _unary(lambda gates, a: (gates.is_lowest(a),)),
    "bvuaddo": _test(lambda gates, a, b: gates.add(a, b)[-1]),
    "bvsaddo": _test(_add_overflows),
    "bvusubo": _test(Gates.below),
    "bvssubo": _test(_subtract_overflows),
    "bvumulo": _test(_multiply_overflows),
    "bvsmulo": _test(_multiply_overflows_signed),
    "bvsdivo": _test(lambda gates, a, b: gates.is_lowest(a) & gates.equal(b, gates.constant(-1, len(b)))),
}
