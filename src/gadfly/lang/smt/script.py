"""What a script declares, asserts and asks, as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.terms import Bank, Term


@dataclass(frozen=True, slots=True)
class Signature:
    """The argument sorts and the result sort of a declared constant or function."""

    arguments: tuple[Sort, ...]
    result: Sort


@dataclass(frozen=True, slots=True)
class Selector:
    name: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Constructor:
    name: str
    selectors: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Datatype:
    """A declared datatype; sorts in a parametric one mention its parameters as sorts of that name."""

    name: str
    parameters: tuple[str, ...]
    constructors: tuple[Constructor, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One check-sat: what it asks to be satisfiable, and whether a model is asked for right after it."""

    assertions: tuple[Term, ...]
    wants_model: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """A read script.

    `declarations` are its declaring commands, printed one per line in our spelling. `assertions` are all it
    ever asserts, whatever it pops again; `checks` are its questions in order.
    """

    logic: str
    bank: Bank
    symbols: Mapping[str, Signature]
    datatypes: Mapping[str, Datatype] = field(default_factory=dict)
    declared_sorts: Mapping[str, int] = field(default_factory=dict)
    declarations: tuple[str, ...] = ()
    assertions: tuple[Term, ...] = ()
    checks: tuple[Check, ...] = ()
