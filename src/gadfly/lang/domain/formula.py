"""The formulas of laws: `x ⊑ y ⇒ x ⊔ y = y` as a tree, and in postfix for drivers that have only a stack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gadfly.lang.domain.errors import DomainReadError

CONSTANTS = {"⊤": "top", "⊥": "bottom"}
NAMES = ("x", "y", "z", "b")
LATTICE = {"⊔": "join", "⊓": "meet", "∇": "widen", "△": "narrow"}
TRANSFORMERS = {"assign": ("v", "e"), "substitute": ("v", "e"), "cond": ("e",), "project": ("v",)}
PROCESSES = {
    ("widening", "converges"): "widening_converges",
    ("narrowing", "converges"): "narrowing_converges",
    ("loop", "settles"): "loop_settles",
}

NEEDS_VARIABLE = frozenset({"assign", "substitute", "project", "loop_settles"})
NEEDS_SUM = frozenset({"assign", "substitute", "loop_settles"})
NEEDS_SEQUENCE = frozenset({"widening_converges", "narrowing_converges"})

_MOST_TOKENS = 100  # keeps the recursion of the reader and the stack of a driver small
_TOKEN = re.compile(r"\s*([a-z]+|[⊤⊥⊔⊓∇△⊑=≠∧⇒(),])")


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a formula; `word` is its token in postfix."""

    word: str
    operands: tuple[Node, ...] = ()


@lru_cache(maxsize=512)
def parse_formula(text: str) -> Node:
    return _Reader(_tokens(text)).whole()


def postfix_nodes(node: Node) -> Iterator[Node]:
    """All nodes of a formula, operands first: the order of the postfix tokens."""
    for operand in node.operands:
        yield from postfix_nodes(operand)
    yield node


def postfix(node: Node) -> str:
    return " ".join(part.word for part in postfix_nodes(node))


def words(node: Node) -> frozenset[str]:
    """Which operations, tests and names a formula uses."""
    return frozenset(part.word for part in postfix_nodes(node))


def element_names(node: Node) -> tuple[str, ...]:
    """The elements that a formula speaks of; a process like `loop settles` starts from x."""
    used = words(node)
    starts_from_x = not used.isdisjoint(PROCESSES.values())
    return tuple(name for name in NAMES if name in used or (name == "x" and starts_from_x))


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    place = 0
    rest = text.rstrip()
    while place < len(rest):
        match = _TOKEN.match(rest, place)
        if match is None:
            raise DomainReadError(f"a formula has no {rest[place:].strip()[:20]!r}")
        found.append(match[1])
        place = match.end()
    if len(found) > _MOST_TOKENS:
        raise DomainReadError(f"a formula has at most {_MOST_TOKENS} signs and words, not {len(found)}")
    return found


class _Reader:
    """Reads by recursive descent; operators of one level are parenthesised where they are mixed."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._place = 0

    def whole(self) -> Node:
        node = self._conjunction()
        if self._take("⇒"):
            node = Node("implies", (node, self._conjunction()))
        if self._next:
            raise DomainReadError(f"the formula should end before {self._next!r}")
        return node

    def _conjunction(self) -> Node:
        node = self._atom()
        while self._take("∧"):
            node = Node("and", (node, self._atom()))
        return node

    def _atom(self) -> Node:
        for spelling, word in PROCESSES.items():
            if tuple(self._tokens[self._place : self._place + 2]) == spelling:
                self._place += 2
                return Node(word)
        if self._take("sound"):
            self._need("(")
            term = self._term()
            self._need(")")
            return Node("sound", (term,))
        left = self._term()
        if self._take("⊑"):
            return Node("leq", (left, self._term()))
        if self._take("="):
            return _equality(left, self._term())
        self._need("≠")
        return Node("not", (_equality(left, self._term()),))

    def _term(self) -> Node:
        node = self._operand()
        sign = self._next
        while sign in LATTICE and self._take(sign):
            node = Node(LATTICE[sign], (node, self._operand()))
        if self._next in LATTICE:
            raise DomainReadError(f"parentheses are missing between {sign!r} and {self._next!r}")
        return node

    def _operand(self) -> Node:
        if self._take("("):
            node = self._term()
            self._need(")")
            return node
        token = self._next
        self._place += 1
        if token in CONSTANTS:
            return Node(CONSTANTS[token])
        if token in NAMES:
            return Node(token)
        if token not in TRANSFORMERS:
            raise DomainReadError(f"{token!r} is no element" if token else "the formula ends too early")
        self._need("(")
        node = Node(token, (self._term(),))
        for argument in TRANSFORMERS[token]:
            self._need(",")
            self._need(argument)
        self._need(")")
        return node

    @property
    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self, token: str) -> bool:
        is_there = self._next == token
        self._place += is_there
        return is_there

    def _need(self, token: str) -> None:
        if not self._take(token):
            found = repr(self._next) if self._next else "the end"
            raise DomainReadError(f"the formula should have {token!r} instead of {found}")


def _equality(left: Node, right: Node) -> Node:
    """To be equal to ⊥ or ⊤ is a question of its own to a domain."""
    if right.word in CONSTANTS.values():
        return Node(f"is_{right.word}", (left,))
    return Node("eq", (left, right))
