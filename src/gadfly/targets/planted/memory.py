"""What the solver keeps from script to script: in a live session they are made of the same lines."""

from __future__ import annotations

from collections.abc import Mapping

from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.terms import Bank, Term
from gadfly.targets.planted.circuits import Operations
from gadfly.targets.planted.settings import Settings
from gadfly.targets.planted.truth_table import Decider

MOST_LINES = 4096


class Memory:
    """Assertions that were read before, and the tables of their terms."""

    def __init__(self, settings: Settings, operations: Operations) -> None:
        self._settings = settings
        self._operations = operations
        self._forget()

    def _forget(self) -> None:
        self.bank = Bank()
        self.decider = Decider(self._settings, self._operations)
        self._terms: dict[tuple[tuple[str, ...], str], Term] = {}

    def tidy(self) -> None:
        """Stay small; whatever was taken from the memory before must not be used with it any more."""
        if len(self._terms) > MOST_LINES:
            self._forget()

    def keep(self, text: str, definitions: tuple[str, ...], term: Term) -> None:
        """Note what an assertion means while these definitions hold."""
        self._terms[definitions, text] = term

    def recall(
        self, text: str, definitions: tuple[str, ...], symbols: Mapping[str, Signature]
    ) -> Term | None:
        """What an assertion means; None if it is new, or if its constants are now declared otherwise."""
        term = self._terms.get((definitions, text))
        if term is None:
            return None
        for constant in self.decider.constants(term):
            signature = symbols.get(constant.name)
            if signature is None or signature.result != constant.sort:
                return None
        return term
