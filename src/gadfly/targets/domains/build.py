"""Building the native driver on demand, with the system's compiler, into the private cache."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from gadfly.core.words import Limits
from gadfly.run.command import run
from gadfly.targets.domains.domain import DriverBuild
from gadfly.targets.install import cache_root, ensure_folder, sha256_of
from gadfly.targets.tool import InstallError

_NATIVE = Path(__file__).parent / "native"
_KINDS = ("apron", "ppl")
_COMPILERS = ("cc", "gcc", "clang")
_FLAGS = ("-O2", "-std=gnu11")
_LIMITS = Limits(wall_seconds=300.0, cpu_seconds=120.0)
_PROGRAM = "driver"


def driver_for(build: DriverBuild, home: Path) -> Path:
    """The driver for the library that is installed in a folder, built if it is not there yet."""
    compiler = _compiler()
    sources = _sources(build.kind)
    libraries = tuple(_found(home, build.libraries))
    arguments = _arguments(build, home, sources, libraries)
    digest = _digest(
        arguments, (Path(compiler).resolve(), *sorted(_NATIVE.glob("*.h")), *sources, *libraries)
    )
    folder = cache_root() / "drivers" / f"{build.kind}-{digest}"
    ensure_folder(folder, digest, partial(_compile, compiler, arguments))
    return folder / _PROGRAM


def _compiler() -> str:
    for name in _COMPILERS:
        if found := shutil.which(name):
            return found
    raise InstallError("there is no C compiler on the PATH, and abstract domains need one: install gcc")


def _sources(kind: str) -> tuple[Path, ...]:
    """All sources but those for libraries of another kind."""
    others = tuple(other for other in _KINDS if other != kind)
    return tuple(path for path in sorted(_NATIVE.glob("*.c")) if not path.name.startswith(others))


def _found(home: Path, patterns: Iterable[str]) -> Iterable[Path]:
    for pattern in patterns:
        matches = sorted(home.glob(pattern))
        if not matches:
            raise InstallError(f"{home.name} has no {pattern}, which the driver needs")
        yield matches[0]


def _arguments(
    build: DriverBuild, home: Path, sources: tuple[Path, ...], libraries: tuple[Path, ...]
) -> tuple[str, ...]:
    includes = (f"-I{folder}" for folder in _found(home, build.includes))
    folders = dict.fromkeys(str(library.parent) for library in libraries)
    return (
        *(*_FLAGS, f"-DGF_{build.kind.upper()}", *includes, *map(str, sources)),
        *("-Wl,--no-as-needed,--disable-new-dtags", *map(str, libraries), "-lm", "-ldl"),
        *(f"-Wl,-rpath,{folder}" for folder in folders),
    )


def _digest(arguments: tuple[str, ...], files: Iterable[Path]) -> str:
    content = hashlib.sha256("\0".join(arguments).encode())
    for file in files:
        content.update(sha256_of(file).encode())
    return content.hexdigest()[:16]


def _compile(compiler: str, arguments: tuple[str, ...], built: Path, scratch: Path) -> None:
    done = run([compiler, *arguments, "-o", str(scratch / _PROGRAM)], _LIMITS, address_space=False)
    if done.exit_code != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line] or [done.detail]
        raise InstallError(f"{compiler} could not build the driver of domains: {errors[0]}")
    shutil.move(scratch / _PROGRAM, built / _PROGRAM)
