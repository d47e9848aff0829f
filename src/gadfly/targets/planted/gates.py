"""Bit-vector arithmetic as gates over truth tables.

A table is a number with one bit for every assignment of the inputs: its i-th bit is what a wire carries
under the i-th assignment. A gate is one Python operator on such numbers, so it is worked out for all
assignments at once. Everything here follows from how hardware computes, not from `gadfly.lang.smt`: the
two agree only if both are right.
"""

from __future__ import annotations

from dataclasses import dataclass

Bits = tuple[int, ...]
"""A bundle of wires, the least significant first, each with its table; a Boolean is a bundle of one."""


@dataclass(frozen=True, slots=True)
class Division:
    """What a divider puts out."""

    quotient: Bits
    remainder: Bits


@dataclass(frozen=True, slots=True)
class Gates:
    """The gates for a circuit; `true` is the table of the wire that is always on, 0 that of the opposite."""

    true: int

    @classmethod
    def over(cls, inputs: int) -> Gates:
        """The gates for a circuit with so many input wires."""
        return cls((1 << (1 << inputs)) - 1)

    def input(self, index: int) -> int:
        """The table of an input: on where the number of the assignment has a 1 at `index`."""
        off = self.true // ((1 << (1 << index)) + 1)
        return self.true ^ off

    def constant(self, value: int, width: int) -> Bits:
        return tuple(self.true if value >> place & 1 else 0 for place in range(width))

    def invert(self, a: Bits) -> Bits:
        return tuple(self.true ^ bit for bit in a)

    def both(self, a: Bits, b: Bits) -> Bits:
        return tuple(x & y for x, y in zip(a, b, strict=True))

    def either(self, a: Bits, b: Bits) -> Bits:
        return tuple(x | y for x, y in zip(a, b, strict=True))

    def differ(self, a: Bits, b: Bits) -> Bits:
        return tuple(x ^ y for x, y in zip(a, b, strict=True))

    def select(self, condition: int, yes: Bits, no: Bits) -> Bits:
        return tuple(n ^ (condition & (y ^ n)) for y, n in zip(yes, no, strict=True))

    def equal(self, a: Bits, b: Bits) -> int:
        return self.true ^ any_on(self.differ(a, b))

    def add(self, a: Bits, b: Bits, carry: int = 0) -> Bits:
        """The sum, one bit wider than its arguments: the last bit is the carry."""
        total = []
        for x, y in zip(a, b, strict=True):
            half = x ^ y
            total.append(half ^ carry)
            carry = (x & y) | (half & carry)
        return (*total, carry)

    def subtract(self, a: Bits, b: Bits) -> Bits:
        """The difference and, as its last bit, whether nothing had to be borrowed."""
        return self.add(a, self.invert(b), self.true)

    def negate(self, a: Bits) -> Bits:
        return self.add(self.invert(a), self.constant(0, len(a)), self.true)[:-1]

    def magnitude(self, a: Bits) -> Bits:
        return self.select(a[-1], self.negate(a), a)

    def multiply(self, a: Bits, b: Bits) -> Bits:
        """The low bits of the product, as many as `a` has."""
        width = len(a)
        total = self.constant(0, width)
        for place, bit in enumerate(b):
            row = (0,) * place + tuple(bit & x for x in a[: width - place])
            total = self.add(total, row)[:-1]
        return total

    def divide(self, a: Bits, b: Bits) -> Division:
        """Long division, without a case for zero: it then always fits, so the quotient is all ones."""
        width = len(a)
        remainder = self.constant(0, width)
        quotient: list[int] = []
        for bit in reversed(a):
            shifted = (bit, *remainder)
            difference = self.subtract(shifted, (*b, 0))
            fits = difference[-1]
            remainder = self.select(fits, difference[:width], shifted[:width])
            quotient.append(fits)
        return Division(tuple(reversed(quotient)), remainder)

    def divide_signed(self, a: Bits, b: Bits) -> Division:
        """Division that truncates: the remainder has the sign of the dividend."""
        unsigned = self.divide(self.magnitude(a), self.magnitude(b))
        return Division(
            self.select(a[-1] ^ b[-1], self.negate(unsigned.quotient), unsigned.quotient),
            self.select(a[-1], self.negate(unsigned.remainder), unsigned.remainder),
        )

    def modulo_signed(self, a: Bits, b: Bits) -> Bits:
        """The remainder that has the sign of the divisor."""
        remainder = self.divide_signed(a, b).remainder
        is_off = any_on(remainder) & (a[-1] ^ b[-1])
        return self.select(is_off, self.add(remainder, b)[:-1], remainder)

    def shift_down(self, a: Bits, amount: Bits, fill: int = 0) -> Bits:
        """Barrel shifter towards the least significant bit."""
        for stage, bit in enumerate(amount):
            distance = min(1 << stage, len(a))
            a = self.select(bit, a[distance:] + (fill,) * distance, a)
        return a

    def shift_up(self, a: Bits, amount: Bits) -> Bits:
        return self.shift_down(a[::-1], amount)[::-1]

    def below(self, a: Bits, b: Bits) -> int:
        return self.true ^ self.subtract(a, b)[-1]

    def below_signed(self, a: Bits, b: Bits) -> int:
        return self.below(self._sign_flipped(a), self._sign_flipped(b))

    def is_lowest(self, a: Bits) -> int:
        """Whether it is the one signed number without an opposite."""
        return self.equal(a, (0,) * (len(a) - 1) + (self.true,))

    def _sign_flipped(self, a: Bits) -> Bits:
        return (*a[:-1], self.true ^ a[-1])


def any_on(a: Bits) -> int:
    table = 0
    for bit in a:
        table |= bit
    return table


def widened(a: Bits, extra: int, fill: int = 0) -> Bits:
    return a + (fill,) * extra


def sign_widened(a: Bits, extra: int) -> Bits:
    return widened(a, extra, a[-1])


def leaves_signed_range(a: Bits, width: int) -> int:
    """Whether a signed number needs more than `width` bits."""
    sign = a[width - 1]
    return any_on(tuple(bit ^ sign for bit in a[width:]))
