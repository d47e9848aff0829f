"""Debian packages of any suite, without touching the system.

A private source list is derived from the mirror that is already configured for apt, and apt keeps its
lists in a private folder. Packages are unpacked, never installed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gadfly.targets.sources import call
from gadfly.targets.tool import Debian, InstallError

_APT = Path("/etc/apt")
_C_LIBRARY = ("libc6", "libgcc-s1", "libstdc++6")
_LIBRARY = re.compile(r"(usr/)?lib(/[^/]+-linux-gnu)?/[^/]+\.so(\.[^/]*)?")

_WRAPPER = """#!/bin/sh
home=${0%/*}/..
exec "$home/lib/ld.so" --argv0 "$0" --library-path "$home/lib" "$home/libexec/${0##*/}" "$@"
"""


@dataclass(frozen=True, slots=True)
class Mirror:
    """A Debian mirror and the key ring apt trusts for it ("" = apt's default)."""

    uri: str
    keyring: str = ""

    def line(self, suite: str) -> str:
        options = f"[signed-by={self.keyring}] " if self.keyring else ""
        return f"deb {options}{self.uri} {suite} main\n"


def fetch_packages(source: Debian, version: str, home: Path, scratch: Path, lists: Path) -> None:
    """Put programs into `bin/`, libraries and the suite's loader into `lib/` of the folder."""
    apt = _private_apt(source.suite, lists)
    packages = scratch / "packages"
    packages.mkdir()
    _download(apt, source, packages)
    _check_version(next(packages.glob(f"{source.packages[0]}_*.deb")), source, source.numbered or version)
    root = scratch / "root"
    for package in sorted(packages.glob("*.deb")):
        call(["dpkg-deb", "-x", str(package), str(root)], f"{package.name} cannot be unpacked")
    _collect(root, home)
    _keep(root, source.keeps, home)
    for program in source.restarting:
        _wrap(program, home)


def _download(apt: list[str], source: Debian, into: Path) -> None:
    """Try with the lists of last time first; the mirror may have moved on since."""
    failure = f"apt could not download {source}; check the network and apt's mirror"
    download = [*apt, "download", *source.packages, *_C_LIBRARY]
    try:
        call(download, failure, into)
    except InstallError:
        call([*apt, "update"], failure)
        call(download, failure, into)


def mirrors(apt: Path = _APT) -> Iterator[Mirror]:
    """The Debian mirrors in apt's configuration, of both of its formats."""
    for path in sorted(apt.glob("sources.list.d/*.sources")):
        yield from _of_stanzas(path.read_text(encoding="utf-8"))
    for path in (apt / "sources.list", *sorted(apt.glob("sources.list.d/*.list"))):
        if path.is_file():
            yield from _of_lines(path.read_text(encoding="utf-8"))


def _of_stanzas(text: str) -> Iterator[Mirror]:
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for stanza in re.split(r"\n\s*\n", lines):
        fields = {name.lower(): value.strip() for name, value in re.findall(r"(?m)^([\w-]+):(.*)$", stanza)}
        keyring = fields.get("signed-by", "")
        if "deb" in fields.get("types", "").split() and fields.get("enabled", "yes") != "no":
            yield from _debian(fields.get("uris", "").split(), keyring if keyring.startswith("/") else "")


def _of_lines(text: str) -> Iterator[Mirror]:
    for line in text.splitlines():
        match = re.match(r"\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)", line)
        if match is not None:
            keyring = re.search(r"signed-by=(/\S+)", match[1] or "")
            yield from _debian([match[2]], keyring[1] if keyring else "")


def _debian(uris: Iterable[str], keyring: str) -> Iterator[Mirror]:
    """Of a mirror of many archives only the main Debian archive."""
    return (Mirror(uri, keyring) for uri in uris if uri.rstrip("/").endswith("/debian"))


def _private_apt(suite: str, folder: Path) -> list[str]:
    """An apt-get command that reads one suite only and writes below the folder only."""
    mirror = next(mirrors(), None)
    if mirror is None:
        raise InstallError("no Debian mirror in apt's sources: this release can only be installed on Debian")
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    sources = folder / "sources.list"
    sources.write_text(mirror.line(suite))
    settings = {
        "Dir::Etc::sourcelist": str(sources),
        "Dir::Etc::sourceparts": "-",
        "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Dir::State": str(folder),
        "Dir::State::lists": str(folder / "lists"),
        "Dir::State::status": "/dev/null",
        "Dir::Cache": str(folder / "cache"),
        "APT::Get::List-Cleanup": "0",
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
    }
    return ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in settings.items())]


def _check_version(package: Path, source: Debian, version: str) -> None:
    found = package.name.split("_")[1].replace("%3a", ":").split(":")[-1]
    if not re.match(rf"{re.escape(version)}(?![0-9])", found):
        raise InstallError(f"{source} is now {found}, not {version}: this release is gone from the mirror")


def _collect(root: Path, home: Path) -> None:
    (home / "bin").mkdir()
    (home / "lib").mkdir()
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root).as_posix()
        if inside.startswith("usr/bin/") and path.is_file():
            shutil.copy2(path, home / "bin" / path.name)
        elif _LIBRARY.fullmatch(inside):
            _copy_library(path, home / "lib" / path.name, root)
    loader = next((home / "lib").glob("ld-linux*.so.*"), None)
    if loader is None:
        raise InstallError("the C library package has no loader")
    (home / "lib" / "ld.so").symlink_to(loader.name)


def _copy_library(path: Path, to: Path, root: Path) -> None:
    """Links stay links to a neighbour; a link to elsewhere in the packages is replaced by what it means."""
    neighbour = path.readlink() if path.is_symlink() else Path()
    if not path.is_file() or not path.resolve().is_relative_to(root.resolve()):
        return
    if len(neighbour.parts) == 1:
        to.symlink_to(neighbour)
    else:
        shutil.copy2(path, to)


def _keep(root: Path, patterns: Iterable[str], home: Path) -> None:
    for path in sorted({path for pattern in patterns for path in root.glob(pattern) if path.is_file()}):
        to = home / path.relative_to(root)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to)


def _wrap(program: str, home: Path) -> None:
    """Let a program find a way to start itself: it would take the loader for itself."""
    hidden = home / "libexec" / program
    hidden.parent.mkdir(exist_ok=True)
    script = home / "bin" / program
    script.rename(hidden)
    script.write_text(_WRAPPER)
    script.chmod(0o755)
