"""Identifiers of C for symbols of SMT-LIB."""

from __future__ import annotations

import re
from collections.abc import Iterable

_STRANGE = re.compile(r"[^A-Za-z0-9]+")
_LONGEST = 40


class Names:
    """Gives readable names, none of them twice."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def make(self, prefix: str, symbol: str, part: str = "") -> str:
        """A name that begins with the prefix, which no keyword does."""
        stem = _STRANGE.sub("_", symbol).strip("_")[:_LONGEST]
        wanted = "_".join(filter(None, (prefix, stem, part)))
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken.add(name)
        return name
