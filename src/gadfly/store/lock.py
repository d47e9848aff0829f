"""One writer per campaign."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from gadfly.store.errors import explained


class FolderLock:
    """Says whether another process is writing to a campaign's folder.

    A POSIX record lock: it ends with the process however that dies, and, unlike `flock`, a forked worker
    that outlives a killed campaign does not keep it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = -1

    def acquire(self) -> bool:
        """Whether the lock is ours now; never waits."""
        with explained(self._path):
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):  # POSIX allows either for "taken"
                os.close(descriptor)
                return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        os.close(self._descriptor)
