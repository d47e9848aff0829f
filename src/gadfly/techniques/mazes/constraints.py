"""What programs are made of: formulas that a model decides, and sets of formulas that contradict themselves.

This is the constraint fuzzer of the paper, section 3.2: `n` bounds how many formulas are asserted together,
`h` the height of those that are built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Answer, Seed
from gadfly.lang.smt.grammar import TermMaker
from gadfly.lang.smt.grammar.derived import logic_of
from gadfly.lang.smt.grammar.logics import PROPOSITIONAL
from gadfly.lang.smt.grammar.theories import uncommon
from gadfly.lang.smt.model import Model, ModelError, read_model
from gadfly.lang.smt.open_values import OpenValues
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.techniques.formulas.assignment import draw_assignment
from gadfly.techniques.formulas.cores import CoreFinder
from gadfly.techniques.formulas.mutate import mutants
from gadfly.techniques.formulas.pool import fragments
from gadfly.techniques.formulas.sat import read_seed

Core = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is drawn from a seed; `assertions` is the paper's n and `height` its h."""

    assertions: int = 6
    height: int = 3
    fragments: int = 60  # of the seed, the shallowest
    mutants: int = 24
    uncommon: int = 8
    nodes: int = 60  # of a formula, counted as a tree: beyond that nobody reads the program
    cores: int = 4


@dataclass(frozen=True, slots=True)
class Opening:
    """What constraints are drawn from."""

    seed: Seed
    choices: Choices
    reference: Reference
    bounds: Bounds = Bounds()


@dataclass(frozen=True, slots=True)
class Constraints:
    """Formulas over what a script declares.

    Which of the `formulas` hold under the model is for its user to evaluate. No two members of a core can be
    true together with the rest of it: solvers of two families say so.
    """

    script: Script
    model: Model
    formulas: tuple[Term, ...]
    cores: tuple[Core, ...]


def draw_satisfiable(opening: Opening) -> Constraints:
    """The first pure mode: formulas, and a model of parts of the seed or a random one."""
    script = own_script(opening.seed)
    model = _draw_model(script, opening)
    return Constraints(script, model, _draw_formulas(script, opening), ())


def draw_contradictory(opening: Opening) -> Constraints:
    """The second pure mode: the same, and cores from the seed and from what it is made of."""
    drawn = draw_satisfiable(opening)
    return replace(drawn, cores=_draw_cores(drawn, opening))


def draw_mixed(opening: Opening) -> Constraints:
    """The mixed mode: sets of mutants of any satisfiability, which solvers find out afterwards.

    The first set that has a model gives the model.
    """
    choices, reference, bounds = opening.choices, opening.reference, opening.bounds
    script = own_script(opening.seed)
    formulas = _draw_formulas(script, opening)
    closed = OpenValues(script).closed(formulas) or formulas
    found: Model | None = None
    cores: list[Core] = []
    for _ in choices.repeat(2, 2 * bounds.cores):
        chosen = [closed[index] for index in choices.indices(len(closed), 1, bounds.assertions)]
        group = tuple(dict.fromkeys(chosen))
        opinion = reference.opinion(as_script(script, group))
        if opinion.answer is Answer.SAT and found is None:
            found = _read(opinion.model, script)
        elif opinion.answer is Answer.UNSAT and is_refuted(script, group, reference):
            cores.append(group)
    return Constraints(script, found or _draw_model(script, opening), formulas, tuple(cores))


def draw_seed_itself(opening: Opening) -> Constraints:
    """The seed as it is, for comparison: its assertions are the formulas, or the core."""
    reference = opening.reference
    script = own_script(opening.seed)
    assertions = tuple(dict.fromkeys(script.assertions))
    if not assertions:
        raise SkipSeedError("it asserts nothing")
    found = reference.model(as_script(script, assertions) + "\n(get-model)")
    if found:
        return Constraints(script, _read(found, script), assertions, ())
    if is_refuted(script, assertions, reference):
        return Constraints(script, Model({}).completed(script), assertions, (assertions,))
    raise SkipSeedError("no solver decides it in time")


def own_script(seed: Seed) -> Script:
    """The seed's script with a bank that may grow: the seed is kept for the next session."""
    script = read_seed(seed)
    return replace(script, bank=Bank(script.bank))


def as_script(script: Script, formulas: Iterable[Term]) -> str:
    lines = ["(set-logic ALL)", *script.declarations, *(f"(assert {print_term(term)})" for term in formulas)]
    return "\n".join([*lines, "(check-sat)"])


def is_refuted(script: Script, core: Core, reference: Reference) -> bool:
    """Whether formulas cannot be true together, whatever the standard leaves open."""
    closed = OpenValues(script).closed(core)
    return bool(closed) and reference.refutes(as_script(script, closed))


def _draw_model(script: Script, opening: Opening) -> Model:
    try:
        return draw_assignment(script, opening.choices, opening.reference).model
    except ReadError as error:
        raise SkipSeedError(str(error)) from error


def _draw_formulas(script: Script, opening: Opening) -> tuple[Term, ...]:
    """Sub-formulas of the script, mutants of them, and connectives over both."""
    bounds, choices = opening.bounds, opening.choices
    pieces = fragments(script, bounds.height + 2)[: bounds.fragments]
    made = mutants(script, bounds.mutants, bounds.height, choices)
    atoms = list(dict.fromkeys(_small([*pieces, *made, *_uncommon_atoms(script, opening)], bounds)))
    if not atoms:
        raise SkipSeedError("all its formulas are large")
    connectives = TermMaker(script.bank, {}, PROPOSITIONAL, leaves=atoms)
    joined = [
        connectives.term(BOOL, choices.integer(1, 2), choices) for _ in choices.repeat(0, bounds.mutants // 2)
    ]
    found = dict.fromkeys(_small([*atoms, *joined], bounds))
    open_ = tuple(term for term in found if any(part.shape is Shape.SYMBOL for part in post_order([term])))
    if not open_:
        raise SkipSeedError("its formulas mention nothing that a program could read")
    return open_


def _uncommon_atoms(script: Script, opening: Opening) -> list[Term]:
    """Atoms with operators that no seed has for the sake of solvers: C has no such qualms."""
    known = logic_of(script)
    logic = replace(known, theories=(*known.theories, uncommon))
    maker = TermMaker(script.bank, script.symbols, logic, tuple(script.datatypes.values()))
    choices, bounds = opening.choices, opening.bounds
    if not maker.can_make_atoms:
        return []
    return [
        maker.atom(choices.integer(1, bounds.height), choices) for _ in choices.repeat(0, bounds.uncommon)
    ]


def _draw_cores(drawn: Constraints, opening: Opening) -> tuple[Core, ...]:
    """Cores of all kinds that solvers of two families refute."""
    script, choices, bounds = drawn.script, opening.choices, opening.bounds
    closed = OpenValues(script).closed(drawn.formulas)
    if not closed:
        return ()
    finder = CoreFinder(script, opening.reference)
    terms = [term for term in post_order(closed) if not term.is_open]
    kinds: tuple[Callable[[], Core], ...] = (
        lambda: finder.of_negation(choices.pick(closed)),
        lambda: finder.of_values(closed, drawn.model, choices),
        lambda: finder.of_equivalence(terms, choices),
        lambda: finder.of_literals(closed, choices),
        lambda: finder.of_seed(choices),
    )
    found: dict[Core, None] = {}
    for _ in choices.repeat(1, bounds.cores):
        core = choices.pick(kinds)()
        parts = tuple(finder.rewritten(part, choices) if choices.coin(0.4) else part for part in core)
        if parts and len(_small(parts, bounds)) == len(parts):
            found[parts] = None
    return tuple(core for core in found if is_refuted(script, core, opening.reference))


def _read(model: str, script: Script) -> Model:
    try:
        return read_model(model, script).completed(script)
    except ModelError as error:
        raise SkipSeedError(f"a solver's model is no model: {error}") from error


def _small(terms: Sequence[Term], bounds: Bounds) -> list[Term]:
    """Those with few nodes, each counted as often as it occurs."""
    sizes: dict[Term, int] = {}
    for term in post_order(terms):
        sizes[term] = min(bounds.nodes, sum(sizes[arg] for arg in term.args)) + 1
    return [term for term in terms if sizes[term] <= bounds.nodes]
