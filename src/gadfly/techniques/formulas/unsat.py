"""The unsat mode of `formulas`: questions around a known contradiction (section 3.2 of the mazes paper)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import (
    Answer,
    Basis,
    Capabilities,
    Feature,
    Language,
    Query,
    Question,
    Seed,
    Truth,
    Verdict,
)
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.model import Model, print_model
from gadfly.lang.smt.open_values import OpenValues
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.sorts import REGLAN
from gadfly.lang.smt.terms import Bank, Term, post_order
from gadfly.seeds import load_bundled
from gadfly.techniques.formulas.assignment import Assignment, draw_assignment
from gadfly.techniques.formulas.cores import Core, CoreFinder, can_be_fused, fused
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.mutate import mutants
from gadfly.techniques.formulas.parameters import Parameters, within
from gadfly.techniques.formulas.pool import MAX_TEXT, fragments
from gadfly.techniques.formulas.sat import read_seed
from gadfly.techniques.formulas.session import Material, satisfiable
from gadfly.techniques.formulas.transformations import transform
from gadfly.techniques.formulas.unsat_instance import Stock, draw_instance

_MUTANTS = 60
_HEIGHT = 3
_MAX_FORMULAS = 400  # sub-formulas of a seed that cores are drawn from, the shallowest


class UnsatFormulas:
    """Builds unsatisfiable scripts around a core of the seed (the unsat mode of MINOTAUR's fuzzer).

    Cores come from the seed, from its sub-formulas and their negations, from values under which a formula is
    false and from a term and its equivalent rewriting; two of them are fused into new ones. Everything
    around a core is random. Every check-sat that sees the core must be answered `unsat`; once the core is
    popped, or not assumed, the answer must be `sat`.
    """

    name = "formulas-unsat"
    language = seed_language = Language.SMT
    patience = 1
    own_seeds: tuple[Seed, ...] = ()

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or Parameters()

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> UnsatSession:
        known = read_seed(seed)
        script = replace(known, bank=Bank(known.bank))
        try:
            assignment = draw_assignment(script, choices, reference)
        except ReadError as error:
            raise SkipSeedError(str(error)) from error
        pieces = fragments(script, self.parameters.max_depth)
        made = mutants(script, _MUTANTS, _HEIGHT, choices)
        open_values = OpenValues(script)
        closed = open_values.closed([*pieces[:_MAX_FORMULAS], *made])
        if not closed:
            raise SkipSeedError("nothing in it means the same to every solver")
        finder = CoreFinder(script, reference)
        cores = _cores(finder, closed, assignment, choices)
        contradictions = _rewritten(finder, cores, open_values, choices)
        own = _Partner(script, assignment.model, tuple(core for core in cores if can_be_fused(core)))
        contradictions += _fusions(own, _draw_partner(own, reference, choices), closed, choices)
        material = self._material(Draft(script, tuple(pieces)), assignment, choices)
        return UnsatSession(
            material,
            contradictions,
            Stock(material.true, _texts(made) + list(material.true), _texts(closed)),
            capabilities,
            self.parameters,
        )

    def _material(self, draft: Draft, assignment: Assignment, choices: Choices) -> Material:
        """What is true under the assignment; where nothing is known to be, the formula `true` still is."""
        try:
            return satisfiable(transform(draft, choices), assignment, self.parameters, choices)
        except SkipSeedError:
            return Material(draft.script.logic, draft.script.declarations, (), "", ["true"], 1)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A core as texts, with what it declares beyond the seed, and formulas that tie its parts together.

    `definitions` give values to what it declares, for those who see it declared and not asserted.
    """

    parts: tuple[str, ...]
    declarations: tuple[str, ...] = ()
    definitions: str = ""
    links: tuple[str, ...] = ()


def _cores(
    finder: CoreFinder, formulas: Sequence[Term], assignment: Assignment, choices: Choices
) -> list[Core]:
    """Cores from all sources, each once; at least a formula and its negation."""
    terms = [term for term in post_order(formulas) if not term.is_open and term.sort != REGLAN]
    found = [finder.of_values(formulas, assignment.model, choices) for _ in choices.repeat(1, 3)]
    found += [finder.of_equivalence(terms, choices) for _ in choices.repeat(1, 3)]
    found += [finder.of_literals(formulas, choices) for _ in choices.repeat(0, 1)]
    found.append(finder.of_seed(choices))
    cores = [core for core in dict.fromkeys(found) if core and _length(core) <= MAX_TEXT]
    return cores or [finder.of_negation(formulas[0])]


def _rewritten(
    finder: CoreFinder, cores: Sequence[Core], open_values: OpenValues, choices: Choices
) -> list[Contradiction]:
    """The cores, some of their parts replaced by equivalent ones."""
    found = []
    for core in cores:
        other = tuple(finder.rewritten(part, choices) if choices.coin(0.3) else part for part in core)
        usable = len(open_values.closed(other)) == len(core) and _length(other) <= MAX_TEXT
        found.append(Contradiction(tuple(_texts(other if usable else core))))
    return found


@dataclass(frozen=True, slots=True)
class _Partner:
    """A script with cores to be fused, and values for what it declares."""

    script: Script
    model: Model
    cores: tuple[Core, ...]


def _draw_partner(own: _Partner, reference: Reference, choices: Choices) -> _Partner:
    """Another seed of the same logic that comes with us; the seed itself if there is none with a core."""
    others = _bundled(own.script.logic)
    if not others or not choices.coin():
        return own
    known = choices.pick(others)
    script = replace(known, bank=Bank(known.bank))
    finder = CoreFinder(script, reference)
    cores = tuple(core for core in (finder.of_seed(choices), *_identities(finder, script, choices)) if core)
    return _Partner(script, random_model(script, choices), cores) if cores else own


def _identities(finder: CoreFinder, script: Script, choices: Choices) -> list[Core]:
    terms = [term for term in post_order(script.assertions) if not term.is_open and term.sort != REGLAN]
    return [finder.of_equivalence(terms, choices) for _ in choices.repeat(1, 2)]


@cache
def _bundled(logic: str) -> tuple[Script, ...]:
    """The seeds of a logic that come with us and declare no sorts, which could not be told apart."""
    scripts = (read_script(seed.text) for seed in load_bundled())
    return tuple(
        script
        for script in scripts
        if script.logic == logic and not script.declared_sorts and not script.datatypes
    )


def _fusions(
    own: _Partner, partner: _Partner, conditions: Sequence[Term], choices: Choices
) -> list[Contradiction]:
    """A few contradictions made of two cores each."""
    if not own.cores:
        return []
    found = []
    for _ in choices.repeat(0, 3):
        first, second = choices.pick(own.cores), choices.pick(partner.cores)
        fusion = fused(own.script, first, partner.script, second, choices.pick(conditions), choices)
        if _length(fusion.core) <= MAX_TEXT:
            copies = Model({new: partner.model.definitions[old] for old, new in fusion.names.items()})
            found.append(
                Contradiction(
                    tuple(_texts(fusion.core)),
                    fusion.declarations,
                    print_model(copies),
                    tuple(_texts(fusion.links)),
                )
            )
    return found


def _texts(terms: Sequence[Term]) -> list[str]:
    return [print_term(term) for term in terms]


def _length(core: Core) -> int:
    return sum(map(len, _texts(core)))


class UnsatSession:
    """Several contradictions, and formulas to hide them among."""

    def __init__(
        self,
        material: Material,
        contradictions: Sequence[Contradiction],
        stock: Stock,
        capabilities: Capabilities,
        parameters: Parameters,
    ) -> None:
        self.questions = within(parameters.instances, 4 * material.initial)
        self._material = material
        self._contradictions = contradictions
        self._stock = stock
        self._logics = (material.logic, "ALL") if "ALL" in capabilities.logics else (material.logic,)
        self._capabilities = capabilities
        self._parameters = parameters
        self._can_model = Feature.MODELS in capabilities.features

    def ask(self, choices: Choices) -> Question:
        material = self._material
        logic = self._logics[choices.below(4) == 3 and len(self._logics) - 1]
        contradiction = choices.pick(self._contradictions)
        stock = self._stock
        if contradiction.links:
            stock = replace(stock, noise=[*contradiction.links, *stock.noise])
        limit = self._parameters.max_assertions
        instance = draw_instance(contradiction.parts, stock, limit, self._capabilities, choices)
        head = (*material.declarations, *contradiction.declarations, *material.preface)
        lines = [f"(set-logic {logic})", *head, *instance.lines]
        if self._can_model and choices.coin(self._parameters.model_share):
            lines.insert(0, "(set-option :produce-models true)")
            if instance.answers[-1] is Answer.SAT:
                lines.append("(get-model)")
        evidence = [f"(assert {formula})\n" for formula in instance.core]
        if Answer.SAT in instance.answers:
            evidence = [
                material.evidence,
                contradiction.definitions,
                *(f"(define-fun {name} () Bool false)\n" for name in instance.activators),
                *evidence,
            ]
        truth = Truth(tuple(instance.answers), Basis.CORE, "".join(evidence))
        return Question(Query(Language.SMT, "\n".join(lines) + "\n", material.logic), truth)

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn: the truth of the next question does not depend on this answer."""
