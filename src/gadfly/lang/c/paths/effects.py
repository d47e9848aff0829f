"""What evaluating an expression reads and changes.

C leaves the order of operands open: where that could matter, a program is beyond us. What changes nothing may
be computed as one term instead of on separate paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from clang.cindex import Cursor, CursorKind

from gadfly.lang.c.paths.clang import (
    Key,
    binary_operator,
    children,
    is_automatic,
    key_of,
    type_of,
    unary_operator,
)
from gadfly.lang.c.paths.errors import BeyondError
from gadfly.lang.c.paths.types import Array

ANYWHERE = Key("*", 0)
"""Stands for what a pointer leads to."""

_HARMLESS_CALLS = {"__gadfly_check"}
_INPUT_CALL = "__VERIFIER_nondet_"
_VARIABLES = {CursorKind.VAR_DECL, CursorKind.PARM_DECL}
_INCREMENTS = {"++", "--", "post++", "post--"}


@dataclass(frozen=True, slots=True)
class Effects:
    """`writes` are those of the expression's own operators, `call_writes` those of the functions it calls."""

    reads: frozenset[Key] = frozenset()
    writes: frozenset[Key] = frozenset()
    call_writes: frozenset[Key] = frozenset()
    has_inputs: bool = False

    @property
    def is_pure(self) -> bool:
        return not (self.writes or self.call_writes or self.has_inputs)

    def conflicts(self, other: Effects) -> bool:
        """Whether the order in which two expressions are evaluated may matter."""
        if self.has_inputs and other.has_inputs:
            return True
        mine, theirs = self.writes | self.call_writes, other.writes | other.call_writes
        return touch(mine, other.reads | theirs) or touch(theirs, self.reads | mine)


_NOTHING = Effects()
_ANYTHING = Effects(frozenset({ANYWHERE}), frozenset(), frozenset({ANYWHERE}), has_inputs=True)


def _refuse(is_unordered: bool) -> None:
    if is_unordered:
        raise BeyondError("what it does may depend on the order of evaluation")


def touch(some: frozenset[Key], others: frozenset[Key]) -> bool:
    """Whether two sets of places may have one in common."""
    if not some or not others:
        return False
    return ANYWHERE in some or ANYWHERE in others or not some.isdisjoint(others)


def target_of(cursor: Cursor) -> Key:
    """The variable of which an lvalue is a part, or anywhere."""
    match cursor.kind:
        case CursorKind.PAREN_EXPR:
            return target_of(children(cursor)[0])
        case CursorKind.DECL_REF_EXPR:
            return key_of(cursor.referenced)
        case CursorKind.MEMBER_REF_EXPR if not _is_arrow(cursor):
            return target_of(children(cursor)[0])
        case CursorKind.ARRAY_SUBSCRIPT_EXPR:
            base = _undecayed(children(cursor)[0])
            return target_of(base) if isinstance(type_of(base), Array) else ANYWHERE
    return ANYWHERE


class EffectsOf:
    """Finds the effects of the expressions of one program."""

    def __init__(self, definitions: dict[str, Cursor]) -> None:
        self._definitions = definitions
        self._expressions: dict[int, Effects] = {}
        self._own: dict[str, Effects] = {}
        self._callees: dict[str, tuple[str, ...]] = {}
        self._summaries: dict[str, Effects] = {}

    def expression(self, cursor: Cursor) -> Effects:
        place = cursor.data[1]  # where Clang keeps the expression
        if place not in self._expressions:
            self._expressions[place] = self._effects(cursor)
        return self._expressions[place]

    def place(self, cursor: Cursor) -> Effects:
        """Of finding out where the object is that an expression designates, without reading it."""
        match cursor.kind:
            case CursorKind.DECL_REF_EXPR:
                return _NOTHING
            case CursorKind.PAREN_EXPR:
                return self.place(children(cursor)[0])
            case CursorKind.MEMBER_REF_EXPR if not _is_arrow(cursor):
                return self.place(children(cursor)[0])
            case CursorKind.ARRAY_SUBSCRIPT_EXPR if target_of(cursor) != ANYWHERE:
                base, index = children(cursor)
                return _union([self.place(_undecayed(base)), self.expression(index)])
        return _union(self.expression(part) for part in cursor.get_children() if part.kind.is_expression())

    def refuse_unordered(self, operands: Sequence[Cursor]) -> None:
        """The order in which operands are evaluated must not matter."""
        effects = [self.expression(operand) for operand in operands]
        _refuse(any(one.conflicts(other) for one, other in combinations(effects, 2)))

    def refuse_unordered_assignment(self, target: Cursor, value: Cursor, *, reads_target: bool) -> None:
        """Nor may the value change what is assigned to, unless in a function that returns before."""
        written, right = frozenset({target_of(target)}), self.expression(value)
        left = _union([self.place(target), Effects(reads=written if reads_target else frozenset())])
        _refuse(left.conflicts(right) or touch(written, left.writes | right.writes))

    def function(self, name: str) -> Effects:
        """Of a call, on what the function does not own."""
        if name not in self._summaries:
            reached, waiting = {name}, [name]
            while waiting:
                for callee in self._callees_of(waiting.pop()):
                    if callee not in reached:
                        reached.add(callee)
                        waiting.append(callee)
            self._summaries[name] = _union([self._own_of(each) for each in sorted(reached)])
        return self._summaries[name]

    def _effects(self, cursor: Cursor) -> Effects:
        if cursor.kind == CursorKind.CXX_UNARY_EXPR:
            return _NOTHING
        parts = [self.expression(part) for part in cursor.get_children() if part.kind.is_expression()]
        return _union([_effects_of_node(cursor), *map(self._call, _called(cursor)), *parts])

    def _call(self, name: str) -> Effects:
        inner = self.function(name)
        return Effects(inner.reads, frozenset(), inner.writes | inner.call_writes, inner.has_inputs)

    def _own_of(self, name: str) -> Effects:
        """What the text of a function does itself."""
        if name.startswith(_INPUT_CALL):
            return Effects(has_inputs=True)
        if name in _HARMLESS_CALLS:
            return _NOTHING
        if name not in self._definitions:
            return _ANYTHING
        if name not in self._own:
            self._own[name] = _effects_of_body(self._definitions[name])
        return self._own[name]

    def _callees_of(self, name: str) -> tuple[str, ...]:
        if name not in self._definitions:
            return ()
        if name not in self._callees:
            self._callees[name] = tuple(
                name for part in _evaluated(self._definitions[name]) for name in _called(part)
            )
        return self._callees[name]


def _called(part: Cursor) -> Iterator[str]:
    """The function that a call names; one by pointer is of a function that nobody knows."""
    if part.kind == CursorKind.CALL_EXPR:
        called = part.referenced
        yield called.spelling if called is not None and called.kind == CursorKind.FUNCTION_DECL else ""


def _effects_of_node(part: Cursor) -> Effects:
    """What an expression does apart from its parts and the functions it calls."""
    reads: set[Key] = set()
    if part.kind == CursorKind.DECL_REF_EXPR and part.referenced.kind in _VARIABLES:
        reads.add(key_of(part.referenced))
    if _follows_pointer(part):
        reads.add(ANYWHERE)
    return Effects(frozenset(reads), frozenset(_written(part)))


def _effects_of_body(function: Cursor) -> Effects:
    """What a function does itself with what does not die with the call."""
    own = _union(map(_effects_of_node, _evaluated(function)))
    dying = {key_of(part) for part in function.walk_preorder() if _is_owned(part)}
    return Effects(own.reads - dying, own.writes - dying)


def _written(part: Cursor) -> Iterator[Key]:
    if (
        part.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR
        or (part.kind == CursorKind.BINARY_OPERATOR and binary_operator(part) == "=")
        or (part.kind == CursorKind.UNARY_OPERATOR and unary_operator(part) in _INCREMENTS)
    ):
        yield target_of(children(part)[0])


def _follows_pointer(part: Cursor) -> bool:
    match part.kind:
        case CursorKind.UNARY_OPERATOR:
            return unary_operator(part) == "*"
        case CursorKind.MEMBER_REF_EXPR:
            return _is_arrow(part)
        case CursorKind.ARRAY_SUBSCRIPT_EXPR:
            return target_of(part) == ANYWHERE
    return False


def _evaluated(cursor: Cursor) -> Iterator[Cursor]:
    """All parts but the operands of `sizeof`, which are never evaluated."""
    waiting = [cursor]
    while waiting:
        part = waiting.pop()
        yield part
        if part.kind != CursorKind.CXX_UNARY_EXPR:
            waiting += part.get_children()


def _is_owned(part: Cursor) -> bool:
    return part.kind in _VARIABLES and is_automatic(part)


def _is_arrow(member: Cursor) -> bool:
    base = children(member)
    return not base or base[0].type.get_canonical().kind.name == "POINTER"


def _undecayed(cursor: Cursor) -> Cursor:
    while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        cursor = children(cursor)[0]
    return cursor


def _union(effects: Iterable[Effects]) -> Effects:
    found = list(effects)
    return Effects(
        frozenset().union(*(each.reads for each in found)),
        frozenset().union(*(each.writes for each in found)),
        frozenset().union(*(each.call_writes for each in found)),
        any(each.has_inputs for each in found),
    )
