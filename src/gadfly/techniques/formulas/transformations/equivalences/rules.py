"""Rules: one direction of a law, or a function for what a pattern cannot say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gadfly.core.choices import Choices
from gadfly.lang.smt.script import Datatype
from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.terms import Bank, Term
from gadfly.techniques.formulas.transformations.equivalences.patterns import (
    Application,
    Letter,
    Match,
    Pattern,
    build,
    letters_of,
    matches,
    read_pattern,
)


@dataclass(frozen=True, slots=True)
class Desk:
    """What a rule may use: a bank to build in, and closed terms by sort as padding."""

    bank: Bank
    choices: Choices
    padding: Mapping[Sort, Sequence[Term]]
    datatypes: Mapping[str, Datatype] = field(default_factory=dict)

    def pad(self, sort: Sort) -> Term | None:
        """Some term of the sort, if there is any."""
        terms = self.padding.get(sort, ())
        return self.choices.pick(terms) if terms else None


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to rewrite terms to equivalent ones, or None for a term that it cannot rewrite.

    It applies to the operator called `head`, or, without one, to terms whose sort fits the `role`. Only what
    is `plain` keeps the atoms of difference logic.
    """

    law: str
    head: str
    role: str
    apply: Callable[[Term, Desk], Term | None]
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Law:
    """One direction of a law; letters that only the target has are padding."""

    source: Pattern
    target: Pattern
    roles: Mapping[str, str]

    def apply(self, term: Term, desk: Desk) -> Term | None:
        found = Match()
        if not matches(self.source, term, found):
            return None
        for name in sorted(letters_of(self.target) - found.terms.keys()):
            sort = self._padding_sort(self.roles[name], found)
            padding = None if sort is None else desk.pad(sort)
            if padding is None:
                return None
            found.terms[name] = padding
        return build(self.target, found, desk.bank)

    def _padding_sort(self, role: str, found: Match) -> Sort | None:
        """The sort of a role: its name says it, or the terms that the other letters stand for."""
        if role in _PLAIN_SORTS:
            return Sort(role)
        for name, term in found.terms.items():
            if self.roles[name] == role:
                return term.sort
            if self.roles[name] == "Array" and role in _PARTS:
                return term.sort.args[_PARTS[role]]
        return None


_PLAIN_SORTS = frozenset({"Bool", "Int", "Real", "String"})
_PARTS = {"Index": 0, "Element": 1}


def rules(letters: str, laws: str, *, plain: bool = False) -> tuple[Rule, ...]:
    """The rules of laws, one law a line; `<->` gives two rules, `->` one.

    `letters` says what they stand for: `a b: BitVec, p: Bool`.
    """
    roles = {
        name: role.strip()
        for group in letters.split(",")
        for names, _, role in [group.partition(":")]
        for name in names.split()
    }
    found = []
    for line in filter(None, map(str.strip, laws.splitlines())):
        left, both, right = line.partition(" <-> ")
        if not both:
            left, _, right = line.partition(" -> ")
        found.append(_rule(left, right, roles, plain))
        if both:
            found.append(_rule(right, left, roles, plain))
    return tuple(found)


def _rule(left: str, right: str, roles: Mapping[str, str], plain: bool) -> Rule:
    law = Law(read_pattern(left, roles), read_pattern(right, roles), roles)
    head = law.source.name if isinstance(law.source, Application) else ""
    role = law.source.role if isinstance(law.source, Letter) else ""
    return Rule(f"{left} -> {right}", head, role, law.apply, plain)
