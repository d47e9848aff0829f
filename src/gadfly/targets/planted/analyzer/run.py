"""One execution of a program: its frames, its static objects, its inputs, and what its checks showed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gadfly.targets.planted.analyzer.errors import UndefinedError, UnsupportedError
from gadfly.targets.planted.analyzer.memory import Object, Pointer, Value, store
from gadfly.targets.planted.analyzer.types import DeclarationKey, Type

MOST_STEPS = 400_000


@dataclass(slots=True)
class Frame:
    """One call of a function: its variables, its arguments beyond the parameters, and its result."""

    run: Run
    variables: dict[DeclarationKey, Object] = field(default_factory=dict)
    extra: tuple[Value, ...] = ()
    result: Value | None = None
    iterations: dict[int, int] = field(default_factory=dict)

    def renew(self, key: DeclarationKey, content: Object) -> Object:
        """Give a variable new content. It stays the same object: a jump back does not leave its block."""
        known = self.variables.setdefault(key, content)
        known.cells = content.cells
        return known


Code = Callable[[Frame], Value]
Initialise = Callable[[Frame, Object], None]


@dataclass(slots=True)
class Label:
    """A place in the steps of a function, known once they are all there."""

    position: int = -1


Step = Callable[[Frame], Label | None]
"""Does something; what is next is the label, or else the next step."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with a place of its own for the whole execution."""

    key: DeclarationKey
    type: Type
    initialise: Initialise


@dataclass(frozen=True, slots=True)
class Parameter:
    key: DeclarationKey
    type: Type


@dataclass(frozen=True, slots=True)
class CompiledFunction:
    parameters: tuple[Parameter, ...]
    is_variadic: bool
    steps: Sequence[Step]


@dataclass(slots=True)
class Meter:
    """Counts the steps of all executions of a program."""

    steps: int = 0

    def count(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise UnsupportedError("too long")


@dataclass(frozen=True, slots=True)
class Draw:
    """An input: which of how many values it took."""

    index: int
    size: int


class Run:
    """An execution with the inputs that `plan` begins with.

    C leaves open in which order operands are evaluated: `backwards` takes the other one.
    """

    def __init__(self, meter: Meter, plan: Sequence[int], *, backwards: bool) -> None:
        self.meter = meter
        self.backwards = backwards
        self.draws: list[Draw] = []
        self.reached: set[int] = set()
        self.failed: set[int] = set()
        self._plan = plan
        self._statics: dict[DeclarationKey, Object] = {}

    def draw(self, size: int) -> int:
        place = len(self.draws)
        index = self._plan[place] if place < len(self._plan) else 0
        self.draws.append(Draw(index, size))
        return index

    def check(self, label: int, *, holds: bool) -> None:
        self.reached.add(label)
        if not holds:
            self.failed.add(label)

    def static(self, variable: Variable) -> Object:
        """The object of a variable; its initialiser is constant, so it does not matter when it is made."""
        found = self._statics.get(variable.key)
        if found is None:
            found = self._statics[variable.key] = Object.zero(variable.type.size)
            variable.initialise(Frame(self), found)
        return found

    def forget_static(self, key: DeclarationKey) -> None:
        self._statics.pop(key, None)

    def literal(self, key: DeclarationKey, content: bytes) -> Object:
        if key not in self._statics:
            self._statics[key] = Object(content, is_constant=True)
        return self._statics[key]

    def call(self, function: CompiledFunction, arguments: Sequence[Value]) -> Value | None:
        count = len(function.parameters)
        if len(arguments) < count or (len(arguments) > count and not function.is_variadic):
            raise UndefinedError("wrong number of arguments")
        frame = Frame(self, extra=tuple(arguments[count:]))
        for parameter, argument in zip(function.parameters, arguments, strict=False):
            place = frame.variables[parameter.key] = Object.unset(parameter.type.size)
            store(Pointer(place, 0), parameter.type, argument)
        execute(function.steps, frame)
        for variable in frame.variables.values():
            variable.is_alive = False
        return frame.result


def execute(steps: Sequence[Step], frame: Frame) -> None:
    position, count = 0, frame.run.meter.count
    while position < len(steps):
        count()
        target = steps[position](frame)
        position = position + 1 if target is None else target.position
