"""Running one program from its start to its end."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gadfly.core.words import Limits
from gadfly.run.ending import Death, Ended, classify, describe
from gadfly.run.listening import Heard, Listener
from gadfly.run.program import NotAProgramError, Program
from gadfly.run.scratch import scratch_folder

__all__ = ["NOTHING", "Completed", "Ended", "run"]

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Completed:
    """How a program ended and what it said.

    `exit_code` is -1 if it did not exit, `signal` is 0 if none killed it. `peak_bytes` is 0 for a program
    that used less memory than this process and ended too soon to be looked at.
    """

    ended: Ended
    exit_code: int
    signal: int
    stdout: str
    stderr: str
    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int

    @property
    def detail(self) -> str:
        """One line for people."""
        return describe(self.ended, self.exit_code, self.signal, self.wall_seconds, self.stderr)


def run(
    argv: Sequence[str],
    limits: Limits,
    *,
    stdin: str = "",
    files: Mapping[str, str] = NOTHING,
    environment: Mapping[str, str] = NOTHING,
    address_space: bool = True,
) -> Completed:
    """Run a program in a folder of its own that holds `files`; afterwards nothing of it is left.

    Its environment is a minimal one plus `environment`. `address_space=False` is for programs that reserve
    far more memory than they use, such as a JVM or a sanitizer: only what they use is limited then.
    Whatever the program does is described by the result; errors are raised only for what we do wrong.
    """
    with scratch_folder() as folder:
        _write(files, folder)
        try:
            with _input(stdin) as handle:
                program = Program(argv, folder, environment, stdin=handle, address_space=address_space)
        except NotAProgramError as error:
            return Completed(Ended.NOT_FOUND, -1, 0, "", str(error), 0.0, 0.0, 0)
        try:
            program.limit(limits)
            heard = Listener(program).listen(limits)
        finally:
            death = program.end()
    return _completed(heard, death, limits)


def _completed(heard: Heard, death: Death, limits: Limits) -> Completed:
    by_itself = heard.stop is Ended.EXITED
    return Completed(
        ended=classify(death, (heard.stdout, heard.stderr), limits) if by_itself else heard.stop,
        exit_code=death.exit_code,
        signal=death.signal,
        stdout=heard.stdout.decode(errors="replace"),
        stderr=heard.stderr.decode(errors="replace"),
        wall_seconds=heard.wall_seconds,
        cpu_seconds=death.cpu_seconds,
        peak_bytes=death.peak_bytes,
    )


def _write(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        if name in ("", ".", "..") or os.sep in name or "\0" in name:
            raise ValueError(f"{name!r} is not a plain file name")
        (folder / name).write_bytes(text.encode(errors="surrogateescape"))


@contextmanager
def _input(text: str) -> Iterator[int]:
    """A file in memory that holds the text: unlike a pipe it needs nobody to feed it."""
    if not text:
        yield subprocess.DEVNULL
        return
    with os.fdopen(os.memfd_create("stdin"), "wb") as file:
        file.write(text.encode(errors="surrogateescape"))
        file.seek(0)
        yield file.fileno()
