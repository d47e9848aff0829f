"""What the disk refuses, said to a person in one line."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class StoreError(Exception):
    """The store cannot go on; the message is one line that says what to do next."""


class UnknownFindingError(StoreError):
    """There is no such finding in the campaign, or more than one."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn failures of the disk around `path` into a StoreError; our own faults pass through."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_SPACE:
            raise StoreError(f"no space left for {path}: free some and run the same command again") from error
        raise StoreError(f"cannot use {path}: {error.strerror}; repair it or choose another --out") from error
