"""Why an exploration or one of its paths is over."""

from __future__ import annotations


class BeyondError(Exception):
    """The program is outside of what can be explored; the message is one line that says why."""


class EndError(Exception):
    """Nothing follows on this path: the program ended, an assumption is false, or all is undefined."""
