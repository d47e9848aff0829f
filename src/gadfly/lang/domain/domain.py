"""Abstract domains written in Python: what a class must offer to be put to the laws.

`BaseDomain` asks its author for the operations only, and derives the tests where that is possible:

    class Signs(BaseDomain[Sign]):
        shape = Shape.INTERVAL
        def top(self) -> Sign: ...
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, runtime_checkable

from gadfly.core.words import Shape
from gadfly.lang.domain.program import Constraint, Relation, Sum

E = TypeVar("E")
E_contra = TypeVar("E_contra", contravariant=True)


class Domain(Protocol[E]):
    """An abstract domain over `variables` integer variables; operations never change their operands.

    `variables` is set before each program, so a domain must not keep elements from one to the next.
    `shape` says which constraints it can express; those of `of` always have it. If `ordered_widening` is
    true, `widen` is only asked for x ⊑ y. `exempt` names the laws that it need not obey.
    """

    variables: int

    @property
    def shape(self) -> Shape: ...

    @property
    def ordered_widening(self) -> bool: ...

    @property
    def exempt(self) -> frozenset[str]: ...

    def top(self) -> E: ...

    def bottom(self) -> E: ...

    def of(self, constraints: Sequence[Constraint]) -> E:
        """The element with all these constraints."""

    def join(self, left: E, right: E) -> E: ...

    def meet(self, left: E, right: E) -> E: ...

    def widen(self, left: E, right: E) -> E: ...

    def assign(self, element: E, variable: int, value: Sum) -> E: ...

    def cond(self, element: E, condition: Constraint) -> E: ...

    def project(self, element: E, variable: int) -> E:
        """Nothing is known of the variable any more."""

    def leq(self, left: E, right: E) -> bool: ...

    def eq(self, left: E, right: E) -> bool: ...

    def is_bottom(self, element: E) -> bool: ...

    def is_top(self, element: E) -> bool: ...

    def contains(self, element: E, point: Sequence[int]) -> bool: ...

    def observe(self, element: E) -> E:
        """The same element after all queries were called that may change how it is represented."""

    def show(self, element: E) -> str:
        """An element for people, on one line."""


@runtime_checkable
class Narrowing(Protocol[E]):
    """A domain that can narrow."""

    def narrow(self, left: E, right: E) -> E: ...


@runtime_checkable
class Substituting(Protocol[E]):
    """A domain that can undo an assignment: the states from which it leads into an element."""

    def substitute(self, element: E, variable: int, value: Sum) -> E: ...


@runtime_checkable
class Describing(Protocol[E_contra]):
    """A domain that can say exactly what an element means, so that a violation can be certified."""

    def constraints(self, element: E_contra) -> Sequence[Constraint]: ...


class BaseDomain(ABC, Generic[E]):
    """A `Domain` with defaults for all that follows from the rest. Elements should compare with `==`."""

    variables = 8
    shape = Shape.INTERVAL
    ordered_widening = False
    exempt: frozenset[str] = frozenset()

    @abstractmethod
    def top(self) -> E: ...

    @abstractmethod
    def bottom(self) -> E: ...

    @abstractmethod
    def join(self, left: E, right: E) -> E: ...

    @abstractmethod
    def meet(self, left: E, right: E) -> E: ...

    @abstractmethod
    def widen(self, left: E, right: E) -> E: ...

    @abstractmethod
    def assign(self, element: E, variable: int, value: Sum) -> E: ...

    @abstractmethod
    def cond(self, element: E, condition: Constraint) -> E: ...

    @abstractmethod
    def project(self, element: E, variable: int) -> E: ...

    @abstractmethod
    def leq(self, left: E, right: E) -> bool: ...

    def of(self, constraints: Sequence[Constraint]) -> E:
        element = self.top()
        for constraint in constraints:
            element = self.cond(element, constraint)
        return element

    def eq(self, left: E, right: E) -> bool:
        return self.leq(left, right) and self.leq(right, left)

    def is_bottom(self, element: E) -> bool:
        return self.leq(element, self.bottom())

    def is_top(self, element: E) -> bool:
        return self.leq(self.top(), element)

    def contains(self, element: E, point: Sequence[int]) -> bool:
        """Whether the element and the point have something in common: a coarse `of` says so too often."""
        state = [
            Constraint(Sum(_unit(variable, self.variables), -value), Relation.EQUAL)
            for variable, value in enumerate(point)
        ]
        return not self.is_bottom(self.meet(element, self.of(state)))

    def observe(self, element: E) -> E:
        return element

    def show(self, element: E) -> str:
        return str(element)


def _unit(variable: int, variables: int) -> tuple[int, ...]:
    return tuple(int(place == variable) for place in range(variables))
