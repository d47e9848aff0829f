"""What shapes share: the exits they guard, pieces of programs, and how C is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.scene import Carrier, Scene, Shaped

Shape = Callable[[Scene, Choices], Shaped]
"""Puts a scene into a shape; its docstring says what that looks like."""

_MOST_EXTRAS = 2
_ATOM = re.compile(r"!?\w+(?:(?:\.|->)\w+|\[\w+\])*(?:\([^()]*\))?")


@dataclass(frozen=True, slots=True)
class Guarded:
    """One exit, as a piece of a program has to guard it; there is at least one condition.

    Nothing comes after the last exit, so that main may end there.
    """

    label: int
    conditions: tuple[str, ...]
    carrier: Carrier
    is_last: bool

    @property
    def check(self) -> str:
        """The statement that is the exit."""
        return f"__gadfly_check({self.label}, 0);\n"


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a program that guards one exit: functions, and statements for main without indentation."""

    statements: str
    functions: str = ""


def exit_by_exit(guard: Callable[[Guarded, Choices], Piece]) -> Shape:
    """The shape of a program that has one such piece after the other."""

    @wraps(guard)
    def shape(scene: Scene, choices: Choices) -> Shaped:
        pieces = []
        for label in range(len(scene.exits)):
            conditions = draw_conditions(scene, label, choices) or ("1",)
            is_last = label == len(scene.exits) - 1
            pieces.append(guard(Guarded(label, conditions, scene.carrier, is_last), choices))
        return Shaped(
            functions="\n".join(piece.functions for piece in pieces if piece.functions),
            body=indented("".join(piece.statements for piece in pieces)),
            moves=((),) * len(scene.exits),
        )

    return shape


def draw_conditions(scene: Scene, label: int, choices: Choices) -> tuple[str, ...]:
    """What guards an exit, in some order: its conditions, and others that do not change its truth.

    A way that the witness goes bears truths only; what cannot be reached may be guarded by anything as well.
    """
    exit_ = scene.exits[label]
    others = scene.truths if exit_.reachable else scene.truths + scene.decoys
    extras = choices.indices(len(others), 0, _MOST_EXTRAS) if others else []
    conditions = (*exit_.conditions, *(others[index] for index in extras))
    return tuple(choices.shuffle(conditions))


def draw_groups(conditions: Sequence[str], choices: Choices) -> list[list[str]]:
    """The conditions in their order, some of them together; all zeros keep them apart."""
    groups: list[list[str]] = []
    for condition in conditions:
        if groups and choices.coin(0.3):
            groups[-1].append(condition)
        else:
            groups.append([condition])
    return groups


def bracketed(condition: str) -> str:
    """The condition as an operand of any operator."""
    return condition if _ATOM.fullmatch(condition) else f"({condition})"


def holds(condition: str) -> str:
    """Whether the condition is true, as 0 or 1."""
    return f"{bracketed(condition)} != 0"


def negated(condition: str) -> str:
    return f"!{bracketed(condition)}"


def all_of(conditions: Sequence[str]) -> str:
    return conditions[0] if len(conditions) == 1 else " && ".join(map(bracketed, conditions))


def not_all_of(conditions: Sequence[str], choices: Choices) -> str:
    """The negation, written as one or moved inwards."""
    if len(conditions) > 1 and choices.coin():
        return " || ".join(map(negated, conditions))
    return negated(all_of(conditions))


def indented(text: str) -> str:
    """The lines one level deeper."""
    return re.sub(r"^(?=.)", "    ", text, flags=re.MULTILINE)


def if_then(condition: str, statements: str) -> str:
    """An `if`, with braces where there is more than one line."""
    if statements.count("\n") == 1:
        return f"if ({condition})\n{indented(statements)}"
    return f"if ({condition}) {{\n{indented(statements)}}}\n"


def switch(on: str, labels: Sequence[int], cases: Sequence[str]) -> str:
    """The cases in the order of their labels."""
    text = "".join(
        f"case {label}:\n{indented(case)}    break;\n"
        for label, case in sorted(zip(labels, cases, strict=True))
    )
    return f"switch ({on}) {{\n{text}default:\n    break;\n}}\n"


def head(carrier: Carrier, name: str, result: str, *own: str) -> str:
    """The head of a function that uses the values, with parameters of its own before them."""
    given = [] if carrier.parameters == "void" else [carrier.parameters]
    return f"static {result} {name}({', '.join([*own, *given]) or 'void'})"


def function(head: str, statements: str) -> str:
    return f"{head}\n{{\n{indented(statements)}}}\n"


def call(carrier: Carrier, name: str, *own: str) -> str:
    return f"{name}({', '.join(filter(None, [*own, carrier.arguments]))})"
