"""The knowledge base: programs that a target was asked about, and which of their checks it called safe."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

TIME_TO_LIVE = 250
TICKETS = 1 << 16


class Selection(StrEnum):
    """Which known program is transformed next."""

    UNIFORM = "uniform"
    NEWEST = "newest"
    LEAST_USED = "least used"


@dataclass(frozen=True, slots=True)
class Entry:
    """A program that was answered, as the choices that built it, stage after stage.

    `safe` are the indices of the probes that the target called safe. `profile` are the spots of the seed with
    a check that it did not, which is what makes a program different from others.
    """

    record: tuple[int, ...]
    stages: int
    safe: frozenset[int]
    profile: frozenset[int]


@dataclass(slots=True)
class _Kept:
    entry: Entry
    uses: int = 0


@dataclass(slots=True)
class Knowledge:
    """One entry for every profile; it gives way to a new one when it was used often enough."""

    selection: Selection
    is_growing: bool = True
    _kept: dict[frozenset[int], _Kept] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._kept)

    def remember(self, entry: Entry) -> bool:
        """Keep an entry, unless one like it is there or the first is to stay the only one."""
        if self._kept and not self.is_growing:
            return False
        like_it = self._kept.get(entry.profile)
        if like_it is not None and like_it.uses < TIME_TO_LIVE:
            return False
        self._kept.pop(entry.profile, None)
        self._kept[entry.profile] = _Kept(entry)
        return True

    def select(self, ticket: int) -> Entry:
        """The entry to go on from; the ticket is below TICKETS."""
        kept = list(self._kept.values())
        match self.selection:
            case Selection.UNIFORM:
                chosen = kept[ticket * len(kept) // TICKETS]
            case Selection.NEWEST:
                chosen = kept[-1]
            case Selection.LEAST_USED:
                chosen = min(kept, key=lambda each: each.uses)
        chosen.uses += 1
        return chosen.entry
