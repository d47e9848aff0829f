"""Mutants of a seed's formulas, whatever their truth: section 3.2 of the mazes paper.

A mutant is built from scratch out of operators, sub-terms of the seed and literals, or it is a sub-formula of
the seed in which one sub-term was replaced or one operator swapped. No mutant leaves the seed's logic: what
is linear stays linear, and difference logic stays difference logic.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from gadfly.core.choices import Choices
from gadfly.core.interfaces import SkipSeedError
from gadfly.lang.smt.grammar import TermMaker
from gadfly.lang.smt.grammar.derived import is_constant, logic_of
from gadfly.lang.smt.grammar.literals import literal
from gadfly.lang.smt.grammar.rules import Role, Slot
from gadfly.lang.smt.grammar.theories import int_differences, real_differences
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL, INT, REAL, REGLAN, Sort
from gadfly.lang.smt.terms import Shape, Term, free_variables, post_order
from gadfly.techniques.formulas.swaps import swaps

DEFAULT_HEIGHT = 3
_WINDOW = 60  # neighbouring sub-terms that one mutator works with, so that its mutants share symbols
_MAX_NODES = 200  # of a sub-formula that is mutated in place, counted as a tree
_NUMBERS = (INT, REAL)

# Circuits that grow with the square of the width: beyond these widths no solver answers in time.
_WIDE_BITS, _WIDE_FLOATS = 64, 32
_HARD_BITS = ("bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod")
_HARD_FLOATS = ("fp.mul", "fp.div", "fp.sqrt", "fp.fma", "fp.rem")


class _Way(Enum):
    """How a mutant is made, the simplest first, and how often in proportion."""

    KEEP = 1
    SWAP = 2
    REPLACE = 3
    BUILD = 5


class Mutator:
    """Makes mutants from a part of a script, drawn once: all of a small script, a neighbourhood of a large.

    SkipSeedError if there is no formula to mutate.
    """

    def __init__(self, script: Script, choices: Choices, height: int = DEFAULT_HEIGHT) -> None:
        self._script = script
        self._height = height
        self._logic = logic_of(script)
        self._keeps_differences = any(
            theory in (int_differences, real_differences) for theory in self._logic.theories
        )
        near = self._neighbourhood(choices)
        self._hosts = [term for term in near if term.sort == BOOL]
        self._leaves: dict[Sort, list[Term]] = {}
        for term in near:
            if term.depth <= height:
                self._leaves.setdefault(term.sort, []).append(term)
        self._hard = _hard_operators(near)
        self._maker = self._term_maker(near)
        if not self._hosts:
            raise SkipSeedError("it has no closed formula of a handy size")
        self._ways = [way for way in _Way if way is not _Way.BUILD or self._maker.can_make(BOOL)]
        self._weights = [way.value for way in self._ways]

    def formula(self, choices: Choices) -> Term:
        """A mutant: a closed Boolean term in the bank of the script."""
        way = choices.weighted(self._ways, self._weights)
        if way is _Way.BUILD:
            return self._build(choices)
        host = choices.pick(self._hosts)
        if way is _Way.KEEP:
            return host
        place = choices.pick(_places(host))
        other = self._swap(place, choices) if way is _Way.SWAP else self._replacement(place, host, choices)
        return self._script.bank.substitute(host, {place: other})

    def _neighbourhood(self, choices: Choices) -> list[Term]:
        """Consecutive closed sub-terms that are not too large, arguments first."""
        bank = self._script.bank
        sizes: dict[Term, int] = {}
        usable = []
        for term in post_order(self._script.assertions):
            sizes[term] = min(_MAX_NODES, sum(map(sizes.__getitem__, term.args))) + 1
            if sizes[term] <= _MAX_NODES and not term.is_open and term not in (bank.true, bank.false):
                usable.append(term)
        start = choices.below(max(1, len(usable) - _WINDOW + 1))
        return usable[start : start + _WINDOW]

    def _term_maker(self, near: list[Term]) -> TermMaker:
        script = self._script
        used = {part.name for part in post_order(near) if part.shape is Shape.SYMBOL}
        symbols = {name: signature for name, signature in script.symbols.items() if name in used}
        leaves = [term for terms in self._leaves.values() for term in terms if self._is_leaf(term)]
        return TermMaker(
            script.bank, symbols, self._logic, tuple(script.datatypes.values()), leaves, without=self._hard
        )

    def _is_leaf(self, term: Term) -> bool:
        """Whether the maker may use it wherever the sort fits; constants it knows as symbols already."""
        if term.shape is Shape.SYMBOL and not term.args:
            return False
        return not (self._keeps_differences and term.sort in _NUMBERS)

    def _build(self, choices: Choices) -> Term:
        """Half of all are atoms: they contradict each other sooner than what has connectives."""
        depth = choices.integer(1, self._height)
        if not self._maker.can_make_atoms or choices.coin():
            return self._maker.term(BOOL, depth, choices)
        return self._maker.atom(depth, choices)

    def _swap(self, place: Term, choices: Choices) -> Term:
        """The same with another operator, or the same if it has none to swap."""
        others = swaps(place, self._script, self._keeps_differences)
        others = [other for other in others if other.name not in self._hard]
        return choices.pick(others) if others else place

    def _replacement(self, place: Term, host: Term, choices: Choices) -> Term:
        """Something of the same sort that may stand wherever `place` stands in the host."""
        sort = place.sort
        if sort in _NUMBERS and is_constant(place):
            # It may be a coefficient or a divisor, which must remain a number and not become zero.
            role = Role.TERM if place.shape is Shape.LITERAL and not place.value else Role.NONZERO
            return literal(Slot(sort, role), self._script.bank, self._logic.integers, choices)
        others = self._leaves.get(sort, [])
        if sort in _NUMBERS and self._keeps_differences:
            others = [term for term in others if term.shape is Shape.SYMBOL]
            return choices.pick(others) if others and place.shape is Shape.SYMBOL else place
        if place.is_open:
            bound = free_variables(place)
            others = others + [
                term
                for term in post_order([host])
                if term.is_open and term.sort == sort and free_variables(term) <= bound
            ]
        if others and choices.coin():
            return choices.pick(others)
        if self._maker.can_make(sort):
            return self._maker.term(sort, choices.integer(0, self._height - 1), choices)
        return place


def _hard_operators(near: Sequence[Term]) -> frozenset[str]:
    """What must not be added to terms as wide as these."""
    sorts = {term.sort for term in near}
    hard: list[str] = []
    if any(sort.name == "BitVec" and sort.width > _WIDE_BITS for sort in sorts):
        hard += _HARD_BITS
    if any(sort.name == "FloatingPoint" and sum(sort.indices) > _WIDE_FLOATS for sort in sorts):
        hard += _HARD_FLOATS
    return frozenset(hard)


def mutants(script: Script, count: int, height: int, choices: Choices) -> list[Term]:
    """Up to `count` assertions, at least one, each built within `height` or mutated in place."""
    mutator = Mutator(script, choices, height)
    return [mutator.formula(choices) for _ in choices.repeat(1, count)]


def _places(host: Term) -> list[Term]:
    """The sub-terms that may be replaced: not what must be a literal for some solvers."""
    found: dict[Term, None] = {}
    stack = [host]
    while stack:
        term = stack.pop()
        if term not in found:
            found[term] = None
            if term.sort != REGLAN and term.name not in ("const-array", "fp"):
                stack += reversed(term.args)
    return list(found)
