"""Building the native driver on demand, with the system's compiler, into the private cache."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from gadfly.core.words import Limits
from gadfly.run.command import run
from gadfly.targets.analyzers.compilers import CLANG
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.targets.domains.domain import DriverBuild
from gadfly.targets.install import cache_root, ensure_folder, sha256_of
from gadfly.targets.tool import InstallError

NATIVE = Path(__file__).parent / "native"
# A driver frees all elements of a test at once, more than glibc keeps at hand: libraries of small elements
# spent a quarter of their time there.
ENVIRONMENT = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=1000"}
_KINDS = ("apron", "ppl")
_COMPILERS = ("cc", "gcc", "clang")
_FLAGS = ("-O2", "-std=gnu11", "-rdynamic")  # what an instrumented library calls is in the driver
_LIMITS = Limits(wall_seconds=300.0, cpu_seconds=120.0)
_PROGRAM = "driver"
_FUZZER = "libclang_rt.fuzzer_no_main*.a"


def driver_for(build: DriverBuild, home: Path) -> Path:
    """The driver for the library that is installed in a folder, built if it is not there yet."""
    return _built(build, home, compile_command(build, home, _sources(build.kind)))


def fuzzing_driver_for(build: DriverBuild, home: Path) -> Path:
    """A driver with libFuzzer inside; InstallError if there is no clang that has it."""
    clang = next((each for each in installed_compilers(install=False) if each.family == CLANG.family), None)
    if clang is None:
        raise InstallError("there is no clang: `gadfly targets install clang@14.0.6` installs one")
    runtime = Path(run([*clang.command, "-print-runtime-dir"], _LIMITS, address_space=False).stdout.strip())
    library = next(iter(sorted(runtime.glob(_FUZZER))), None)
    if library is None:
        raise InstallError(f"{clang.name} has no libFuzzer")
    plain = compile_command(build, home, _sources(build.kind))[1:]
    fuzzing = ("-DGF_FUZZ", "-fsanitize=fuzzer-no-link", str(library), "-lstdc++", "-lpthread")
    return _built(build, home, (*clang.command, *plain, *fuzzing))


def _built(build: DriverBuild, home: Path, command: tuple[str, ...]) -> Path:
    sources = _sources(build.kind)
    compiler = Path(command[0]).resolve()
    files = (compiler, *sorted(NATIVE.glob("*.h")), *sources, *_found(home, build.libraries))
    digest = _digest(command, files)
    folder = cache_root() / "drivers" / f"{build.kind}-{digest}"
    ensure_folder(folder, digest, partial(_compile, command))
    return folder / _PROGRAM


def compile_command(build: DriverBuild, home: Path, sources: tuple[Path, ...]) -> tuple[str, ...]:
    """What compiles and links C that uses the library; the name of the program is still to be added."""
    includes = (f"-I{folder}" for folder in _found(home, build.includes))
    libraries = tuple(_found(home, build.libraries))
    folders = dict.fromkeys(str(library.parent) for library in libraries)
    return (
        *(_compiler(), *_FLAGS, f"-DGF_{build.kind.upper()}", *includes, *map(str, sources)),
        *("-Wl,--no-as-needed,--disable-new-dtags", *map(str, libraries), "-lm", "-ldl"),
        *(f"-Wl,-rpath,{folder}" for folder in folders),
    )


def _compiler() -> str:
    for name in _COMPILERS:
        if found := shutil.which(name):
            return found
    raise InstallError("there is no C compiler on the PATH, and abstract domains need one: install gcc")


def _sources(kind: str) -> tuple[Path, ...]:
    """All sources but those for libraries of another kind."""
    others = tuple(other for other in _KINDS if other != kind)
    return tuple(path for path in sorted(NATIVE.glob("*.c")) if not path.name.startswith(others))


def _found(home: Path, patterns: Iterable[str]) -> Iterable[Path]:
    for pattern in patterns:
        matches = sorted(home.glob(pattern))
        if not matches:
            raise InstallError(f"{home.name} has no {pattern}, which the driver needs")
        yield matches[0]


def _digest(command: tuple[str, ...], files: Iterable[Path]) -> str:
    content = hashlib.sha256("\0".join(command).encode())
    for file in files:
        content.update(sha256_of(file).encode())
    return content.hexdigest()[:16]


def _compile(command: tuple[str, ...], built: Path, scratch: Path) -> None:
    done = run([*command, "-o", str(scratch / _PROGRAM)], _LIMITS, address_space=False)
    if done.exit_code != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line] or [done.detail]
        raise InstallError(f"{command[0]} could not build the driver of domains: {errors[0]}")
    shutil.move(scratch / _PROGRAM, built / _PROGRAM)
