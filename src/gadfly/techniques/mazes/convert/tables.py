"""Functions as tables: a few arguments with their values, and one value for all others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gadfly.lang.smt.model import Definition
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Bank, Shape, Term

Scalar = bool | int


@dataclass(frozen=True, slots=True)
class Entry:
    """The value of a function for one list of arguments."""

    key: tuple[Scalar, ...]
    value: Scalar


@dataclass(frozen=True, slots=True)
class Table:
    """A function; of entries with the same key the first counts."""

    entries: tuple[Entry, ...]
    otherwise: Scalar

    def resized(self, size: int, arity: int) -> Table:
        """The table with so many entries; ones that are added change nothing."""
        filler = self.entries[0] if self.entries else Entry((0,) * arity, self.otherwise)
        return replace(self, entries=(self.entries + (filler,) * size)[:size])


def table_definition(table: Table, signature: Signature, bank: Bank) -> Definition:
    """The table as a chain of `ite`."""
    parameters = tuple(bank.variable(f"x{place}", sort) for place, sort in enumerate(signature.arguments))
    body = bank.literal(table.otherwise, signature.result)
    for entry in reversed(table.entries):
        tests = [
            bank.operator("=", BOOL, [parameter, bank.literal(part, parameter.sort)])
            for parameter, part in zip(parameters, entry.key, strict=True)
        ]
        value = bank.literal(entry.value, signature.result)
        body = bank.operator("ite", signature.result, [bank.operator("and", BOOL, tests), value, body])
    return Definition(parameters, body)


def read_table(definition: Definition) -> Table:
    """The table that `table_definition` wrote."""
    entries = []
    body = definition.body
    while body.shape is Shape.OPERATOR:
        tests, value, body = body.args
        entries.append(Entry(tuple(_scalar(test.args[1]) for test in tests.args), _scalar(value)))
    return Table(tuple(entries), _scalar(body))


def _scalar(literal: Term) -> Scalar:
    if literal.shape is not Shape.LITERAL or not isinstance(literal.value, int):
        raise ValueError("a function of a grounded model is a table of Booleans and integers")
    return literal.value
