"""A seed made ready for interrogation: where it can be probed, and what its executions showed there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Execution, Reference, SkipSeedError
from gadfly.core.words import Seed
from gadfly.lang.c.constants import literals
from gadfly.lang.c.dialect import INPUT_TYPES, input_names, without_errors
from gadfly.lang.c.doubts import doubt, reads
from gadfly.lang.c.edits import Change, apply
from gadfly.lang.c.objects import Access, Scalar, ScalarKind, scalars_in
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.places import Place, statement_places
from gadfly.lang.c.program import Program
from gadfly.lang.c.scopes import Scopes, Variable
from gadfly.techniques.interrogation.aims import aims
from gadfly.techniques.interrogation.assured import Assured

MOST_SPOTS = 100
MOST_OPERANDS = 8
_OF_A_VARIABLE = 3
_MOST_CONSTANTS = 24
_VECTORS = 3
_VECTOR_LENGTH = 8
_INPUT_BITS = (2, 4, 8, 16, 31, 63)
_INTEGER_BITS = 64
_FLOATING_BITS = (32, 64)
_MOST_SEEN = 32
_REMEMBERED = 64

_INPUT = re.compile(rf"\b__VERIFIER_nondet_(?:{'|'.join(INPUT_TYPES)})\s*\(")
_ASSUME_DECLARED = re.compile(r"\b(?:extern\s+)?void\s+__VERIFIER_assume\s*\([^(){};]*\)\s*;")


@dataclass(frozen=True, slots=True)
class Operand:
    """A scalar that can be read at a spot, and the values that it had there, as an execution prints them.

    `is_complete` tells that it had no others in the executions of the seed.
    """

    access: Access
    seen: tuple[str, ...] = ()
    is_complete: bool = False

    @property
    def is_float(self) -> bool:
        return self.access.type.kind is ScalarKind.FLOATING

    @property
    def seen_integers(self) -> list[int]:
        """The values of an integer; an execution prints all as if they were signed. A float has none."""
        if self.is_float:
            return []
        values = map(int, self.seen)
        return list(values) if self.access.type.signed else [value % (1 << _INTEGER_BITS) for value in values]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the seed and what can be read there without any doubt."""

    place: Place
    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A program and its spots, the integers it mentions, and the inputs that it was executed with."""

    text: str
    spots: tuple[Spot, ...]
    constants: tuple[int, ...]
    vectors: tuple[tuple[int, ...], ...] = ((),)


def prepare(seed: Seed, choices: Choices, reference: Reference) -> Scene:
    """Read and execute a seed; SkipSeedError if an execution of it does not end or is not defined."""
    _check(seed.text)
    scene = _read(_neutral(seed.text))
    if not scene.spots:
        raise SkipSeedError("there is no place for a check")
    if input_names(scene.text):
        scene = replace(scene, vectors=((), *(_vector(choices) for _ in range(_VECTORS))))
    execution = reference.execute(_observed(scene), *scene.vectors)
    if execution.problem:
        raise SkipSeedError(execution.problem)
    return replace(scene, spots=tuple(_with_values(scene, execution)))


def _check(text: str) -> None:
    if problem := doubt(text):
        raise SkipSeedError(problem)
    if read := reads(_INPUT.sub("(", text)):
        raise SkipSeedError(f"it reads values: {read}")


def _neutral(text: str) -> str:
    """The program without errors of its own, and without declarations of what dialects define as macros."""
    return without_errors(_ASSUME_DECLARED.sub("", text))


@lru_cache(_REMEMBERED)
def _read(text: str) -> Scene:
    """Remembered, because several modes and targets use a seed one after another."""
    try:
        program = parse(text)
    except CReadError as error:
        raise SkipSeedError(str(error)) from error
    constants = dict.fromkeys(literal.value for literal in literals(program))
    return Scene(text, _spots(program), tuple(constants)[:_MOST_CONSTANTS])


def _spots(program: Program) -> tuple[Spot, ...]:
    scopes, assured, pointers = Scopes.of(program), Assured.of(program), aims(program)
    places = list(statement_places(program))
    step = max(1, -(-len(places) // MOST_SPOTS))
    return tuple(Spot(place, _operands(scopes, assured, pointers, place)) for place in places[::step])


def _operands(
    scopes: Scopes, assured: Assured, pointers: Mapping[str, str], place: Place
) -> tuple[Operand, ...]:
    """Parts of the nearest variables, and what the nearest pointers point to."""
    visible = [each for each in scopes.variables_at(place.start) if assured.has_value(each, place.start)]
    visible.sort(key=lambda variable: -variable.visible_from)
    by_name = {variable.name: variable for variable in visible}
    accesses: list[Access] = []
    for variable in visible:
        accesses += islice(_numbers(variable.name, variable), _OF_A_VARIABLE)
        target = by_name.get(pointers.get(variable.name, ""))
        if target is not None and isinstance(target.type, Scalar):
            accesses += _numbers(f"(*{variable.name})", target)
    return tuple(map(Operand, accesses[:MOST_OPERANDS]))


def _numbers(expression: str, variable: Variable) -> Iterator[Access]:
    """The numbers in a variable, which an expression means."""
    for access in scalars_in(expression, variable.type, max_elements=2):
        type_ = access.type
        if access.shares_memory or type_.volatile:
            continue
        is_integer = type_.is_integer and type_.bits <= _INTEGER_BITS
        if is_integer or (type_.kind is ScalarKind.FLOATING and type_.bits in _FLOATING_BITS):
            yield access


def _vector(choices: Choices) -> tuple[int, ...]:
    """Inputs of all sizes, mostly small ones: they pass more assumptions and end loops sooner."""
    values = []
    for _ in range(_VECTOR_LENGTH):
        value = choices.below(1 << choices.pick(_INPUT_BITS))
        values.append(-value if choices.coin() else value)
    return tuple(values)


def _observed(scene: Scene) -> str:
    """The program that tells the values of all operands; their labels count them."""
    changes: list[Change] = []
    for spot in scene.spots:
        for operand in spot.operands:
            see = "__gadfly_see_float" if operand.is_float else "__gadfly_see"
            changes.append(spot.place.insert(f"{see}({len(changes)}, {operand.access.expression});"))
    return apply(scene.text, changes)


def _with_values(scene: Scene, execution: Execution) -> Iterator[Spot]:
    shown = zip(execution.seen, execution.seen_counts, strict=True)
    for spot in scene.spots:
        yield replace(spot, operands=tuple(_with_seen(operand, *next(shown)) for operand in spot.operands))


def _with_seen(operand: Operand, values: tuple[str, ...], count: int) -> Operand:
    """Infinities and what is no number are left out: they equal nothing."""
    different = dict.fromkeys(values)
    seen = tuple(value for value in different if "n" not in value)[:_MOST_SEEN]
    return replace(operand, seen=seen, is_complete=len(values) == count and len(seen) == len(different))
