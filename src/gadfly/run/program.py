"""A started program: its limits, and the certain end of everything it started."""

from __future__ import annotations

import atexit
import errno
import math
import os
import resource
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from gadfly.core.words import Limits
from gadfly.run import counters, processes, scratch
from gadfly.run.ending import Death

_MARK = "GADFLY_RUN"  # by this variable the descendants of a program are found wherever they fled to
_NOT_EXECUTABLE = frozenset(
    {errno.ENOENT, errno.EACCES, errno.ENOTDIR, errno.ENOEXEC, errno.ELOOP, errno.ENAMETOOLONG}
)
_HUNT_ROUNDS = 1000
_HUNT_PAUSE_SECONDS = 0.001

_running: set[Program] = set()


class NotAProgramError(Exception):
    """There is nothing to execute under this name; the message says what and why."""


class Program:
    """One program in a session of its own. It belongs to one thread and must be ended.

    Limits are set from outside right after the start, because code between fork and exec is slow and
    unsafe beside threads.
    """

    def __init__(
        self,
        argv: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        stdin: int,
        address_space: bool,
    ) -> None:
        """Start it in `folder`, or raise NotAProgramError. `stdin` is as for subprocess.Popen."""
        self._folder = folder
        self._address_space = address_space
        self._soft_limits: dict[int, int] = {}
        self._looked = False
        self._cpu_seen = 0.0
        self._peak_seen = 0
        self._popen = _start(argv, folder, environment, stdin)
        _running.add(self)
        self.pid = self._popen.pid
        self.stdin, self.stdout, self.stderr = (
            -1 if pipe is None else pipe.fileno()
            for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        )
        self.exit = -1
        try:
            self.exit = os.pidfd_open(self.pid)  # becomes readable when the program ends
        except BaseException:
            self.end()
            raise

    def limit(self, limits: Limits, cpu_used: float = 0.0) -> None:
        """Let the kernel enforce what it can; the CPU budget is on top of what was used for other requests.

        The CPU limit is one second late, so that usually our own look at the clock ends the program before
        it is told by a signal that it may catch. It also ends programs that outlive a killed campaign.
        """
        self._set_limit(resource.RLIMIT_CPU, math.ceil(cpu_used + limits.cpu_seconds) + 1)
        self._set_limit(resource.RLIMIT_FSIZE, limits.memory_bytes)
        self._set_limit(resource.RLIMIT_CORE, 0)
        if self._address_space:
            self._set_limit(resource.RLIMIT_AS, limits.memory_bytes)

    def cpu_seconds(self) -> float:
        """CPU time of the program itself so far, from its own clock (see clock_getcpuclockid(3))."""
        return time.clock_gettime((~self.pid << 3) | 2)

    def look(self) -> processes.Usage:
        """What the whole session uses now."""
        self._looked = True
        usage = processes.session_usage(self.pid)
        self._cpu_seen = max(self._cpu_seen, usage.cpu_seconds)
        self._peak_seen = max(self._peak_seen, usage.resident_bytes)
        return usage

    def finish(self, seconds: float) -> None:
        """End its input and give it time to end by itself."""
        assert self._popen.stdin is not None
        self._popen.stdin.close()
        poll = select.poll()
        poll.register(self.exit, select.POLLIN)
        poll.poll(seconds * 1000)

    def kill(self) -> None:
        """Kill the process group; safe at any time, as its number is ours until the program is reaped."""
        if self._popen.returncode is None:
            os.killpg(self.pid, signal.SIGKILL)

    def end(self) -> Death:
        """Kill and reap everything. Looking for hidden descendants is saved where nothing hints at any."""
        self.kill()
        status = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        assert status is not None
        if self._looked or status.si_code != os.CLD_EXITED or self._pipes_are_held():
            _hunt(self._descendants)
        return self._reap()

    def _set_limit(self, kind: int, value: int) -> None:
        if self._soft_limits.get(kind) != value:
            _, hard = resource.prlimit(self.pid, kind)
            soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(self.pid, kind, (soft, hard))
            self._soft_limits[kind] = value

    def _pipes_are_held(self) -> bool:
        """Whether somebody else still has the program's stdout or stderr open."""
        poll = select.poll()
        poll.register(self.stdout, 0)
        poll.register(self.stderr, 0)
        return len(poll.poll(0)) < 2

    def _descendants(self) -> set[int]:
        mark = f"{_MARK}={self._folder}\0".encode()
        return processes.living_members(self.pid) | processes.living_heirs(mark)

    def _reap(self) -> Death:
        _, status, usage = os.wait4(self.pid, 0)
        code = self._popen.returncode = os.waitstatus_to_exitcode(status)
        _running.discard(self)
        self._close()
        return Death(
            exit_code=code if code >= 0 else -1,
            signal=-code if code < 0 else 0,
            cpu_seconds=max(usage.ru_utime + usage.ru_stime, self._cpu_seen),
            peak_bytes=max(_own_peak(usage.ru_maxrss), self._peak_seen),
        )

    def _close(self) -> None:
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if pipe is not None:
                pipe.close()
        if self.exit >= 0:
            os.close(self.exit)


def kill_everything() -> None:
    """End all programs of this process and remove their folders; for signal handlers and the exit."""
    for program in tuple(_running):
        program.kill()
    for folder in scratch.parents():
        mark = f"{_MARK}={folder}{os.sep}".encode()
        _hunt(partial(processes.living_heirs, mark))
    scratch.remove_all()


def _hunt(find: Callable[[], set[int]]) -> None:
    """Kill what is found until nothing is; gives up on processes that even SIGKILL does not end."""
    for _ in range(_HUNT_ROUNDS):
        found = find()
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_HUNT_PAUSE_SECONDS)


def _own_peak(peak_kilobytes: int) -> int:
    """A program inherits the peak of the process that started it: only what is above that is its own."""
    inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak_kilobytes << 10 if peak_kilobytes > inherited else 0


def _start(
    argv: Sequence[str], folder: Path, environment: Mapping[str, str], stdin: int
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            [_absolute(argv[0]), *argv[1:]],
            bufsize=0,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=_environment(folder, environment),
            start_new_session=True,
        )
    except OSError as error:
        if error.errno in _NOT_EXECUTABLE:
            raise NotAProgramError(f"{argv[0]} ({error.strerror})") from error
        raise


def _absolute(executable: str) -> str:
    """A relative path is meant relative to our folder, but would be looked up from the program's own."""
    return str(Path(executable).absolute()) if os.sep in executable else executable


def _environment(folder: Path, extra: Mapping[str, str]) -> dict[str, str]:
    home = str(folder)
    return {
        _MARK: home,
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        **counters.environment(),
        **extra,
    }


atexit.register(kill_everything)
os.register_at_fork(after_in_child=_running.clear)
