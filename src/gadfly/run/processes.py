"""What Linux says in /proc about running processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_READ_BYTES = 1 << 16  # more than a stat line and than an environment of our making


@dataclass(frozen=True, slots=True)
class Usage:
    """What the living processes of a session use together; CPU time includes their dead children's."""

    processes: int
    resident_bytes: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class _Process:
    pid: int
    session: int
    alive: bool
    resident_bytes: int
    cpu_seconds: float


def session_usage(session: int) -> Usage:
    members = [process for process in _all() if process.session == session and process.alive]
    return Usage(
        processes=len(members),
        resident_bytes=sum(process.resident_bytes for process in members),
        cpu_seconds=sum(process.cpu_seconds for process in members),
    )


def living_members(session: int) -> set[int]:
    """The processes that never left the session they were started in."""
    return {process.pid for process in _all() if process.session == session and process.alive}


def living_heirs(variable: bytes) -> set[int]:
    """The processes whose environment has a variable that starts with `variable`, wherever they fled to."""
    return {pid for pid in _pids() if b"\0" + variable in b"\0" + _read(pid, "environ")}


def _pids() -> Iterator[int]:
    with os.scandir("/proc") as entries:
        for entry in entries:
            if entry.name.isdecimal():
                yield int(entry.name)


def _read(pid: int, name: str) -> bytes:
    """A file of a process; empty when the process is gone or is none of our business."""
    try:
        handle = os.open(f"/proc/{pid}/{name}", os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return b""
    try:
        return os.read(handle, _READ_BYTES)
    except (ProcessLookupError, PermissionError):
        return b""
    finally:
        os.close(handle)


def _all() -> Iterator[_Process]:
    for pid in _pids():
        # The name in parentheses may hold anything, so fields are counted from the last ")".
        fields = _read(pid, "stat").rpartition(b")")[2].split()
        if fields:
            yield _Process(
                pid=pid,
                session=int(fields[3]),
                alive=fields[0] not in (b"Z", b"X"),
                cpu_seconds=sum(map(int, fields[11:15])) / _TICKS_PER_SECOND,
                resident_bytes=int(fields[21]) * _PAGE_BYTES,
            )
