"""Manners: the many ways to write the same condition, because analyzers err in one and not in the other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.convert.c_types import Corners, Word


class Signs(Enum):
    """How bits are taken for a signed number."""

    CASTS = "casts to the signed type"
    BIASED = "comparisons with the sign bit flipped"
    ARITHMETIC = "explicit arithmetic"


class Sharing(Enum):
    """What becomes of a sub-term that occurs more than once."""

    INLINE = "repeated as long as it is short"
    VARIABLES = "a variable"
    FUNCTIONS = "a function"


class Operators(Enum):
    """Where an operator that is no operator of C is written."""

    IN_PLACE = "in place"
    CALLED = "in a function"


class Casting(Enum):
    """The type in which small integers are calculated with."""

    NATURAL = "int, by the promotions of C"
    EXPLICIT = "unsigned int, by casts"


class Base(Enum):
    """How literals are written."""

    DECIMAL = "decimal"
    HEXADECIMAL = "hexadecimal"


class Carrying(Enum):
    """How the values get to where they are used."""

    GLOBALS = "global variables"
    STRUCT = "a global struct"
    POINTER = "a pointer to a struct"
    PARAMETERS = "parameters"


@dataclass(frozen=True, slots=True)
class Manner:
    """How expressions are written."""

    signs: Signs = Signs.CASTS
    sharing: Sharing = Sharing.INLINE
    operators: Operators = Operators.IN_PLACE
    casting: Casting = Casting.NATURAL
    word: Word = Word.LONG_LONG
    base: Base = Base.DECIMAL
    carrying: Carrying = Carrying.GLOBALS
    corners: Corners = Corners.DEFINED

    @property
    def is_plain(self) -> bool:
        """Whether operators are written as if there were no corner cases."""
        return self.corners is not Corners.DEFINED


E = TypeVar("E", bound=Enum)


def draw_manner(choices: Choices, corners: Corners = Corners.DEFINED) -> Manner:
    """Any manner; all zeros are the most readable."""

    def pick(options: type[E]) -> E:
        return choices.pick(tuple(options))

    return Manner(
        signs=pick(Signs),
        sharing=pick(Sharing),
        operators=pick(Operators),
        casting=pick(Casting),
        word=pick(Word),
        base=pick(Base),
        carrying=pick(Carrying),
        corners=corners,
    )
