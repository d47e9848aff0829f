"""The little of C's lexical rules that is needed between two nodes."""

from __future__ import annotations

import re

_BLANK = re.compile(rb"(?:\s|\\\r?\n|/\*.*?\*/|//(?:\\\r?\n|[^\n])*)*", re.DOTALL)
_PRAGMA_BEFORE = re.compile(rb"^[ \t]*#[ \t]*pragma\b[^\n]*\n\s*\Z", re.MULTILINE)


def end_of_symbol(data: bytes, at: int, symbol: bytes) -> int | None:
    """Just after a symbol if nothing but blanks and comments lies between `at` and it."""
    blank = _BLANK.match(data, at)
    assert blank is not None
    found = blank.end()
    return found + len(symbol) if data.startswith(symbol, found) else None


def follows_pragma(data: bytes, at: int) -> bool:
    """Whether a `#pragma` on the line above may belong to what begins here."""
    return _PRAGMA_BEFORE.search(data, max(0, at - 400), at) is not None
