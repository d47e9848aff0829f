"""Why the planted analyzer gives no answer. It never guesses."""

from __future__ import annotations


class UnsupportedError(Exception):
    """The program is beyond this checker; the message says in which way."""


class UndefinedError(UnsupportedError):
    """The program does what C does not define."""

    def __init__(self, what: str) -> None:
        super().__init__(f"undefined: {what}")


class PathEndError(Exception):
    """This execution is over: it called `exit`, or an assumption does not hold."""
