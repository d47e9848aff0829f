"""Seeds by a word instead of a path: collections that are fetched or generated when they are asked for."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path, PurePosixPath

from gadfly.campaign.csmith import csmith_seeds
from gadfly.core.words import Language, Seed
from gadfly.targets.install import cache_root, ensure_folder, fetch_debian
from gadfly.targets.tool import Debian, InstallError

TORTURE = "gcc-torture"
CSMITH = "csmith"
CSMITH_PROGRAMS = 100

_GCC = Debian("bookworm", ("gcc-12-source",), keeps=("usr/src/gcc-12/gcc-12*.tar.xz",))
_GCC_VERSION = "12"
_TESTS = PurePosixPath("gcc/testsuite/gcc.c-torture/execute")
_NEEDS_OTHER_FILES = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"|dg-additional-sources', re.MULTILINE)


def source_seeds(word: str, random_seed: int) -> tuple[Seed, ...] | None:
    """The seeds that `gcc-torture`, `csmith` or `csmith:N` stands for; None if the word is none of these."""
    if word == TORTURE:
        return _torture_seeds()
    asked = re.fullmatch(rf"{CSMITH}(?::([1-9][0-9]{{0,5}}))?", word)
    return csmith_seeds(int(asked[1] or CSMITH_PROGRAMS), random_seed) if asked else None


def _torture_seeds() -> tuple[Seed, ...]:
    """The execution tests of GCC's own test suite that are one file each."""
    home = cache_root() / "seeds" / f"{TORTURE}-{_GCC_VERSION}"
    ensure_folder(home, str(_GCC), _unpack_torture)
    return tuple(
        Seed(f"{TORTURE}/{file.relative_to(home).as_posix()}", file.read_text("utf-8"), Language.C)
        for file in sorted(home.rglob("*.c"))
    )


def _unpack_torture(home: Path, scratch: Path) -> None:
    packages = scratch / "gcc"
    packages.mkdir()
    fetch_debian(_GCC, _GCC_VERSION, packages, scratch)
    (archive,) = packages.glob(_GCC.keeps[0])
    try:
        with tarfile.open(archive, "r|xz") as members:
            for member in members:
                place = _place(member.name)
                content = members.extractfile(member) if place and member.isfile() else None
                if content is not None:
                    _write_test(home / place, content.read())
    except tarfile.TarError as error:
        raise InstallError(f"{archive.name} is not a whole archive: {error}") from error


def _place(member: str) -> str:
    """Where a test goes below our folder; "" for all else, and for `builtins`: a test there is many files."""
    path = PurePosixPath(*PurePosixPath(member).parts[1:])
    if path.suffix != ".c" or ".." in path.parts or not path.is_relative_to(_TESTS):
        return ""
    inside = path.relative_to(_TESTS)
    return "" if inside.parts[0] == "builtins" else inside.as_posix()


def _write_test(path: Path, content: bytes) -> None:
    """Write a test that needs no other file and is text."""
    if _NEEDS_OTHER_FILES.search(content) or not _is_text(content):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _is_text(content: bytes) -> bool:
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False
