"""A violated law of a Python domain as a file that needs that domain only: to debug it, or to report it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gadfly.core.words import TargetIdentity
from gadfly.lang.domain.formula import NAMES, Node, parse_formula, words
from gadfly.lang.domain.points import formula_points
from gadfly.lang.domain.program import NO_CONSTRAINT, Binding, Constraint, Op, Program, Statement, Sum

_RECORDS = """\
Sum = namedtuple("Sum", "coefficients constant")
Constraint = namedtuple("Constraint", "sum relation")
"""
_WIDEN = """

def widen(left, right):
    return domain.widen(left, domain.join(left, right) if domain.ordered_widening else right)


"""
_SETTLES = """

def settles(step, cycle):
    element, unchanged = x, 0
    for number in range(100):
        following = step(element, number)
        unchanged = unchanged + 1 if domain.eq(following, element) else 0
        if unchanged == cycle:
            return True
        element = following
    return False


"""
_PROCESSES = {
    "widening_converges": "settles(lambda a, i: widen(a, s[i % len(s)]), len(s))",
    "narrowing_converges": "settles(lambda a, i: domain.narrow(a, domain.meet(a, s[i % len(s)])), len(s))",
    "loop_settles": "settles(lambda a, i: domain.widen(a, domain.join(a, domain.assign(a, v, e.sum))), 1)",
}
_ARGUMENTS = {"assign": "v, e.sum", "substitute": "v, e.sum", "cond": "e", "project": "v"}


_IMPORT = re.compile(r"from \S+ import (\w+)")


@dataclass(frozen=True, slots=True)
class DomainSource:
    """How to come by a domain: the line that imports its class, and the expression that makes it."""

    imports: str
    construction: str

    @classmethod
    def of_object(cls, domain: object) -> DomainSource:
        """Made again as its `repr` says, where that is an expression; otherwise without arguments."""
        kind = type(domain)
        written = repr(domain)
        construction = written if written.startswith(f"{kind.__name__}(") else f"{kind.__name__}()"
        return cls(f"from {kind.__module__} import {kind.__name__}", construction)


def source_of(target: TargetIdentity) -> DomainSource | None:
    """How to come by the domain of a target, if it is a Python class."""
    match = _IMPORT.fullmatch(target.command)
    return DomainSource(match[0], f"{match[1]}()") if match else None


def standalone_python(program: Program, source: DomainSource) -> str:
    """Statements that build the elements, and an `assert` of the law, which fails."""
    formula = parse_formula(program.law.formula)
    used = words(formula)
    return "".join(
        [
            f"from collections import namedtuple\n\n{source.imports}\n\n{_RECORDS}\n",
            f"domain = {source.construction}\ndomain.variables = {program.variables}\n",
            *(f"e{number} = {_statement(each)}\n" for number, each in enumerate(program.statements)),
            *(f"{line}\n" for line in _bound(program.binding)),
            _WIDEN if used & {"widen", "widening_converges"} else "",
            _SETTLES if used & _PROCESSES.keys() else "",
            f"assert {_Writer(program).expression(formula)}  # {program.law.formula}\n",
        ]
    )


class _Writer:
    """Formulas as expressions over `domain` and the names that are bound, node by node in postfix order."""

    def __init__(self, program: Program) -> None:
        self._points = iter(formula_points(program))
        self._point: tuple[int, ...] = ()  # of the node written last

    def expression(self, node: Node) -> str:
        parts = [self.expression(operand) for operand in node.operands]
        operand_point = self._point
        self._point = next(self._points)
        match node.word:
            case "not":
                return f"not {parts[0]}"
            case "and":
                return f"{parts[0]} and {parts[1]}"
            case "implies":
                return f"not ({parts[0]}) or {parts[1]}"
            case "sound":
                return f"domain.contains({parts[0]}, {operand_point})" if operand_point else "True"
            case "widen":
                return f"widen({parts[0]}, {parts[1]})"
            case name if name in NAMES:
                return name
            case process if process in _PROCESSES:
                return _PROCESSES[process]
            case operation if operation in _ARGUMENTS:
                return f"domain.{operation}({parts[0]}, {_ARGUMENTS[operation]})"
            case operation:
                return f"domain.{operation}({', '.join(parts)})"


def _statement(statement: Statement) -> str:
    arguments = [f"e{operand}" for operand in statement.operands]
    match statement.op:
        case Op.OF:
            arguments.append(f"[{', '.join(map(_constraint, statement.constraints))}]")
        case Op.COND:
            arguments += map(_constraint, statement.constraints)
        case Op.PROJECT:
            arguments.append(str(statement.variable))
        case Op.ASSIGN | Op.SUBSTITUTE:
            arguments += [str(statement.variable), _sum(statement.sum)]
    return f"domain.{statement.op}({', '.join(arguments)})"


def _bound(binding: Binding) -> Iterator[str]:
    yield from (f"{name} = e{number}" for name, number in binding.elements)
    if binding.variable != -1:
        yield f"v = {binding.variable}"
    if binding.constraint != NO_CONSTRAINT:
        yield f"e = {_constraint(binding.constraint)}"
    if binding.sequence:
        yield f"s = [{', '.join(f'e{number}' for number in binding.sequence)}]"


def _constraint(constraint: Constraint) -> str:
    return f'Constraint({_sum(constraint.sum)}, "{constraint.relation}")'


def _sum(sum_: Sum) -> str:
    constant = str(sum_.constant) if isinstance(sum_.constant, int) else f'float("{sum_.constant}")'
    return f"Sum({sum_.coefficients}, {constant})"
