"""Scratch folders: one for every program, all of a process under one parent that is easy to find again."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PARENT_NAME = re.compile(r"gadfly-(\d+)-\w+")

_parents: dict[int, Path] = {}  # by process id: a forked process must not use, or remove, its parent's
_making_parent = threading.Lock()
_numbers = itertools.count()
_spares: list[Path] = []  # empty folders; making new ones instead costs milliseconds on some file systems


def make() -> Path:
    """An empty folder under a name that was never used before."""
    try:
        return _spares.pop()
    except IndexError:
        folder = _parent() / str(next(_numbers))
        folder.mkdir(mode=0o700)
        return folder


def release(folder: Path) -> None:
    """Remove all that a program has left in its folder, and its name; one that is gone already is fine."""
    renamed = folder.with_name(str(next(_numbers)))
    try:
        folder.chmod(0o700)
        folder.rename(renamed)
        _empty(renamed)
    except FileNotFoundError:  # all folders were removed meanwhile
        return
    _spares.append(renamed)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder that is gone afterwards."""
    folder = make()
    try:
        yield folder
    finally:
        release(folder)


def parents() -> tuple[Path, ...]:
    """The folder above all scratch folders of this process, if it has made one."""
    folder = _parents.get(os.getpid())
    return () if folder is None else (folder,)


def remove_all() -> None:
    """Remove every scratch folder of this process."""
    _spares.clear()
    folder = _parents.pop(os.getpid(), None)
    if folder is not None:
        _remove_tree(folder)


def sweep() -> int:
    """Remove what processes left behind that were killed before they could clean up; says how many."""
    swept = 0
    for folder in sorted(Path(tempfile.gettempdir()).glob("gadfly-*")):
        name = _PARENT_NAME.fullmatch(folder.name)
        if name is None or folder.is_symlink() or Path("/proc", name[1]).exists():
            continue
        with suppress(FileNotFoundError):  # somebody else sweeps as well
            if folder.stat().st_uid == os.geteuid():
                _remove_tree(folder)
                swept += 1
    return swept


def _parent() -> Path:
    with _making_parent:
        pid = os.getpid()
        if pid not in _parents:
            _parents[pid] = Path(tempfile.mkdtemp(prefix=f"gadfly-{pid}-"))
        return _parents[pid]


def _empty(folder: Path) -> None:
    for inner in tuple(folder.iterdir()):
        if inner.is_dir() and not inner.is_symlink():
            _remove_tree(inner)
        else:
            inner.unlink()


def _remove_tree(folder: Path) -> None:
    """Remove a folder, with the rights back that a program may have taken from itself."""
    folder.chmod(0o700)
    for path, names, _ in os.walk(folder):
        for inner in (Path(path, name) for name in names):
            if not inner.is_symlink():
                inner.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


os.register_at_fork(after_in_child=_spares.clear)
