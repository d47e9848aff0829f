"""One layout for C programs, so that a reduced program has no more lines than it has things to say.

It works on tokens and not on the syntax tree: whatever a compiler accepts comes out as the same tokens in the
same order, without comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

_TOKEN = re.compile(
    r"""(?P<gap>(?:\s|\\\n|//[^\n]*|/\*.*?\*/)+)
    | (?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | [uUL]?'(?:\\.|[^'\\\n])*')
    | (?P<word>[A-Za-z_$][\w$]*)
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<sign>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||\#\#|.)""",
    re.VERBOSE | re.DOTALL,
)
_DIRECTIVE = re.compile(r"[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*", re.DOTALL)
_INDENT = "  "
_AFTER_BLOCK = frozenset({";", "else", "while"})


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a program or a whole preprocessor directive, and its place in the bytes of the text."""

    text: str
    start: int
    end: int
    after_gap: bool = False

    @property
    def is_directive(self) -> bool:
        return self.text.startswith("#")

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha() or self.text[0] in "_$"


def tokens(program: str) -> Iterator[Token]:
    """The tokens in order; comments are none."""
    place = offset = 0
    after_gap, line_begins = False, True
    while place < len(program):
        directive = _DIRECTIVE.match(program, place) if line_begins else None
        match = directive or _TOKEN.match(program, place)
        assert match is not None, "the last alternative matches any character"
        place = match.end()
        start, offset = offset, offset + len(match[0].encode(errors="surrogateescape"))
        if match.lastgroup == "gap":
            after_gap = True
            line_begins = line_begins or "\n" in match[0]
        else:
            yield Token(match[0].strip(), start, offset, after_gap)
            after_gap = line_begins = False


def laid_out(program: str) -> str:
    """The program with a statement or declaration a line, indented by blocks."""
    printer = _Printer()
    for token in tokens(program):
        printer.add(token)
    return printer.text()


class _Brace(Enum):
    """What an open brace belongs to."""

    CODE = auto()
    MEMBERS = auto()  # of a structure, union or enumeration
    VALUES = auto()  # of an initialiser or compound literal


class _Printer:
    """Ends lines after `;` and around the braces of code and members; values stay in their line."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._parentheses = 0
        self._braces: list[tuple[_Brace, int]] = []  # with the parentheses that were open before each
        self._in_expression = False
        self._after_block = False

    def add(self, token: Token) -> None:
        if token.is_directive:
            self._end_line()
            self._lines.append(token.text)
            return
        if self._after_block and token.text not in _AFTER_BLOCK:
            self._end_line()
        self._after_block = False
        match token.text:
            case "{":
                self._open_brace()
            case "}":
                self._close_brace()
            case _:
                self._append(token)

    def text(self) -> str:
        self._end_line()
        return "".join(f"{line}\n" for line in self._lines)

    def _open_brace(self) -> None:
        brace = self._kind_of_brace()
        self._line.append(" {" if self._line and not self._line[-1].endswith("(") else "{")
        if brace is not _Brace.VALUES:
            self._end_line()
            self._braces.append((brace, self._parentheses))
            self._parentheses = 0
        else:
            self._braces.append((brace, self._parentheses))

    def _kind_of_brace(self) -> _Brace:
        before = [token.strip() for token in self._line]
        if before[-1:] == ["("]:
            return _Brace.CODE
        if self._in_expression or self._parentheses or self._is_inside(_Brace.VALUES):
            return _Brace.VALUES
        has_members = {"struct", "union", "enum"} & set(before) and ")" not in before
        return _Brace.MEMBERS if has_members else _Brace.CODE

    def _close_brace(self) -> None:
        brace, parentheses = self._braces[-1] if self._braces else (_Brace.CODE, 0)
        if brace is not _Brace.VALUES:
            self._end_line()
        del self._braces[-1:]
        self._parentheses = parentheses
        self._line.append("}")
        self._after_block = brace is _Brace.CODE and not parentheses

    def _append(self, token: Token) -> None:
        self._parentheses += (token.text == "(") - (token.text == ")")
        if token.text in ("=", "return") and not self._parentheses:
            self._in_expression = True
        is_apart = token.after_gap and self._line and token.text not in (",", ";", ")")
        self._line.append(f" {token.text}" if is_apart else token.text)
        if token.text == ";" and not self._parentheses:
            self._end_line()

    def _is_inside(self, brace: _Brace) -> bool:
        return bool(self._braces) and self._braces[-1][0] is brace

    def _end_line(self) -> None:
        if self._line:
            depth = sum(brace is not _Brace.VALUES for brace, _ in self._braces)
            self._lines.append(_INDENT * depth + "".join(self._line).strip())
        self._line = []
        self._in_expression = False
