"""The fresh mode of `formulas`: no seed but a logic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Capabilities, Language, Seed
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.grammar import LOGICS, PROPOSITIONAL, Constants, Logic, TermMaker, declare, logic_named
from gadfly.lang.smt.grammar.literals import HUGE_INTEGERS, INTEGERS, TINY_INTEGERS, is_literal, near
from gadfly.lang.smt.grammar.rules import Theory
from gadfly.lang.smt.grammar.theories import bitvectors, overflow_predicates
from gadfly.lang.smt.model import Model
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.values import UNDECIDED, MaybeValue, Undecided
from gadfly.techniques.formulas.assignment import Assignment
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.parameters import Parameters
from gadfly.techniques.formulas.sat import read_seed
from gadfly.techniques.formulas.session import SatSession, satisfiable
from gadfly.techniques.formulas.transformations import transform

_CONSTANTS = Constants(each=1, fewest=1, most=5)
_ALWAYS = frozenset({"="})  # without it some logics have no atoms at all

FRESH_PARAMETERS = Parameters(max_assertions=60, constructed=(50, 400), instances=(40, 60))


class FreshFormulas:
    """Builds satisfiable scripts out of nothing but a logic and a random assignment.

    Every opening declares a few symbols, switches off a random part of the logic's operators, draws values
    for the symbols, and makes atoms whose truth our evaluator knows, many of them tight: the assignment
    only just satisfies them, so that few others do. Of a seed it takes the logic alone.
    """

    name = "formulas-fresh"
    language = seed_language = Language.SMT
    patience = 1
    own_seeds = tuple(Seed(f"fresh-{logic}", f"(set-logic {logic})\n") for logic in LOGICS)

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or FRESH_PARAMETERS

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> SatSession:
        drawn = draw_formulas(_logic_of(seed), choices)
        draft = transform(Draft(drawn.script, drawn.formulas), choices)
        assignment = Assignment(drawn.script, drawn.model, reference)
        parameters = _draw_parameters(self.parameters, choices)
        pools = satisfiable(draft, assignment, parameters, choices)
        return SatSession(pools, capabilities, parameters)


def _logic_of(seed: Seed) -> Logic:
    try:
        return logic_named(read_seed(seed).logic)
    except ValueError as error:
        raise SkipSeedError(str(error)) from error


def _draw_parameters(parameters: Parameters, choices: Choices) -> Parameters:
    """How deep connectives are nested, and how many assertions have few of them."""
    max_depth = choices.pick((6, 10, parameters.max_depth))
    return replace(parameters, max_depth=max_depth, initial_share=choices.pick((0.9, 0.6, 0.3)))


@dataclass(frozen=True, slots=True)
class Drawn:
    """Symbols, their values, and formulas whose truth under these values our evaluator knows."""

    script: Script
    model: Model
    formulas: tuple[Term, ...]


def draw_formulas(logic: Logic, choices: Choices) -> Drawn:
    """Values lie near what the first atoms mention, and further atoms near the values."""
    palette = choices.pick(logic.palettes)
    script = declare(logic, palette, _CONSTANTS, choices)
    logic = replace(logic, integers=_draw_integers(logic, choices), theories=_draw_theories(logic, choices))
    without = _draw_swarm(_maker(script, logic), choices)
    plain = _maker(script, logic, without=without)
    shared = [
        plain.term(choices.pick(palette), choices.integer(1, logic.depth), choices)
        for _ in choices.repeat(0, 4)
    ]
    maker = _maker(script, logic, shared, without)
    atoms = [maker.atom(choices.integer(1, logic.depth), choices) for _ in choices.repeat(1, 12)]
    model = random_model(replace(script, assertions=tuple(atoms)), choices)
    atoms += _tight_atoms(maker, script, model, logic.depth, choices)
    atoms += _coincidences(maker, script, model, choices)
    atoms = _decided(atoms, script, model) or [script.bank.true]
    connectives = TermMaker(script.bank, {}, PROPOSITIONAL, leaves=atoms)
    structured = [
        connectives.term(BOOL, choices.weighted((1, 2, 3), (4, 4, 2)), choices) for _ in choices.repeat(0, 30)
    ]
    return Drawn(script, model, tuple(dict.fromkeys([*atoms, *structured])))


def _draw_integers(logic: Logic, choices: Choices) -> tuple[int, ...]:
    """The range of a session's numbers; where solvers find large ones hard, never huge."""
    ranges = (logic.integers, TINY_INTEGERS, HUGE_INTEGERS)
    return choices.pick(ranges if logic.integers is INTEGERS else ranges[:2])


def _draw_theories(logic: Logic, choices: Choices) -> tuple[Theory, ...]:
    """Now and then with what only newer solvers know."""
    is_new = bitvectors in logic.theories and choices.coin(0.15)
    return (*logic.theories, overflow_predicates) if is_new else logic.theories


def _draw_swarm(maker: TermMaker, choices: Choices) -> frozenset[str]:
    """The operators a session does without: features that are always there hide what others do."""
    share = choices.pick((0.0, 0.25, 0.5, 0.75))
    return frozenset(name for name in maker.operators if name not in _ALWAYS and choices.coin(share))


def _maker(
    script: Script, logic: Logic, leaves: Sequence[Term] = (), without: frozenset[str] = frozenset()
) -> TermMaker:
    datatypes = tuple(script.datatypes.values())
    return TermMaker(script.bank, script.symbols, logic, datatypes, leaves, without)


def _tight_atoms(
    maker: TermMaker, script: Script, model: Model, depth: int, choices: Choices
) -> Iterator[Term]:
    """Terms compared with their own values, or with one next to it."""
    halves = [maker.half_atom(choices.integer(0, depth), choices) for _ in choices.repeat(0, 24)]
    open_halves = [half for half in halves if half is not None and not is_literal(half.left)]
    values = _values([half.left for half in open_halves], script, model)
    for half, value in zip(open_halves, values, strict=True):
        if isinstance(value, Undecided):
            continue
        literal = near(value, half.sort, script.bank, choices)
        if literal is not None:
            yield script.bank.operator(half.name, BOOL, (half.left, literal))


def _coincidences(maker: TermMaker, script: Script, model: Model, choices: Choices) -> Iterator[Term]:
    """Equations of terms that happen to have the same value."""
    sorts = [
        sort
        for sort in dict.fromkeys(signature.result for signature in script.symbols.values())
        if sort != BOOL and maker.equates(sort)
    ]
    if not sorts:
        return
    terms = [maker.term(choices.pick(sorts), choices.integer(0, 2), choices) for _ in choices.repeat(0, 12)]
    first: dict[tuple[str, MaybeValue], Term] = {}
    for term, value in zip(terms, _values(terms, script, model), strict=True):
        other = first.setdefault((str(term.sort), value), term)
        if value is not UNDECIDED and other is not term:
            yield script.bank.operator("=", BOOL, (other, term))


def _decided(atoms: Sequence[Term], script: Script, model: Model) -> list[Term]:
    values = _values(atoms, script, model)
    return [atom for atom, value in zip(atoms, values, strict=True) if value is not UNDECIDED]


def _values(terms: Sequence[Term], script: Script, model: Model) -> list[MaybeValue]:
    return evaluate(terms, model, script.datatypes)
