"""What a worker has at hand: open targets, reference engines, solvers that vouch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from gadfly.core.interfaces import Reference, Target
from gadfly.targets.open import open_target
from gadfly.targets.tool import TargetError
from gadfly.truth.certify import SmtCertifier
from gadfly.truth.reference import SolverReference

REFERENCE = "z3@5.4.0.0"
VOUCHERS = (REFERENCE, "cvc5@1.4.2", "yices2@2.6.5.post24", "bitwuzla@0.9.1")


class Workshop:
    """Opens each target once and keeps it; `close` ends all their processes."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._open: dict[str, Target] = {}
        self._missing: set[str] = set()

    def target(self, name: str) -> Target:
        if name not in self._open:
            self._open[name] = open_target(name)
        return self._open[name]

    @cached_property
    def reference(self) -> Reference:
        return SolverReference(self.target(REFERENCE), self.vouchers)

    @cached_property
    def certifier(self) -> SmtCertifier:
        return SmtCertifier(self.vouchers)

    def vouchers(self, accused_family: str) -> Sequence[Target]:
        """Solvers of other families that can be had, fetched when they are first needed."""
        found = []
        for name in VOUCHERS:
            voucher = self._voucher(name)
            if voucher is not None and voucher.identity.family != accused_family:
                found.append(voucher)
        return found

    def close(self) -> None:
        for target in self._open.values():
            target.close()

    def _voucher(self, name: str) -> Target | None:
        if name in self._missing:
            return None
        try:
            return self.target(name)
        except TargetError as error:
            self._missing.add(name)
            self._note(f"{name} cannot vouch: {error}")
            return None
