"""What a driver is sent: a question in the wire format; and the guilty test that comes back."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.lang.domain.formula import parse_formula, postfix
from gadfly.lang.domain.law import Law
from gadfly.lang.domain.sweep import Engine, Sweep, read_sweep
from gadfly.lang.domain.text import is_sweep, print_program, read_program
from gadfly.lang.domain.wire import from_wire, to_wire


@dataclass(frozen=True, slots=True)
class Request:
    """A question in the wire format without its last line; a sweep is answered by a program of its own."""

    lines: str
    law: Law
    variables: int
    is_sweep: bool
    fuzzes: bool = False

    def text(self, marker: str) -> str:
        """The whole request; the reply to it ends with the line of the marker."""
        return f"{self.lines}go {marker}\n"


def request_of(text: str) -> Request:
    """The request for a sweep or a program; DomainReadError if it is neither."""
    if is_sweep(text):
        sweep = read_sweep(text)
        return Request(_sweep_lines(sweep), sweep.law, sweep.variables, True, sweep.engine is Engine.FUZZER)
    program = read_program(text)
    lines = f"program {program.variables}\n{_law_line(program.law)}{to_wire(program)}"
    return Request(lines, program.law, program.variables, is_sweep=False)


def guilty_program(request: Request, lines: str) -> str:
    """The text of the test that a driver found guilty."""
    return print_program(from_wire(lines, request.law, request.variables))


def _sweep_lines(sweep: Sweep) -> str:
    prepare = f"prepare {' '.join(sweep.law.preparations)}\n" if sweep.law.preparations else ""
    return (
        f"sweep {sweep.variables} {sweep.pool} {sweep.operations} {sweep.values} {sweep.engine} "
        f"{sweep.tests} {sweep.salt}\n{prepare}{_law_line(sweep.law)}"
    )


def _law_line(law: Law) -> str:
    return f"law {postfix(parse_formula(law.formula))}\n"
