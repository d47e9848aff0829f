"""Seeds from files: whatever a user's folder holds, nothing in it may stop a campaign."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from gadfly.campaign.seed_sources import source_seeds
from gadfly.core.words import Language, Seed
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.smt.script_reader import MAX_BYTES
from gadfly.techniques.laws.properties import uses
from gadfly.techniques.laws.seeds import seeds_of, sweep_of

_SUFFIXES = {".smt2": Language.SMT, ".c": Language.C, ".i": Language.C, ".laws": Language.DOMAIN}
_LOGIC = re.compile(r"^[^;\n]*\(\s*set-logic\s+([^\s()]+)\s*\)", re.MULTILINE)


class SeedsError(Exception):
    """No seeds where the user said there are; one line that says what to do."""


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that cannot be a seed, and why."""

    name: str
    reason: str


def load_seeds(places: Sequence[str], random_seed: int) -> tuple[list[Seed], list[SkippedFile]]:
    """All seeds of the places, each content once; of a folder in order of their names.

    A place is a file, a folder or the name of a source, whose seeds may depend on the random seed.
    """
    seeds: dict[str, Seed] = {}
    skipped: list[SkippedFile] = []
    for place in places:
        found = source_seeds(place, random_seed)
        for read in _read_all(Path(place)) if found is None else found:
            if isinstance(read, Seed):
                seeds.setdefault(read.digest, read)
            else:
                skipped.append(read)
    if not seeds:
        hint = f" ({skipped[0].name}: {skipped[0].reason})" if skipped else ""
        raise SeedsError(
            f"no usable seed file in {', '.join(places)}{hint}: "
            "give --seeds a folder with .smt2, .c or .laws files"
        )
    return list(seeds.values()), skipped


def logic_of(seed: Seed) -> str:
    """The logic a script says it is in; `ALL` if it says none. A program is in C, a law in its own name."""
    if seed.language is Language.DOMAIN:
        return sweep_of(seed).law.name
    if seed.language is not Language.SMT:
        return seed.language.upper()
    match = _LOGIC.search(seed.text)
    return match[1] if match else "ALL"


def needs_of(seed: Seed) -> frozenset[str]:
    """What a target may be exempt from: a law, and the operations that it is about."""
    if seed.language is not Language.DOMAIN:
        return frozenset()
    law = sweep_of(seed).law
    return uses(law) | {law.name}


def _read_all(path: Path) -> Iterator[Seed | SkippedFile]:
    for file, name in _files(path):
        read = _read(file, name)
        if isinstance(read, Seed) and read.language is Language.DOMAIN:
            yield from _laws(read)
        else:
            yield read


def _laws(file: Seed) -> Sequence[Seed | SkippedFile]:
    """A seed for every law that a file is about."""
    try:
        return seeds_of(file.name, file.text)
    except DomainReadError as error:
        return [SkippedFile(file.name, str(error))]


def _files(path: Path) -> list[tuple[Path, str]]:
    if path.is_file():
        return [(path, path.name)]
    if not path.is_dir():
        raise SeedsError(f"{path} does not exist: give --seeds a file, a folder, gcc-torture or csmith")
    files = sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES and not file.is_dir())
    return [(file, file.relative_to(path).as_posix()) for file in files]


def _read(file: Path, name: str) -> Seed | SkippedFile:
    try:
        if not S_ISREG((status := file.stat()).st_mode):
            return SkippedFile(name, "not a regular file")
        if status.st_size > MAX_BYTES:
            return SkippedFile(name, f"larger than {MAX_BYTES >> 20} MiB")
        text = file.read_bytes().decode()
    except UnicodeDecodeError:
        return SkippedFile(name, "not a text file")
    except OSError as error:
        return SkippedFile(name, error.strerror or "unreadable")
    if "\0" in text:
        return SkippedFile(name, "not a text file")
    if not text.strip():
        return SkippedFile(name, "empty")
    return Seed(name, text, _SUFFIXES.get(file.suffix, Language.SMT))
