"""The functions of a program, what they call, and how the program ends."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.lang.c.objects import CType, Opaque
from gadfly.lang.c.places import Place, place_around, place_before
from gadfly.lang.c.program import Node, Program

_LOOPS = ("WHILE_STMT", "DO_STMT", "FOR_STMT")


@dataclass(frozen=True, slots=True)
class Function:
    """A function with a body. Code moved or added in one with labels may be jumped over or into."""

    name: str
    node: Node
    body: Node
    returns: CType
    parameters: tuple[Node, ...]
    has_labels: bool
    has_computed_gotos: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A direct call of a function by its name."""

    node: Node
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """A `return` of main or a call of `exit`, its value if it gives one, and the place just before it."""

    node: Node
    value: tuple[Node, ...]
    place: Place


def functions(program: Program) -> tuple[Function, ...]:
    return tuple(_function(node) for node in program.declarations if has_body(node))


def has_body(node: Node) -> bool:
    """Whether a node defines a function and does not only declare it."""
    return node.kind == "FUNCTION_DECL" and bool(node.children) and node.children[-1].kind == "COMPOUND_STMT"


def _function(node: Node) -> Function:
    body = node.children[-1]
    kinds = {below.kind for below in body.walk()}
    return Function(
        name=node.spelling,
        node=node,
        body=body,
        returns=node.type,
        parameters=tuple(child for child in node.children if child.kind == "PARM_DECL"),
        has_labels="LABEL_STMT" in kinds,
        has_computed_gotos="INDIRECT_GOTO_STMT" in kinds,
    )


def calls(program: Program, name: str) -> tuple[Call, ...]:
    """The direct calls of a function, in the order of the text."""
    return tuple(
        Call(node, node.children[1:])
        for node in program.walk()
        if node.kind == "CALL_EXPR" and node.spelling == name and _names_a_function(node.children[0])
    )


def _names_a_function(callee: Node) -> bool:
    return callee.kind == "DECL_REF_EXPR" and isinstance(callee.type, Opaque)


def loops(program: Program) -> tuple[Node, ...]:
    return tuple(node for node in program.walk() if node.kind in _LOOPS)


def endings(program: Program) -> tuple[Ending, ...]:
    """Where the program ends by itself, apart from the end of main; those in macros are left out."""
    returns = [
        (node, node.children, place_before(program, node))
        for function in functions(program)
        if function.name == "main"
        for node in function.body.walk()
        if node.kind == "RETURN_STMT"
    ]
    exits = [(call.node, call.arguments, place_around(call.node)) for call in calls(program, "exit")]
    return tuple(Ending(node, value, place) for node, value, place in (*returns, *exits) if place is not None)
