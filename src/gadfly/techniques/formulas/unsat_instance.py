"""Instances around a core: scripts in which every check-sat that sees the core must be answered `unsat`.

What a check-sat sees without the core is true under the session's assignment, and so it must be answered
`sat`: before the core is asserted, after it was popped, or while nothing switches it on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Capabilities, Feature
from gadfly.lang.smt.printer import LET_PREFIX

CHECK = "(check-sat)"

# Formulas equivalent to a part of a core, or stronger; `x` is any formula.
_DISGUISES = (
    "%(part)s",
    "(not (not %(part)s))",
    "(or %(part)s %(part)s)",
    "(and %(part)s %(x)s)",
    "(and %(x)s %(part)s)",
    "(or %(part)s (and %(x)s %(part)s))",
    "(ite %(x)s %(part)s %(part)s)",
    "(and (or %(x)s %(part)s) (or (not %(x)s) %(part)s))",
    "(= %(x)s (= %(x)s %(part)s))",
    "(not (xor %(part)s true))",
    "(not (=> %(part)s false))",
)
_WEIGHTS = (12, 2, 1, 2, 2, 1, 2, 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Stock:
    """Texts to build from: formulas that are true, any formulas, and such as may disguise a core."""

    true: Sequence[str]
    noise: Sequence[str]
    disguises: Sequence[str]


@dataclass(slots=True)
class Instance:
    """The lines of a script after its declarations, in the making.

    `core` are the assertions and assumptions that contradict each other; the `activators` switch them on,
    and are false where a check-sat must be answered `sat`.
    """

    core: tuple[str, ...]
    activators: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    level: int = 0

    def assert_all(self, formulas: Sequence[str]) -> None:
        self.lines += [f"(assert {formula})" for formula in formulas]

    def check(self, answer: Answer, command: str = CHECK) -> None:
        self.lines.append(command)
        self.answers.append(answer)

    def push(self) -> None:
        self.lines.append("(push 1)")
        self.level += 1

    def pop_to(self, level: int) -> None:
        self.lines += ["(pop 1)"] * (self.level - level)
        self.level = level


def disguised(core: Sequence[str], stock: Stock, choices: Choices) -> tuple[str, ...]:
    """The core as it is, or with its parts rewritten, in any order, sometimes as one conjunction."""
    if not choices.coin(0.6):
        return tuple(core)
    parts = []
    for part in core:
        disguise = choices.weighted(_DISGUISES, _WEIGHTS)
        parts.append(disguise % {"part": part, "x": choices.pick(stock.disguises)})
    parts = choices.shuffle(parts)
    if len(parts) > 1 and choices.coin(0.2):
        return (f"(and {' '.join(parts)})",)
    return tuple(dict.fromkeys(parts))


def _some(formulas: Sequence[str], limit: int, choices: Choices) -> list[str]:
    return [formulas[index] for index in choices.indices(len(formulas), 0, limit)]


def plain(core: tuple[str, ...], stock: Stock, limit: int, check: str, choices: Choices) -> Instance:
    """The core among anything, and one question."""
    instance = Instance(core)
    formulas = _some(stock.noise, limit, choices)
    for part in core:
        formulas.insert(len(formulas) - choices.below(len(formulas) + 1), part)
    instance.assert_all(formulas)
    instance.check(Answer.UNSAT, check)
    return instance


def repeated(core: tuple[str, ...], stock: Stock, limit: int, choices: Choices) -> Instance:
    """Questions before and after the core; nothing is ever popped."""
    instance = Instance(core)
    for index in choices.indices(2 * len(stock.true), 0, limit):
        instance.assert_all([stock.true[index >> 1]])
        if index & 1:
            instance.check(Answer.SAT)
    instance.assert_all(core)
    instance.check(Answer.UNSAT)
    for index in choices.indices(2 * len(stock.noise), 0, limit):
        instance.assert_all([stock.noise[index >> 1]])
        if index & 1:
            instance.check(Answer.UNSAT)
    instance.check(Answer.UNSAT)
    return instance


def scoped(core: tuple[str, ...], stock: Stock, limit: int, choices: Choices) -> Instance:
    """The core in a scope, its parts spread over deeper ones: `unsat` inside, `sat` again after the pop."""
    instance = Instance(core)
    for _ in choices.repeat(1, 3):
        instance.assert_all(_some(stock.true, limit, choices))
        if choices.coin():
            instance.check(Answer.SAT)
        outside = instance.level
        instance.push()
        for part in core:
            instance.assert_all(_some(stock.noise, max(1, limit // 4), choices))
            if choices.coin(0.25):
                instance.push()
            instance.assert_all([part])
        for _ in choices.repeat(1, 2):
            instance.check(Answer.UNSAT)
        if choices.coin(0.25):
            instance.push()
            instance.assert_all(_some(stock.noise, limit, choices))
            instance.check(Answer.UNSAT)
        instance.pop_to(outside)
        if choices.coin(0.25):
            instance.push()
    instance.check(Answer.SAT)
    return instance


def assumed(core: tuple[str, ...], stock: Stock, limit: int, choices: Choices) -> Instance:
    """Each part of the core is implied by a fresh constant, and all of these are assumed, or not."""
    names = tuple(f"{LET_PREFIX}a{place}" for place in range(len(core)))
    implications = [f"(=> {name} {part})" for name, part in zip(names, core, strict=True)]
    instance = Instance((*implications, *names), names)
    instance.lines += [f"(declare-fun {name} () Bool)" for name in names]
    for implication in implications:
        instance.assert_all(_some(stock.true, max(1, limit // 4), choices))
        instance.assert_all([implication])
    instance.check(Answer.UNSAT, f"(check-sat-assuming ({' '.join(names)}))")
    for _ in choices.repeat(0, 4):
        instance.assert_all(_some(stock.true, max(1, limit // 4), choices))
        if choices.coin():
            instance.check(Answer.UNSAT, f"(check-sat-assuming ({' '.join(choices.shuffle(names))}))")
        elif choices.coin():
            instance.check(Answer.SAT, f"(check-sat-assuming ((not {choices.pick(names)})))")
        else:
            instance.check(Answer.SAT)
    instance.check(Answer.SAT)
    return instance


def draw_instance(
    core: Sequence[str], stock: Stock, limit: int, capabilities: Capabilities, choices: Choices
) -> Instance:
    """An instance in one of the forms the target can be asked in, mostly far below the limit."""
    limit = choices.weighted((max(1, limit // 16), max(1, limit // 4), limit), (3, 2, 1))
    parts = disguised(core, stock, choices)
    features = capabilities.features
    if Feature.INCREMENTAL in features:
        form = choices.below(5)
        if form == 1:
            return repeated(parts, stock, limit, choices)
        if form == 2 and Feature.ASSUMPTIONS in features:
            return assumed(parts, stock, limit, choices)
        if form > 1:
            return scoped(parts, stock, limit, choices)
    check = CHECK
    if Feature.TACTICS in features and capabilities.tactics and choices.coin(0.25):
        check = f"(check-sat-using {choices.pick(capabilities.tactics)})"
    return plain(parts, stock, limit, check, choices)
