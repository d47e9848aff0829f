"""All executions of a program as formulas over its inputs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.paths.algebra import Algebra
from gadfly.lang.c.paths.clang import read
from gadfly.lang.c.paths.errors import BeyondError, EndError
from gadfly.lang.c.paths.path import INPUT_WIDTH, Findings, Meter, Path, Plan
from gadfly.lang.c.paths.program import Program
from gadfly.lang.c.paths.rules import Rules
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.sorts import bitvec
from gadfly.lang.smt.terms import Term

_DEEPEST = 40_000  # calls of Python's; a call or an operator of a program is some of them
_C = Rules()


@dataclass(frozen=True, slots=True)
class Executions:
    """What a program does, as formulas of QF_BV over `in0`, `in1`, …: its inputs in the order of reading.

    Each is declared with 64 bits, of which the program takes those of the type it reads. `fails` has for each
    check a formula that holds for the inputs for which it fails. `undefined` holds for the inputs for which
    the execution does what C leaves undefined; the others say nothing about such inputs.
    """

    declarations: tuple[str, ...]
    fails: tuple[str, ...]
    undefined: str


def explore(
    program: str, rules: Rules = _C, *, most_paths: int = 4_000, most_steps: int = 200_000
) -> Executions:
    """Follow all paths of a program in the standard dialect; BeyondError if it is too large or too odd."""
    algebra, findings = Algebra(), Findings()
    with _deep_recursion():
        try:
            compiled = Program(read(program), rules)
            _follow_all(compiled, algebra, findings, Meter(most_paths, most_steps), rules)
        except RecursionError as error:
            raise BeyondError("nested too deeply") from error
    return Executions(
        tuple(f"(declare-fun in{index} () {bitvec(INPUT_WIDTH)})" for index in range(findings.most_inputs)),
        tuple(
            print_term(_any(algebra, findings.fails.get(label, ()))) for label in range(check_count(program))
        ),
        print_term(_any(algebra, findings.undefined)),
    )


def _follow_all(program: Program, algebra: Algebra, findings: Findings, meter: Meter, rules: Rules) -> None:
    plan, is_more = Plan(), True
    while is_more:
        meter.begin_path()
        with suppress(EndError):
            program.run(Path(algebra, findings, meter, plan, rules.learn))
        is_more = plan.advance()


def _any(algebra: Algebra, conditions: Iterable[Term]) -> Term:
    found = algebra.false
    for condition in conditions:
        found = algebra.either(found, condition)
    return found


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Calls of a program and nested expressions are calls of Python's."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, _DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)
