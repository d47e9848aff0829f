"""Shapes that evaluate the conditions first, keep the results somewhere, and read them back."""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.shapes.pieces import (
    Guarded,
    Piece,
    all_of,
    bracketed,
    call,
    exit_by_exit,
    function,
    head,
    holds,
    if_then,
    negated,
)

_TYPES = ("int", "unsigned char", "_Bool", "long", "short", "unsigned long long")


@exit_by_exit
def results_in_array(guarded: Guarded, choices: Choices) -> Piece:
    """`r[0] = c1 != 0; r[1] = c2 != 0; if (r[0] && r[1]) EXIT`; written in any order or by a pointer."""
    name, step = f"result_{guarded.label}", f"step_{guarded.label}"
    count = len(guarded.conditions)
    type_ = choices.pick(_TYPES)
    places = [f"{name}[{place}]" for place in range(count)]
    statements = f"{type_} {name}[{count}] = {{0}};\n"
    if choices.coin():
        statements += f"{type_} *{step} = {name};\n"
        statements += "".join(
            f"*{step} = {holds(condition)};\n{step}++;\n" for condition in guarded.conditions
        )
    else:
        statements += _assigned(places, guarded, choices)
    return Piece(statements + if_then(_read_back(places, choices), guarded.check))


@exit_by_exit
def results_in_struct(guarded: Guarded, choices: Choices) -> Piece:
    """`r.of_0 = c1 != 0; r.of_1 = c2 != 0; if (r.of_0 && r.of_1) EXIT`, perhaps read from a copy."""
    name = f"result_{guarded.label}"
    members = [f"of_{place}" for place in range(len(guarded.conditions))]
    declared = "".join(f"    {choices.pick(_TYPES)} {member};\n" for member in members)
    statements = f"struct {name} {name};\n"
    statements += _assigned([f"{name}.{member}" for member in members], guarded, choices)
    read = name
    if choices.coin():
        read = f"{name}_copy"
        statements += f"struct {name} {read} = {name};\n"
    condition = _read_back([f"{read}.{member}" for member in members], choices)
    return Piece(statements + if_then(condition, guarded.check), f"struct {name} {{\n{declared}}};\n")


@exit_by_exit
def results_behind_pointer(guarded: Guarded, choices: Choices) -> Piece:
    """`step(&r); if (r) EXIT`, where the function clears what it points to if a condition is false."""
    name, step = f"result_{guarded.label}", f"step_{guarded.label}"
    type_ = choices.pick(_TYPES)
    clearing = "".join(
        choices.pick(
            (
                if_then(negated(condition), "*result = 0;\n"),
                f"*result = *result && {bracketed(condition)};\n",
            )
        )
        for condition in guarded.conditions
    )
    statements = f"{type_} {name} = 1;\n{call(guarded.carrier, step, f'&{name}')};\n"
    return Piece(
        statements + if_then(name, guarded.check),
        function(head(guarded.carrier, step, "void", f"{type_} *result"), clearing),
    )


def _assigned(places: Sequence[str], guarded: Guarded, choices: Choices) -> str:
    """Every result in its place, in any order."""
    lines = [
        f"{place} = {holds(condition)};\n"
        for place, condition in zip(places, guarded.conditions, strict=True)
    ]
    return "".join(choices.shuffle(lines))


def _read_back(places: Sequence[str], choices: Choices) -> str:
    """Whether all results are 1."""
    if len(places) == 1:
        return places[0]
    return choices.pick(
        (all_of(places), f"{' + '.join(places)} == {len(places)}", f"({' & '.join(places)}) == 1")
    )
