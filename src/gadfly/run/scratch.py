"""Scratch folders: one for every program, all of a process under one parent that is easy to find again."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PARENT_NAME = re.compile(r"gadfly-(\d+)-\w+")

_parents: dict[int, Path] = {}  # by process id: a forked process must not use, or remove, its parent's
_making_parent = threading.Lock()
_numbers = itertools.count()


def make() -> Path:
    """A new empty folder."""
    folder = _parent() / str(next(_numbers))
    folder.mkdir(mode=0o700)
    return folder


def remove(folder: Path) -> None:
    """Remove a folder whatever a program has left in it; one that is gone already is fine."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return
    except OSError:
        _make_writable(folder)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder that is gone afterwards."""
    folder = make()
    try:
        yield folder
    finally:
        remove(folder)


def parents() -> tuple[Path, ...]:
    """The folder above all scratch folders of this process, if it has made one."""
    folder = _parents.get(os.getpid())
    return () if folder is None else (folder,)


def remove_all() -> None:
    """Remove every scratch folder of this process."""
    folder = _parents.pop(os.getpid(), None)
    if folder is not None:
        remove(folder)


def sweep() -> int:
    """Remove what processes left behind that were killed before they could clean up; says how many."""
    swept = 0
    for folder in sorted(Path(tempfile.gettempdir()).glob("gadfly-*")):
        name = _PARENT_NAME.fullmatch(folder.name)
        if name is None or folder.is_symlink() or Path("/proc", name[1]).exists():
            continue
        if folder.stat().st_uid == os.geteuid():
            remove(folder)
            swept += 1
    return swept


def _parent() -> Path:
    with _making_parent:
        pid = os.getpid()
        if pid not in _parents:
            _parents[pid] = Path(tempfile.mkdtemp(prefix=f"gadfly-{pid}-"))
        return _parents[pid]


def _make_writable(folder: Path) -> None:
    """Give back the rights that a program took from itself; without them its folders cannot be emptied."""
    for path, names, _ in os.walk(folder):
        for inner in (Path(path, name) for name in names):
            if not inner.is_symlink():
                inner.chmod(0o700)
