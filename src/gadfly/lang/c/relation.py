"""Relations between two programs: what is said about an earlier one implies what must be said about a later.

This is the evidence of a relative truth. As text it is a header of one line each for ties, assumed checks,
input vectors, alarms and what was said, then a line `program` and the earlier program as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gadfly.core.words import Answer

_PROGRAM = "program\n"
_ALARMS = "alarms"
_CLAIMS = {answer.value: answer for answer in (Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN)}


@dataclass(frozen=True, slots=True)
class Tie:
    """A check of the earlier program and one of the later, by their labels.

    `keeps_safe`: if the earlier is safe, so is the later. `keeps_unsafe`: the same for unsafe.
    """

    earlier: int
    later: int
    keeps_safe: bool
    keeps_unsafe: bool


@dataclass(frozen=True, slots=True)
class Relation:
    """What the later program of a question has to do with an earlier one.

    `program` is the earlier in the standard dialect. `inputs` are the vectors of executions that fail those
    checks of the later whose truth is known. `assumed` are checks of the earlier that the later turned into
    assumptions: only if they are safe has it all executions of the earlier, so that what can fail there still
    can. `said` is what a target said about the earlier, where it has been asked. `has_alarms` tells that it
    says `unknown` to warn of a check: to prove it of one program and not of the other is a contradiction too.
    """

    program: str
    ties: tuple[Tie, ...]
    inputs: tuple[tuple[int, ...], ...] = ()
    assumed: tuple[int, ...] = ()
    said: tuple[Answer, ...] = ()
    has_alarms: bool = False

    @property
    def dependent(self) -> frozenset[int]:
        """The checks of the later program whose truth rests on what was said, if anything was."""
        return frozenset(tie.later for tie in self.ties) if self.said else frozenset()


def heard(relation: Relation, said: Sequence[Answer]) -> tuple[Answer, ...]:
    """What is said about either program, where a warning counts as a failure."""
    warning = Answer.UNSAFE if relation.has_alarms else Answer.UNKNOWN
    return tuple(warning if answer is Answer.UNKNOWN else answer for answer in said)


def implied(relation: Relation, said: Sequence[Answer], known: Sequence[Answer]) -> tuple[Answer, ...]:
    """What the later program's checks must be if what is said about the earlier is right.

    `known` is what is true of them anyway, which stays.
    """
    said = heard(relation, said)
    keeps_all = all(_at(said, label) is Answer.SAFE for label in relation.assumed)
    found = list(known)
    for tie in relation.ties:
        if found[tie.later] is not Answer.UNKNOWN:
            continue
        match _at(said, tie.earlier):
            case Answer.SAFE if tie.keeps_safe:
                found[tie.later] = Answer.SAFE
            case Answer.UNSAFE if tie.keeps_unsafe and keeps_all:
                found[tie.later] = Answer.UNSAFE
    return tuple(found)


def write_relation(relation: Relation) -> str:
    return "".join(f"{line}\n" for line in _header(relation)) + _PROGRAM + relation.program


def read_relation(evidence: str) -> Relation:
    """The relation that `write_relation` wrote; ValueError if it did not."""
    ties: list[Tie] = []
    inputs: list[tuple[int, ...]] = []
    assumed: tuple[int, ...] = ()
    said: tuple[Answer, ...] = ()
    has_alarms = False
    rest = evidence
    while not rest.startswith(_PROGRAM):
        line, end, rest = rest.partition("\n")
        match line.split():
            case ["tie", earlier, later, *kept] if end and set(kept) <= {Answer.SAFE, Answer.UNSAFE}:
                ties.append(Tie(int(earlier), int(later), Answer.SAFE in kept, Answer.UNSAFE in kept))
            case ["inputs", *values] if end:
                inputs.append(tuple(map(int, values)))
            case ["assumed", *labels] if end:
                assumed = tuple(map(int, labels))
            case [word] if end and word == _ALARMS:
                has_alarms = True
            case ["said", *answers] if end and set(answers) <= _CLAIMS.keys():
                said = tuple(_CLAIMS[answer] for answer in answers)
            case _:
                raise ValueError(f"not a line of a relation: {line[:60]!r}")
    return Relation(rest.removeprefix(_PROGRAM), tuple(ties), tuple(inputs), assumed, said, has_alarms)


def _header(relation: Relation) -> Iterator[str]:
    for tie in relation.ties:
        kept = [Answer.SAFE] * tie.keeps_safe + [Answer.UNSAFE] * tie.keeps_unsafe
        yield _line("tie", tie.earlier, tie.later, *kept)
    if relation.assumed:
        yield _line("assumed", *relation.assumed)
    for vector in relation.inputs:
        yield _line("inputs", *vector)
    if relation.has_alarms:
        yield _ALARMS
    if relation.said:
        yield _line("said", *relation.said)


def _line(word: str, *values: int | str) -> str:
    return " ".join([word, *map(str, values)])


def _at(said: Sequence[Answer], label: int) -> Answer:
    return said[label] if label < len(said) else Answer.UNKNOWN
