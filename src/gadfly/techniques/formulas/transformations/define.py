"""Formulas written with definitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.lang.smt.printer import LET_PREFIX, print_term
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.techniques.formulas.transformations.survey import survey

_SHARE = 0.2
_MOST = 4


@dataclass(frozen=True, slots=True)
class Written:
    """Formulas as texts, and the `define-fun` commands that they need."""

    texts: tuple[str, ...]
    definitions: tuple[str, ...] = ()


def write(formulas: Sequence[Term], bank: Bank, choices: Choices) -> Written:
    """The formulas printed; in some sessions a few sub-terms become constants or functions by definition.

    Nothing but the spelling changes, so this comes after everything that looks at terms.
    """
    sites = [term for term in survey(formulas).sites if not term.is_open] if choices.coin(_SHARE) else []
    if not sites:
        return Written(tuple(map(print_term, formulas)))
    bank = Bank(bank)
    mapping: dict[Term, Term] = {}
    definitions = []
    for number in choices.repeat(1, _MOST):
        site = choices.pick(sites)
        if site in mapping:
            continue
        name = f"{LET_PREFIX}d{number}"
        arguments = [arg for arg in site.args if arg in sites or arg.shape is Shape.SYMBOL]
        arguments = [choices.pick(arguments)] if arguments and choices.coin() else []
        parameters = {arg: bank.variable(f"{LET_PREFIX}x", arg.sort) for arg in arguments}
        declared = " ".join(f"({variable.name} {variable.sort})" for variable in parameters.values())
        body = print_term(bank.substitute(site, parameters))
        definitions.append(f"(define-fun {name} ({declared}) {site.sort} {body})")
        mapping[site] = bank.symbol(name, site.sort, arguments)
    return Written(tuple(map(print_term, bank.substitute_all(formulas, mapping))), tuple(definitions))
