"""Programs of domain operations: build elements, then put some of them to a law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.formula import (
    NEEDS_SEQUENCE,
    NEEDS_SUM,
    NEEDS_VARIABLE,
    element_names,
    parse_formula,
    words,
)
from gadfly.lang.domain.law import Law

MOST_VARIABLES = 64
MOST_IN_SEQUENCE = 16  # a process that must settle within some steps has to see all of it several times
LONG_MIN, LONG_MAX = -(1 << 63), (1 << 63) - 1


class Relation(StrEnum):
    AT_LEAST = ">="
    EQUAL = "="


@dataclass(frozen=True, slots=True)
class Sum:
    """c0·x0 + c1·x1 + … + constant. A float is only there for inf, -inf and nan (`math.inf`, `math.nan`)."""

    coefficients: tuple[int, ...]
    constant: int | float = 0


@dataclass(frozen=True, slots=True)
class Constraint:
    """The sum is at least zero, or equal to it."""

    sum: Sum
    relation: Relation = Relation.AT_LEAST


class Op(StrEnum):
    TOP = "top"
    BOTTOM = "bottom"
    OF = "of"
    JOIN = "join"
    MEET = "meet"
    WIDEN = "widen"
    NARROW = "narrow"
    ASSIGN = "assign"
    SUBSTITUTE = "substitute"
    COND = "cond"
    PROJECT = "project"
    OBSERVE = "observe"


BINARY = frozenset({Op.JOIN, Op.MEET, Op.WIDEN, Op.NARROW})
CONSTRUCTORS = frozenset({Op.TOP, Op.BOTTOM, Op.OF})
WITH_SUM = frozenset({Op.ASSIGN, Op.SUBSTITUTE})
WITH_VARIABLE = WITH_SUM | {Op.PROJECT}

NO_SUM = Sum(())
NO_CONSTRAINT = Constraint(NO_SUM)


@dataclass(frozen=True, slots=True)
class Statement:
    """One element and how it comes about; `operands` are the numbers of earlier statements.

    `constraints` are those of OF (any number) and COND (one), `sum` is that of ASSIGN and SUBSTITUTE. `point`
    is of TOP and OF: integers that satisfy all constraints, or none.
    """

    op: Op
    operands: tuple[int, ...] = ()
    variable: int = -1
    constraints: tuple[Constraint, ...] = ()
    sum: Sum = NO_SUM
    point: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """What the names of a law's formula stand for; what it does not speak of is not bound.

    `constraint` is e: its sum for an assignment, all of it for a condition. `sequence` is s.
    """

    elements: tuple[tuple[str, int], ...]
    variable: int = -1
    constraint: Constraint = NO_CONSTRAINT
    sequence: tuple[int, ...] = ()

    def __getitem__(self, name: str) -> int:
        """The statement that an element's name stands for."""
        return dict(self.elements)[name]


@dataclass(frozen=True, slots=True)
class Program:
    """Statement i defines element i. What is asked is whether the law holds for what is bound."""

    variables: int
    statements: tuple[Statement, ...]
    law: Law
    binding: Binding


def without_unused(program: Program) -> Program:
    """The same test with only those statements that what is bound rests on."""
    binding = program.binding
    used = {number for _, number in binding.elements} | set(binding.sequence)
    for number in reversed(range(len(program.statements))):
        if number in used:
            used.update(program.statements[number].operands)
    places = {number: place for place, number in enumerate(sorted(used))}

    def moved(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(places[number] for number in numbers)

    statements = tuple(
        replace(program.statements[number], operands=moved(program.statements[number].operands))
        for number in places
    )
    elements = tuple((name, places[number]) for name, number in binding.elements)
    return replace(
        program,
        statements=statements,
        binding=replace(binding, elements=elements, sequence=moved(binding.sequence)),
    )


def arity(op: Op) -> int:
    """How many elements an operation works on."""
    return 2 if op in BINARY else 0 if op in CONSTRUCTORS else 1


def check_statement(statement: Statement, number: int, variables: int) -> None:
    """DomainReadError unless the statement makes sense in its place."""
    op = statement.op
    if len(statement.operands) != arity(op):
        raise DomainReadError(f"`{op}` works on {arity(op)} elements, not {len(statement.operands)}")
    _check_elements(statement.operands, number)
    if op in WITH_VARIABLE:
        _check_variable(statement.variable, variables)
    if op in WITH_SUM:
        _check_sum(statement.sum, variables)
    if op is Op.COND and len(statement.constraints) != 1:
        raise DomainReadError(f"`cond` has one constraint, not {len(statement.constraints)}")
    for constraint in statement.constraints:
        _check_sum(constraint.sum, variables)
    if statement.point and op not in {Op.TOP, Op.OF}:
        raise DomainReadError(f"`{op}` has no point of its own")
    if statement.point and len(statement.point) != variables:
        raise DomainReadError(f"the point has {len(statement.point)} coordinates, not {variables}")
    _check_range(statement.point)


def check_binding(program: Program) -> None:
    """DomainReadError unless what the law speaks of is bound, and nothing else."""
    formula = parse_formula(program.law.formula)
    used = words(formula)
    binding = program.binding
    wanted = list(element_names(formula))
    wanted += ["v"] * bool(used & NEEDS_VARIABLE) + ["e"] * bool(used & (NEEDS_SUM | {"cond"}))
    wanted += ["s"] * bool(used & NEEDS_SEQUENCE)
    bound = list(_bound_names(binding))
    if sorted(bound) != sorted(wanted):
        raise DomainReadError(f"the law needs {', '.join(wanted)}, bound is {', '.join(bound) or 'nothing'}")
    _check_elements((*dict(binding.elements).values(), *binding.sequence), len(program.statements))
    if len(binding.sequence) > MOST_IN_SEQUENCE:
        raise DomainReadError(f"a sequence has at most {MOST_IN_SEQUENCE} elements")
    if "v" in bound:
        _check_variable(binding.variable, program.variables)
    if "e" in bound:
        _check_sum(binding.constraint.sum, program.variables)


def check_variables(variables: int) -> None:
    if not 1 <= variables <= MOST_VARIABLES:
        raise DomainReadError(f"there are 1 to {MOST_VARIABLES} variables, not {variables}")


def _bound_names(binding: Binding) -> Iterator[str]:
    yield from (name for name, _ in binding.elements)
    if binding.variable != -1:
        yield "v"
    if binding.constraint != NO_CONSTRAINT:
        yield "e"
    if binding.sequence:
        yield "s"


def _check_elements(numbers: tuple[int, ...], defined: int) -> None:
    for number in numbers:
        if not 0 <= number < defined:
            raise DomainReadError(f"there is no element e{number} yet")


def _check_variable(variable: int, variables: int) -> None:
    if not 0 <= variable < variables:
        raise DomainReadError(f"there is no variable x{variable}")


def _check_sum(sum_: Sum, variables: int) -> None:
    if len(sum_.coefficients) != variables:
        raise DomainReadError(f"a sum has {len(sum_.coefficients)} coefficients, not {variables}")
    _check_range(sum_.coefficients)
    if isinstance(sum_.constant, int):
        _check_range((sum_.constant,))


def _check_range(numbers: tuple[int, ...]) -> None:
    for number in numbers:
        if not LONG_MIN <= number <= LONG_MAX:
            raise DomainReadError(f"{number} does not fit into 64 bits")
