"""Formulas on their way from a seed to a session."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.lang.smt.script import Script
from gadfly.lang.smt.terms import Term


@dataclass(frozen=True, slots=True)
class Draft:
    """Formulas over what a script declares.

    A transformation may declare new symbols: then `script` has their declarations, `constraints` say what
    they must satisfy and are asserted before anything else, and `definitions` are `define-fun` commands
    under which all constraints hold.
    """

    script: Script
    formulas: tuple[Term, ...]
    constraints: tuple[Term, ...] = ()
    definitions: str = ""
