"""Programs as people read them, like the counterexamples of the paper's Fig. 5."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gadfly.lang.domain.errors import DomainReadError, at_line
from gadfly.lang.domain.formula import parse_formula, words
from gadfly.lang.domain.law import (
    Law,
    Preparation,
    is_law_line,
    print_law,
    read_law,
    read_preparations,
)
from gadfly.lang.domain.program import (
    NO_CONSTRAINT,
    WITH_SUM,
    WITH_VARIABLE,
    Binding,
    Constraint,
    Op,
    Program,
    Statement,
    arity,
    check_binding,
    check_statement,
    check_variables,
)
from gadfly.lang.domain.sums import print_constraint, print_sum, read_constraint, read_sum

_STATEMENT = re.compile(r"e(\d{1,9}) = ([a-z]+)(?:\(([^()]*)\))?(?: at \(([^()]*)\))?")


def is_sweep(text: str) -> bool:
    """Whether a query asks for many tests at once; if not, it is a program."""
    return text.startswith("sweep\n")


def print_program(program: Program) -> str:
    lines = [f"variables {program.variables}"]
    lines += [f"e{number} = {_right_side(each)}" for number, each in enumerate(program.statements)]
    lines.append(print_law(program.law) + f"with {', '.join(_bound(program))}")
    return "\n".join(lines) + "\n"


def read_program(text: str) -> Program:
    """The program that a text describes; DomainReadError that names the line otherwise."""
    reader = _Reader()
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        with at_line(number):
            if line.strip():
                reader.read(line.strip())
    with at_line(len(lines)):
        return reader.program()


class _Reader:
    """What has been read of a program."""

    def __init__(self) -> None:
        self._variables = 0
        self._statements: list[Statement] = []
        self._preparations: tuple[Preparation, ...] = ()
        self._law: Law | None = None
        self._binding: Binding | None = None

    def read(self, line: str) -> None:
        if line.startswith("variables ") and not self._variables:
            self._variables = read_count(line)
            check_variables(self._variables)
        elif not self._variables:
            raise DomainReadError("a program begins with `variables N`")
        elif self._binding is not None:
            raise DomainReadError(f"nothing follows after `with`, but {line[:80]!r}")
        elif line.startswith("prepare "):
            self._preparations = read_preparations(line)
        elif is_law_line(line):
            self._law = read_law(line, self._preparations)
        elif line.startswith("with "):
            self._binding = _read_binding(line.removeprefix("with "), self._variables)
        else:
            self._statements.append(self._statement(line))

    def program(self) -> Program:
        if self._law is None or self._binding is None:
            raise DomainReadError("a program ends with a line `law …` and a line `with …`")
        program = Program(self._variables, tuple(self._statements), self._law, self._binding)
        check_binding(program)
        return program

    def _statement(self, line: str) -> Statement:
        match = _STATEMENT.fullmatch(line)
        number = len(self._statements)
        if match is None or match[2] not in set(Op):
            raise DomainReadError(f"{line[:80]!r} is no statement")
        if int(match[1]) != number:
            raise DomainReadError(f"the next element is e{number}, not e{match[1]}")
        op = Op(match[2])
        statement = _read_right_side(op, _split(match[3]), _split(match[4]), self._variables)
        check_statement(statement, number, self._variables)
        return statement


def read_count(line: str) -> int:
    """The number of a line such as `variables 8`."""
    word, _, digits = line.partition(" ")
    if not re.fullmatch(r"\d{1,18}", digits):
        raise DomainReadError(f"{line[:80]!r} is not `{word} NUMBER`")
    return int(digits)


def _right_side(statement: Statement) -> str:
    arguments = [f"e{operand}" for operand in statement.operands]
    if statement.op in WITH_VARIABLE:
        arguments.append(f"x{statement.variable}")
    if statement.op in WITH_SUM:
        arguments.append(print_sum(statement.sum))
    arguments += [print_constraint(each) for each in statement.constraints]
    brackets = f"({', '.join(arguments)})" if arguments or statement.op is Op.OF else ""
    at = f" at ({', '.join(map(str, statement.point))})" if statement.point else ""
    return f"{statement.op}{brackets}{at}"


def _read_right_side(op: Op, arguments: list[str], point: list[str], variables: int) -> Statement:
    rest = iter(arguments)
    operands = tuple(_index("e", _next(rest)) for _ in range(arity(op)))
    variable = _index("x", _next(rest)) if op in WITH_VARIABLE else -1
    coordinates = tuple(_integer(each) for each in point)
    if op in WITH_SUM:
        statement = Statement(op, operands, variable, sum=read_sum(_next(rest), variables), point=coordinates)
    elif op in {Op.OF, Op.COND}:
        constraints = tuple(read_constraint(each, variables) for each in rest)
        statement = Statement(op, operands, constraints=constraints, point=coordinates)
    else:
        statement = Statement(op, operands, variable, point=coordinates)
    if (left := next(rest, None)) is not None:
        raise DomainReadError(f"`{op}` has no argument {left[:40]!r}")
    return statement


def _bound(program: Program) -> Iterator[str]:
    binding = program.binding
    yield from (f"{name} = e{number}" for name, number in binding.elements)
    if binding.variable != -1:
        yield f"v = x{binding.variable}"
    if binding.constraint != NO_CONSTRAINT:
        is_condition = "cond" in words(parse_formula(program.law.formula))
        constraint = binding.constraint
        yield f"e = {print_constraint(constraint) if is_condition else print_sum(constraint.sum)}"
    if binding.sequence:
        yield f"s = {' '.join(f'e{number}' for number in binding.sequence)}"


def _read_binding(text: str, variables: int) -> Binding:
    elements: list[tuple[str, int]] = []
    variable, constraint = -1, NO_CONSTRAINT
    sequence: tuple[int, ...] = ()
    for part in text.split(", "):
        name, _, value = part.partition(" = ")
        match name:
            case "v":
                variable = _index("x", value)
            case "e" if "=" in value:
                constraint = read_constraint(value, variables)
            case "e":
                constraint = Constraint(read_sum(value, variables))
            case "s":
                sequence = tuple(_index("e", each) for each in value.split())
            case _:
                elements.append((name, _index("e", value)))
    return Binding(tuple(elements), variable, constraint, sequence)


def _split(arguments: str | None) -> list[str]:
    return [part.strip() for part in arguments.split(",")] if arguments and arguments.strip() else []


def _next(arguments: Iterator[str]) -> str:
    if (argument := next(arguments, None)) is None:
        raise DomainReadError("an argument is missing")
    return argument


def _index(letter: str, text: str) -> int:
    """The number of `e3` or `x2`."""
    if not re.fullmatch(rf"{letter}\d{{1,9}}", text):
        raise DomainReadError(f"{text[:40]!r} is not of the form {letter}0")
    return int(text[1:])


def _integer(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,30}", text):
        raise DomainReadError(f"{text[:40]!r} is no integer")
    return int(text)
