"""Cuts a stream into commands, each as soon as its last line has come: a live session waits for answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_PIECE = re.compile(r'"[^"]*"|\|[^|]*\||;[^\n]*|[()"|]')
_UNFINISHED = frozenset({'"', "|"})


def commands(lines: Iterable[str]) -> Iterator[str]:
    """The text of each command; what is no command comes along with the next one."""
    text = ""
    place = depth = 0
    for line in lines:
        text += line
        start = 0
        while piece := _PIECE.search(text, place):
            if piece[0] in _UNFINISHED:
                break
            place = piece.end()
            depth += (piece[0] == "(") - (piece[0] == ")")
            if piece[0] == ")" and depth <= 0:
                yield text[start:place]
                start = place
                depth = 0
        else:
            place = len(text)
        text = text[start:]
        place -= start
    if text.strip():
        yield text
