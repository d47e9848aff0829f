"""Terms that are simplified while they are built.

What does not depend on an input is a literal, so loops with known bounds are executed, not explored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gadfly.lang.smt.sorts import BOOL, bitvec
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.lang.smt.theories import lookup
from gadfly.lang.smt.theories.bitvec import signed

_DEEPEST_RANGE = 12
_FAR = 1 << 256  # beyond all numbers
_ARITHMETIC = {"+": "bvadd", "-": "bvsub", "*": "bvmul"}
_PREDICATES = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `least` to `greatest`, in which a term lies that is read in two's complement."""

    least: int
    greatest: int

    def fits(self, width: int) -> bool:
        return -(1 << width - 1) <= self.least and self.greatest < 1 << width - 1


_OPPOSITES = {"bvslt": "bvsge", "bvsge": "bvslt", "bvsle": "bvsgt", "bvsgt": "bvsle"}
_BOUNDS: Mapping[str, Callable[[int], Range]] = {
    "bvslt": lambda number: Range(-_FAR, number - 1),
    "bvsle": lambda number: Range(-_FAR, number),
    "bvsgt": lambda number: Range(number + 1, _FAR),
    "bvsge": lambda number: Range(number, _FAR),
}


class Algebra:
    """Builds the terms of one exploration. Conditions are Boolean terms, values are bit-vectors."""

    def __init__(self) -> None:
        self.bank = Bank()
        self.true = self.bank.true
        self.false = self.bank.false
        self._simple: dict[Term, Term] = {}
        self._ranges: dict[Term, Range] = {}
        self._facts: dict[Term, Range] = {}

    def number(self, value: int, width: int) -> Term:
        return self.bank.literal(value & (1 << width) - 1, bitvec(width))

    def apply(self, name: str, *args: Term, indices: tuple[int, ...] = ()) -> Term:
        """An operator of the theories Core and FixedSizeBitVectors."""
        operator = lookup(name)
        assert operator is not None
        term = self.bank.operator(
            name, operator.result(indices, tuple(arg.sort for arg in args)), args, indices
        )
        simple = self._simple.get(term)
        if simple is None:
            simple = self._simple[term] = self._simplified(term)
        return simple

    def _simplified(self, term: Term) -> Term:
        """The literal it is, or the choice between two that it is if one argument is such a choice."""
        choices = [arg for arg in term.args if not is_literal(arg)]
        if not choices:
            operator = lookup(term.name)
            assert operator is not None
            value = operator.apply(term, [arg.value for arg in term.args])
            assert isinstance(value, bool | int)
            return self.bank.literal(value, term.sort)
        if len(choices) > 1 or not _is_choice_of_literals(choices[0]):
            return term
        condition, yes, no = choices[0].args
        place = term.args.index(choices[0])
        return self.choose(
            condition,
            self._simplified(self.bank.with_argument(term, place, yes)),
            self._simplified(self.bank.with_argument(term, place, no)),
        )

    def negated(self, condition: Term) -> Term:
        if is_literal(condition):
            return self.false if condition.value else self.true
        return condition.args[0] if condition.name == "not" else self.bank.operator("not", BOOL, (condition,))

    def both(self, left: Term, right: Term) -> Term:
        if left is self.false or right is self.false or left is self.negated(right):
            return self.false
        if left is self.true or left is right:
            return right
        return left if right is self.true else self.bank.operator("and", BOOL, (left, right))

    def either(self, left: Term, right: Term) -> Term:
        if left is self.true or right is self.true or left is self.negated(right):
            return self.true
        if left is self.false or left is right:
            return right
        return left if right is self.false else self.bank.operator("or", BOOL, (left, right))

    def choose(self, condition: Term, yes: Term, no: Term) -> Term:
        """`yes` where the condition holds, else `no`; both are values or both are conditions."""
        if yes is no or condition is self.true:
            return yes
        if condition is self.false:
            return no
        if yes is self.true or no is self.true:
            return (
                self.either(condition, no) if yes is self.true else self.either(self.negated(condition), yes)
            )
        if yes is self.false or no is self.false:
            return self.both(condition, yes) if no is self.false else self.both(self.negated(condition), no)
        return self.bank.operator("ite", yes.sort, (condition, yes, no))

    def equal(self, left: Term, right: Term) -> Term:
        return self.true if left is right else self.apply("=", left, right)

    def truth(self, value: Term) -> Term:
        """Whether a value is not zero."""
        return self.negated(self.equal(value, self.number(0, value.sort.width)))

    def indicator(self, condition: Term, width: int) -> Term:
        """1 where the condition holds, else 0."""
        return self.choose(condition, self.number(1, width), self.number(0, width))

    def resized(self, value: Term, width: int, *, is_signed: bool) -> Term:
        """Cut to a width, or extended to it as a signed or an unsigned number."""
        excess = width - value.sort.width
        if excess == 0:
            return value
        if excess < 0:
            return self.apply("extract", value, indices=(width - 1, 0))
        return self.apply("sign_extend" if is_signed else "zero_extend", value, indices=(excess,))

    def compare(self, operator: str, left: Term, right: Term, *, is_signed: bool) -> Term:
        """One of the six comparisons of C."""
        if operator in ("==", "!="):
            same = self._ordered("==", left, right, is_signed=True) or self.equal(left, right)
            return same if operator == "==" else self.negated(same)
        known = self._ordered(operator, left, right, is_signed=is_signed)
        return known or self.apply(f"bv{'s' if is_signed else 'u'}{_PREDICATES[operator]}", left, right)

    def _ordered(self, operator: str, left: Term, right: Term, *, is_signed: bool) -> Term | None:
        """The result of a comparison that the ranges of the operands decide."""
        first, second = self.range(left), self.range(right)
        if not is_signed and (first.least < 0 or second.least < 0):
            return None
        if operator == "==":
            is_apart = first.greatest < second.least or second.greatest < first.least
            return self.false if is_apart else None
        if operator in ("<", ">="):
            always, never = first.greatest < second.least, first.least >= second.greatest
        else:
            always, never = first.greatest <= second.least, first.least > second.greatest
        if operator in (">", ">="):
            always, never = never, always
        if always or never:
            return self.true if always else self.false
        return None

    @property
    def facts(self) -> Mapping[Term, Range]:
        """Where values lie on the current path beyond what their terms say."""
        return self._facts

    @facts.setter
    def facts(self, facts: Mapping[Term, Range]) -> None:
        self._facts = dict(facts)
        self._ranges.clear()

    def note(self, condition: Term, *, holds: bool) -> None:
        """Learn a fact from a comparison with a constant, if the condition is one."""
        if condition.name not in _BOUNDS or not is_literal(condition.args[1]):
            return
        value, number = condition.args[0], signed(int(condition.args[1].value), condition.args[1].sort.width)
        operator = condition.name if holds else _OPPOSITES[condition.name]
        bound = _BOUNDS[operator](number)
        known = self.range(value)
        fact = Range(max(known.least, bound.least), min(known.greatest, bound.greatest))
        if fact != known and fact.least <= fact.greatest:
            self.facts = {**self._facts, value: fact}

    def range(self, value: Term, depth: int = 0) -> Range:
        """Where a value surely lies."""
        known = self._ranges.get(value)
        if known is None:
            width = value.sort.width
            found = self._facts.get(value)
            if found is None and depth < _DEEPEST_RANGE:
                found = self._range(value, depth)
            if found is None or not found.fits(width):
                found = Range(-(1 << width - 1), (1 << width - 1) - 1)
            known = self._ranges[value] = found
        return known

    def combined_range(self, operator: str, left: Term, right: Term) -> Range:
        """Where the exact sum, difference or product lies."""
        return _combined(_ARITHMETIC[operator], self.range(left), self.range(right))

    def _range(self, value: Term, depth: int) -> Range | None:
        if is_literal(value):
            number = signed(int(value.value), value.sort.width)
            return Range(number, number)
        args = value.args
        match value.name:
            case "zero_extend":
                inner = self.range(args[0], depth + 1)
                return inner if inner.least >= 0 else Range(0, (1 << args[0].sort.width) - 1)
            case "sign_extend":
                return self.range(args[0], depth + 1)
            case "extract":
                return self.range(args[0], depth + 1) if value.indices[1] == 0 else None
            case "ite":
                yes, no = self.range(args[1], depth + 1), self.range(args[2], depth + 1)
                return Range(min(yes.least, no.least), max(yes.greatest, no.greatest))
            case "bvand":
                least = min((r.greatest for r in self._positive(args, depth)), default=None)
                return None if least is None else Range(0, least)
            case "bvadd" | "bvsub" | "bvmul":
                return _combined(value.name, *(self.range(arg, depth + 1) for arg in args))
            case "bvurem":
                divisor = self.range(args[1], depth + 1)
                return Range(0, divisor.greatest - 1) if divisor.least > 0 else None
            case "bvlshr" if is_literal(args[1]) and 0 < int(args[1].value) < value.sort.width:
                return Range(0, (1 << value.sort.width - int(args[1].value)) - 1)
        return None

    def _positive(self, values: tuple[Term, ...], depth: int) -> list[Range]:
        return [r for r in (self.range(value, depth + 1) for value in values) if r.least >= 0]


def is_literal(term: Term) -> bool:
    return term.shape is Shape.LITERAL


def _is_choice_of_literals(term: Term) -> bool:
    return term.name == "ite" and is_literal(term.args[1]) and is_literal(term.args[2])


def _combined(name: str, left: Range, right: Range) -> Range:
    if name == "bvadd":
        return Range(left.least + right.least, left.greatest + right.greatest)
    if name == "bvsub":
        return Range(left.least - right.greatest, left.greatest - right.least)
    products = [a * b for a in (left.least, left.greatest) for b in (right.least, right.greatest)]
    return Range(min(products), max(products))
