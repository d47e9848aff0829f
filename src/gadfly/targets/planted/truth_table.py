"""A complete decision procedure for small QF_BV questions: the truth table of the whole question.

Every sub-term becomes a bundle of tables (see `gates`) over all assignments to the constants, so nothing
is searched for and nothing can be overlooked. That takes 2^n bits for n input bits, hence the limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.targets.planted.circuits import OPERATIONS, Operations
from gadfly.targets.planted.gates import Bits, Gates
from gadfly.targets.planted.settings import Settings

MOST_INPUT_BITS = 16
MOST_WIDTH = 128  # of any term: a multiplier has as many gates as the square of it
MOST_KEPT = 1 << 28  # bits of tables that are kept for later questions


class UnsupportedError(ValueError):
    """A question beyond this procedure; the message says why."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether all assertions can be true at once, and if so values that make them so, by constant."""

    is_satisfiable: bool
    values: Mapping[str, int]


def width_of(sort: Sort) -> int:
    """How many wires a value of this sort takes."""
    if sort == BOOL:
        return 1
    if sort.name == "BitVec" and sort.width <= MOST_WIDTH:
        return sort.width
    raise UnsupportedError(f"sort {sort}")


def constants_of(roots: Iterable[Term]) -> tuple[Term, ...]:
    """The constants that occur in some terms."""
    return tuple(term for term in post_order(roots) if term.shape is Shape.SYMBOL and not term.args)


class TruthTables:
    """The tables of terms over some constants; a term is worked out when it is first asked for."""

    def __init__(self, constants: Sequence[Term], operations: Operations = OPERATIONS) -> None:
        inputs = sum(width_of(constant.sort) for constant in constants)
        if inputs > MOST_INPUT_BITS:
            raise UnsupportedError(f"more than {MOST_INPUT_BITS} bits")
        self.constants = constants
        self.gates = Gates.over(inputs)
        self.wires = 0
        self._operations = operations
        self._bits: dict[Term, Bits] = {}
        self._connect_inputs()

    @property
    def assignments(self) -> range:
        """The numbers of all assignments."""
        return range(self.gates.true.bit_length())

    @property
    def size(self) -> int:
        """How many bits all tables have together."""
        return self.wires * self.gates.true.bit_length()

    def bits(self, term: Term) -> Bits:
        found = self._bits.get(term)
        if found is None:
            for part in post_order([term], stop=self._bits):
                if part not in self._bits:
                    self._keep(part, self._compute(part))
            found = self._bits[term]
        return found

    def value(self, term: Term, assignment: int) -> int:
        """The value of a term under one assignment; of a Boolean 0 or 1."""
        return sum((bit >> assignment & 1) << place for place, bit in enumerate(self.bits(term)))

    def _keep(self, term: Term, bits: Bits) -> None:
        self._bits[term] = bits
        self.wires += len(bits)

    def _connect_inputs(self) -> None:
        first = 0
        for constant in self.constants:
            after = first + width_of(constant.sort)
            self._keep(constant, tuple(map(self.gates.input, range(first, after))))
            first = after

    def _compute(self, term: Term) -> Bits:
        width = width_of(term.sort)
        if term.shape is Shape.LITERAL and isinstance(term.value, int):
            return self.gates.constant(term.value, width)
        operation = self._operations.get(term.name) if term.shape is Shape.OPERATOR else None
        if operation is None:
            raise UnsupportedError(f"{term.shape.value} {term.name}")
        return operation(self.gates, term, [self._bits[arg] for arg in term.args])


class Decider:
    """Decides one question after another; questions about the same constants share their tables."""

    def __init__(self, settings: Settings, operations: Operations = OPERATIONS) -> None:
        self._settings = settings
        self._operations = operations
        self._constants: dict[Term, tuple[Term, ...]] = {}
        self._tables: dict[tuple[Term, ...], TruthTables] = {}

    def decide(self, assertions: Sequence[Term]) -> Decision:
        """The answer to a question, or UnsupportedError."""
        tables = self.tables(assertions)
        satisfying = tables.gates.true
        for assertion in self._in_order(assertions):
            satisfying &= tables.bits(assertion)[0]
            if self._settings.early_stop and not satisfying:
                break
        if not satisfying:
            return Decision(False, {})
        shown = self._shown(satisfying)
        return Decision(True, {constant.name: tables.value(constant, shown) for constant in tables.constants})

    def constants(self, assertion: Term) -> tuple[Term, ...]:
        """The constants of one assertion, looked for only once."""
        found = self._constants.get(assertion)
        if found is None:
            found = self._constants[assertion] = constants_of([assertion])
        return found

    def tables(self, assertions: Sequence[Term]) -> TruthTables:
        """Tables over the constants of a question."""
        if self._settings.tables == "fresh" or sum(table.size for table in self._tables.values()) > MOST_KEPT:
            self._tables.clear()
        found = {constant for assertion in assertions for constant in self.constants(assertion)}
        constants = tuple(sorted(found, key=_name, reverse=self._settings.order == "reverse"))
        tables = self._tables.get(constants)
        if tables is None:
            tables = self._tables[constants] = TruthTables(constants, self._operations)
        return tables

    def _in_order(self, assertions: Sequence[Term]) -> Iterable[Term]:
        return reversed(assertions) if self._settings.conjoin == "backwards" else assertions

    def _shown(self, satisfying: int) -> int:
        """The assignment to show out of all that satisfy the question."""
        if self._settings.model == "last":
            return satisfying.bit_length() - 1
        return (satisfying & -satisfying).bit_length() - 1


def _name(constant: Term) -> str:
    return constant.name
