"""Unsatisfiable cores: of a seed, of its sub-formulas, of values and of equivalences, and two fused to one.

A core is a tuple of formulas that cannot all be true, whatever else is asserted. None mentions what the
standard leaves open, so that no solver may rightly see it otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, is_element, value_term
from gadfly.lang.smt.open_values import OpenValues
from gadfly.lang.smt.printer import LET_PREFIX, print_term
from gadfly.lang.smt.regex import Regex
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import declaration
from gadfly.lang.smt.sorts import BOOL, REGLAN
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.lang.smt.values import Undecided
from gadfly.techniques.formulas.transformations import rewritten

Core = tuple[Term, ...]

MAX_PAIRS = 9  # of parts of two cores, when each is joined with each
_MAX_CONSTANTS = 8  # pinned to their values in one core


class CoreFinder:
    """Finds cores over what a script declares; every way to find one may fail, and then gives none."""

    def __init__(self, script: Script, reference: Reference) -> None:
        self._script = script
        self._bank = script.bank
        self._reference = reference
        self._open_values = OpenValues(script)
        self._in_difference_logic = script.logic.endswith(("IDL", "RDL"))
        self._conjuncts = self._open_values.closed(_conjuncts(script))

    def of_seed(self, choices: Choices) -> Core:
        """A core of the seed's own assertions, or another one, which lacks a part of the first."""
        core = self._core(self._conjuncts)
        if core and choices.coin():
            dropped = choices.pick(core)
            core = self._core([term for term in self._conjuncts if term is not dropped]) or core
        return core

    def of_literals(self, formulas: Sequence[Term], choices: Choices) -> Core:
        """A core of formulas and negations, drawn until they are likely to contradict each other.

        Mostly together with the seed's assertions: then one of the negations is of what these imply.
        """
        literals = [self._literal(choices.pick(formulas), choices.coin()) for _ in choices.repeat(1, 10)]
        context = [] if choices.coin(0.4) else self._conjuncts
        return self._core([*literals, *(term for term in context if term not in literals)])

    def of_values(self, formulas: Sequence[Term], model: Model, choices: Choices) -> Core:
        """A formula or its negation, whichever is false under the model, and the values it is false for."""
        formula = choices.pick(formulas)
        [value] = evaluate([formula], model, self._script.datatypes)
        pins = self._pins(formula, model)
        if not isinstance(value, bool) or not pins:
            return ()
        return (self._literal(formula, value), *pins)

    def of_negation(self, formula: Term) -> Core:
        """A formula and its negation: the contradiction that is always there."""
        return (formula, self._negated(formula))

    def rewritten(self, term: Term, choices: Choices) -> Term:
        """An equivalent term; the term itself in difference logic, which laws of arithmetic do not know."""
        return term if self._in_difference_logic else rewritten(term, self._bank, choices)

    def of_equivalence(self, terms: Sequence[Term], choices: Choices) -> Core:
        """The claim that a term differs from its equivalent rewriting."""
        term = choices.pick(terms)
        other = self.rewritten(term, choices)
        if other is term or self._open_values.occur_in(other):
            return ()
        if choices.coin(0.3):
            return (self._bank.operator("distinct", BOOL, [term, other]),)
        return (self._negated(self._bank.operator("=", BOOL, [term, other])),)

    def _core(self, terms: Sequence[Term]) -> Core:
        if not terms:
            return ()
        places = self._reference.core(self._script.declarations, [print_term(term) for term in terms])
        return tuple(terms[place] for place in places)

    def _literal(self, formula: Term, negate: bool) -> Term:
        return self._negated(formula) if negate else formula

    def _negated(self, formula: Term) -> Term:
        return self._bank.operator("not", BOOL, [formula])

    def _pins(self, formula: Term, model: Model) -> list[Term]:
        """Equations of the formula's constants with their values; none if one of them cannot be written."""
        symbols = [term for term in post_order([formula]) if term.shape is Shape.SYMBOL]
        if len(symbols) > _MAX_CONSTANTS or self._in_difference_logic:
            return []  # there, constants are compared with each other and not with values
        pins = []
        for symbol, value in zip(symbols, evaluate(symbols, model, self._script.datatypes), strict=True):
            # Not every solver of arrays has constant arrays, and elements of declared sorts have no names.
            if symbol.args or symbol.sort.name == "Array" or isinstance(value, Undecided | Regex):
                return []
            literal = value_term(value, symbol.sort, self._bank, self._script.datatypes)
            if any(is_element(part) or part.name == "const-array" for part in post_order([literal])):
                return []
            pins.append(self._bank.operator("=", BOOL, [symbol, literal]))
        return pins


def _conjuncts(script: Script) -> list[Term]:
    """What the script asserts, conjunctions taken apart, so that cores are finer."""
    found: dict[Term, None] = {}
    stack = list(reversed(script.assertions))
    while stack:
        term = stack.pop()
        if term.shape is Shape.OPERATOR and term.name == "and":
            stack += reversed(term.args)
        elif term is not script.bank.true:
            found[term] = None
    return list(found)


class _Fusion(Enum):
    """How two cores become one, the simplest first."""

    EITHER = "either"
    BRANCHES = "branches"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class Fused:
    """A core made of two, the symbols of the second one under new `names`, to be declared.

    `links` equate constants of the two: they may be asserted with it, or not.
    """

    core: Core
    names: Mapping[str, str]
    declarations: tuple[str, ...]
    links: tuple[Term, ...]


def can_be_fused(core: Core) -> bool:
    """Whether its symbols can be renamed: bound variables in two places at once confuse printing."""
    return not any(term.shape is Shape.QUANTIFIER for term in post_order(core))


def fused(
    script: Script, first: Core, partner: Script, second: Core, condition: Term, choices: Choices
) -> Fused:
    """A core of a script and one of its partner, renamed apart, as one whose every case is contradictory.

    The partner declares no sorts, or it is the script itself.
    """
    bank = script.bank
    names = _new_names(partner, second)
    second = tuple(_renamed(term, names, bank) for term in second)
    way = choices.pick(tuple(_Fusion))
    if way is _Fusion.PAIRS and len(first) * len(second) <= MAX_PAIRS:
        core = tuple(bank.operator("or", BOOL, [one, other]) for one in first for other in second)
    elif way is _Fusion.BRANCHES:
        branches = [condition, _conjunction(first, bank), _conjunction(second, bank)]
        core = (bank.operator("ite", BOOL, branches),)
    else:
        core = (bank.operator("or", BOOL, [_conjunction(first, bank), _conjunction(second, bank)]),)
    signatures = {new: partner.symbols[old] for old, new in names.items()}
    links = tuple(
        bank.operator("=", BOOL, [bank.symbol(known, sort), bank.symbol(names[old], sort)])
        for old in names
        if (sort := partner.symbols[old].result) != REGLAN and (known := _like(script, partner, old))
    )
    return Fused(core, names, tuple(declaration(*item) for item in signatures.items()), links)


def _like(script: Script, partner: Script, name: str) -> str:
    """A constant of the script with the sort of the partner's, of the same name if it can be; "" if none."""
    signature = partner.symbols[name]
    if signature.arguments:
        return ""
    if script.symbols.get(name) == signature:
        return name
    return next((known for known, other in script.symbols.items() if other == signature), "")


def _new_names(script: Script, core: Core) -> dict[str, str]:
    used = {term.name for term in post_order(core) if term.shape is Shape.SYMBOL}
    names: dict[str, str] = {}
    for number, name in enumerate(script.symbols):
        if name in used:
            names[name] = f"{LET_PREFIX}r{number}"
    return names


def _renamed(root: Term, names: Mapping[str, str], bank: Bank) -> Term:
    """The term in a bank that may not be its own, with new names for its symbols."""
    new: dict[Term, Term] = {}
    for term in post_order([root]):
        args = [new[arg] for arg in term.args]
        if term.shape is Shape.SYMBOL:
            new[term] = bank.symbol(names[term.name], term.sort, args)
        elif term.shape is Shape.OPERATOR:
            new[term] = bank.operator(term.name, term.sort, args, term.indices)
        else:
            new[term] = bank.literal(term.value, term.sort)
    return new[root]


def _conjunction(core: Core, bank: Bank) -> Term:
    return core[0] if len(core) == 1 else bank.operator("and", BOOL, core)
