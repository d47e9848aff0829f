"""Listening to a program: both its streams at once, while its limits are watched."""

from __future__ import annotations

import os
import select
import time
from dataclasses import dataclass

from gadfly.core.words import Limits
from gadfly.run.ending import Ended
from gadfly.run.program import Program

_CHUNK_BYTES = 1 << 16
_LOOK_SECONDS = 0.2  # programs that answer sooner are never looked at in /proc
_LOOK_SHARE = 0.05  # of a core at most: a look is slow where thousands of processes run


@dataclass(frozen=True, slots=True)
class Heard:
    """What a program said until `stop`: ANSWERED when the marker came, EXITED when it ended by itself.

    `in_step` is False if it went on talking after the marker: its next words may belong to this answer.
    """

    stop: Ended
    stdout: bytes
    stderr: bytes
    wall_seconds: float
    in_step: bool = True


@dataclass(frozen=True, slots=True)
class _Line:
    """A line in a buffer, from its first byte to behind its newline."""

    begin: int
    end: int


class Listener:
    """Our end of a program's pipes."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._open = {program.stdout, program.stderr}
        self._out = bytearray()
        self._err = bytearray()
        self._unsent = memoryview(b"")
        self._waits_to_send = False
        self._cpu_before: float | None = 0.0  # None: not known until the next look
        self._poll = select.poll()
        for stream in (program.stdout, program.stderr, program.exit):
            self._poll.register(stream, select.POLLIN)
        for stream in (program.stdout, program.stderr, program.stdin):
            if stream >= 0:
                os.set_blocking(stream, False)

    def quiet(self) -> bool:
        """Whether the program lives and has said nothing unasked; on stderr that is harmless and dropped."""
        for stream, _ in self._poll.poll(0):
            if stream != self._program.stderr:
                return False
            self._take(stream, self._err)
        return True

    def listen(self, limits: Limits, request: bytes = b"", marker: bytes = b"") -> Heard:
        """Send the request and listen until the line of the marker, the end of the program, or a limit."""
        began = now = time.monotonic()
        deadline = began + limits.wall_seconds
        next_look = began + _LOOK_SECONDS
        self._out = bytearray()
        self._err = bytearray()
        self._unsent = memoryview(request)
        if request:
            self._send()
        searched = 0
        stop: Ended | None = None
        while stop is None:
            exited = self._serve(1000 * max(0.0, min(deadline, next_look) - now), limits)
            if len(self._out) + len(self._err) > limits.output_bytes:
                stop = Ended.OVERFLOW
            elif marker and (line := _find_line(self._out, marker, searched)):
                return self._answered(line, began)
            elif exited:
                stop = Ended.EXITED
            elif (now := time.monotonic()) >= deadline:
                stop = Ended.TIMEOUT
            elif now >= next_look:
                stop = self._look(limits)
                took = time.monotonic() - now
                next_look = now + max(_LOOK_SECONDS, took / _LOOK_SHARE)
            searched = self._out.rfind(b"\n") + 1
        stdout = bytes(self._out[: limits.output_bytes])
        stderr = bytes(self._err[: limits.output_bytes - len(stdout)])
        return Heard(stop, stdout, stderr, time.monotonic() - began)

    def _answered(self, line: _Line, began: float) -> Heard:
        self._take(self._program.stderr, self._err)  # said before the marker, perhaps not yet read
        self._cpu_before = None
        return Heard(
            Ended.ANSWERED,
            bytes(self._out[: line.begin]),
            bytes(self._err),
            time.monotonic() - began,
            in_step=line.end == len(self._out) and not self._unsent,
        )

    def _serve(self, patience_ms: float, limits: Limits) -> bool:
        """Wait for something to happen and take it in; says whether the program is gone."""
        exited = False
        for stream, _ in self._poll.poll(patience_ms):
            if stream == self._program.stdout:
                self._take(stream, self._out)
            elif stream == self._program.stderr:
                self._take(stream, self._err)
            elif stream == self._program.stdin:
                self._send()
            else:
                exited = True
        if exited:
            self._drain(limits.output_bytes)
        return exited

    def _drain(self, most: int) -> None:
        for stream, buffer in ((self._program.stdout, self._out), (self._program.stderr, self._err)):
            while len(buffer) <= most and self._take(stream, buffer):
                pass

    def _take(self, stream: int, into: bytearray) -> bool:
        """Read what is there now; False if that is nothing."""
        if stream not in self._open:
            return False
        try:
            chunk = os.read(stream, _CHUNK_BYTES)
        except BlockingIOError:
            return False
        if not chunk:
            self._open.discard(stream)
            self._poll.unregister(stream)
        into += chunk
        return bool(chunk)

    def _send(self) -> None:
        """Write as much as the pipe takes now; the rest goes when there is room again."""
        stream = self._program.stdin
        try:
            self._unsent = self._unsent[os.write(stream, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it reads no more; how it ends will tell why
            self._unsent = memoryview(b"")
        if self._unsent and not self._waits_to_send:
            self._poll.register(stream, select.POLLOUT)
        elif self._waits_to_send and not self._unsent:
            self._poll.unregister(stream)
        self._waits_to_send = bool(self._unsent)

    def _look(self, limits: Limits) -> Ended | None:
        """Which limit the whole session exceeds, if any."""
        usage = self._program.look()
        if self._cpu_before is None:
            self._cpu_before = usage.cpu_seconds
        if usage.processes > limits.processes:
            return Ended.TOO_MANY_PROCESSES
        if usage.resident_bytes > limits.memory_bytes:
            return Ended.OUT_OF_MEMORY
        if usage.cpu_seconds - self._cpu_before > limits.cpu_seconds:
            return Ended.TIMEOUT
        return None


def _find_line(buffer: bytearray, marker: bytes, start: int) -> _Line | None:
    """The first complete line after `start` that is the marker, bare or in quotes."""
    at = buffer.find(marker, start)
    while at >= 0:
        begin, end = at, at + len(marker)
        if buffer[begin - 1 : begin] == b'"' and buffer[end : end + 1] == b'"':
            begin, end = begin - 1, end + 1
        if (begin == 0 or buffer[begin - 1] == ord("\n")) and buffer[end : end + 1] == b"\n":
            return _Line(begin, end + 1)
        at = buffer.find(marker, at + 1)
    return None
