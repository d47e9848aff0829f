"""Ways to make a program of domain operations smaller. Each yields candidates, the boldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from gadfly.lang.domain.program import (
    LONG_MAX,
    LONG_MIN,
    NO_CONSTRAINT,
    NO_SUM,
    Binding,
    Constraint,
    Op,
    Program,
    Relation,
    Statement,
    Sum,
)

Pass = Callable[[Program], Iterator[Program]]
INT_MAX, INT_MIN = (1 << 31) - 1, -(1 << 31)
_SMALL = 16  # numbers of which every smaller one is worth a try
_LANDMARKS = (0, 1, -1, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN)


def without_unused(program: Program) -> Program:
    """The program without statements that nothing bound depends on."""
    needed: set[int] = set()
    pending = [*dict(program.binding.elements).values(), *program.binding.sequence]
    while pending:
        number = pending.pop()
        if number not in needed:
            needed.add(number)
            pending += program.statements[number].operands
    kept = sorted(needed)
    places = {number: place for place, number in enumerate(kept)}
    statements = tuple(_renumbered(program.statements[number], places) for number in kept)
    return replace(program, statements=statements, binding=_rebound(program.binding, places))


def forward_elements(program: Program) -> Iterator[Program]:
    """Let an earlier element take the place of one: its operands, then any other."""
    for number in reversed(range(len(program.statements))):
        operands = program.statements[number].operands
        for other in dict.fromkeys((*operands, *range(number))):
            places = {each: other if each == number else each for each in range(len(program.statements))}
            statements = tuple(_renumbered(statement, places) for statement in program.statements)
            forwarded = replace(program, statements=statements, binding=_rebound(program.binding, places))
            yield without_unused(forwarded)


def simpler_elements(program: Program) -> Iterator[Program]:
    """Let an element be top or bottom, lose a constraint or its point."""
    for number, statement in enumerate(program.statements):
        for simpler in _simpler(statement):
            yield without_unused(_with_statement(program, number, simpler))


def fewer_arguments(program: Program) -> Iterator[Program]:
    """Let the sequence of a chain be shorter, and elements with several names be one."""
    binding = program.binding
    for place in range(len(binding.sequence)):
        sequence = binding.sequence[:place] + binding.sequence[place + 1 :]
        if sequence:
            yield without_unused(replace(program, binding=replace(binding, sequence=sequence)))
    for place, (name, number) in enumerate(binding.elements):
        for _, other in binding.elements[:place]:
            elements = tuple((each, other if each == name else bound) for each, bound in binding.elements)
            if other != number:
                yield without_unused(replace(program, binding=replace(binding, elements=elements)))


def fewer_variables(program: Program) -> Iterator[Program]:
    """Leave a variable out altogether, or let another one take its place."""
    if program.variables == 1:
        return
    for variable in reversed(range(program.variables)):
        yield _without_variable(program, variable)


def smaller_numbers(program: Program) -> Iterator[Program]:
    """Lower coefficients and constants to landmarks, halves, or powers of two nearby."""
    for number, statement in enumerate(program.statements):
        for smaller in _lowered(statement):
            yield _with_statement(program, number, smaller)
    for constraint in _lowered_constraint(program.binding.constraint):
        if constraint != NO_CONSTRAINT:
            yield replace(program, binding=replace(program.binding, constraint=constraint))


PASSES: tuple[Pass, ...] = (
    forward_elements,
    simpler_elements,
    fewer_arguments,
    fewer_variables,
    smaller_numbers,
)


def _with_statement(program: Program, number: int, statement: Statement) -> Program:
    statements = (*program.statements[:number], statement, *program.statements[number + 1 :])
    return replace(program, statements=statements)


def _renumbered(statement: Statement, places: Mapping[int, int]) -> Statement:
    return replace(statement, operands=tuple(places[operand] for operand in statement.operands))


def _rebound(binding: Binding, places: Mapping[int, int]) -> Binding:
    return replace(
        binding,
        elements=tuple((name, places[number]) for name, number in binding.elements),
        sequence=tuple(places[number] for number in binding.sequence),
    )


def _simpler(statement: Statement) -> Iterator[Statement]:
    if statement.op is not Op.BOTTOM:
        yield Statement(Op.BOTTOM)
    if statement.op is not Op.TOP:
        yield Statement(Op.TOP, point=statement.point)
    if statement.point:
        yield replace(statement, point=())
    if statement.op is Op.OF:
        for place in range(len(statement.constraints)):
            kept = statement.constraints[:place] + statement.constraints[place + 1 :]
            yield replace(statement, constraints=kept)


def _without_variable(program: Program, variable: int) -> Program:
    """What is about the variable is about the first of the others instead, or nothing."""

    def shorter(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return numbers[:variable] + numbers[variable + 1 :]

    def moved(place: int) -> int:
        return place - 1 if place > variable or place == program.variables - 1 else place

    def fitted(sum_: Sum) -> Sum:
        return sum_ if sum_ == NO_SUM else replace(sum_, coefficients=shorter(sum_.coefficients))

    def narrowed(constraint: Constraint) -> Constraint:
        return replace(constraint, sum=fitted(constraint.sum))

    statements = tuple(
        replace(
            statement,
            variable=moved(statement.variable) if statement.variable >= 0 else -1,
            constraints=tuple(map(narrowed, statement.constraints)),
            sum=fitted(statement.sum),
            point=shorter(statement.point),
        )
        for statement in program.statements
    )
    binding = replace(
        program.binding,
        variable=moved(program.binding.variable) if program.binding.variable >= 0 else -1,
        constraint=narrowed(program.binding.constraint),
    )
    return replace(program, variables=program.variables - 1, statements=statements, binding=binding)


def _lowered(statement: Statement) -> Iterator[Statement]:
    for sum_ in _lowered_sum(statement.sum):
        yield replace(statement, sum=sum_)
    for place, constraint in enumerate(statement.constraints):
        for lower in _lowered_constraint(constraint):
            constraints = (*statement.constraints[:place], lower, *statement.constraints[place + 1 :])
            yield replace(statement, constraints=constraints)
    for point in _lowered_tuple(statement.point):
        yield replace(statement, point=point)


def _lowered_constraint(constraint: Constraint) -> Iterator[Constraint]:
    if constraint.relation is Relation.EQUAL:
        yield replace(constraint, relation=Relation.AT_LEAST)
    for sum_ in _lowered_sum(constraint.sum):
        yield replace(constraint, sum=sum_)


def _lowered_sum(sum_: Sum) -> Iterator[Sum]:
    for coefficients in _lowered_tuple(sum_.coefficients):
        yield replace(sum_, coefficients=coefficients)
    if sum_.coefficients:
        for constant in _lowered_number(sum_.constant):
            yield replace(sum_, constant=constant)


def _lowered_tuple(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for place, number in enumerate(numbers):
        for lower in _lowered_number(number):
            yield (*numbers[:place], lower, *numbers[place + 1 :])


def _lowered_number(number: int | float) -> Iterator[int]:
    """Simpler numbers, the simplest first."""
    if not isinstance(number, int):
        yield 0
        return
    size = abs(number)
    sign = 1 if number > 0 else -1
    power = sign << max(0, size.bit_length() - 1)
    near = (number - sign,) if size <= _SMALL else ()
    candidates = (*_LANDMARKS, power, number // 2, *near)
    yield from (each for each in dict.fromkeys(candidates) if simplicity(each) < simplicity(number))


def simplicity(number: int | float) -> tuple[int, int, int]:
    """Small numbers are simple, and so are landmarks and powers of two; what is negative is less so."""
    if not isinstance(number, int):
        return (3, 0, 0)
    size = abs(number)
    rank = 0 if size <= 1 else 1 if number in _LANDMARKS or size & (size - 1) == 0 else 2
    return (rank, size, number < 0)
