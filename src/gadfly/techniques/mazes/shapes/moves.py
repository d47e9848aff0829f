"""Junctions: a cell of a maze reads a move and goes on as this says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.lang.c.dialect import INPUT_TYPES
from gadfly.techniques.mazes.shapes.pieces import all_of, bracketed, if_then, indented, switch


@dataclass(frozen=True, slots=True)
class Branch:
    """A statement that goes on, and the conditions that guard it."""

    statement: str
    guards: tuple[str, ...]

    @property
    def guarded(self) -> str:
        return if_then(all_of(self.guards), self.statement) if self.guards else self.statement


@dataclass(frozen=True, slots=True)
class Junction:
    """Statements that read a move and go on by it; the moves are those that choose each of the branches."""

    statements: str
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of input, and the moves to choose from."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class _Turn:
    """A test of the move, and a move that passes this test but none before it."""

    test: str
    move: int


_KINDS = (
    _Kind("uchar", 0, 255),
    _Kind("int", -1000, 1000),
    _Kind("ushort", 0, 65535),
    _Kind("char", -128, 127),
    _Kind("uint", 0, (1 << 31) - 1),
    _Kind("longlong", -(1 << 40), 1 << 40),
)

_Manner = Callable[[_Kind, Sequence[Branch], Choices], Junction]


def draw_junction(branches: Sequence[Branch], choices: Choices) -> Junction:
    """A junction with these branches, at least one; a move may also choose none of them."""
    kind = choices.pick(_KINDS)
    junction = choices.pick(_MANNERS)(kind, branches, choices)
    reading = f"{INPUT_TYPES[kind.name]} move = __VERIFIER_nondet_{kind.name}();\n"
    return Junction(reading + junction.statements, junction.moves)


def _by_range(kind: _Kind, branches: Sequence[Branch], choices: Choices) -> Junction:
    """`if (move < 100) … else if (move < 200) …`."""
    cuts = [value + 1 for value in _spread(kind, len(branches), choices)]
    return _chain([_Turn(f"move < {cut}", cut - 1) for cut in cuts], branches, choices)


def _by_value(kind: _Kind, branches: Sequence[Branch], choices: Choices) -> Junction:
    """`if (move == 17) … else if (move == 200) …`."""
    values = choices.shuffle(_spread(kind, len(branches), choices))
    return _chain([_Turn(f"move == {value}", value) for value in values], branches, choices)


def _by_case(kind: _Kind, branches: Sequence[Branch], choices: Choices) -> Junction:
    """`switch (move) { case 17: … case 200: … }`."""
    values = tuple(choices.shuffle(_spread(kind, len(branches), choices)))
    return Junction(switch("move", values, [branch.guarded for branch in branches]), values)


def _by_remainder(kind: _Kind, branches: Sequence[Branch], choices: Choices) -> Junction:
    """`if (move % 5 == 0) … else if (move % 5 == 1) …`; what is negative has negative remainders."""
    modulus = len(branches) + 1 + choices.below(4)
    sign = -1 if kind.low < 0 and choices.coin() else 1
    turns = [
        _Turn(f"move % {modulus} == {sign * place}", sign * (place + modulus * choices.below(9)))
        for place in range(len(branches))
    ]
    return _chain(turns, branches, choices)


_MANNERS: tuple[_Manner, ...] = (_by_range, _by_value, _by_case, _by_remainder)


def _spread(kind: _Kind, count: int, choices: Choices) -> list[int]:
    """So many increasing values, each from its own part of the kind's."""
    size = (kind.high - kind.low + 1) // count
    return [kind.low + place * size + choices.below(size) for place in range(count)]


def _chain(turns: Sequence[_Turn], branches: Sequence[Branch], choices: Choices) -> Junction:
    """One `if` after the other. A guard stands behind the test or is part of it.

    If it is part of it and false, the move may still pass a later test, which leads to where it always may.
    """
    links = []
    for turn, branch in zip(turns, branches, strict=True):
        test, statements = turn.test, branch.guarded
        if branch.guards and choices.coin():
            test, statements = " && ".join([test, *map(bracketed, branch.guards)]), branch.statement
        links.append(f"if ({test}) {{\n{indented(statements)}}}")
    return Junction(" else ".join(links) + "\n", tuple(turn.move for turn in turns))
