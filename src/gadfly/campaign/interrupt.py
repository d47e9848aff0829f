"""Ctrl-C and SIGTERM during a campaign."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def noted_interrupts() -> Iterator[Callable[[], bool]]:
    """Within, the first signal is only noted, and what this yields says so; the second one interrupts.

    An exception at any line could tear a message of a worker apart or leave a finding half-written.
    """
    noted: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(number)

    before = {number: signal.signal(number, note) for number in _SIGNALS}
    try:
        yield lambda: bool(noted)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
