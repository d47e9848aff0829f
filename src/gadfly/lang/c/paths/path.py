"""One path through a program: what is assumed about the inputs, and what was found on the way.

Paths are explored one after the other. Each begins anew and follows the decisions of the one before up to the
last that was not yet taken both ways, so nothing must ever be copied or undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from gadfly.lang.c.paths.algebra import Algebra, is_literal
from gadfly.lang.c.paths.clang import Key
from gadfly.lang.c.paths.errors import BeyondError, EndError
from gadfly.lang.c.paths.memory import Object
from gadfly.lang.c.paths.types import Integer
from gadfly.lang.smt.sorts import bitvec
from gadfly.lang.smt.terms import Term

INPUT_WIDTH = 64
_DEEPEST_CALL = 400


@dataclass(slots=True)
class Findings:
    """What all paths showed: the conditions under which checks fail and something is undefined, as sets."""

    fails: dict[int, dict[Term, None]] = field(default_factory=dict)
    undefined: dict[Term, None] = field(default_factory=dict)
    most_inputs: int = 0


@dataclass(slots=True)
class Meter:
    """Counts the paths and steps of a whole exploration."""

    most_paths: int
    most_steps: int
    paths: int = 0
    steps: int = 0

    def begin_path(self) -> None:
        self.paths += 1
        if self.paths > self.most_paths:
            raise BeyondError("too many paths")

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.most_steps:
            raise BeyondError("too many steps")


@dataclass(slots=True)
class Plan:
    """The decisions of a path: first those to repeat, then those it met."""

    taken: list[bool] = field(default_factory=list)
    position: int = 0

    def next(self) -> bool:
        if self.position == len(self.taken):
            self.taken.append(True)
        self.position += 1
        return self.taken[self.position - 1]

    def advance(self) -> bool:
        """Go on to the next path; whether there is one."""
        while self.taken and not self.taken[-1]:
            self.taken.pop()
        if self.taken:
            self.taken[-1] = False
        self.position = 0
        return bool(self.taken)


@dataclass(frozen=True, slots=True)
class _Result:
    """A value and the condition under which it is the one."""

    condition: Term
    value: Term


Learn = Callable[[Algebra, Term], Term]


class Path:
    """The state of one path.

    `_condition` holds for the inputs that take it, `_guard` for those among them that evaluate what is being
    evaluated, and `storing` for those that execute the branch that is being executed.
    """

    def __init__(self, algebra: Algebra, findings: Findings, meter: Meter, plan: Plan, learn: Learn) -> None:
        self.algebra = algebra
        self.statics: dict[Key, Object] = {}
        self.meter = meter
        algebra.facts = {}
        self._findings = findings
        self._plan = plan
        self._learn = learn
        self._condition = algebra.true
        self._guard = algebra.true
        self.storing = algebra.true
        self._assumed = algebra.true
        self._known: dict[Term, bool] = {}
        self._inputs = 0
        self._calls = 0

    @property
    def _reached(self) -> Term:
        here = self.algebra.both(self._assumed, self._condition)
        return self.algebra.both(here, self._guard)

    def decide(self, condition: Term) -> bool:
        """Which way the path goes."""
        if is_literal(condition):
            return bool(condition.value)
        known = self._known.get(condition)
        if known is not None:
            return known
        taken = self._plan.next()
        self._add(condition if taken else self.algebra.negated(condition))
        return taken

    def assume(self, condition: Term) -> None:
        """Go on only with those inputs of which a condition holds, among the ones that come here."""
        if self._guard is self.algebra.true:
            self._add(condition)
        else:
            holds = self.algebra.either(self.algebra.negated(self._reached), condition)
            self._assumed = self.algebra.both(self._assumed, holds)
        if condition is self.algebra.false:
            raise EndError

    def check(self, label: int, condition: Term) -> None:
        fails = self.algebra.both(self._reached, self.algebra.negated(condition))
        if fails is not self.algebra.false:
            self._findings.fails.setdefault(label, {})[fails] = None

    def undefined_if(self, condition: Term) -> None:
        """What comes now is undefined where a condition holds: what follows means nothing for such inputs."""
        found = self.algebra.both(self._reached, condition)
        if found is not self.algebra.false:
            self._findings.undefined[found] = None
        if condition is self.algebra.true:
            raise EndError

    def read(self, type_: Integer) -> Term:
        """The next input, as a value of a type."""
        bits = self.algebra.bank.symbol(f"in{self._inputs}", bitvec(INPUT_WIDTH))
        self._inputs += 1
        self._findings.most_inputs = max(self._findings.most_inputs, self._inputs)
        if type_.is_bool:
            return self.algebra.indicator(self.algebra.truth(bits), type_.width)
        return self.algebra.resized(bits, type_.width, is_signed=type_.is_signed)

    @contextmanager
    def guarded(self, condition: Term) -> Iterator[None]:
        """Evaluate what only the inputs evaluate for which a condition holds."""
        before = self._guard
        self._guard = self.algebra.both(before, condition)
        try:
            yield
        finally:
            self._guard = before

    @property
    def stores_always(self) -> bool:
        return self.storing is self.algebra.true

    @contextmanager
    def branch(self, condition: Term) -> Iterator[None]:
        """Execute what only the inputs execute for which a condition holds."""
        before = self.storing
        self.storing = self.algebra.both(before, condition)
        try:
            with self.guarded(self._learn(self.algebra, condition)):
                yield
        finally:
            self.storing = before

    @contextmanager
    def called(self) -> Iterator[None]:
        """Execute a function; what is called from a branch changes only what is its own."""
        before, self.storing = self.storing, self.algebra.true
        self._calls += 1
        if self._calls > _DEEPEST_CALL:
            raise BeyondError("calls are nested too deeply")
        try:
            yield
        finally:
            self._calls -= 1
            self.storing = before

    def joined(self, compute: Callable[[], Term]) -> Term:
        """Explore all paths of a computation that changes nothing: the value of each, where it is taken."""
        plan, condition, known, guard = self._plan, self._condition, self._known, self._guard
        facts = self.algebra.facts
        found: list[_Result] = []
        self._plan = Plan()
        self._guard = self.algebra.both(guard, condition)
        try:
            while True:
                self._condition, self._known, self.algebra.facts = self.algebra.true, dict(known), facts
                with suppress(EndError):
                    value = compute()
                    found.append(_Result(self._condition, value))
                if not self._plan.advance():
                    break
                self.meter.begin_path()
        finally:
            self._plan, self._condition, self._known, self._guard = plan, condition, known, guard
            self.algebra.facts = facts
        if not found:
            raise EndError
        value = found[-1].value
        for result in reversed(found[:-1]):
            value = self.algebra.choose(result.condition, result.value, value)
        return value

    def _add(self, condition: Term) -> None:
        self._condition = self.algebra.both(self._condition, self._learn(self.algebra, condition))
        self._note(condition, holds=True)

    def _note(self, condition: Term, *, holds: bool) -> None:
        """Remember what need not be decided again."""
        self._known[condition] = holds
        self.algebra.note(condition, holds=holds)
        if condition.name == "not":
            self._note(condition.args[0], holds=not holds)
        elif condition.name == ("and" if holds else "or"):
            for part in condition.args:
                self._note(part, holds=holds)
