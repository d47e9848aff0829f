"""One layout for C programs, so that a reduced program has no more lines than it has things to say.

It works on tokens and not on the syntax tree: whatever a compiler accepts comes out as the same tokens in the
same order, without comments.
"""

from __future__ import annotations

from enum import Enum, auto

from gadfly.lang.c.tokens import Token, tokens

_INDENT = "  "
_AFTER_BLOCK = frozenset({";", "else", "while"})


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
