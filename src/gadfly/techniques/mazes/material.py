"""What a session builds programs from: constraints of which C can have the values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, ModelError, read_model
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Term, post_order
from gadfly.techniques.mazes.constraints import Constraints, Core, as_script
from gadfly.techniques.mazes.convert import (
    Corners,
    Ground,
    UnconvertibleError,
    make_ground,
    obligations,
    restrictions,
)

_LENGTHS = (0, 8, 16, 32, 64, 128, 256, 512)  # of arrays, tried until the model fits
_FITTING_SHARE = 0.5  # of the formulas that a model should decide in C; else a solver is asked for another
_OTHER_VECTORS = 3

Inputs = Mapping[str, tuple[int, ...]]
"""What is read for every symbol."""


@dataclass(frozen=True, slots=True)
class Material:
    """Formulas by what is known about them, and inputs for what they mention, by symbol.

    `truths` hold for the `witness`. `formulas` may or may not.
    `discarded` counts the formulas that C cannot have, or of which nobody knows whether C has them true where
    SMT-LIB has.
    """

    ground: Ground
    formulas: tuple[Term, ...]
    truths: tuple[Term, ...]
    cores: tuple[Core, ...]
    witness: Inputs
    others: tuple[Inputs, ...]
    discarded: int


def make_material(
    constraints: Constraints, choices: Choices, reference: Reference, *, corners: Corners
) -> Material:
    """The constraints on the ground of C; SkipSeedError if nothing is left of them."""
    formulas = _convertible(constraints, constraints.formulas)
    cores = tuple(core for core in constraints.cores if len(_convertible(constraints, core)) == len(core))
    if not formulas:
        raise SkipSeedError("C can have none of its formulas")
    pieces = _Pieces(formulas, cores, corners)
    fitted = _fit_most(constraints, pieces)
    if len(fitted.truths) < _FITTING_SHARE * len(fitted.pieces.formulas):
        fitted = _refit(fitted, constraints, reference)
    drawn = (random_model(constraints.script, choices) for _ in range(_OTHER_VECTORS))
    lost = len(constraints.formulas) - len(fitted.truths) + len(constraints.cores) - len(fitted.pieces.cores)
    return Material(
        fitted.ground,
        fitted.pieces.formulas,
        fitted.truths,
        fitted.pieces.cores,
        fitted.ground.inputs(fitted.model),
        tuple(fitted.ground.inputs(fitted.ground.grounded(model)) for model in drawn),
        lost,
    )


@dataclass(frozen=True, slots=True)
class _Pieces:
    """What stands on a ground."""

    formulas: tuple[Term, ...]
    cores: tuple[Core, ...]
    corners: Corners

    @property
    def terms(self) -> tuple[Term, ...]:
        return (*self.formulas, *(part for core in self.cores for part in core))

    def half(self) -> _Pieces:
        formulas, cores = self.formulas, self.cores
        return _Pieces(formulas[: len(formulas) // 2], cores[: len(cores) // 2], self.corners)


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A ground, the model as C has it, and the literals of formulas that are true in C under it."""

    pieces: _Pieces
    ground: Ground
    model: Model
    truths: tuple[Term, ...]


def _fit_most(constraints: Constraints, pieces: _Pieces) -> _Fitted:
    """A ground for as many pieces as one ground can have together."""
    while True:
        try:
            return _fit(constraints, pieces)
        except UnconvertibleError as error:
            if len(pieces.formulas) < 2:
                raise SkipSeedError(str(error)) from error
            pieces = pieces.half()


def _fit(constraints: Constraints, pieces: _Pieces) -> _Fitted:
    """The shortest arrays with which most formulas can be decided."""
    best: _Fitted | None = None
    terms, formulas = pieces.terms, pieces.formulas
    has_arrays = any(part.sort.name == "Array" for part in post_order(terms))
    for length in _LENGTHS if has_arrays else _LENGTHS[:1]:
        try:
            ground = make_ground(constraints.script, terms, constraints.model, length, pieces.corners)
        except UnconvertibleError:
            if best is None:
                raise
            break
        model = ground.grounded(constraints.model)
        fitted = _Fitted(pieces, ground, model, _truths(ground, model, constraints, formulas))
        if best is None or len(fitted.truths) > len(best.truths):
            best = fitted
        if len(best.truths) == len(formulas):
            break
    assert best is not None
    return best


def _refit(fitted: _Fitted, constraints: Constraints, reference: Reference) -> _Fitted:
    """With a model that satisfies the side conditions, if solvers find one and it serves better."""
    script = constraints.script
    conditions = restrictions(fitted.ground, fitted.pieces.formulas, script.bank)
    found = reference.model(as_script(script, conditions) + "\n(get-model)")
    if not found:
        return fitted
    try:
        model = read_model(found, script).completed(script)
        other = _fit(replace(constraints, model=model), fitted.pieces)
    except (ModelError, UnconvertibleError):
        return fitted
    return other if len(other.truths) > len(fitted.truths) else fitted


def _truths(
    ground: Ground, model: Model, constraints: Constraints, formulas: Sequence[Term]
) -> tuple[Term, ...]:
    """The formulas and negations that hold together with the side conditions of their translation."""
    bank = constraints.script.bank
    sides = [obligations(ground, [term], bank) for term in formulas]
    values = iter(evaluate([*formulas, *(one for side in sides for one in side)], model))
    decided = [next(values) for _ in formulas]
    found = []
    for term, value, side in zip(formulas, decided, sides, strict=True):
        holds = [next(values) for _ in side]
        if isinstance(value, bool) and all(each is True for each in holds):
            found.append(term if value else bank.operator("not", BOOL, [term]))
    return tuple(found)


def _convertible(constraints: Constraints, terms: Sequence[Term]) -> tuple[Term, ...]:
    return tuple(term for term in terms if _is_convertible(constraints, term))


def _is_convertible(constraints: Constraints, term: Term) -> bool:
    try:
        make_ground(constraints.script, [term], constraints.model)
    except UnconvertibleError:
        return False
    return True
