"""Seeds that nobody can use."""

from __future__ import annotations

from collections.abc import Callable

from gadfly.core.events import Listener, SeedSkipped
from gadfly.core.words import Seed


class Skips:
    """Tells of a seed that no technique can use, once; that one of several cannot is no news."""

    def __init__(self, techniques_of: Callable[[Seed], frozenset[str]], listen: Listener) -> None:
        self._techniques_of = techniques_of
        self._listen = listen
        self._skipped: dict[str, tuple[Seed, dict[str, str]]] = {}
        self._done: set[str] = set()  # digests of seeds that were used, or told of

    def note_use(self, seed: Seed) -> None:
        self._done.add(seed.digest)

    def note_skip(self, technique: str, seed: Seed, reason: str) -> None:
        _, reasons = self._skipped.setdefault(seed.digest, (seed, {}))
        reasons[technique] = reason
        if reasons.keys() >= self._techniques_of(seed):
            self._tell(seed)

    def tell_rest(self) -> None:
        """Tell of seeds that were skipped by everyone who came to them."""
        for seed, _ in list(self._skipped.values()):
            self._tell(seed)

    def _tell(self, seed: Seed) -> None:
        if seed.digest not in self._done:
            self._done.add(seed.digest)
            reasons = self._skipped[seed.digest][1]
            self._listen(SeedSkipped(seed.name, next(iter(reasons.values()))))
