"""Conditions as trees, and how they are made stronger and weaker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gadfly.core.choices import Choices

RELATIONS = ("==", "!=", "<", "<=", ">", ">=")

# Relations that hold whenever another does, also if an operand is no number, and the other way round.
_WEAKER = {"==": ("<=", ">="), "<": ("<=", "!="), ">": (">=", "!=")}
_STRONGER = {"!=": ("<", ">"), "<=": ("<", "=="), ">=": (">", "==")}


@dataclass(frozen=True, slots=True)
class Constant:
    holds: bool

    def __str__(self) -> str:
        return str(int(self.holds))


@dataclass(frozen=True, slots=True)
class Comparison:
    left: str
    relation: str
    right: str

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True, slots=True)
class Negation:
    inner: Condition

    def __str__(self) -> str:
        return f"!({self.inner})"


@dataclass(frozen=True, slots=True)
class Junction:
    """Either of two conditions if `is_any`, else both."""

    left: Condition
    right: Condition
    is_any: bool

    def __str__(self) -> str:
        return f"({self.left}) {'||' if self.is_any else '&&'} ({self.right})"


Condition = Constant | Comparison | Negation | Junction
Draw = Callable[[Choices], Condition]


def stronger(condition: Condition, draw: Draw, choices: Choices) -> Condition:
    """A condition that implies the given one; `draw` gives a further one to add."""
    return _moved(condition, draw, choices, weaker=False)


def weaker(condition: Condition, draw: Draw, choices: Choices) -> Condition:
    """A condition that the given one implies; `draw` gives a further one to add."""
    return _moved(condition, draw, choices, weaker=True)


def _moved(condition: Condition, draw: Draw, choices: Choices, *, weaker: bool) -> Condition:
    if choices.coin():
        return _shifted(condition, choices, weaker=weaker)
    return Junction(condition, draw(choices), is_any=weaker)


def _shifted(condition: Condition, choices: Choices, *, weaker: bool) -> Condition:
    """Move one relation, or leave out a part. What is as strong as can be stays: false says nothing new."""
    match condition:
        case Constant():
            return condition
        case Comparison():
            relations = (_WEAKER if weaker else _STRONGER).get(condition.relation)
            if relations:
                return replace(condition, relation=choices.pick(relations))
            return Constant(True) if weaker else condition
        case Negation(inner):
            return Negation(_shifted(inner, choices, weaker=not weaker))
        case Junction(left, right, is_any):
            is_left = choices.coin()
            if is_any is not weaker and choices.coin():
                return left if is_left else right
            if is_left:
                return replace(condition, left=_shifted(left, choices, weaker=weaker))
            return replace(condition, right=_shifted(right, choices, weaker=weaker))
