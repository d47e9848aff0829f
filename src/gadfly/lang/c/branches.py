"""The branches of a program: the places whose executions can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gadfly.lang.c.functions import functions
from gadfly.lang.c.objects import Scalar, ScalarKind
from gadfly.lang.c.places import Place, place_after_label, place_around, place_in_body
from gadfly.lang.c.program import Node, Program, Storage


class BranchKind(StrEnum):
    THEN = "then"
    ELSE = "else"
    WHILE = "while"
    DO = "do"
    FOR = "for"
    CASE = "case"
    DEFAULT = "default"
    IF_TRUE = "?"
    IF_FALSE = ":"
    AND = "&&"
    OR = "||"

    @property
    def is_expression(self) -> bool:
        return self in (BranchKind.IF_TRUE, BranchKind.IF_FALSE, BranchKind.AND, BranchKind.OR)


@dataclass(frozen=True, slots=True)
class Branch:
    """Code that is executed or not, from `start` to `end`, and the place of a probe that tells."""

    kind: BranchKind
    function: str
    start: int
    end: int
    place: Place


def branches(program: Program) -> tuple[Branch, ...]:
    """All branches that a probe can enter, in the order of the text; those that macros make are left out."""
    return tuple(
        Branch(kind, function.name, body.start, body.end, place)
        for function in functions(program)
        for kind, body, place in _branches_below(program, function.body)
        if place is not None
    )


def _branches_below(program: Program, body: Node) -> Iterator[tuple[BranchKind, Node, Place | None]]:
    waiting = [body]
    while waiting:
        node = waiting.pop()
        yield from _branches_at(program, node)
        waiting.extend(reversed(_executed_children(program, node)))


def _branches_at(program: Program, node: Node) -> Iterator[tuple[BranchKind, Node, Place | None]]:
    children = node.children
    match node.kind:
        case "IF_STMT":
            for kind, child in zip((BranchKind.THEN, BranchKind.ELSE), children[1:], strict=False):
                yield kind, child, place_in_body(program, child)
        case "WHILE_STMT" | "FOR_STMT" as kind:
            yield _LOOPS[kind], children[-1], place_in_body(program, children[-1])
        case "DO_STMT":
            yield BranchKind.DO, children[0], place_in_body(program, children[0])
        case "CASE_STMT" | "DEFAULT_STMT" as kind if children[-1].kind not in _SWITCH_LABELS:
            yield _SWITCH_LABELS[kind], children[-1], place_after_label(program, node)
        case "CONDITIONAL_OPERATOR":
            for kind, arm in zip((BranchKind.IF_TRUE, BranchKind.IF_FALSE), children[1:], strict=True):
                if _keeps_its_type(arm, node):
                    yield kind, arm, place_around(arm)
        case "BINARY_OPERATOR" if node.spelling in ("&&", "||"):
            yield BranchKind(node.spelling), children[1], place_around(children[1])


_LOOPS = {"WHILE_STMT": BranchKind.WHILE, "FOR_STMT": BranchKind.FOR}
_SWITCH_LABELS = {"CASE_STMT": BranchKind.CASE, "DEFAULT_STMT": BranchKind.DEFAULT}


def _keeps_its_type(arm: Node, conditional: Node) -> bool:
    """Whether `(probe, (arm))` is to the conditional what `arm` was.

    A null pointer constant is none any more after a comma, and compilers differ about the promotion of a
    bit-field there.
    """
    if isinstance(conditional.type, Scalar) and conditional.type.kind is ScalarKind.POINTER:
        return not isinstance(arm.type, Scalar) or arm.type.spelling == conditional.type.spelling
    while arm.kind == "PAREN_EXPR":
        arm = arm.children[0]
    return not arm.is_bit_field


_NEVER_EXECUTED = frozenset(
    {
        "ASM_STMT",  # operands may have to be constants
        "CXX_UNARY_EXPR",  # sizeof and its like
        "ENUM_DECL",
        "GENERIC_SELECTION_EXPR",
        "STATIC_ASSERT",
        "STRUCT_DECL",
        "TYPEDEF_DECL",
        "UNION_DECL",
    }
)


def _executed_children(program: Program, node: Node) -> tuple[Node, ...]:
    """The children in which an expression may be changed: not those that need a constant."""
    if node.kind in _NEVER_EXECUTED or _is_builtin(program, node):
        return ()
    if node.kind == "VAR_DECL":
        executed = node.has_initialiser and node.storage not in (Storage.STATIC, Storage.EXTERN)
        return node.children[-1:] if executed else ()
    if node.kind == "CASE_STMT":
        return node.children[-1:]
    return node.children


def _is_builtin(program: Program, node: Node) -> bool:
    return node.kind in ("CALL_EXPR", "UNEXPOSED_EXPR") and program.data.startswith(b"__builtin_", node.start)
