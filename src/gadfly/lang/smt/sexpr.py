"""S-expressions: the surface of SMT-LIB. An atom is a string, a list is a list."""

from __future__ import annotations

import re
from collections.abc import Iterator

Sexpr = str | list["Sexpr"]

MAX_NESTING = 10_000

_TOKEN = re.compile(
    r"""\s+|;[^\n]*            # space and comments: no group, so an empty match
    |([()]
    |"(?:[^"]|"")*"            # a string literal; two quotes are one
    |\|[^|\\]*\|               # a quoted symbol
    |[^\s()";|]+               # any other atom
    |["|])                     # the beginning of what never ends""",
    re.VERBOSE,
)
_NEVER_ENDS = frozenset({'"', "|"})
_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")
_RESERVED = frozenset({"!", "_", "as", "exists", "forall", "let", "match", "par", "BINARY", "DECIMAL",
                       "HEXADECIMAL", "NUMERAL", "STRING"})  # fmt: skip


class ReadError(ValueError):
    """Text that is not the SMT-LIB we read; the message says where or what."""


def tokens(text: str) -> Iterator[str]:
    for token in filter(None, _TOKEN.findall(text)):
        if token in _NEVER_ENDS:
            place = next(found.start() for found in _TOKEN.finditer(text) if found[1] == token)
            line = text.count("\n", 0, place) + 1
            raise ReadError(f"line {line}: cannot read {text[place : place + 20]!r}")
        yield token


def parse(text: str) -> list[Sexpr]:
    """All top-level S-expressions of a text."""
    top: list[Sexpr] = []
    current = top
    stack: list[list[Sexpr]] = []
    for token in tokens(text):
        if token == "(":
            inner: list[Sexpr] = []
            current.append(inner)
            stack.append(current)
            if len(stack) > MAX_NESTING:
                raise ReadError(f"nested more than {MAX_NESTING} levels deep")
            current = inner
        elif token == ")":
            if not stack:
                raise ReadError("a closing parenthesis too many")
            current = stack.pop()
        else:
            current.append(symbol(token) if token[0] == "|" else token)
    if stack:
        raise ReadError(f"{len(stack)} closing parentheses are missing")
    return top


def symbol(token: str) -> str:
    """A quoted symbol in its one canonical spelling: bars only where they are needed."""
    inner = token[1:-1]
    if _SIMPLE_SYMBOL.fullmatch(inner) and inner not in _RESERVED:
        return inner
    return token


def to_text(root: Sexpr) -> str:
    """An S-expression on one line."""
    out: list[str] = []
    stack: list[Sexpr] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if out and out[-1] != "(" and item != ")":
                out.append(" ")
            out.append(item)
        else:
            if out and out[-1] != "(":
                out.append(" ")
            out.append("(")
            stack.append(")")
            stack.extend(reversed(item))
    return "".join(out)
