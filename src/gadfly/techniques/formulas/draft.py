"""Formulas on their way from a seed to a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gadfly.lang.smt.printer import LET_PREFIX, print_term
from gadfly.lang.smt.script import Script, Signature
from gadfly.lang.smt.script_reader import declaration
from gadfly.lang.smt.terms import Bank, Term


@dataclass(frozen=True, slots=True)
class Draft:
    """Formulas over what a script declares.

    A transformation may declare new symbols: then `script` has their declarations, `constraints` say what
    they must satisfy and are asserted before anything else, and `definitions` are `define-fun` commands
    under which all constraints hold, whatever the symbols of the seed mean.
    """

    script: Script
    formulas: tuple[Term, ...]
    constraints: tuple[Term, ...] = ()
    definitions: str = ""

    def on_own_bank(self) -> Draft:
        """The draft with a bank on top of the script's, which may be kept for the next session."""
        return replace(self, script=replace(self.script, bank=Bank(self.script.bank)))

    def replaced(self, mapping: Mapping[Term, Term]) -> Draft:
        """The draft with terms replaced in all formulas, but not in the constraints that explain them."""
        formulas = self.script.bank.substitute_all(self.formulas, mapping)
        return replace(self, formulas=tuple(formulas))

    def fresh_name(self) -> str:
        """A name that no seed, no `let` of ours and no earlier symbol has; every symbol has a constraint."""
        return f"{LET_PREFIX}v{len(self.constraints)}"

    def with_symbol(self, name: str, signature: Signature, meaning: Term, constraint: Term) -> Draft:
        """The draft with a new symbol that has the meaning, for a function whatever its arguments are."""
        script = replace(
            self.script,
            symbols={**self.script.symbols, name: signature},
            declarations=(*self.script.declarations, declaration(name, signature)),
        )
        parameters = " ".join(
            f"({LET_PREFIX}x{place} {sort})" for place, sort in enumerate(signature.arguments)
        )
        definition = f"(define-fun {name} ({parameters}) {signature.result} {print_term(meaning)})\n"
        return Draft(script, self.formulas, (*self.constraints, constraint), self.definitions + definition)
