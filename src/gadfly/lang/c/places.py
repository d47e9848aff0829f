"""Where code can be put into a program, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gadfly.lang.c.edits import Change, Edit, Wrap
from gadfly.lang.c.lexing import end_of_symbol, is_bound_to_previous
from gadfly.lang.c.program import Node, Program


class Shape(StrEnum):
    """What has to be done to the program around inserted code."""

    INSERT = "insert"
    BLOCK = "block"
    EXPRESSION = "expression"


@dataclass(frozen=True, slots=True)
class Place:
    """Code put here runs whenever the program comes to it, just before what follows.

    INSERT adds statements at `start`; BLOCK makes a block of them and the statement from `start` to `end`;
    EXPRESSION evaluates an expression before the one from `start` to `end`.
    """

    shape: Shape
    start: int
    end: int

    def insert(self, code: str) -> Change:
        """Put statements here, or an expression if the shape is EXPRESSION."""
        match self.shape:
            case Shape.INSERT:
                return Edit(self.start, self.start, f" {code} ")
            case Shape.BLOCK:
                return Wrap(self.start, self.end, f"{{ {code} ", " }")
            case Shape.EXPRESSION:
                return Wrap(self.start, self.end, f"({code}, (", "))")


_LABELS = frozenset({"CASE_STMT", "DEFAULT_STMT", "LABEL_STMT"})
_END_WITH_A_STATEMENT = _LABELS | {"IF_STMT", "WHILE_STMT", "FOR_STMT", "SWITCH_STMT"}
_END_BY_THEMSELVES = frozenset({"COMPOUND_STMT", "DECL_STMT", "NULL_STMT"})


def end_of_statement(program: Program, statement: Node) -> int | None:
    """Just after a statement with its semicolon; None if that lies in a macro."""
    while statement.kind in _END_WITH_A_STATEMENT and statement.children:
        statement = statement.children[-1]
    if statement.ends_in_macro:
        return None
    if statement.kind in _END_BY_THEMSELVES:
        return statement.end
    return end_of_symbol(program.data, statement.end, b";")


def place_in_body(program: Program, body: Node) -> Place | None:
    """The beginning of the statement that an `if` or a loop governs; None if it lies in a macro."""
    if body.kind != "COMPOUND_STMT":
        return _block(program, body)
    if body.starts_in_macro or program.data[body.start : body.start + 1] != b"{":
        return None
    start = body.start + 1
    for child in body.children:
        if not declares_labels(child):
            break
        start = child.end
    return Place(Shape.INSERT, start, start)


def place_before(program: Program, statement: Node) -> Place | None:
    """Just before a statement, after its labels; None if it begins in a macro."""
    if _is_in_block(program, statement):
        at = statement.start
        if statement.starts_in_macro or declares_labels(statement) or is_bound_to_previous(program.data, at):
            return None
        return Place(Shape.INSERT, at, at)
    return _block(program, statement)


def place_around(expression: Node) -> Place | None:
    """Just before an expression is evaluated; None if it lies in a macro."""
    return Place(Shape.EXPRESSION, expression.start, expression.end) if expression.editable else None


def place_after_label(program: Program, label: Node) -> Place | None:
    """Just after the colon of a `case` or `default`; None if it lies in a macro."""
    target = label.children[-1]
    if label.starts_in_macro or target.starts_in_macro:
        return None
    if not _is_in_block(program, target):
        return _block(program, target)
    values = label.children[:-1]
    if values and values[-1].starts_in_macro != values[-1].ends_in_macro:
        return None
    end = values[-1].end if values else label.start + len(b"default")
    colon = end_of_symbol(program.data, end, b":")
    return None if colon is None else Place(Shape.INSERT, colon, colon)


def statement_places(program: Program) -> Iterator[Place]:
    """Before every statement of every block."""
    for node in program.walk():
        if node.kind == "COMPOUND_STMT":
            for statement in node.children:
                if place := place_before(program, statement):
                    yield place


def declares_labels(statement: Node) -> bool:
    """Whether it is GNU's `__label__`, which nothing may precede in its block."""
    return statement.kind == "DECL_STMT" and all(
        child.kind == "UNEXPOSED_DECL" for child in statement.children
    )


def _block(program: Program, statement: Node) -> Place | None:
    if statement.starts_in_macro or is_bound_to_previous(program.data, statement.start):
        return None
    end = end_of_statement(program, statement)
    return None if end is None else Place(Shape.BLOCK, statement.start, end)


def _is_in_block(program: Program, statement: Node) -> bool:
    """Whether a statement, its labels aside, stands in a block and not alone under an `if` or a loop."""
    parent = program.parents[statement]
    while parent.kind in _LABELS:
        parent = program.parents[parent]
    return parent.kind == "COMPOUND_STMT"
