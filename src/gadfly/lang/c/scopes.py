"""Which variables a place in the text can name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gadfly.lang.c.functions import has_body
from gadfly.lang.c.objects import CType
from gadfly.lang.c.program import Node, Program, Storage


class Home(StrEnum):
    """Where a variable lives."""

    GLOBAL = "global"
    STATIC_LOCAL = "static local"
    LOCAL = "local"
    PARAMETER = "parameter"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that can be named from byte `visible_from` up to byte `visible_to`, unless it is hidden.

    It is visible only after its initialiser, where its value means something.
    """

    name: str
    type: CType
    home: Home
    visible_from: int
    visible_to: int
    has_initialiser: bool
    is_register: bool


@dataclass(frozen=True, slots=True)
class _Binding:
    """What a name means in a stretch of the text: these variables, none if it names something else."""

    name: str
    visible_from: int
    visible_to: int
    variables: tuple[Variable, ...] = ()


@dataclass(frozen=True, slots=True)
class Scopes:
    """All names of a program; made once, asked for many places."""

    bindings: tuple[_Binding, ...]

    @classmethod
    def of(cls, program: Program) -> Scopes:
        bindings = _bindings_of(program)
        return cls(tuple(sorted(bindings, key=lambda binding: binding.visible_from)))

    def variables_at(self, offset: int) -> tuple[Variable, ...]:
        """The variables that code at this place can name, by name; inner ones hide outer ones."""
        visible: dict[str, tuple[Variable, ...]] = {}
        for binding in self.bindings:
            if binding.visible_from <= offset < binding.visible_to:
                visible[binding.name] = binding.variables
        return tuple(variable for name in sorted(visible) for variable in visible[name])


_VARIABLES = frozenset({"VAR_DECL", "PARM_DECL"})
_NAMES = _VARIABLES | {"ENUM_CONSTANT_DECL", "FUNCTION_DECL", "TYPEDEF_DECL"}
_SCOPES = frozenset({"COMPOUND_STMT", "FOR_STMT", "FUNCTION_DECL"})
_HAVE_OWN_PARAMETERS = frozenset({"VAR_DECL", "FIELD_DECL", "TYPEDEF_DECL", "PARM_DECL"})


def _bindings_of(program: Program) -> Iterator[_Binding]:
    waiting = [(node, len(program.data) + 1, True) for node in reversed(program.declarations)]
    while waiting:
        node, scope_end, is_top = waiting.pop()
        if node.kind in _NAMES:
            yield _Binding(node.spelling, node.start, scope_end)  # from here on it hides outer ones
        if node.kind in _VARIABLES:
            variable = _variable(node, scope_end, is_top)
            yield _Binding(variable.name, variable.visible_from, variable.visible_to, (variable,))
        if node.kind in _HAVE_OWN_PARAMETERS:
            below = [child for child in node.children if child.kind != "PARM_DECL"]
        elif node.kind == "FUNCTION_DECL" and not has_body(node):
            below = []
        else:
            below = list(node.children)
        inner_end = node.end if node.kind in _SCOPES else scope_end
        inner_top = is_top and node.kind not in _SCOPES
        waiting.extend((child, inner_end, inner_top) for child in reversed(below))


def _variable(node: Node, scope_end: int, is_top: bool) -> Variable:
    return Variable(
        name=node.spelling,
        type=node.type,
        home=_home(node, is_top),
        visible_from=node.end,
        visible_to=scope_end,
        has_initialiser=node.has_initialiser,
        is_register=node.storage is Storage.REGISTER,
    )


def _home(node: Node, is_top: bool) -> Home:
    if node.kind == "PARM_DECL":
        return Home.PARAMETER
    if is_top or node.storage is Storage.EXTERN:
        return Home.GLOBAL
    return Home.STATIC_LOCAL if node.storage is Storage.STATIC else Home.LOCAL
