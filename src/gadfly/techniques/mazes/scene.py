"""What a program is made of before it has a shape: values that are read, conditions on them, and exits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Carrier:
    """How the values that a program reads get to where they are used: globals, a struct, parameters, …

    `declarations` stand at file scope. `reading` are statements at the beginning of main, which read every
    value and may end the program with `return 0;`. A function that uses the values has the `parameters`
    ("void" if there are none), and is called with the `arguments`, by main and by other such functions.
    """

    declarations: str
    parameters: str
    arguments: str
    reading: str


@dataclass(frozen=True, slots=True)
class Exit:
    """A place to be reached, which is a check that fails there; its label is its index in the scene.

    All conditions, expressions in C, must stand on every way to it. If it is reachable, they are all true for
    the scene's witness; if it is not, they contradict each other.
    """

    conditions: tuple[str, ...]
    reachable: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything but the shape.

    `definitions` are functions that the conditions call. `truths` are more conditions that are true for the
    witness: they may stand anywhere. `decoys` are conditions of which nobody knows: they may only stand where
    no way to a reachable exit needs them.
    """

    carrier: Carrier
    definitions: str
    exits: tuple[Exit, ...]
    truths: tuple[str, ...] = ()
    decoys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shaped:
    """A program without its values: functions, and the statements of main after `Carrier.reading`.

    `moves` are, for each exit, what the execution that reaches it reads after the witness's values; nothing
    for an exit that cannot be reached.
    """

    functions: str
    body: str
    moves: tuple[tuple[int, ...], ...]


def program(scene: Scene, shaped: Shaped) -> str:
    """The text of the whole program."""
    parts = [
        scene.carrier.declarations,
        scene.definitions,
        shaped.functions,
        f"int main(void)\n{{\n{scene.carrier.reading}{shaped.body}    return 0;\n}}\n",
    ]
    return "\n".join(part for part in parts if part)
