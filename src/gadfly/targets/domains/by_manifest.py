"""A user's own library that looks like APRON, by a manifest: `./elina.domain`, a small TOML file.

library = "lib/liboptoct.so"             # paths are relative to the manifest
manager = "opt_oct_manager_alloc"        # the function that makes a manager
shape = "octagon"                        # or interval, polyhedron
ordered_widening = true                  # x ∇ y needs x ⊑ y
exempt = ["42", "43", "44", "45", "46"]  # laws that the domain need not obey
loads = ["lib/liblinearize.so"]          # libraries to be loaded before
"""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, dataclass, fields
from pathlib import Path

from gadfly.core.words import Feature, Shape, TargetName
from gadfly.targets.catalog import find
from gadfly.targets.domains import apron
from gadfly.targets.domains.domain import DomainLibrary, DomainRelease
from gadfly.targets.domains.target import DomainTarget
from gadfly.targets.install import Installed, ensure, sha256_of
from gadfly.targets.tool import UnusableTargetError, UserInstalled

SUFFIX = ".domain"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Manifest:
    """What a manifest says; the names are those of its keys."""

    library: str
    manager: str
    shape: str
    ordered_widening: bool = False
    exempt: tuple[str, ...] = ()
    loads: tuple[str, ...] = ()


def domain_by_manifest(path: Path) -> DomainTarget | None:
    """The target that a manifest describes; None for other files."""
    if path.suffix != SUFFIX:
        return None
    try:
        manifest = _read(path)
        shape = Shape(manifest.shape)
    except (OSError, ValueError, TypeError) as error:
        raise UnusableTargetError(f"{path} is no manifest of a domain: {error}") from error
    library, *loads = (path.parent / each for each in (manifest.library, *manifest.loads))
    for file in (library, *loads):
        if not file.is_file():
            raise UnusableTargetError(f"{path} names {file}, which is not there")
    release = _release(manifest, shape, library.absolute(), [file.absolute() for file in loads])
    installation = ensure(find(TargetName(apron.TOOL.name, apron.RELEASES[0].version)))
    installed = Installed(installation.home, path.absolute(), sha256_of(library)[:16])
    tool = DomainLibrary(
        name=path.stem, family=path.stem, summary="", url="", executables=(), releases=(release,)
    )
    return DomainTarget(TargetName(path.stem, release.version), tool, release, installed)


def _read(path: Path) -> _Manifest:
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    for name in said.keys() - {field.name for field in fields(_Manifest)}:
        raise ValueError(f"there is no {name!r}")
    for name in (field.name for field in fields(_Manifest) if field.default is MISSING):
        if name not in said:
            raise ValueError(f"it does not say what {name!r} is")
    exempt, loads = (tuple(map(str, said.pop(name, ()))) for name in ("exempt", "loads"))
    return _Manifest(**said, exempt=exempt, loads=loads)


def _release(manifest: _Manifest, shape: Shape, library: Path, loads: list[Path]) -> DomainRelease:
    """Such a library needs APRON itself, and so does its driver: both get ours."""
    load = tuple(part for file in loads for part in ("--load", str(file)))
    return DomainRelease(
        version="path",
        source=UserInstalled(),
        command=("{driver}", apron.DRIVER.kind, str(library), manifest.manager, *load),
        driver=apron.DRIVER,
        shape=shape,
        features=frozenset({Feature.ORDERED_WIDENING} if manifest.ordered_widening else ()),
        exempt=frozenset(manifest.exempt),
    )
