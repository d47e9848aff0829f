"""How the end of a program counts as an outcome, whatever kind of tool it is."""

from __future__ import annotations

import signal

from gadfly.core.words import Outcome
from gadfly.run.ending import Ended

CRASH_SIGNALS = frozenset(
    {
        signal.SIGABRT,
        signal.SIGBUS,
        signal.SIGFPE,
        signal.SIGILL,
        signal.SIGSEGV,
        signal.SIGSYS,
        signal.SIGTRAP,
    }
)
STOPPED = {
    Ended.TIMEOUT: Outcome.TIMEOUT,
    Ended.OUT_OF_MEMORY: Outcome.OUT_OF_MEMORY,
    Ended.OVERFLOW: Outcome.UNSUPPORTED,
    Ended.TOO_MANY_PROCESSES: Outcome.UNSUPPORTED,
}
