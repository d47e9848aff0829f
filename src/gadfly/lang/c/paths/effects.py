"""What evaluating an expression reads and changes.

C leaves the order of operands open: where that could matter, a program is beyond us. What changes nothing may
be computed as one term instead of on separate paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Behind:
    """What a parameter that is a pointer leads to; the caller knows what that is."""

    parameter: Key


Place = Key | Behind
ANYWHERE = Key("*", 0)
"""Stands for what some pointer leads to."""

_HARMLESS_CALLS = {"__gadfly_check"}
_INPUT_CALL = "__VERIFIER_nondet_"
_VARIABLES = {CursorKind.VAR_DECL, CursorKind.PARM_DECL}
_INCREMENTS = {"++", "--", "post++", "post--"}


@dataclass(frozen=True, slots=True)
class Effects:
    """`writes` are those of the expression's own operators, `call_writes` those of the functions it calls."""

    reads: frozenset[Place] = frozenset()
    writes: frozenset[Place] = frozenset()
    call_writes: frozenset[Place] = frozenset()
    has_inputs: bool = False

    @property
    def is_pure(self) -> bool:
        return not (self.writes or self.call_writes or self.has_inputs)

    @property
    def only_assigns(self) -> bool:
        """Whether all it does is done by its own operators."""
        return not (self.call_writes or self.has_inputs)

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


def touch(some: frozenset[Place], others: frozenset[Place]) -> bool:
    """Whether two sets of places may have one in common."""
    if not some or not others:
        return False
    return any(map(_is_vague, some | others)) or not some.isdisjoint(others)


def _is_vague(place: Place) -> bool:
    return isinstance(place, Behind) or place == ANYWHERE


def target_of(cursor: Cursor) -> Place:
    """What an lvalue is a part of: a variable, what a parameter leads to, or anything."""
    match cursor.kind:
        case CursorKind.PAREN_EXPR:
            return target_of(children(cursor)[0])
        case CursorKind.DECL_REF_EXPR:
            return key_of(cursor.referenced)
        case CursorKind.MEMBER_REF_EXPR:
            base = children(cursor)[0]
            return behind(base) if _is_arrow(cursor) else target_of(base)
        case CursorKind.ARRAY_SUBSCRIPT_EXPR:
            return behind(children(cursor)[0])
        case CursorKind.UNARY_OPERATOR if unary_operator(cursor) == "*":
            return behind(children(cursor)[0])
    return ANYWHERE


def behind(pointer: Cursor) -> Place:
    """What a pointer leads to, or what an array is that becomes one."""
    inner = _undecayed(pointer)
    if isinstance(type_of(inner), Array):
        return target_of(inner)
    if inner.kind == CursorKind.DECL_REF_EXPR and inner.referenced.kind == CursorKind.PARM_DECL:
        return Behind(key_of(inner.referenced))
    if inner.kind == CursorKind.UNARY_OPERATOR and unary_operator(inner) == "&":
        return target_of(children(inner)[0])
    return ANYWHERE


@dataclass(frozen=True, slots=True)
class _Call:
    """A function that is called by name, and what its arguments lead to."""

    name: str
    arguments: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class _Body:
    """What a function does itself, whom it calls, and the variables that die with a call of it."""

    own: Effects
    calls: tuple[_Call, ...]
    parameters: tuple[Key, ...]
    dying: frozenset[Place]


class EffectsOf:
    """Finds the effects of the expressions of one program."""

    def __init__(self, definitions: Mapping[str, Cursor]) -> None:
        self._expressions: dict[int, Effects] = {}
        self._bodies = {name: _body(definition) for name, definition in definitions.items()}
        self._functions = dict.fromkeys(definitions, _NOTHING)
        while self._improve():
            pass

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
            case CursorKind.ARRAY_SUBSCRIPT_EXPR if not _follows_pointer(cursor):
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
        """Of a call of a function, on what the function does not own."""
        if name.startswith(_INPUT_CALL):
            return Effects(has_inputs=True)
        return _NOTHING if name in _HARMLESS_CALLS else self._functions.get(name, _ANYTHING)

    def _improve(self) -> bool:
        """Let every function learn what those do that it calls; whether that was anything new."""
        before = dict(self._functions)
        for name, body in self._bodies.items():
            found = _union([body.own, *map(self._call, body.calls)])
            self._functions[name] = Effects(
                found.reads - body.dying,
                found.writes - body.dying,
                found.call_writes - body.dying,
                found.has_inputs,
            )
        return self._functions != before

    def _effects(self, cursor: Cursor) -> Effects:
        if cursor.kind == CursorKind.CXX_UNARY_EXPR:
            return _NOTHING
        parts = [self.expression(part) for part in cursor.get_children() if part.kind.is_expression()]
        return _union([_effects_of_node(cursor), *map(self._call, _called(cursor)), *parts])

    def _call(self, call: _Call) -> Effects:
        """A function's effects with what the arguments are for its parameters."""
        inner = self.function(call.name)
        body = self._bodies.get(call.name)
        given = dict(zip(body.parameters, call.arguments, strict=False)) if body else {}
        written = frozenset(
            given.get(place.parameter, ANYWHERE) if isinstance(place, Behind) else place
            for place in inner.writes | inner.call_writes
        )
        reads = frozenset(ANYWHERE if isinstance(place, Behind) else place for place in inner.reads)
        return Effects(reads, frozenset(), written, inner.has_inputs)


def _called(part: Cursor) -> Iterator[_Call]:
    """The function that is called; by pointer it is one that nobody knows."""
    if part.kind == CursorKind.CALL_EXPR:
        called = part.referenced
        is_known = called is not None and called.kind == CursorKind.FUNCTION_DECL
        arguments = tuple(map(behind, children(part)[1:])) if is_known else ()
        yield _Call(called.spelling if is_known else "", arguments)


def _body(function: Cursor) -> _Body:
    parts = list(_evaluated(function))
    own = _union(map(_effects_of_node, parts))
    dying = frozenset(key_of(part) for part in parts if part.kind in _VARIABLES and is_automatic(part))
    changed = own.writes.union(*map(_addressed, parts))

    def lasting(place: Place) -> Place:
        """A parameter that changes may lead anywhere."""
        return ANYWHERE if isinstance(place, Behind) and place.parameter in changed else place

    return _Body(
        Effects(own.reads, frozenset(map(lasting, own.writes))),
        tuple(
            _Call(call.name, tuple(map(lasting, call.arguments))) for part in parts for call in _called(part)
        ),
        tuple(map(key_of, function.get_arguments())),
        dying,
    )


def _addressed(part: Cursor) -> frozenset[Place]:
    """The variable of which the address is taken."""
    if part.kind == CursorKind.UNARY_OPERATOR and unary_operator(part) == "&":
        return frozenset({target_of(children(part)[0])})
    return frozenset()


def _effects_of_node(part: Cursor) -> Effects:
    """What an expression does apart from its parts and the functions it calls."""
    reads: set[Place] = set()
    if part.kind == CursorKind.DECL_REF_EXPR and part.referenced.kind in _VARIABLES:
        reads.add(key_of(part.referenced))
    if _follows_pointer(part):
        reads.add(ANYWHERE)
    return Effects(frozenset(reads), frozenset(_written(part)))


def _written(part: Cursor) -> Iterator[Place]:
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
            return not isinstance(type_of(_undecayed(children(part)[0])), Array)
    return False


def _evaluated(cursor: Cursor) -> Iterator[Cursor]:
    """All parts but the operands of `sizeof`, which are never evaluated."""
    waiting = [cursor]
    while waiting:
        part = waiting.pop()
        yield part
        if part.kind != CursorKind.CXX_UNARY_EXPR:
            waiting += part.get_children()


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
