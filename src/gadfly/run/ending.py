"""How a program ended, told apart from what the kernel and the program itself reveal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from signal import SIGXCPU, SIGXFSZ, Signals

from gadfly.core.words import Limits


class Ended(StrEnum):
    """How a program ended; ANSWERED is for live programs, which go on living."""

    ANSWERED = "answered"
    EXITED = "exited"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    SIGNAL = "signal"
    OVERFLOW = "overflow"
    TOO_MANY_PROCESSES = "too-many-processes"
    NOT_FOUND = "not-found"


@dataclass(frozen=True, slots=True)
class Death:
    """What the kernel says about a program that is gone.

    `peak_bytes` is 0 for a program that was too small and too short to be measured.
    """

    exit_code: int = -1
    signal: int = 0
    cpu_seconds: float = 0.0
    peak_bytes: int = 0


_NO_MEMORY = re.compile(
    rb"bad_alloc|out of memory|out-of-memory|OutOfMemory|MemoryError|memory exhausted|insufficient memory"
    rb"|cannot allocate memory|could not allocate|failed to allocate|could not reserve enough space",
    re.IGNORECASE,
)
_TAIL = 4096  # last words are short; the rest of an output may quote anything
_MUCH_MEMORY = 1 / 3  # from here on doubling a buffer exceeds the limit: the old one plus one twice as large


def classify(death: Death, last_words: tuple[bytes, bytes], limits: Limits) -> Ended:
    """Why a program ended that nobody stopped.

    A program that trips over a limit may well say so by a crash: allocation fails and it runs into a null
    pointer, or it catches SIGXCPU and aborts. That is the limit's doing and must never look like a bug.
    """
    if death.signal == 0 and death.exit_code == 0:
        return Ended.EXITED
    if death.signal == SIGXCPU or death.cpu_seconds >= limits.cpu_seconds:
        return Ended.TIMEOUT
    if death.signal == SIGXFSZ:
        return Ended.OVERFLOW
    if any(_NO_MEMORY.search(words[-_TAIL:]) for words in last_words):
        return Ended.OUT_OF_MEMORY
    if death.signal and death.peak_bytes >= _MUCH_MEMORY * limits.memory_bytes:
        return Ended.OUT_OF_MEMORY
    return Ended.SIGNAL if death.signal else Ended.EXITED


def describe(ended: Ended, exit_code: int, signal: int, wall_seconds: float, stderr: str) -> str:
    """One line for people."""
    match ended:
        case Ended.ANSWERED:
            return "answered"
        case Ended.EXITED:
            return f"exit {exit_code}"
        case Ended.TIMEOUT:
            return f"no answer within {round(wall_seconds, 1):g} s"
        case Ended.OUT_OF_MEMORY:
            return "out of memory"
        case Ended.SIGNAL:
            return f"killed by {_signal_name(signal)}"
        case Ended.OVERFLOW:
            return "too much output"
        case Ended.TOO_MANY_PROCESSES:
            return "too many processes"
        case Ended.NOT_FOUND:
            return f"not found: {stderr}"


def _signal_name(number: int) -> str:
    try:
        return Signals(number).name
    except ValueError:  # most real-time signals have no name
        return f"signal {number}"
