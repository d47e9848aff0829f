"""The record of an execution: the file that runtime.c fills while a program runs."""

from __future__ import annotations

import re
import struct
from array import array
from dataclasses import dataclass
from pathlib import Path

from gadfly.core.interfaces import CheckCount
from gadfly.lang.c.dialect import check_count

_SEE = re.compile(r"\b__gadfly_see(_float)?\s*\(\s*(\d+)\s*,")
_HEADER = 4
_KEPT = 256  # as in runtime.c
_WORD_BYTES = 8
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Labels:
    """How many checks a program has, and the labels of `see` that record floating-point values."""

    checks: int
    sees: int
    floats: frozenset[int]

    @classmethod
    def of(cls, program: str) -> Labels:
        found = [(int(label), bool(is_float)) for is_float, label in _SEE.findall(program)]
        sees = max((label + 1 for label, _ in found), default=0)
        return cls(check_count(program), sees, frozenset(label for label, is_float in found if is_float))


@dataclass(frozen=True, slots=True)
class Observed:
    """What the runtime wrote; see `Execution` for what the fields mean."""

    checks: tuple[CheckCount, ...]
    seen: tuple[tuple[str, ...], ...]
    seen_counts: tuple[int, ...]


def write_record(path: Path, labels: Labels, inputs: tuple[int, ...]) -> None:
    """Make the file for a run with these inputs."""
    head = [labels.checks, labels.sees, len(inputs), 0, *(value & _MASK for value in inputs)]
    with path.open("wb") as file:
        array("Q", head).tofile(file)
        file.truncate(_WORD_BYTES * (len(head) + 2 * labels.checks + (1 + _KEPT) * labels.sees))


def read_record(path: Path, labels: Labels, inputs: tuple[int, ...]) -> Observed:
    """What is in the file after the run that it was made for."""
    words = array("Q", path.read_bytes())
    counts = words[_HEADER + len(inputs) :]
    values = counts[2 * labels.checks :]
    places = [label * (1 + _KEPT) for label in range(labels.sees)]
    return Observed(
        checks=tuple(CheckCount(counts[2 * at], counts[2 * at + 1]) for at in range(labels.checks)),
        seen=tuple(
            tuple(
                _text(word, label in labels.floats)
                for word in values[at + 1 : at + 1 + min(values[at], _KEPT)]
            )
            for label, at in enumerate(places)
        ),
        seen_counts=tuple(values[at] for at in places),
    )


def _text(word: int, is_float: bool) -> str:
    pattern = struct.pack("=Q", word)
    if is_float:
        (number,) = struct.unpack("=d", pattern)
        return float(number).hex()
    (integer,) = struct.unpack("=q", pattern)
    return str(integer)
