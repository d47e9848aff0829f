"""Run a program over a domain written in Python: what the native driver does for native ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from gadfly.lang.domain.domain import Describing, Domain
from gadfly.lang.domain.formula import NAMES, Node, parse_formula
from gadfly.lang.domain.operate import (
    apply,
    loop_settles,
    narrowing_converges,
    widen_any,
    widening_converges,
)
from gadfly.lang.domain.points import formula_points
from gadfly.lang.domain.premises import unmet_premise
from gadfly.lang.domain.program import Op, Program, Statement
from gadfly.lang.domain.wire import print_wire_constraint

E = TypeVar("E")


class Holding(StrEnum):
    """Whether a law holds; it is vacuous where its premise is false."""

    HELD = "held"
    VACUOUS = "vacuous"
    VIOLATED = "violated"


@dataclass(frozen=True, slots=True)
class Result:
    """What came out, and the values of the formula's nodes one a line, as a native driver shows them."""

    holding: Holding
    lines: tuple[str, ...] = ()


def run_program(program: Program, domain: Domain[E]) -> Result:
    """Build the elements, then evaluate the law on them. What the domain raises is not caught."""
    if unmet_premise(program, domain.shape):
        return Result(Holding.VACUOUS)
    if domain.variables != program.variables:
        domain.variables = program.variables
    elements: list[E] = []
    for statement in program.statements:
        operands = [elements[operand] for operand in statement.operands]
        elements.append(apply(statement, operands, domain))
    return _Evaluation(program, domain, elements).result()


class _Evaluation(Generic[E]):
    """Walks the formula in postfix order and notes the value of every node."""

    def __init__(self, program: Program, domain: Domain[E], elements: Sequence[E]) -> None:
        self._program = program
        self._binding = program.binding
        self._domain = domain
        self._elements = elements
        self._points = formula_points(program)
        self._lines: list[str] = []
        self._visited = 0

    def result(self) -> Result:
        formula = parse_formula(self._program.law.formula)
        if formula.word == "implies" and not self._truth(formula.operands[0]):
            return Result(Holding.VACUOUS, tuple(self._lines))
        is_held = self._truth(formula.operands[-1] if formula.word == "implies" else formula)
        return Result(Holding.HELD if is_held else Holding.VIOLATED, tuple(self._lines))

    def _truth(self, node: Node) -> bool:
        match node.word:
            case "and":
                truths = [self._truth(operand) for operand in node.operands]
                is_true = all(truths)
            case "not":
                is_true = not self._truth(node.operands[0])
            case _:
                is_true = self._test(node)
        self._lines.append(f"truth {self._visited}: {int(is_true)}")
        self._visited += 1
        return is_true

    def _test(self, node: Node) -> bool:
        domain = self._domain
        operands = [self._element(operand) for operand in node.operands]
        match node.word:
            case "leq":
                return domain.leq(operands[0], operands[1])
            case "eq":
                return domain.eq(operands[0], operands[1])
            case "is_bottom":
                return domain.is_bottom(operands[0])
            case "is_top":
                return domain.is_top(operands[0])
            case "sound":
                point = self._points[self._visited - 1]
                return not point or domain.contains(operands[0], point)
        start = self._elements[self._binding["x"]]
        sequence = [self._elements[number] for number in self._binding.sequence]
        match node.word:
            case "widening_converges":
                return widening_converges(domain, start, sequence)
            case "narrowing_converges":
                return narrowing_converges(domain, start, sequence)
        return loop_settles(domain, start, self._binding.variable, self._binding.constraint.sum)

    def _element(self, node: Node) -> E:
        operands = [self._element(operand) for operand in node.operands]
        constraint = self._binding.constraint
        if node.word in NAMES:
            element = self._elements[self._binding[node.word]]
        elif node.word == "widen":
            element = widen_any(self._domain, operands[0], operands[1])
        else:
            statement = Statement(
                Op(node.word),
                variable=self._binding.variable,
                constraints=(constraint,),
                sum=constraint.sum,
            )
            element = apply(statement, operands, self._domain)
        self._note(element)
        return element

    def _note(self, element: E) -> None:
        self._lines.append(f"element {self._visited}: {_shown(element, self._domain)}")
        if point := self._points[self._visited]:
            self._lines.append(f"point {self._visited}: {' '.join(map(str, point))}")
        self._visited += 1


def _shown(element: E, domain: Domain[E]) -> str:
    """The exact constraints of an element if the domain can tell them, else what it shows to people."""
    if not isinstance(domain, Describing):
        return " ".join(domain.show(element).split())
    if domain.is_bottom(element):
        return "bottom"
    return " ".join(f"{{{print_wire_constraint(each)}}}" for each in domain.constraints(element))
