"""The little of C's lexical rules that is needed between two nodes."""

from __future__ import annotations

import re

_BLANK = re.compile(rb"(?:\s|\\\r?\n|/\*.*?\*/|//(?:\\\r?\n|[^\n])*)*", re.DOTALL)
_BINDS_NEXT = re.compile(rb"(?:^[ \t]*#[ \t]*pragma\b[^\n]*\n|\b__extension__\b)\s*\Z", re.MULTILINE)
_LONGEST_BINDING = 400


def end_of_symbol(data: bytes, at: int, symbol: bytes) -> int | None:
    """Just after a symbol if nothing but blanks and comments lies between `at` and it."""
    blank = _BLANK.match(data, at)
    assert blank is not None
    found = blank.end()
    return found + len(symbol) if data.startswith(symbol, found) else None


def is_bound_to_previous(data: bytes, at: int) -> bool:
    """Whether a `#pragma` or `__extension__` just before belongs to what begins here."""
    return _BINDS_NEXT.search(data, max(0, at - _LONGEST_BINDING), at) is not None
