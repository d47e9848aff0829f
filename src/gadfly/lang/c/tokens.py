"""Programs as tokens: enough for edits that need no syntax tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<gap>(?:\s|\\\n|//[^\n]*|/\*.*?\*/)+)
    | (?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | [uUL]?'(?:\\.|[^'\\\n])*')
    | (?P<word>[A-Za-z_$][\w$]*)
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<sign>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||\#\#|.)""",
    re.VERBOSE | re.DOTALL,
)
_DIRECTIVE = re.compile(r"[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*", re.DOTALL)
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())


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


def closing(tokens: Sequence[Token], opening: int) -> int:
    """Where the bracket at a place is closed; the last place if it is not."""
    depth = 0
    for place in range(opening, len(tokens)):
        depth += (tokens[place].text in OPENING) - (tokens[place].text in CLOSING)
        if depth <= 0:
            return place
    return len(tokens) - 1
