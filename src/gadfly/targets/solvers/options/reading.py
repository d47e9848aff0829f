"""Asks an installed release for its options, once.

What the tool printed is kept beside its installation, not what we made of it: another release of Gadfly
may understand more. A user's own build is asked once per process, since its folder is not ours.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from gadfly.core.words import Limits
from gadfly.run.command import Ended, run
from gadfly.targets.install import Installed
from gadfly.targets.solvers.options.listing import OptionTable, table
from gadfly.targets.solvers.solver import SolverRelease
from gadfly.targets.tool import Bundled, UserInstalled

_FILE = "options.json"
_LIMITS = Limits(wall_seconds=20.0, cpu_seconds=20.0)
_read_here: dict[tuple[str, ...], OptionTable] = {}


def read_options(release: SolverRelease, installed: Installed, command: Sequence[str]) -> OptionTable:
    """The options of a release that `command` starts."""
    key = (installed.digest, *command)
    if key not in _read_here:
        told = _Told(release, installed, command)
        _read_here[key] = table(release.listing(told.ask), release.excluded_options)
        told.save()
    return _read_here[key]


class _Told:
    """What a program printed about its options, by the arguments it was started with."""

    def __init__(self, release: SolverRelease, installed: Installed, command: Sequence[str]) -> None:
        self._digest = installed.digest
        self._command = command
        self._address_space = release.limits_address_space
        lasting = not isinstance(release.source, Bundled | UserInstalled)
        self._file = installed.home / _FILE if lasting else None
        self._texts = _load(self._file, self._digest) if self._file else {}
        self._is_saved = True

    def ask(self, *arguments: str, stdin: str = "") -> str:
        question = "\n".join((*arguments, stdin))
        if question not in self._texts:
            command = [*self._command, *arguments]
            done = run(command, _LIMITS, stdin=stdin, address_space=self._address_space)
            if done.ended is not Ended.EXITED:
                return ""
            self._texts[question] = done.stdout + done.stderr
            self._is_saved = False
        return self._texts[question]

    def save(self) -> None:
        """Keep what was asked; where the cache cannot be written it is asked again the next time."""
        if self._file and not self._is_saved:
            with suppress(OSError):
                _replace(self._file, json.dumps({"digest": self._digest, "told": self._texts}))


def _load(file: Path, digest: str) -> dict[str, str]:
    """What the program with this digest told; nothing if the file is missing, broken or of another one."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        told = data["told"] if data["digest"] == digest else {}
        return {str(question): str(text) for question, text in told.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _replace(file: Path, text: str) -> None:
    """Write a file in one step, since several processes may do it at once."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            opened.write(text)
        Path(temporary).replace(file)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
