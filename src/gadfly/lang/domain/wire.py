"""Programs as native drivers read and write them: a statement a line, numbers separated by blanks.

of 1 ge 1 -1 0 at 0 0        a constraint is its relation, its constant and all its coefficients
assign 0 1 -5 0 0            element 0, variable 1, a constant and all coefficients
bind x=1 y=0 v=1 e=ge,0,1,0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gadfly.lang.domain.errors import DomainReadError, at_line
from gadfly.lang.domain.law import Law
from gadfly.lang.domain.program import (
    NO_CONSTRAINT,
    NO_SUM,
    WITH_SUM,
    WITH_VARIABLE,
    Binding,
    Constraint,
    Op,
    Program,
    Relation,
    Statement,
    Sum,
    arity,
    check_binding,
    check_statement,
)
from gadfly.lang.domain.sums import read_number

_WORDS = {Relation.AT_LEAST: "ge", Relation.EQUAL: "eq"}
_RELATIONS = {word: relation for relation, word in _WORDS.items()}


def to_wire(program: Program) -> str:
    """All statement lines and the bind line."""
    lines = [" ".join(_statement(each)) for each in program.statements]
    lines.append(" ".join(["bind", *_bound(program.binding)]))
    return "\n".join(lines) + "\n"


def print_wire_constraint(constraint: Constraint) -> str:
    return " ".join(_constraint(constraint))


def from_wire(text: str, law: Law, variables: int) -> Program:
    """The program of statement lines and a bind line; DomainReadError that names the line otherwise."""
    statements: list[Statement] = []
    binding = Binding(())
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        with at_line(number):
            if line.startswith("bind"):
                binding = _read_binding(line.split()[1:])
            else:
                statement = _Numbers(line.split(), variables).statement()
                check_statement(statement, len(statements), variables)
                statements.append(statement)
    program = Program(variables, tuple(statements), law, binding)
    with at_line(len(lines)):
        check_binding(program)
    return program


def _statement(statement: Statement) -> Iterator[str]:
    op = statement.op
    yield op
    yield from map(str, statement.operands)
    if op in WITH_VARIABLE:
        yield str(statement.variable)
    if op in WITH_SUM:
        yield from _sum(statement.sum)
    if op is Op.OF:
        yield str(len(statement.constraints))
    for constraint in statement.constraints:
        yield from _constraint(constraint)
    if statement.point:
        yield "at"
        yield from map(str, statement.point)


def _sum(sum_: Sum) -> Iterator[str]:
    yield str(sum_.constant)
    yield from map(str, sum_.coefficients)


def _constraint(constraint: Constraint) -> Iterator[str]:
    yield _WORDS[constraint.relation]
    yield from _sum(constraint.sum)


def _bound(binding: Binding) -> Iterator[str]:
    yield from (f"{name}={number}" for name, number in binding.elements)
    if binding.variable != -1:
        yield f"v={binding.variable}"
    if binding.sequence:
        yield f"s={','.join(map(str, binding.sequence))}"
    if binding.constraint != NO_CONSTRAINT:
        yield f"e={','.join(_constraint(binding.constraint))}"


def _read_binding(parts: Sequence[str]) -> Binding:
    elements: list[tuple[str, int]] = []
    variable, constraint = -1, NO_CONSTRAINT
    sequence: tuple[int, ...] = ()
    for part in parts:
        name, _, value = part.partition("=")
        values = value.split(",")
        match name:
            case "v":
                variable = _integer(value)
            case "s":
                sequence = tuple(_integer(each) for each in values)
            case "e":
                constraint = _Numbers(values, len(values) - 2).constraint()
            case _:
                elements.append((name, _integer(value)))
    return Binding(tuple(elements), variable, constraint, sequence)


class _Numbers:
    """The words of a line, taken one after the other."""

    def __init__(self, words: Sequence[str], variables: int) -> None:
        self._words = iter(words)
        self._variables = variables

    def statement(self) -> Statement:
        word = self._word()
        if word not in set(Op):
            raise DomainReadError(f"there is no operation {word[:40]!r}")
        op = Op(word)
        operands = tuple(self._integer() for _ in range(arity(op)))
        variable = self._integer() if op in WITH_VARIABLE else -1
        sum_ = self._sum() if op in WITH_SUM else NO_SUM
        count = self._integer() if op is Op.OF else int(op is Op.COND)
        constraints = tuple(self.constraint() for _ in range(count))
        return Statement(op, operands, variable, constraints, sum_, self._point())

    def constraint(self) -> Constraint:
        word = self._word()
        if word not in _RELATIONS:
            raise DomainReadError(f"{word[:40]!r} is neither ge nor eq")
        return Constraint(self._sum(), _RELATIONS[word])

    def _sum(self) -> Sum:
        constant = read_number(self._word())
        return Sum(tuple(self._integer() for _ in range(self._variables)), constant)

    def _point(self) -> tuple[int, ...]:
        word = next(self._words, "")
        if word not in {"", "at"}:
            raise DomainReadError(f"{word[:40]!r} is too much")
        return tuple(_integer(each) for each in self._words)

    def _integer(self) -> int:
        return _integer(self._word())

    def _word(self) -> str:
        if (word := next(self._words, None)) is None:
            raise DomainReadError("the line ends too early")
        return word


def _integer(text: str) -> int:
    number = read_number(text)
    if not isinstance(number, int):
        raise DomainReadError(f"{text} is no integer")
    return number
