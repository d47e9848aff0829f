"""Calls of functions: their variables, and their bodies as lists of steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gadfly.lang.c.paths.clang import Key
from gadfly.lang.c.paths.memory import Cell, Object, Scalar, Value
from gadfly.lang.c.paths.path import Path
from gadfly.lang.c.paths.types import Type
from gadfly.lang.smt.terms import Term


@dataclass(slots=True)
class Frame:
    """One call of a function: its variables that are alive, and its result."""

    path: Path
    variables: dict[Key, Object] = field(default_factory=dict)
    result: Value | None = None

    def renew(self, key: Key, cells: Sequence[Cell]) -> Object:
        """Give a variable new content. It stays the same object: a jump back does not leave its block."""
        known = self.variables.setdefault(key, Object(()))
        known.cells = list(cells)
        return known

    def keep(self, scope: frozenset[Key]) -> None:
        """End the variables that are not in a scope."""
        for key in self.variables.keys() - scope:
            self.variables.pop(key).is_alive = False


@dataclass(slots=True)
class Label:
    """A place in the steps of a function and what is in scope there, known once they are all there."""

    position: int = -1
    scope: frozenset[Key] = frozenset()


Code = Callable[[Frame], Value]
ScalarCode = Callable[[Frame], Scalar]
Condition = Callable[[Frame], Term]
Effect = Callable[[Frame], object]
Initialise = Callable[[Frame, Object], None]
Step = Callable[[Frame], Label | None]
"""Does something; what is next is the label, or else the next step."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with a place of its own for the whole execution."""

    key: Key
    type: Type
    initialise: Initialise


@dataclass(frozen=True, slots=True)
class Parameter:
    key: Key
    type: Type


@dataclass(frozen=True, slots=True)
class CompiledFunction:
    """`is_joined` says that a call changes nothing, so that its paths need not be kept apart."""

    parameters: tuple[Parameter, ...]
    result: Type
    is_joined: bool
    steps: Sequence[Step]


def execute(steps: Sequence[Step], frame: Frame) -> None:
    position, count = 0, frame.path.meter.step
    while position < len(steps):
        count()
        target = steps[position](frame)
        if target is None:
            position += 1
        else:
            frame.keep(target.scope)
            position = target.position
