"""Random terms of a sort, by a grammar."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from gadfly.core.choices import Choices
from gadfly.lang.smt.grammar.literals import has_literals, is_literal, literal
from gadfly.lang.smt.grammar.logics import Logic
from gadfly.lang.smt.grammar.rules import ATOM, FORMULA, Role, Rule, Scope, Slot
from gadfly.lang.smt.script import Datatype, Signature
from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Bank, Term

_ENDLESS = 1 << 30
"""The height of what cannot be made."""


@dataclass(frozen=True, slots=True)
class HalfAtom:
    """A binary predicate and its first argument; a literal of the sort makes it an atom."""

    name: str
    left: Term
    sort: Sort


@dataclass(frozen=True, slots=True)
class _Options:
    """What a draw decides at a node: a leaf (a ticket below `leaf_weight`), or which of the rules."""

    leaf_weight: int
    rules: Sequence[Rule]
    total: int

    def rule(self, ticket: int) -> Rule | None:
        """The rule a ticket wins; None for a leaf."""
        ticket -= self.leaf_weight
        if ticket < 0:
            return None
        for rule in self.rules:
            ticket -= rule.weight
            if ticket < 0:
                return rule
        raise AssertionError("a ticket is always below the total")


@dataclass(frozen=True, slots=True)
class _Taste:
    """What a leaf should be where there is a choice: an application of an operator to literals alone, or an
    atom, connective or choice that is given the same argument twice, is mostly trivial."""

    unlike: tuple[Term, ...] = ()
    literals: bool = True


_ANYTHING = _Taste()


class TermMaker:
    """Makes terms over declared symbols with the operators of a logic.

    `leaves` are ready-made terms that may occur in new ones as the symbols do; operators in `without` do
    not occur. What is made depends on the choices alone, not on what was made before.
    """

    def __init__(
        self,
        bank: Bank,
        symbols: Mapping[str, Signature],
        logic: Logic,
        datatypes: Sequence[Datatype] = (),
        leaves: Sequence[Term] = (),
        without: Collection[str] = (),
    ) -> None:
        self._bank = bank
        self._integers = logic.integers
        self._leaves: dict[Slot, list[Term]] = {}
        self._rules: dict[Slot, list[Rule]] = {}
        self._options: dict[tuple[Slot, int], _Options] = {}
        self._heights: dict[Slot, int] = {}
        used = [sort for signature in symbols.values() for sort in (*signature.arguments, signature.result)]
        scope = _scope([BOOL, *logic.sorts, *used, *(leaf.sort for leaf in leaves)], datatypes)
        for theory in logic.theories:
            for rule in theory(scope):
                if rule.name not in without:
                    self._add_rule(rule)
        for name, signature in symbols.items():
            self._add_symbol(name, signature)
        for leaf in leaves:
            self._add_leaf(Slot(leaf.sort), leaf)
        self._measure()

    @property
    def operators(self) -> tuple[str, ...]:
        """The names of the theories' operators that may occur."""
        rules = chain.from_iterable(self._rules.values())
        return tuple(dict.fromkeys(rule.name for rule in rules if not rule.declared))

    def equates(self, sort: Sort) -> bool:
        """Whether any two terms of the sort may be compared by `=`."""
        pair = (Slot(sort), Slot(sort))
        return any(rule.name == "=" and rule.arguments == pair for rule in self._rules.get(ATOM, ()))

    def can_make(self, sort: Sort) -> bool:
        """Whether there is any term of that sort."""
        return self._height(Slot(sort)) < _ENDLESS

    @property
    def can_make_atoms(self) -> bool:
        """Whether there is any formula without a connective on top."""
        return self._height(ATOM) < _ENDLESS

    def term(self, sort: Sort, depth: int, choices: Choices) -> Term:
        """A term of a sort that can be made; deeper than `depth` only if every term of the sort is."""
        return self._fill(Slot(sort), depth, choices)

    def atom(self, depth: int, choices: Choices) -> Term:
        """A formula without a connective on top."""
        return self._fill(ATOM, depth, choices)

    def half_atom(self, depth: int, choices: Choices) -> HalfAtom | None:
        """An atom that lacks a literal as its second argument; None if the logic has no such atoms."""
        rules = [
            rule
            for rule in self._rules.get(ATOM, ())
            if len(rule.arguments) == 2
            and not rule.declared
            and has_literals(rule.arguments[1])
            and self._rule_height(rule) < _ENDLESS
        ]
        if not rules:
            return None
        rule = choices.weighted(rules, [rule.weight for rule in rules])
        return HalfAtom(rule.name, self._fill(rule.arguments[0], depth, choices), rule.arguments[1].sort)

    def _add_rule(self, rule: Rule) -> None:
        self._rules.setdefault(rule.slot, []).append(rule)
        if rule.slot == ATOM:
            self._rules.setdefault(FORMULA, []).append(rule)

    def _add_symbol(self, name: str, signature: Signature) -> None:
        sort = signature.result
        special = Slot(sort, Role.ATOM if sort == BOOL else Role.ATOMIC)
        if not signature.arguments:
            for slot in (Slot(sort), special):
                self._add_leaf(slot, self._bank.symbol(name, sort))
            return
        plain = tuple(map(Slot, signature.arguments))
        if sort == BOOL:
            self._add_rule(Rule(ATOM, name, plain, weight=16, declared=True))
            return
        atomic = tuple(Slot(argument, Role.ATOMIC) for argument in signature.arguments)
        self._add_rule(Rule(Slot(sort), name, plain, weight=16, declared=True))
        self._add_rule(Rule(special, name, atomic, weight=16, declared=True))

    def _add_leaf(self, slot: Slot, leaf: Term) -> None:
        self._leaves.setdefault(slot, []).append(leaf)

    def _measure(self) -> None:
        """Find how deep the shallowest term for each slot is, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for slot, rules in self._rules.items():
                height = min(map(self._rule_height, rules))
                if height < self._height(slot):
                    self._heights[slot] = height
                    changed = True

    def _height(self, slot: Slot) -> int:
        if slot in self._leaves or has_literals(slot):
            return 0
        return self._heights.get(slot, _ENDLESS)

    def _rule_height(self, rule: Rule) -> int:
        return min(_ENDLESS, 1 + max(map(self._height, rule.arguments), default=-1))

    def _fill(self, slot: Slot, depth: int, choices: Choices, taste: _Taste = _ANYTHING) -> Term:
        options = self._options_at(slot, depth)
        rule = options.rule(choices.below(options.total))
        if rule is None:
            return self._leaf(slot, choices, taste)
        args: tuple[Term, ...] = ()
        for argument in rule.arguments:
            args += (self._fill(argument, depth - 1, choices, _taste(rule, args)),)
        if rule.declared:
            return self._bank.symbol(rule.name, slot.sort, args)
        return self._bank.operator(rule.name, slot.sort, args, rule.indices)

    def _options_at(self, slot: Slot, depth: int) -> _Options:
        options = self._options.get((slot, depth))
        if options is None:
            options = self._find_options(slot, max(depth, self._height(slot)))
            self._options[slot, depth] = options
        return options

    def _find_options(self, slot: Slot, depth: int) -> _Options:
        if depth == _ENDLESS:
            raise ValueError(f"there is no term of sort {slot.sort} to make")
        rules = [rule for rule in self._rules.get(slot, ()) if self._rule_height(rule) <= depth]
        rules.sort(key=self._rule_height)
        weight = sum(rule.weight for rule in rules)
        has_leaf = slot in self._leaves or has_literals(slot)
        constants = sum(rule.weight for rule in rules if not rule.arguments)
        leaf_weight = 1 + weight // 4 + 2 * constants if has_leaf else 0
        return _Options(leaf_weight, rules, leaf_weight + weight)

    def _leaf(self, slot: Slot, choices: Choices, taste: _Taste) -> Term:
        known = self._leaves.get(slot, ())
        fresh = [leaf for leaf in known if leaf not in taste.unlike]
        if has_literals(slot) and (not fresh or (taste.literals and choices.coin(0.3))):
            return literal(slot, self._bank, self._integers, choices)
        return choices.pick(fresh or known)


def _taste(rule: Rule, args: tuple[Term, ...]) -> _Taste:
    """What the next argument of a rule should be, after the given ones."""
    is_last = len(args) + 1 == len(rule.arguments)
    wants_different = rule.name == "ite" or (rule.slot.sort == BOOL and not rule.declared)
    return _Taste(
        unlike=args if wants_different else (), literals=not is_last or not all(map(is_literal, args))
    )


def _scope(sorts: Sequence[Sort], datatypes: Sequence[Datatype]) -> Scope:
    """Everything that occurs in the sorts and in the datatypes, once each."""
    found: dict[Sort, None] = {}
    stack = list(reversed(sorts))
    stack += [s.sort for datatype in datatypes for c in datatype.constructors for s in c.selectors]
    while stack:
        sort = stack.pop()
        if sort not in found:
            found[sort] = None
            stack += sort.args
    return Scope(tuple(found), tuple(datatypes))
