"""Points of a program where values of scalars can be looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from gadfly.lang.c.functions import functions
from gadfly.lang.c.objects import Access, ScalarKind, scalars_in
from gadfly.lang.c.places import Place, statement_places
from gadfly.lang.c.program import Program
from gadfly.lang.c.scopes import Home, Scopes, Variable

MOST_POINTS = 240
MOST_AT_A_PLACE = 4
_WIDEST = 64


class Daring(IntEnum):
    """Which variables are taken to have a value: the more daring, the more a wrong guess costs."""

    NONE = 0
    SURE = 1
    ASSIGNED_BEFORE = 2


@dataclass(frozen=True, slots=True)
class Point:
    """A scalar at a place."""

    place: Place
    access: Access

    @property
    def is_float(self) -> bool:
        return self.access.type.kind is ScalarKind.FLOATING


def points(program: Program, daring: Daring) -> tuple[Point, ...]:
    """Scalars worth a look, the nearest variables first at every place."""
    if daring is Daring.NONE:
        return ()
    scopes = Scopes.of(program)
    assigned = _first_assignments(program) if daring is Daring.ASSIGNED_BEFORE else {}
    found: list[Point] = []
    for place in statement_places(program):
        visible = [
            variable for variable in scopes.variables_at(place.start) if _has_value(variable, place, assigned)
        ]
        visible.sort(key=lambda variable: -variable.visible_from)
        accesses = [access for variable in visible for access in _accesses(variable)]
        found += (Point(place, access) for access in accesses[:MOST_AT_A_PLACE])
    return _spread(found)


def _spread(found: list[Point]) -> tuple[Point, ...]:
    """Not more than is bearable, from all over the program."""
    step = max(1, -(-len(found) // MOST_POINTS))
    return tuple(found[::step])


def _has_value(variable: Variable, place: Place, assigned: dict[str, int]) -> bool:
    if variable.home is not Home.LOCAL or variable.has_initialiser:
        return True
    return variable.visible_from < assigned.get(variable.name, place.start + 1) <= place.start


def _accesses(variable: Variable) -> Iterator[Access]:
    for access in scalars_in(variable.name, variable.type, max_elements=2):
        type_ = access.type
        plain = type_.bits <= _WIDEST and not type_.volatile
        if plain and type_.kind is not ScalarKind.POINTER and not access.shares_memory:
            yield access


def _first_assignments(program: Program) -> dict[str, int]:
    """Where a name that is declared once in its function is first assigned to."""
    found: dict[str, int] = {}
    for function in functions(program):
        nodes = list(function.body.walk())
        declared = Counter(node.spelling for node in nodes if node.kind == "VAR_DECL")
        for node in nodes:
            if node.kind == "BINARY_OPERATOR" and node.spelling == "=":
                left = node.children[0]
                if left.kind == "DECL_REF_EXPR" and declared[left.spelling] == 1:
                    found.setdefault(left.spelling, node.end)
    return found
