"""Signatures: when two findings are probably one bug."""

from __future__ import annotations

import hashlib
import re

from gadfly.core.words import Complaint, Finding, Kind, Language, Outcome, Query, TargetIdentity
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.text import read_program
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.terms import Shape, post_order
from gadfly.triage import c_needs


def signature(target: TargetIdentity, complaint: Complaint, query: Query, outcome: Outcome) -> str:
    """Findings with the same signature are counted as one.

    A crash is known by its message without numbers; a wrong answer by the release, the logic (of a domain:
    the law) and what its reduced query still needs: operators of a script, features of a C program,
    operations of a domain. Operations that do not end have nothing to do with the law.
    """
    if complaint.kind is Kind.CRASH:
        traits = [re.sub(r"0x[0-9a-f]+|\d+", "N", complaint.message)]
    elif outcome is Outcome.TIMEOUT:
        traits = [outcome, *operations(query.text)]
    else:
        traits = [query.logic, *_NEEDS[query.language](query.text)]
    content = "\n".join([str(target.name), complaint.kind, *traits])
    return hashlib.blake2b(content.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _needs(text: str) -> list[str]:
    try:
        script = read_script(text)
    except ReadError:
        return [text]
    needs = {
        term.name
        for term in post_order(script.assertions)
        if term.shape in (Shape.OPERATOR, Shape.QUANTIFIER)
    }
    needs |= {name for name in ("push", "check-sat-assuming", "check-sat-using") if f"({name}" in text}
    if len(script.checks) > 1:
        needs.add("several checks")
    return sorted(needs)


def _needs_in_c(text: str) -> list[str]:
    try:
        return sorted(c_needs.needs(parse(text)))
    except CReadError:
        return [text]


def hanging(finding: Finding) -> list[str]:
    """The operations that do not end together; none if it is something else that is wrong."""
    if finding.reduced_verdict.outcome is not Outcome.TIMEOUT:
        return []
    return operations(finding.reduced.query.text)


def operations(text: str) -> list[str]:
    """The operations that build the elements of a domain program."""
    try:
        return sorted({statement.op for statement in read_program(text).statements})
    except DomainReadError:
        return [text]


_NEEDS = {Language.SMT: _needs, Language.C: _needs_in_c, Language.DOMAIN: operations}
