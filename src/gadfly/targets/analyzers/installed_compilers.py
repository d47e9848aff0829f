"""The compilers by which programs are executed: those of the system, or else a private one."""

from __future__ import annotations

import shutil
from dataclasses import dataclass

from gadfly.core.words import TargetName
from gadfly.targets.analyzers.compilers import CLANG, CLANG_14_COMMAND, GCC
from gadfly.targets.catalog import find
from gadfly.targets.install import ensure
from gadfly.targets.tool import InstallError


@dataclass(frozen=True, slots=True)
class InstalledCompiler:
    """A compiler that compiles, links and has its sanitizers; its family is that of the tool of its name."""

    name: str
    family: str
    command: tuple[str, ...]


def installed_compilers(*, install: bool = True) -> tuple[InstalledCompiler, ...]:
    """gcc if it is on the PATH, and a clang: that of the PATH, or ours, which may be installed first."""
    compilers = []
    if gcc := shutil.which("gcc"):
        compilers.append(InstalledCompiler("gcc", GCC.family, (gcc,)))
    if clang := shutil.which("clang"):
        compilers.append(InstalledCompiler("clang", CLANG.family, (clang,)))
    else:
        compilers += _private_clang(install=install)
    return tuple(compilers)


def _private_clang(*, install: bool) -> list[InstalledCompiler]:
    """Our own clang, or none where there is no mirror to get it from: gcc alone must do then."""
    release = CLANG.releases[-1]
    try:
        installed = ensure(find(TargetName(CLANG.name, release.version)), install=install)
    except InstallError:
        return []
    places = {"home": installed.home, "program": installed.program}
    command = tuple(part.format_map(places) for part in CLANG_14_COMMAND)
    return [InstalledCompiler(f"clang {release.version}", CLANG.family, command)]
