"""The transformations of the paper's Table 1, and how they are stacked (its Algorithm 2)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from gadfly.core.choices import Choices
from gadfly.techniques.interrogation.conditions import Condition, Draw, stronger, weaker
from gadfly.techniques.interrogation.draft import Direction, Draft, Probe, ProbeKind
from gadfly.techniques.interrogation.drawing import Vocabulary, draw_condition, draw_confirmed, draw_refuted
from gadfly.techniques.interrogation.scene import Scene

MAX_EXPONENT = 5
ATTEMPT_FACTOR = 10
MOST_PROBES = 40  # in a program; stages could add to it for ever
REUSED_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class Manner:
    """How a target is interrogated: with which transformations, about how many checks of a program, and
    whether its answers lead to further programs than the first.

    `witnessed_share` of the checks are known to fail when they are added, and of the stages let all known
    executions pass. `needs_claims` tells that a program is only of use if the target claims something of it,
    `has_alarms` that to claim nothing of a check is to warn of it.
    """

    transformations: Sequence[Transformation]
    most_checks: int = 32
    first_checks: int = 4
    first_assumptions: int = 0
    is_learning: bool = True
    witnessed_share: float = 0.5
    needs_claims: bool = True
    has_alarms: bool = False

    def with_one_check(self) -> Manner:
        """The same for who only tells whether a check fails, but not which."""
        return replace(self, most_checks=1, first_checks=1)


@dataclass(frozen=True, slots=True)
class Here:
    """A spot of a program, and what may be used to change it there.

    `safe` are the probes that the target called safe in the earlier program. `is_lenient` tells that no new
    assumption may stop the executions of the seed, which show that checks fail.
    """

    scene: Scene
    manner: Manner
    draft: Draft
    choices: Choices
    safe: frozenset[int] = frozenset()
    spot: int = 0
    is_lenient: bool = False

    @property
    def words(self) -> Vocabulary:
        return Vocabulary(self.scene.spots[self.spot].operands, self.scene.constants)

    @property
    def draw(self) -> Draw:
        return partial(draw_condition, self.words)

    def drawn(self) -> Condition:
        """A new condition, or one made of another here: what is assumed and what is checked should meet."""
        near = [probe.condition for probe in self.draft.probes if probe.spot == self.spot]
        if not near or not self.choices.coin(REUSED_SHARE):
            return self.draw(self.choices)
        condition = self.choices.pick(near)
        match self.choices.pick(("same", "stronger", "weaker")):
            case "stronger":
                return stronger(condition, self.draw, self.choices)
            case "weaker":
                return weaker(condition, self.draw, self.choices)
            case _:
                return condition

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
        has_room = len(here.draft.probes) < MOST_PROBES and len(here.draft.checks) < here.manner.most_checks
        return [len(here.draft.probes)] if has_room else []

    def made(self, here: Here, _subject: int) -> Probe:
        is_known = bool(here.words.refutable) and here.choices.coin(here.manner.witnessed_share)
        condition = draw_refuted(here.words, here.choices) if is_known else here.drawn()
        return Probe(here.spot, ProbeKind.CHECK, condition, is_known)


class AddAssume(Transformation):
    """A new assumption leaves fewer executions, so that nothing more fails."""

    direction = Direction.STRENGTHEN

    def subjects(self, here: Here) -> Sequence[int]:
        operands = here.words.confirmable if here.is_lenient else here.words.operands
        return [len(here.draft.probes)] if operands and len(here.draft.probes) < MOST_PROBES else []

    def made(self, here: Here, _subject: int) -> Probe:
        condition = draw_confirmed(here.words, here.choices) if here.is_lenient else here.drawn()
        return Probe(here.spot, ProbeKind.ASSUMPTION, condition, here.is_lenient)


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
        return [] if here.is_lenient else here.probes(ProbeKind.ASSUMPTION)

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
        return replace(here.draft.probes[subject], kind=ProbeKind.ASSUMPTION, is_witnessed=False)


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


def first_stage(here: Here) -> Stage:
    """The seed with its first checks, and assumptions if there are to be any."""
    here = _more_or_less_lenient(here)
    for _ in here.choices.repeat(1, here.manner.first_checks):
        here = _applied([AddAssert()], _anywhere(here))
    for _ in here.choices.repeat(0, here.manner.first_assumptions):
        here = _applied([AddAssume()], _anywhere(here))
    return Stage(here.draft, Direction.STRENGTHEN)


def next_stage(here: Here) -> Stage:
    """A power of two of transformations that share a direction.

    Where none of them applies something is added, so that no program is asked about twice in a row.
    """
    here = _more_or_less_lenient(here)
    choices, earlier, transformations = here.choices, here.draft, here.manner.transformations
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


def _more_or_less_lenient(here: Here) -> Here:
    return replace(here, is_lenient=here.choices.coin(here.manner.witnessed_share))


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
    """A stronger check still fails where it did, but a stronger assumption may not hold any more."""
    probe = here.draft.probes[subject]
    condition = stronger(probe.condition, here.draw, here.choices)
    return replace(probe, condition=condition, is_witnessed=probe.is_witnessed and probe.is_check)


def _weaker(here: Here, subject: int) -> Probe:
    """A weaker assumption still holds where it did, but a weaker check may not fail any more."""
    probe = here.draft.probes[subject]
    condition = weaker(probe.condition, here.draw, here.choices)
    return replace(probe, condition=condition, is_witnessed=probe.is_witnessed and not probe.is_check)
