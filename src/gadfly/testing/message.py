"""What a failed law test tells: the law, the smallest program found, the values, and a file to go on with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gadfly.lang.domain.domain import Domain
from gadfly.lang.domain.formula import CONSTANTS, LATTICE, TRANSFORMERS, Node, parse_formula, postfix_nodes
from gadfly.lang.domain.program import Program
from gadfly.lang.domain.text import print_program
from gadfly.report.standalone_python import DomainSource, standalone_python

_SIGNS = {word: sign for sign, word in (CONSTANTS | LATTICE).items()}
_VALUE = re.compile(r"(element|point) (\d+): (.*)")


def describe(program: Program, domain: Domain[Any], what: str, lines: tuple[str, ...] = ()) -> str:
    """`lines` are the values of the formula's nodes, as the interpreter gives them."""
    law = program.law
    source = DomainSource.of_object(domain)
    parts = [
        f"{what} law {law.name} ({law.law_class}): {law.formula}",
        print_program(program),
        "\n".join(dict.fromkeys(_values(program, lines))),
        f"Without Gadfly:\n\n{standalone_python(program, source)}",
    ]
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


def _values(program: Program, lines: tuple[str, ...]) -> Iterator[str]:
    nodes = tuple(postfix_nodes(parse_formula(program.law.formula)))
    for line in lines:
        if match := _VALUE.fullmatch(line):
            term = _term(nodes[int(match[2])])
            if match[1] == "element":
                yield f"{term} = {match[3]}"
            else:
                yield f"{term} has to contain ({', '.join(match[3].split())})"


def _term(node: Node, *, inside: bool = False) -> str:
    """A term of a formula as it is written."""
    operands = [_term(operand, inside=True) for operand in node.operands]
    if node.word in LATTICE.values():
        written = f" {_SIGNS[node.word]} ".join(operands)
        return f"({written})" if inside else written
    if node.word in TRANSFORMERS:
        return f"{node.word}({', '.join([_term(node.operands[0]), *TRANSFORMERS[node.word]])})"
    return _SIGNS.get(node.word, node.word)
