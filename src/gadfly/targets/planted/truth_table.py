"""A complete decision procedure for small QF_BV questions: the truth table of the whole question.

Every sub-term becomes a bundle of tables (see `gates`) over all assignments to the constants, so nothing
is searched for and nothing can be overlooked. That takes 2^n bits for n input bits, hence the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise

from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.targets.planted.gates import (
    Bits,
    Gates,
    any_on,
    leaves_signed_range,
    sign_widened,
    widened,
)

MOST_INPUT_BITS = 16
MOST_WIDTH = 128  # of any term: a multiplier has as many gates as the square of it


class UnsupportedError(ValueError):
    """A question beyond this procedure; the message says why."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether all assertions can be true at once, and if so values that make them so, by constant."""

    is_satisfiable: bool
    values: Mapping[str, int]


def decide(assertions: Sequence[Term]) -> Decision:
    """The answer to a question, or UnsupportedError."""
    tables = TruthTables(assertions)
    satisfying = tables.gates.true
    for assertion in assertions:
        satisfying &= tables.bits(assertion)[0]
    if not satisfying:
        return Decision(False, {})
    first = (satisfying & -satisfying).bit_length() - 1
    return Decision(True, {constant.name: tables.value(constant, first) for constant in tables.constants})


def width_of(sort: Sort) -> int:
    """How many wires a value of this sort takes."""
    if sort == BOOL:
        return 1
    if sort.name == "BitVec" and sort.width <= MOST_WIDTH:
        return sort.width
    raise UnsupportedError(f"sort {sort}")


class TruthTables:
    """The tables of some terms and of all their sub-terms."""

    def __init__(self, roots: Sequence[Term]) -> None:
        order = post_order(roots)
        self.constants = tuple(term for term in order if term.shape is Shape.SYMBOL and not term.args)
        inputs = sum(width_of(constant.sort) for constant in self.constants)
        if inputs > MOST_INPUT_BITS:
            raise UnsupportedError(f"more than {MOST_INPUT_BITS} bits")
        self.gates = Gates.over(inputs)
        self._bits = self._inputs()
        for term in order:
            if term not in self._bits:
                self._bits[term] = self._compute(term)

    @property
    def assignments(self) -> range:
        """The numbers of all assignments."""
        return range(self.gates.true.bit_length())

    def bits(self, term: Term) -> Bits:
        return self._bits[term]

    def value(self, term: Term, assignment: int) -> int:
        """The value of a term under one assignment; of a Boolean 0 or 1."""
        return sum((bit >> assignment & 1) << place for place, bit in enumerate(self._bits[term]))

    def _inputs(self) -> dict[Term, Bits]:
        bits: dict[Term, Bits] = {}
        first = 0
        for constant in self.constants:
            after = first + width_of(constant.sort)
            bits[constant] = tuple(map(self.gates.input, range(first, after)))
            first = after
        return bits

    def _compute(self, term: Term) -> Bits:
        width = width_of(term.sort)
        if term.shape is Shape.LITERAL and isinstance(term.value, int):
            return self.gates.constant(term.value, width)
        operation = _OPERATIONS.get(term.name) if term.shape is Shape.OPERATOR else None
        if operation is None:
            raise UnsupportedError(f"{term.shape.value} {term.name}")
        return operation(self.gates, term, [self._bits[arg] for arg in term.args])


Operation = Callable[[Gates, Term, Sequence[Bits]], Bits]


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


_OPERATIONS: Mapping[str, Operation] = {
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
