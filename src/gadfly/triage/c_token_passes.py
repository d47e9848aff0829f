"""Reductions of a C program that need its tokens only: words, attributes, initialisers, items of lists.

They need not know what is right in C: what does not parse is never asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.lang.c.checks import CHECK
from gadfly.lang.c.edits import Edit
from gadfly.lang.c.tokens import CLOSING, OPENING, Token, closing

Change = tuple[Edit, ...]
"""Edits that go together."""

# fmt: off
_DISPENSABLE = frozenset({
    "static", "const", "volatile", "register", "inline", "extern", "restrict", "auto", "signed", "unsigned",
    "long", "short", "_Noreturn", "_Atomic", "__const", "__const__", "__volatile", "__volatile__", "__inline",
    "__inline__", "__restrict", "__restrict__", "__signed", "__signed__", "__extension__",
})
# fmt: on
_ARGUMENTS = frozenset({"__attribute__", "__attribute", "_Alignas", "__asm__", "asm", "__declspec"})
_TYPE_WORDS = frozenset({"unsigned", "signed", "long", "short", "char", "float", "double", "_Bool", "size_t"})


def cut(start: int, end: int) -> Edit:
    """An edit that deletes; the blank keeps neighbours apart."""
    return Edit(start, end, " ")


def drop_words(tokens: Sequence[Token]) -> list[Change]:
    """Drop qualifiers, storage classes, sizes of types, attributes and preprocessor directives."""
    changes: list[Change] = []
    for place, token in enumerate(tokens):
        if token.is_directive or token.text in _DISPENSABLE:
            changes.append((cut(token.start, token.end),))
        elif token.text in _ARGUMENTS and place + 1 < len(tokens):
            end = closing(tokens, place + 1)
            changes.append((cut(token.start, tokens[end].end),))
    return changes


def plain_types(tokens: Sequence[Token]) -> list[Change]:
    """Make an `int` of other types, be they words of the language or tags."""
    changes: list[Change] = [
        (Edit(token.start, token.end, "int"),) for token in tokens if token.text in _TYPE_WORDS
    ]
    for keyword, tag, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if keyword.text in ("struct", "union", "enum") and tag.is_word and after.text not in ("{", ";"):
            changes.append((Edit(keyword.start, tag.end, "int"),))
    return changes


def typedef_names(tokens: Sequence[Token]) -> list[Change]:
    """Write `int`, or what it stands for, where a typedef is used."""
    changes: list[Change] = []
    for place, token in enumerate(tokens):
        if token.text != "typedef":
            continue
        end = next((at for at in range(place, len(tokens)) if tokens[at].text == ";"), len(tokens)) - 1
        meaning = " ".join(each.text for each in tokens[place + 1 : end])
        uses = [use for use in tokens[end + 1 :] if use.text == tokens[end].text]
        meanings = ("int",) if "{" in meaning else ("int", meaning)
        if uses:
            changes.extend(tuple(Edit(use.start, use.end, new) for use in uses) for new in meanings)
    return changes


def drop_initialisers(tokens: Sequence[Token]) -> list[Change]:
    """Drop `= VALUE`, and the width of a bit-field."""
    changes: list[Change] = []
    for place, token in enumerate(tokens):
        if token.text in ("=", ":"):
            end = _end_of_item(tokens, place)
            changes.append((cut(token.start, tokens[end - 1].end),))
    return changes


def drop_items(tokens: Sequence[Token]) -> list[Change]:
    """Drop items of lists: declarators, members of an enumeration, values, arguments other than of checks."""
    changes: list[Change] = []
    for place, token in enumerate(tokens):
        if token.text == "," and tokens[max(0, place - 3)].text != CHECK:
            end = _end_of_item(tokens, place + 1)
            changes.append((cut(token.start, tokens[end - 1].end),))
            begin = _begin_of_item(tokens, place)
            if begin < place:
                changes.append((cut(tokens[begin].start, token.end),))
        elif token.text == "{" and place + 1 < len(tokens):
            end = _end_of_item(tokens, place + 1)
            if end < len(tokens) and tokens[end].text == "}" and end > place + 1:
                changes.append((cut(token.end, tokens[end - 1].end),))
    return changes


def _end_of_item(tokens: Sequence[Token], begin: int) -> int:
    """The place after an item of a list: that of the comma, semicolon or bracket that ends it."""
    place = begin
    while place < len(tokens):
        text = tokens[place].text
        if text in (",", ";") or text in CLOSING:
            return place
        place = closing(tokens, place) + 1
    return place


def _begin_of_item(tokens: Sequence[Token], comma: int) -> int:
    """Where the item before a comma begins. The first declarator begins after its type."""
    place = comma
    while place > 0 and tokens[place - 1].text not in (",", ";", "(", "{", "["):
        place -= 1
        if tokens[place].text in CLOSING:
            place = _opening(tokens, place)
    value = next((at for at in range(place, comma) if tokens[at].text in ("=", "[", ":")), comma)
    words = [at for at in range(place, value) if tokens[at].is_word]
    if tokens[place].is_word and len(words) > 1:
        place = words[-1]
        while tokens[place - 1].text == "*":
            place -= 1
    return place


def _opening(tokens: Sequence[Token], closing: int) -> int:
    """Where the bracket that is closed at a place is opened; the first place if it is not."""
    depth = 0
    for place in range(closing, -1, -1):
        depth += (tokens[place].text in CLOSING) - (tokens[place].text in OPENING)
        if depth <= 0:
            return place
    return 0
