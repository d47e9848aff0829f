"""Certificates for broken laws of abstract domains.

That a law is broken says that something is wrong, not what: a law of soundness may be broken by a test that
is only imprecise. So all parts of the law are judged over the regions of space that the domain printed for
them, by solvers of two families and by our own arithmetic. What is certain then is what is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gadfly.core.interfaces import Target
from gadfly.core.words import (
    Certificate,
    Feature,
    Kind,
    Language,
    Limits,
    Outcome,
    Query,
    Refusal,
    Verdict,
)
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.formula import Node, parse_formula
from gadfly.lang.domain.program import Program
from gadfly.lang.domain.text import is_sweep, print_program, read_program
from gadfly.truth.domain_chains import CHAINS, STEPS, unrolled
from gadfly.truth.domain_faults import Fault, Inspector, Part, Right, parts
from gadfly.truth.domain_values import Values, ValuesError, read_values
from gadfly.truth.domain_words import spoken
from gadfly.truth.panel import Vouchers
from gadfly.truth.region_search import RegionSearch, Witness
from gadfly.truth.regions import Gap, shown

SETS, REFERENCE = "sets", "reference"
_SOON = Limits(wall_seconds=20.0, cpu_seconds=0.4)  # a tenth of what the accused did not get by with
_CHAIN = Limits(wall_seconds=60.0, cpu_seconds=20.0)
_WORST_FIRST = tuple(Kind)

References = Callable[[str], Target | None]
"""Given the family that is accused: an exact domain of another family, if there is one."""


@dataclass(frozen=True, slots=True)
class Conviction:
    """What is certainly wrong with a domain."""

    kind: Kind
    message: str
    certificate: Certificate


class DomainCertifier:
    """Finds out what is wrong where a program breaks a law, or does not end."""

    def __init__(self, vouchers: Vouchers, references: References) -> None:
        self._vouchers = vouchers
        self._references = references

    def convict(self, query: Query, verdict: Verdict, accused: Target) -> Conviction | Refusal:
        """What a verdict of a fresh process on a program convicts the accused of."""
        if is_sweep(query.text):
            return Refusal("a sweep names no test")
        if verdict.outcome is Outcome.TIMEOUT:
            return self._convict_of_hanging(query, accused)
        try:
            program = read_program(query.text)
            formula = parse_formula(program.law.formula)
            if formula.word in CHAINS:
                return self._convict_chain(program, formula, accused)
            values = read_values(verdict.output, program.variables)
            return self._convict_parts(program, formula, values, accused)
        except (DomainReadError, ValuesError) as error:
            return Refusal(f"the program or its values cannot be read back: {error}")

    def _convict_of_hanging(self, query: Query, accused: Target) -> Conviction | Refusal:
        reference = self._references(accused.identity.family)
        if reference is None:
            return Refusal("there is no other domain that could do the same")
        if reference.answer_fresh(query, _SOON).outcome is not Outcome.ANSWERED:
            return Refusal(f"{reference.identity.name} cannot do it soon either")
        name = str(reference.identity.name)
        detail = f"{name} needs less than half a second for the same program"
        return Conviction(Kind.DIVERGES, "does not end", Certificate(REFERENCE, (name,), detail))

    def _convict_chain(self, program: Program, formula: Node, accused: Target) -> Conviction | Refusal:
        """The chain is written out, so that its last elements can be compared."""
        is_ordered = Feature.ORDERED_WIDENING in accused.capabilities.features
        settled = unrolled(program, formula.word, is_ordered=is_ordered)
        verdict = accused.answer_fresh(Query(Language.DOMAIN, print_program(settled)), _CHAIN)
        values = read_values(verdict.output, program.variables)
        before, after = values.region(0), values.region(1)
        search = RegionSearch(self._vouchers, accused.identity)
        for gap in (Gap(program.variables, after, before), Gap(program.variables, before, after)):
            seen = search.look(gap)
            if isinstance(seen, Refusal):
                return seen
            if isinstance(seen, Witness):
                detail = f"the point {shown(seen.point)} came or went in the last round of {STEPS} steps"
                message = f"{spoken(formula)} is not so: it still changes after {STEPS} steps"
                return Conviction(Kind.DIVERGES, message, Certificate(SETS, seen.vouchers, detail))
        return Refusal("the chain does settle, only that the domain does not see it")

    def _convict_parts(
        self, program: Program, formula: Node, values: Values, accused: Target
    ) -> Conviction | Refusal:
        """The worst that is wrong with any part; if nothing is, the law is broken by results too large."""
        every = parts(formula)
        if _holds(every, values):
            return Refusal("what it printed does not break the law")
        inspector = Inspector(program, values, RegionSearch(self._vouchers, accused.identity))
        opinions = [inspector.look(part) for part in every]
        faults = [opinion for opinion in opinions if isinstance(opinion, Fault)]
        if faults:
            worst = min(faults, key=lambda fault: _WORST_FIRST.index(fault.kind))
            return Conviction(worst.kind, worst.message, Certificate(SETS, worst.vouchers, worst.message))
        doubt = next((opinion for opinion in opinions if isinstance(opinion, Refusal)), None)
        if doubt is not None:
            return doubt
        rights = [opinion for opinion in opinions if isinstance(opinion, Right)]
        return _imprecision(program, every, rights)


def _imprecision(program: Program, every: tuple[Part, ...], opinions: list[Right]) -> Conviction:
    """No operation loses a point and all tests are right, so that an operation gives more than it need."""
    vouchers = dict.fromkeys(name for opinion in opinions for name in opinion.vouchers)
    refuted = [
        f"{spoken(part.node)} is not so: the point {shown(opinion.point)} is on one side only"
        for part, opinion in zip(every, opinions, strict=True)
        if opinion.point
    ]
    law = program.law
    message = f"breaks law {law.name}, {law.formula}: a result is larger than it need be"
    detail = "; ".join(refuted) or "all its tests are right about what was printed"
    return Conviction(Kind.IMPRECISE, message, Certificate(SETS, tuple(vouchers), detail))


def _holds(every: tuple[Part, ...], values: Values) -> bool:
    """Whether a law holds, given what the domain said about its tests."""
    truths: dict[int, bool] = {}
    for part in every:
        given = [truths[place] for place in part.operands if place in truths]
        match part.node.word:
            case "not":
                truths[part.place] = not given[0]
            case "and":
                truths[part.place] = all(given)
            case "implies":
                truths[part.place] = not given[0] or given[1]
            case _ if part.place in values.truths:
                truths[part.place] = values.truths[part.place]
    return truths.get(every[-1].place, True)
