"""Phase 3 of the paper: instances of true assertions, plain and incremental.

The body of a script is a list of lines; every check-sat in it must be answered `sat`, because everything
it can see is true under the session's assignment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.core.words import Capabilities, Feature
from gadfly.lang.smt.printer import LET_PREFIX

CHECK = "(check-sat)"


@dataclass(frozen=True, slots=True)
class Instance:
    """The lines of a script after its declarations, and the constants it added: all of them true."""

    lines: list[str]
    checks: int
    activators: tuple[str, ...] = ()


def plain(formulas: Sequence[str], limit: int, check: str, choices: Choices) -> Instance:
    """Up to `limit` assertions and one question."""
    lines = [f"(assert {formulas[index]})" for index in choices.indices(len(formulas), 1, limit)]
    lines.append(check)
    return Instance(lines, 1)


def repeated(formulas: Sequence[str], limit: int, choices: Choices) -> Instance:
    """A question after every few assertions, and the last one asked again: nothing is ever popped."""
    lines = []
    checks = 0
    for index in choices.indices(2 * len(formulas), 1, limit):
        lines.append(f"(assert {formulas[index >> 1]})")
        if index & 1:
            lines.append(CHECK)
            checks += 1
    lines += [CHECK, CHECK]
    return Instance(lines, checks + 2)


# What one step of an incremental script does, by the low bits of its draw; 0, the simplest, asserts.
_ASSERT, _PUSH, _POP, _CHECK, _CHECK_TWICE, _ASSUME = range(6)


def _mix(*shares: int) -> tuple[int, ...]:
    return tuple(step for step, share in enumerate(shares) for _ in range(share))


_MIXES = (
    _mix(7, 2, 2, 3, 1, 1),  # some of everything
    _mix(6, 5, 1, 3, 0, 1),  # the stack grows
    _mix(5, 4, 4, 3, 0, 0),  # up and down
    _mix(6, 0, 0, 4, 2, 4),  # nothing is popped, much is assumed
)


def incremental(formulas: Sequence[str], limit: int, can_assume: bool, choices: Choices) -> Instance:
    """Up to `limit` steps: pushes, pops, repeated questions and questions under assumptions."""
    steps = choices.pick(_MIXES)
    lines: list[str] = []
    activators: list[str] = []
    level = checks = 0
    for draw in choices.indices(len(steps) * len(formulas), 1, limit):
        pick, code = divmod(draw, len(steps))
        step = steps[code]
        if step == _ASSERT:
            lines.append(f"(assert {formulas[pick]})")
        elif step == _PUSH:
            lines.append("(push 1)")
            level += 1
        elif step == _POP:
            if level:
                lines.append("(pop 1)")
                level -= 1
        elif step == _ASSUME and can_assume:
            # The usual idiom: a fresh constant switches an assertion on.
            name = f"{LET_PREFIX}a{len(activators)}"
            lines += [
                f"(declare-fun {name} () Bool)",
                f"(assert (=> {name} {formulas[pick]}))",
                f"(check-sat-assuming ({name}))",
            ]
            activators.append(name)
            checks += 1
        elif step == _CHECK_TWICE:
            lines += [CHECK, CHECK]
            checks += 2
        else:
            lines.append(CHECK)
            checks += 1
    lines.append(CHECK)
    return Instance(lines, checks + 1, tuple(activators))


def draw_instance(
    formulas: Sequence[str], limit: int, capabilities: Capabilities, choices: Choices
) -> Instance:
    """An instance in one of the forms the target can be asked in.

    Mostly far below the limit: a target answers many small instances in the time of a large one, and some
    bugs need the large one.
    """
    limit = choices.weighted((max(1, limit // 8), max(1, limit // 4), limit), (3, 3, 1))
    features = capabilities.features
    if Feature.INCREMENTAL in features:
        form = choices.below(4)
        if form == 1:
            return repeated(formulas, limit, choices)
        if form > 1:
            return incremental(formulas, limit, Feature.ASSUMPTIONS in features, choices)
    check = CHECK
    if Feature.TACTICS in features and capabilities.tactics and choices.coin(0.25):
        check = f"(check-sat-using {choices.pick(capabilities.tactics)})"
    return plain(formulas, limit, check, choices)
