"""The record of an execution: the file that runtime.c fills while a program runs."""

from __future__ import annotations

import re
import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from gadfly.core.interfaces import CheckCount
from gadfly.lang.c.dialect import check_count

_SEE = re.compile(r"\b__gadfly_see(_float)?\s*\(\s*(\d+)\s*,")
_HEADER = 4
_RUN = 3  # words about a run among many, as in runtime.c
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
class Run:
    """One of many executions: of which program, and with which inputs."""

    program: int
    labels: Labels
    inputs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """What the runtime wrote; see `Execution` for what the fields mean."""

    checks: tuple[CheckCount, ...]
    seen: tuple[tuple[str, ...], ...]
    seen_counts: tuple[int, ...]


def write_record(path: Path, labels: Labels, inputs: tuple[int, ...]) -> None:
    """Make the file for a run with these inputs."""
    with path.open("wb") as file:
        _head(labels, inputs).tofile(file)
        file.truncate(_WORD_BYTES * _length(labels, inputs))


def read_record(path: Path, labels: Labels, inputs: tuple[int, ...]) -> Observed:
    """What is in the file after the run that it was made for."""
    return _observed(array("Q", path.read_bytes()), labels, inputs)


def write_records(path: Path, runs: Sequence[Run]) -> None:
    """Make the file for many runs, one after another."""
    places = _places(runs)
    about = array("Q", [len(runs)])
    for run, place in zip(runs, places, strict=False):
        about.extend((run.program, place, 0))
    with path.open("wb") as file:
        about.tofile(file)
        for run, place in zip(runs, places, strict=False):
            file.seek(_WORD_BYTES * place)
            _head(run.labels, run.inputs).tofile(file)
        file.truncate(_WORD_BYTES * places[-1])


def read_records(path: Path, runs: Sequence[Run]) -> dict[int, Observed]:
    """What is in the file, by the index of the run; runs that did not end by themselves are left out."""
    words = array("Q", path.read_bytes())
    places = _places(runs)
    return {
        index: _observed(words[places[index] : places[index + 1]], run.labels, run.inputs)
        for index, run in enumerate(runs)
        if words[(index + 1) * _RUN]
    }


def _places(runs: Sequence[Run]) -> list[int]:
    """Where the records begin, and where the last one ends."""
    lengths = (_length(run.labels, run.inputs) for run in runs)
    return list(accumulate(lengths, initial=1 + _RUN * len(runs)))


def _length(labels: Labels, inputs: tuple[int, ...]) -> int:
    return _HEADER + len(inputs) + 2 * labels.checks + (1 + _KEPT) * labels.sees


def _head(labels: Labels, inputs: tuple[int, ...]) -> array[int]:
    return array("Q", [labels.checks, labels.sees, len(inputs), 0, *(value & _MASK for value in inputs)])


def _observed(words: array[int], labels: Labels, inputs: tuple[int, ...]) -> Observed:
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
