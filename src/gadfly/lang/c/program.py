"""A read C program: a tree of nodes that know their place in the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gadfly.lang.c.edits import decode, encode
from gadfly.lang.c.objects import CType, Opaque

_NO_TYPE = Opaque("")


class Storage(StrEnum):
    NONE = ""
    STATIC = "static"
    EXTERN = "extern"
    REGISTER = "register"


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A piece of syntax from byte `start` to byte `end` of the text.

    `kind` is libclang's name of it, such as `IF_STMT`; implicit casts are left out. `spelling` is the name
    that a declaration, reference, call or label has, or the operator of a binary operator. `type` is that of
    an expression or declaration, of a function what it returns. An expression as a statement ends before its
    semicolon. A node that starts or ends in a macro expansion has no end of its own in the text there, and
    must not be edited at it.
    """

    kind: str
    start: int
    end: int
    children: tuple[Node, ...] = ()
    spelling: str = ""
    type: CType = _NO_TYPE
    starts_in_macro: bool = False
    ends_in_macro: bool = False
    storage: Storage = Storage.NONE
    has_initialiser: bool = False
    is_bit_field: bool = False

    @property
    def editable(self) -> bool:
        return not (self.starts_in_macro or self.ends_in_macro)

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Program:
    """What a text says, its top-level declarations in order; nothing of the headers it includes."""

    text: str
    data: bytes
    declarations: tuple[Node, ...]
    parents: Mapping[Node, Node] = field(repr=False)

    @classmethod
    def of(cls, text: str, declarations: tuple[Node, ...]) -> Program:
        parents = {child: node for top in declarations for node in top.walk() for child in node.children}
        return cls(text, encode(text), declarations, parents)

    def walk(self) -> Iterator[Node]:
        for declaration in self.declarations:
            yield from declaration.walk()

    def text_of(self, node: Node) -> str:
        return decode(self.data[node.start : node.end])
