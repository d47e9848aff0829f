"""Programs as the seed and its probes, and how two of them are related."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from gadfly.core.words import Answer
from gadfly.lang.c.edits import apply
from gadfly.lang.c.relation import Relation, Tie
from gadfly.techniques.interrogation.conditions import Condition
from gadfly.techniques.interrogation.scene import Scene


class ProbeKind(StrEnum):
    CHECK = "check"
    ASSUMPTION = "assumption"


class Direction(StrEnum):
    """What a transformation does to the failing checks, as the paper names it: there are not more of them,
    not fewer, or the same if the target was right about the earlier program."""

    STRENGTHEN = "strengthen"
    WEAKEN = "weaken"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class Probe:
    """A condition at a spot of the seed.

    `is_witnessed` tells what the executions of the seed showed: of a check that it fails in one of them, of
    an assumption that it holds in all of them.
    """

    spot: int
    kind: ProbeKind
    condition: Condition
    is_witnessed: bool = False

    @property
    def is_check(self) -> bool:
        return self.kind is ProbeKind.CHECK


@dataclass(frozen=True)
class Draft:
    """A program; a probe keeps its index whatever becomes of it."""

    probes: tuple[Probe, ...] = ()

    @cached_property
    def checks(self) -> tuple[int, ...]:
        """The indices of the checks, in the order of their labels."""
        return tuple(index for index, probe in enumerate(self.probes) if probe.is_check)

    @cached_property
    def assumptions(self) -> tuple[int, ...]:
        return tuple(index for index, probe in enumerate(self.probes) if not probe.is_check)

    def with_probe(self, index: int, probe: Probe) -> Draft:
        """The draft with a probe changed, or added if the index is that of the next one."""
        return Draft((*self.probes[:index], probe, *self.probes[index + 1 :]))

    def text(self, scene: Scene) -> str:
        """The program in the standard dialect. At a spot assumptions come first: they matter there."""
        calls = [(index, "__VERIFIER_assume(") for index in self.assumptions]
        calls += [(index, f"__gadfly_check({label}, ") for label, index in enumerate(self.checks)]
        probes = ((self.probes[index], call) for index, call in calls)
        return apply(
            scene.text,
            [scene.spots[probe.spot].place.insert(f"{call}{probe.condition});") for probe, call in probes],
        )

    def known(self) -> tuple[Answer, ...]:
        """What is true of the checks whoever is asked: they fail if no assumption stops the witnesses."""
        is_open = all(self.probes[index].is_witnessed for index in self.assumptions)
        fails = (is_open and self.probes[index].is_witnessed for index in self.checks)
        return tuple(Answer.UNSAFE if each else Answer.UNKNOWN for each in fails)


def relation(scene: Scene, earlier: Draft, later: Draft, direction: Direction) -> Relation:
    """What the answers about a program say about one that was made of it by transformations of one kind.

    A check neither ends nor restricts an execution, so what happens to it matters to no other check. What
    happens to an assumption matters to all: the later program has fewer executions or more. A check that
    became an assumption takes none away if the target was right to call it safe; that is for the relation to
    ask.
    """
    return Relation(
        earlier.text(scene),
        _ties(earlier, later, direction),
        scene.vectors if Answer.UNSAFE in later.known() else (),
        tuple(label for label, index in enumerate(earlier.checks) if not later.probes[index].is_check),
    )


def _ties(earlier: Draft, later: Draft, direction: Direction) -> tuple[Tie, ...]:
    is_changed = direction is not Direction.EVEN and _assumed(earlier) != _assumed(later)
    has_fewer = is_changed and direction is Direction.STRENGTHEN
    has_more = is_changed and direction is Direction.WEAKEN
    labels = {index: label for label, index in enumerate(later.checks)}
    ties = []
    for label, index in enumerate(earlier.checks):
        if index not in labels:
            continue
        is_moved = earlier.probes[index].condition != later.probes[index].condition
        is_stronger = is_moved and direction is Direction.STRENGTHEN
        is_weaker = is_moved and direction is not Direction.STRENGTHEN
        keeps_safe = not (has_more or is_stronger)
        keeps_unsafe = not (has_fewer or is_weaker)
        if keeps_safe or keeps_unsafe:
            ties.append(Tie(label, labels[index], keeps_safe, keeps_unsafe))
    return tuple(ties)


def _assumed(draft: Draft) -> tuple[Probe, ...]:
    return tuple(draft.probes[index] for index in draft.assumptions)
