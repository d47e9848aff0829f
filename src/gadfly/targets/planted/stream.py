"""Cuts a stream into commands, each as soon as its last line has come: a live session waits for answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

_PIECE = re.compile(r'"[^"]*"|\|[^|]*\||;[^\n]*|[()"|]')
_UNFINISHED = frozenset({'"', "|"})


def commands(lines: Iterable[str]) -> Iterator[str]:
    """The text of each command; what is no command comes along with the next one."""
    text = ""
    place = depth = 0
    for line in lines:
        if not text and _is_one_command(line):
            yield line
            continue
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
        if text.isspace():
            text = ""
            place = 0
    if text:
        yield text


@lru_cache(maxsize=1 << 12)
def _is_one_command(line: str) -> bool:
    """Whether a line needs no cutting; most of them come again and again."""
    depth = 0
    last = len(line.rstrip())
    for piece in _PIECE.finditer(line):
        if piece[0] in _UNFINISHED or piece[0][0] == ";":
            return False
        depth += (piece[0] == "(") - (piece[0] == ")")
        if depth <= 0:
            return depth == 0 and piece[0] == ")" and piece.end() == last
    return False
