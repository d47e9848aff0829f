"""What a process printed and how it ended, whichever way it was asked."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.run.command import Completed
from gadfly.run.ending import Ended
from gadfly.run.live import Reply


@dataclass(frozen=True, slots=True)
class Said:
    """A reply of a live process, or all that a process of its own has said."""

    ended: Ended
    signal: int
    stdout: str
    stderr: str
    detail: str
    seconds: float

    @classmethod
    def of(cls, reply: Reply | Completed) -> Said:
        stdout = reply.text if isinstance(reply, Reply) else reply.stdout
        return cls(reply.ended, reply.signal, stdout, reply.stderr, reply.detail, reply.wall_seconds)
