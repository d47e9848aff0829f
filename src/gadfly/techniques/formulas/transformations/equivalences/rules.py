"""Rules: one direction of a law, or a function for what a pattern cannot say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gadfly.core.choices import Choices
from gadfly.lang.smt.script import Datatype
from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.techniques.formulas.transformations.equivalences.patterns import (
    Application,
    Letter,
    Match,
    Pattern,
    build,
    fits,
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
    """A way to rewrite terms to equivalent ones.

    It applies to operators called `head`, or, without one, to terms whose sort fits the `role`. `apply` gives
    None for a term it cannot rewrite. A rule that is not `plain` may leave difference logic.
    """

    law: str
    head: str
    role: str
    plain: bool
    apply: Callable[[Term, Desk], Term | None]

    def concerns(self, term: Term) -> bool:
        if not self.head:
            return fits(self.role, term.sort)
        return term.name == self.head and term.shape is Shape.OPERATOR


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
        found.append(_directed(left, right, roles, plain))
        if both:
            found.append(_directed(right, left, roles, plain))
    return tuple(found)


def computed(head: str, law: str, apply: Callable[[Term, Desk], Term | None], role: str = "") -> Rule:
    """A rule that is a function."""
    return Rule(law, head, role, False, apply)


def _directed(left: str, right: str, roles: Mapping[str, str], plain: bool) -> Rule:
    source, target = read_pattern(left, roles), read_pattern(right, roles)
    free = {name: roles[name] for name in sorted(letters_of(target) - letters_of(source))}

    def apply(term: Term, desk: Desk) -> Term | None:
        found = Match()
        if not matches(source, term, found):
            return None
        for name, role in free.items():
            sort = _sort_of(role, roles, found)
            padding = None if sort is None else desk.pad(sort)
            if padding is None:
                return None
            found.terms[name] = padding
        return build(target, found, desk.bank)

    head, role = _concerned(source)
    return Rule(f"{left} -> {right}", head, role, plain, apply)


def _concerned(source: Pattern) -> tuple[str, str]:
    match source:
        case Application(name):
            return name, ""
        case Letter(_, role):
            return "", role
    raise ValueError("a law about one literal")


def _sort_of(role: str, roles: Mapping[str, str], found: Match) -> Sort | None:
    """The sort of a letter that only the right side of a law has."""
    if role in _GROUND:
        return Sort(role)
    for name, term in found.terms.items():
        if roles[name] == role:
            return term.sort
        if roles[name] == "Array" and role in _PARTS:
            return term.sort.args[_PARTS[role]]
    return None


_GROUND = frozenset({"Bool", "Int", "Real", "String", "RegLan"})
_PARTS = {"Index": 0, "Element": 1}
