"""What reading the language of domains can complain about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class DomainReadError(ValueError):
    """Text that is no program, sweep, law or formula of ours; one line that says where and why."""


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Complaints about a line say which one it is."""
    try:
        yield
    except DomainReadError as error:
        raise DomainReadError(f"line {number}: {error}") from error
