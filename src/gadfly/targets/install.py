"""The private, checksummed cache of installed releases.

A release is built in a temporary sibling folder and renamed at the end, under a lock: an installation
that is interrupted leaves nothing that could be taken for a whole one, and two at once do not collide.
Every file is recorded in `manifest.json`; an installation that no longer matches is built anew.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import gadfly
from gadfly.core.words import TargetName
from gadfly.targets.catalog import Entry
from gadfly.targets.debian import fetch_packages
from gadfly.targets.domains.domain import DomainRelease
from gadfly.targets.sources import fetch_jars, fetch_wheel
from gadfly.targets.tool import (
    Bundled,
    Debian,
    InstallError,
    Maven,
    PyPI,
    Release,
    System,
    TargetError,
    UserInstalled,
)

Builder = Callable[[Path, Path], None]  # fills an empty folder; the second one is scratch

_MANIFEST = "manifest.json"
_hashed_here: set[Path] = set()


@dataclass(frozen=True, slots=True)
class InstalledFile:
    """One file of an installation, as it was when it was installed."""

    path: str
    size: int
    modified: int
    sha256: str

    @classmethod
    def of(cls, path: Path, home: Path) -> InstalledFile:
        status = path.stat()
        return cls(path.relative_to(home).as_posix(), status.st_size, status.st_mtime_ns, sha256_of(path))

    def looks_intact(self, home: Path) -> bool:
        try:
            status = (home / self.path).stat()
        except OSError:
            return False
        return (status.st_size, status.st_mtime_ns) == (self.size, self.modified)

    def is_intact(self, home: Path) -> bool:
        return self.looks_intact(home) and sha256_of(home / self.path) == self.sha256


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an installation consists of; `made_for` changes when it would have to be built differently."""

    made_for: str
    files: tuple[InstalledFile, ...]

    @classmethod
    def load(cls, home: Path) -> Manifest:
        """The manifest of an installation; an empty one if there is none that can be read."""
        try:
            data = json.loads((home / _MANIFEST).read_text(encoding="utf-8"))
            return cls(data["made_for"], tuple(InstalledFile(**each) for each in data["files"]))
        except (OSError, ValueError, KeyError, TypeError):
            return cls("", ())

    def save(self, home: Path) -> None:
        (home / _MANIFEST).write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Installed:
    """A program ready to be started: its folder, the file that identifies it and that file's digest."""

    home: Path
    program: Path
    digest: str


def address_of(name: TargetName, installed: Installed, release: Release) -> str:
    """What opens a target again: its name, or where a user's own build is, with its options."""
    if not isinstance(release.source, UserInstalled):
        return str(name)
    return f"{installed.program}{str(name).removeprefix(f'{name.tool}@{name.version}')}"


@dataclass(frozen=True, slots=True)
class InstallResult:
    """How one installation of many ended; `error` is "" if it is there."""

    entry: Entry
    error: str = ""


def cache_root() -> Path:
    """`$GADFLY_CACHE`, or the `gadfly` folder of the user's cache."""
    if chosen := os.environ.get("GADFLY_CACHE"):
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gadfly"


def is_available(entry: Entry) -> bool:
    """Whether the release can be used without fetching anything; looks at sizes and times only."""
    match entry.release.source:
        case Bundled():
            return True
        case System():
            return shutil.which(entry.release.program) is not None
    return _is_whole(_home(entry), _made_for(entry), thorough=False)


def ensure(entry: Entry, *, install: bool = True) -> Installed:
    """The installation of a release, built or repaired first if need be (or refused without `install`)."""
    match entry.release.source:
        case Bundled():
            return _installed(entry, Path(gadfly.__file__).parent)
        case System():
            return _on_the_path(entry.release.program)
    home = _home(entry)
    if not _is_whole(home, _made_for(entry), thorough=home not in _hashed_here):
        if not install:
            raise InstallError(f"{entry.name} is not installed: run `gadfly targets install {entry.name}`")
        ensure_folder(home, _made_for(entry), partial(_fetch, entry))
    _hashed_here.add(home)
    return _installed(entry, home)


def install_all(
    entries: Sequence[Entry], report: Callable[[InstallResult], None], *, at_once: int = 4
) -> tuple[InstallResult, ...]:
    """Install many releases in parallel; `report` hears of each as soon as it is done."""

    def one(entry: Entry) -> InstallResult:
        try:
            ensure(entry)
            result = InstallResult(entry)
        except TargetError as error:
            result = InstallResult(entry, str(error))
        report(result)
        return result

    with ThreadPoolExecutor(at_once) as pool:
        return tuple(pool.map(one, entries))


def ensure_folder(home: Path, made_for: str, build: Builder) -> None:
    """Have a folder of the cache built as a whole, unless one is there that is intact and made for this."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with _locked(home.parent / f".{home.name}.lock"):
            if not _is_whole(home, made_for, thorough=True):
                _build(home, made_for, build)
    except OSError as error:
        raise InstallError(f"cannot install {home.name} into {home.parent}: {error}") from error


def fetch_debian(source: Debian, version: str, built: Path, scratch: Path) -> None:
    """Fetch packages with apt's lists for their suite, which all releases of that suite share."""
    lists = cache_root() / "apt" / source.suite
    lists.mkdir(parents=True, exist_ok=True)
    with _locked(lists / ".lock"):
        fetch_packages(source, version, built, scratch, lists)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _home(entry: Entry) -> Path:
    """A folder of its own, but the domains of one library share theirs."""
    shared = entry.release.installation if isinstance(entry.release, DomainRelease) else ""
    return cache_root() / "targets" / (shared or str(entry.name))


def _made_for(entry: Entry) -> str:
    """Library wheels fit one interpreter only; everything else depends on its source alone."""
    source = entry.release.source
    library = isinstance(source, PyPI) and not source.binary
    return f"{source} for {sys.implementation.cache_tag}" if library else str(source)


def _is_whole(home: Path, made_for: str, *, thorough: bool) -> bool:
    manifest = Manifest.load(home)
    if manifest.made_for != made_for:
        return False
    return all(file.is_intact(home) if thorough else file.looks_intact(home) for file in manifest.files)


def _installed(entry: Entry, home: Path) -> Installed:
    program = _program(entry, home)
    recorded = {file.path: file.sha256 for file in Manifest.load(home).files}
    digest = recorded.get(program.relative_to(home).as_posix()) or sha256_of(program)
    return Installed(home, program, digest[:16])


def _on_the_path(program: str) -> Installed:
    found = shutil.which(program)
    if found is None:
        raise InstallError(f"there is no {program} on the PATH: install it with your system's packages")
    path = Path(found).absolute()
    return Installed(path.parent, path, sha256_of(path)[:16])


def _program(entry: Entry, home: Path) -> Path:
    found = sorted(path for path in home.glob(entry.release.program) if path.is_file())
    if not found:
        raise InstallError(f"{entry.name} from {entry.release.source} has no {entry.release.program}")
    return found[0]


def _build(home: Path, made_for: str, build: Builder) -> None:
    """Build next to the final place and move there in one step; the caller holds the lock."""
    for abandoned in home.parent.glob(f".partial-{home.name}-*"):
        shutil.rmtree(abandoned, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix=f".partial-{home.name}-", dir=home.parent))
    try:
        built = work / "built"
        scratch = work / "scratch"
        built.mkdir()
        scratch.mkdir()
        build(built, scratch)
        files = tuple(InstalledFile.of(path, built) for path in sorted(built.rglob("*")) if path.is_file())
        Manifest(made_for, files).save(built)
        if home.exists():
            home.rename(work / "damaged")
        built.rename(home)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _fetch(entry: Entry, built: Path, scratch: Path) -> None:
    match entry.release.source:
        case PyPI() as source:
            fetch_wheel(source, built, scratch)
        case Maven() as source:
            fetch_jars(source, built, scratch)
        case Debian() as source:
            fetch_debian(source, entry.release.version, built, scratch)
        case Bundled() | System() | UserInstalled():
            raise AssertionError("these are never fetched")
    _program(entry, built)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock that ends with the process, however it ends."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
