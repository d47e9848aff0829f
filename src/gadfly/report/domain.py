"""What a report says about a broken law: the law, the values of its parts, and a file that shows it alone."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.core.words import Finding, Query, Verdict
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.formula import parse_formula
from gadfly.lang.domain.law import Law
from gadfly.lang.domain.program import Program
from gadfly.lang.domain.text import read_program
from gadfly.report.standalone_domain import compile_command, library_of, standalone_c
from gadfly.report.standalone_python import source_of, standalone_python
from gadfly.truth.domain_faults import parts
from gadfly.truth.domain_values import ValuesError, read_values
from gadfly.truth.domain_words import spoken

C_FILE = "broken-law.c"
PYTHON_FILE = "broken_law.py"


@dataclass(frozen=True, slots=True)
class StandaloneFile:
    """A source file that shows a finding without us: in which language, and how it is started."""

    name: str
    language: str
    text: str
    command: str


def law_of(query: Query) -> Law | None:
    """The law of a program; a sweep is none."""
    program = _program(query)
    return program.law if program else None


def values_of(query: Query, verdict: Verdict) -> str:
    """What a domain made of every part of a law, a line each; as it printed them, if we cannot read that."""
    program = _program(query)
    if program is None:
        return ""
    try:
        values = read_values(verdict.output, program.variables)
    except ValuesError:
        return verdict.output
    lines: dict[str, None] = {}
    for part in parts(parse_formula(program.law.formula)):
        name = spoken(part.node)
        if part.place in values.regions:
            lines[f"{name}:  {values.regions[part.place]}"] = None
        elif part.place in values.truths:
            lines[f"{name}:  {'yes' if values.truths[part.place] else 'no'}"] = None
    return "\n".join(lines)


def standalone_file(finding: Finding) -> StandaloneFile | None:
    """The file for a finding about a library that others have as well, or about a Python class."""
    program = _program(finding.reduced.query)
    if program is None:
        return None
    library = library_of(finding.target.name)
    if library is not None:
        command = compile_command(library, C_FILE)
        return StandaloneFile(C_FILE, "c", standalone_c(program, library), command)
    source = source_of(finding.target)
    if source is None:
        return None
    return StandaloneFile(PYTHON_FILE, "python", standalone_python(program, source), f"python {PYTHON_FILE}")


def _program(query: Query) -> Program | None:
    try:
        return read_program(query.text)
    except DomainReadError:
        return None
