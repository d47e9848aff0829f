"""The transformations of the paper's Table 1, and how they are stacked (its Algorithm 2)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from gadfly.core.choices import Choices
from gadfly.techniques.interrogation.conditions import Draw, stronger, weaker
from gadfly.techniques.interrogation.draft import Direction, Draft, Probe, ProbeKind
from gadfly.techniques.interrogation.drawing import Vocabulary, draw_assumption, draw_condition, draw_refuted
from gadfly.techniques.interrogation.scene import Scene

MAX_EXPONENT = 5
ATTEMPT_FACTOR = 10
MOST_PROBES = 40  # in a program; stages could add to it for ever
_REFUTED_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class Here:
    """A spot of a program, and what may be used to change it there.

    `safe` are the probes that the target called safe in the earlier program.
    """

    scene: Scene
    draft: Draft
    spot: int
    most_checks: int
    safe: frozenset[int]
    choices: Choices

    @property
    def words(self) -> Vocabulary:
        return Vocabulary(self.scene.spots[self.spot].operands, self.scene.constants)

    @property
    def draw(self) -> Draw:
        return partial(draw_condition, self.words)

    def probes(self, kind: ProbeKind) -> list[int]:
        return [
            index
            for index, probe in enumerate(self.draft.probes)
            if probe.spot == self.spot and probe.kind is kind
        ]

    def invariants(self) -> list[int]:
        """The checks here that the target called safe."""
        return [index for index in self.probes(ProbeKind.CHECK) if index in self.safe]


class Transformation(ABC):
    """Makes a probe from one at a spot, or a new one. The docstring says what the paper expects of it."""

    direction: Direction

    @abstractmethod
    def subjects(self, here: Here) -> Sequence[int]:
        """The indices of the probes that it can make something of here."""

    @abstractmethod
    def made(self, here: Here, subject: int) -> Probe:
        """What a probe becomes."""


class AddAssert(Transformation):
    """A new check changes no other one. Often it is one that is known to fail."""

    direction = Direction.STRENGTHEN

    def subjects(self, here: Here) -> Sequence[int]:
        has_room = len(here.draft.probes) < MOST_PROBES and len(here.draft.checks) < here.most_checks
        return [len(here.draft.probes)] if has_room else []

    def made(self, here: Here, _subject: int) -> Probe:
        fails = any(operand.seen for operand in here.words.operands) and here.choices.coin(_REFUTED_SHARE)
        condition = draw_refuted(here.words, here.choices) if fails else here.draw(here.choices)
        return Probe(here.spot, ProbeKind.CHECK, condition, fails)


class AddAssume(Transformation):
    """A new assumption leaves fewer executions, so that nothing more fails."""

    direction = Direction.STRENGTHEN

    def subjects(self, here: Here) -> Sequence[int]:
        has_room = here.words.operands and len(here.draft.probes) < MOST_PROBES
        return [len(here.draft.probes)] if has_room else []

    def made(self, here: Here, _subject: int) -> Probe:
        return Probe(here.spot, ProbeKind.ASSUMPTION, draw_assumption(here.words, here.choices))


class StrengthenAssert(Transformation):
    """A check that failed still does if more is asked for."""

    direction = Direction.STRENGTHEN

    def subjects(self, here: Here) -> Sequence[int]:
        return here.probes(ProbeKind.CHECK)

    def made(self, here: Here, subject: int) -> Probe:
        return _stronger(here, subject)


class StrengthenAssume(Transformation):
    """A stronger assumption leaves fewer executions, so that nothing more fails."""

    direction = Direction.STRENGTHEN

    def subjects(self, here: Here) -> Sequence[int]:
        return here.probes(ProbeKind.ASSUMPTION)

    def made(self, here: Here, subject: int) -> Probe:
        return _stronger(here, subject)


class WeakenAssert(Transformation):
    """A check that held still does if less is asked for."""

    direction = Direction.WEAKEN

    def subjects(self, here: Here) -> Sequence[int]:
        return here.probes(ProbeKind.CHECK)

    def made(self, here: Here, subject: int) -> Probe:
        return _weaker(here, subject)


class WeakenAssume(Transformation):
    """A weaker assumption lets more executions through, so that what failed still does."""

    direction = Direction.WEAKEN

    def subjects(self, here: Here) -> Sequence[int]:
        return here.probes(ProbeKind.ASSUMPTION)

    def made(self, here: Here, subject: int) -> Probe:
        return _weaker(here, subject)


class WeakenInvariant(Transformation):
    """A check that is called safe, weakened: it is safe, and the same others fail."""

    direction = Direction.EVEN

    def subjects(self, here: Here) -> Sequence[int]:
        return here.invariants()

    def made(self, here: Here, subject: int) -> Probe:
        return _weaker(here, subject)


class AssumeInvariant(Transformation):
    """A check that is called safe, assumed instead: the same others fail if the target was right about it.

    Unlike in all other transformations, what must hold rests on the target's answer about this check, too.
    """

    direction = Direction.EVEN

    def subjects(self, here: Here) -> Sequence[int]:
        return here.invariants() if len(here.draft.checks) > 1 else []

    def made(self, here: Here, subject: int) -> Probe:
        return replace(here.draft.probes[subject], kind=ProbeKind.ASSUMPTION, fails=False)


TRANSFORMATIONS: tuple[Transformation, ...] = (
    AddAssert(),
    AddAssume(),
    StrengthenAssert(),
    StrengthenAssume(),
    WeakenAssert(),
    WeakenAssume(),
    WeakenInvariant(),
    AssumeInvariant(),
)
WITHOUT_RESULTS: tuple[Transformation, ...] = (
    AddAssume(),
    StrengthenAssume(),
    WeakenAssume(),
    WeakenInvariant(),
)
"""Those of the paper's Table 3, which need not know what fails. To assume the only check would leave none."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A program after transformations of one direction."""

    draft: Draft
    direction: Direction


def first_stage(here: Here, checks: int, assumptions: int) -> Stage:
    """The seed with its first checks, and assumptions if there are to be any."""
    for _ in here.choices.repeat(1, checks):
        here = _applied([AddAssert()], _anywhere(here))
    for _ in here.choices.repeat(0, assumptions):
        here = _applied([AddAssume()], _anywhere(here))
    return Stage(here.draft, Direction.STRENGTHEN)


def next_stage(here: Here, transformations: Sequence[Transformation]) -> Stage:
    """A power of two of transformations that share a direction.

    Where none of them applies something is added, so that no program is asked about twice in a row.
    """
    choices, earlier = here.choices, here.draft
    direction = choices.pick(tuple(Direction))
    if direction is Direction.EVEN:
        here = replace(here, safe=_recorded(here))
    able = [each for each in transformations if each.direction is direction]
    count = 1 << choices.below(MAX_EXPONENT + 1)
    attempts = ATTEMPT_FACTOR * count
    for _ in choices.include((count - 1,)).repeat(1, 1 << MAX_EXPONENT):
        before = here.draft
        while here.draft == before and attempts:
            here = _applied(able, _somewhere(here, direction))
            attempts -= here.draft == before
    if here.draft != earlier:
        return Stage(here.draft, direction)
    adding = [each for each in transformations if isinstance(each, AddAssert | AddAssume)]
    return Stage(_applied(adding, _anywhere(here)).draft, Direction.STRENGTHEN)


def _recorded(here: Here) -> frozenset[int]:
    """The checks that the target called safe, recorded like choices, so that a replay needs to ask nobody."""
    facts = ((index, int(index in here.safe)) for index in here.draft.checks)
    return frozenset(index for index, fact in facts if here.choices.include((fact,)).below(2))


def _somewhere(here: Here, direction: Direction) -> Here:
    """A spot where a transformation of this direction may apply."""
    probes: Sequence[int] = range(len(here.draft.probes))
    if direction is Direction.EVEN:
        probes = sorted(here.safe)
    if not probes or (direction is Direction.STRENGTHEN and here.choices.coin()):
        return _anywhere(here)
    return replace(here, spot=here.draft.probes[here.choices.pick(probes)].spot)


def _applied(able: Sequence[Transformation], here: Here) -> Here:
    """One of the transformations that apply here, if there is one."""
    subjects = [(each, subject) for each in able for subject in each.subjects(here)]
    if not subjects:
        return here
    transformation, subject = here.choices.pick(subjects)
    return replace(here, draft=here.draft.with_probe(subject, transformation.made(here, subject)))


def _anywhere(here: Here) -> Here:
    return replace(here, spot=here.choices.below(len(here.scene.spots)))


def _stronger(here: Here, subject: int) -> Probe:
    probe = here.draft.probes[subject]
    return replace(probe, condition=stronger(probe.condition, here.draw, here.choices))


def _weaker(here: Here, subject: int) -> Probe:
    probe = here.draft.probes[subject]
    return replace(probe, condition=weaker(probe.condition, here.draw, here.choices), fails=False)
