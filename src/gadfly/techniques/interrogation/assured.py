"""Which local variables surely have a value, whatever the inputs are.

An execution shows that a variable has a value in that execution only. A condition must be defined in all of
them, so a variable counts if nothing can come to a place in its scope without having given it one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gadfly.lang.c.functions import Function, functions
from gadfly.lang.c.program import Node, Program
from gadfly.lang.c.scopes import Home, Variable


@dataclass(frozen=True, slots=True)
class _Landing:
    """A label that control jumps to from each of some places; from anywhere if `from_anywhere`."""

    at: int
    sources: tuple[int, ...]
    from_anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Assured:
    """Where variables get their values, and where jumps could avoid that."""

    assignments: dict[str, tuple[int, ...]]  # the ends of those that nothing but a jump avoids
    landings: tuple[_Landing, ...]

    @classmethod
    def of(cls, program: Program) -> Assured:
        assignments: dict[str, list[int]] = {}
        landings: list[_Landing] = []
        for function in functions(program):
            landings += _landings(function)
            for name, end in _sure_assignments(program, function):
                assignments.setdefault(name, []).append(end)
        return cls({name: tuple(ends) for name, ends in assignments.items()}, tuple(landings))

    def has_value(self, variable: Variable, offset: int) -> bool:
        """Whether it has one whenever the program comes to this place, where the variable is visible."""
        if variable.home is not Home.LOCAL:
            return True
        starts = [variable.visible_from] if variable.has_initialiser else []
        starts += [
            end
            for end in self.assignments.get(variable.name, ())
            if variable.visible_from < end < variable.visible_to
        ]
        return any(start <= offset and not self._is_avoided(start, variable.visible_to) for start in starts)

    def _is_avoided(self, start: int, end: int) -> bool:
        """Whether a jump from outside leads into this stretch."""
        return any(
            start <= landing.at < end
            and (landing.from_anywhere or any(not start <= source < end for source in landing.sources))
            for landing in self.landings
        )


def _landings(function: Function) -> Iterator[_Landing]:
    gotos: dict[str, list[int]] = {}
    for node in function.body.walk():
        if node.kind == "GOTO_STMT":
            gotos.setdefault(node.children[0].spelling, []).append(node.start)
    for node in function.body.walk():
        if node.kind == "LABEL_STMT":
            sources = tuple(gotos.get(node.spelling, ()))
            yield _Landing(node.start, sources, function.has_computed_gotos)
        elif node.kind == "SWITCH_STMT":
            for below in node.walk():
                if below.kind in ("CASE_STMT", "DEFAULT_STMT"):
                    yield _Landing(below.start, (node.start,))


def _sure_assignments(program: Program, function: Function) -> Iterator[tuple[str, int]]:
    """Names and the ends of assignments to them in the very block that declares them.

    A name must be declared once in its function, or it might be another variable that is assigned to.
    """
    declared = Counter(node.spelling for node in function.node.walk() if node.kind in _DECLARATIONS)
    for block in function.body.walk():
        if block.kind != "COMPOUND_STMT":
            continue
        names = set()
        for statement in block.children:
            if statement.kind == "DECL_STMT":
                names |= {node.spelling for node in statement.children if node.kind == "VAR_DECL"}
            for name, end in _assigned_first(program, statement):
                if name in names and declared[name] == 1:
                    yield name, end


_DECLARATIONS = frozenset({"VAR_DECL", "PARM_DECL"})


def _assigned_first(program: Program, statement: Node) -> Iterator[tuple[str, int]]:
    """What a statement assigns to before anything else, and where that ends."""
    first = statement
    if statement.kind == "FOR_STMT":
        first = statement.children[0]
        if b";" in program.data[statement.start : first.start]:  # it is not the initialisation
            return
    for name in _assigned(first):
        yield name, first.end


def _assigned(expression: Node) -> Iterator[str]:
    """The variables that an expression always assigns to."""
    if expression.kind == "PAREN_EXPR":
        yield from _assigned(expression.children[0])
    elif expression.kind == "BINARY_OPERATOR" and expression.spelling in ("=", ","):
        left, right = expression.children
        if expression.spelling == "=" and left.kind == "DECL_REF_EXPR":
            yield left.spelling
        elif expression.spelling == ",":
            yield from _assigned(left)
        yield from _assigned(right)
