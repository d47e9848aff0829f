"""The words of a term grammar: slots to be filled, and rules that fill them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from gadfly.lang.smt.script import Datatype
from gadfly.lang.smt.sorts import BOOL, Sort


class Role(Enum):
    """What may stand in a slot, beyond having its sort. Restrictions such as linearity are roles."""

    TERM = "term"  # anything the logic allows
    ATOM = "atom"  # a formula without connectives on top
    LITERAL = "literal"
    NONZERO = "nonzero"  # a number other than 0
    CHARACTER = "character"  # a string of one character
    ATOMIC = "atomic"  # a declared constant, or a declared function of atomic terms
    DIFFERENCE = "difference"  # of two atomic terms
    MULTIPLE = "multiple"  # of an atomic term
    COMBINATION = "combination"  # a sum of multiples


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a term: the nonterminal of the grammar."""

    sort: Sort
    role: Role = Role.TERM


ATOM = Slot(BOOL, Role.ATOM)
FORMULA = Slot(BOOL)


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to fill a slot: an operator, or a declared function, applied to what fills its arguments."""

    slot: Slot
    name: str
    arguments: tuple[Slot, ...]
    indices: tuple[int | str, ...] = ()
    weight: int = 4
    declared: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """What rules range over: the sorts and datatypes that occur in a script."""

    sorts: tuple[Sort, ...]
    datatypes: tuple[Datatype, ...] = ()

    def named(self, name: str) -> tuple[Sort, ...]:
        """The sorts of one family, such as all bit-vectors."""
        return tuple(sort for sort in self.sorts if sort.name == name)


Theory = Callable[[Scope], Iterator[Rule]]


def common(sort: Sort) -> Iterator[Rule]:
    """What every ordinary sort has: equality, distinctness and choice."""
    term = Slot(sort)
    yield Rule(ATOM, "=", (term, term))
    yield Rule(ATOM, "distinct", (term, term), weight=1)
    yield Rule(ATOM, "distinct", (term, term, term), weight=1)
    yield Rule(term, "ite", (ATOM, term, term))
