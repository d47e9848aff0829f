"""Changes to a text as data: foreign code is never printed anew, only cut and added to.

Places are offsets of the text's UTF-8 bytes, as libclang counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """The bytes from `start` to `end` give way to `text`; an insertion if they are none."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Wrap:
    """`opener` and `closer` go around the bytes from `start` to `end`, which stay."""

    start: int
    end: int
    opener: str
    closer: str


Change = Edit | Wrap


@dataclass(frozen=True, slots=True)
class _Piece:
    """Text that takes the place of a range; `rank` orders the pieces of one offset."""

    start: int
    end: int
    rank: tuple[int, int, int]
    text: str


_CLOSER, _INSERTION, _OPENER, _REPLACEMENT = range(4)


def encode(text: str) -> bytes:
    """The bytes that offsets count; a file that is not UTF-8 keeps its odd bytes."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def apply(text: str, changes: Iterable[Change]) -> str:
    """The changed text, or ValueError if two changes disagree about a place.

    Where several meet, what ends there is closed first, then come insertions in the given order, then
    openers. Wraps nest: the longer one is outside, of two equally long ones the one given first.
    """
    data = encode(text)
    changes = list(changes)
    _check_nesting([change for change in changes if isinstance(change, Wrap)])
    result: list[bytes] = []
    done = 0
    for piece in sorted(_pieces(changes), key=lambda piece: (piece.start, piece.rank)):
        if piece.start < done:
            raise ValueError(f"two changes overlap at byte {piece.start}")
        if not piece.start <= piece.end <= len(data):
            raise ValueError(f"no range of the text: {piece.start} to {piece.end}")
        result += (data[done : piece.start], encode(piece.text))
        done = piece.end
    result.append(data[done:])
    return decode(b"".join(result))


def _pieces(changes: Sequence[Change]) -> Iterator[_Piece]:
    for order, change in enumerate(changes):
        match change:
            case Wrap(start, end, opener, closer):
                yield _Piece(start, start, (_OPENER, -end, order), opener)
                yield _Piece(end, end, (_CLOSER, -start, -order), closer)
            case Edit(start, end, text):
                yield _Piece(start, end, (_INSERTION if start == end else _REPLACEMENT, 0, order), text)


def _check_nesting(wraps: Sequence[Wrap]) -> None:
    open_ends: list[int] = []
    for wrap in sorted(wraps, key=lambda wrap: (wrap.start, -wrap.end)):
        if not wrap.start < wrap.end:
            raise ValueError(f"nothing to wrap at byte {wrap.start}")
        while open_ends and open_ends[-1] <= wrap.start:
            open_ends.pop()
        if open_ends and open_ends[-1] < wrap.end:
            raise ValueError(f"two wraps overlap at byte {open_ends[-1]}")
        open_ends.append(wrap.end)
