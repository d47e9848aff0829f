"""Shapes without loops and calls: conditions where they are used, or gathered in a flag."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.shapes.pieces import (
    Guarded,
    Piece,
    all_of,
    bracketed,
    call,
    draw_groups,
    exit_by_exit,
    function,
    head,
    holds,
    if_then,
    negated,
    not_all_of,
)


@exit_by_exit
def conjunction(guarded: Guarded, _choices: Choices) -> Piece:
    """`if (c1 && c2) EXIT`."""
    return Piece(if_then(all_of(guarded.conditions), guarded.check))


@exit_by_exit
def nested_ifs(guarded: Guarded, choices: Choices) -> Piece:
    """`if (c1) { if (c2 && c3) EXIT }`."""
    statements = guarded.check
    for group in reversed(draw_groups(guarded.conditions, choices)):
        statements = if_then(all_of(group), statements)
    return Piece(statements)


@exit_by_exit
def assertion(guarded: Guarded, choices: Choices) -> Piece:
    """`if (c1) check(!(c2))`: the last conditions are what is asked."""
    asked = choices.integer(1, len(guarded.conditions))
    before, last = guarded.conditions[:-asked], guarded.conditions[-asked:]
    check = f"__gadfly_check({guarded.label}, {not_all_of(last, choices)});\n"
    return Piece(if_then(all_of(before), check) if before else check)


@exit_by_exit
def early_returns(guarded: Guarded, choices: Choices) -> Piece:
    """`if (!(c1)) return; if (!(c2)) return; EXIT`, in a function or at the end of main."""
    in_main = guarded.is_last and not choices.coin()
    leave = "return 0;\n" if in_main else "return;\n"
    groups = draw_groups(guarded.conditions, choices)
    statements = "".join(if_then(not_all_of(group, choices), leave) for group in groups) + guarded.check
    if in_main:
        return Piece(statements)
    name = f"step_{guarded.label}"
    return Piece(
        f"{call(guarded.carrier, name)};\n", function(head(guarded.carrier, name, "void"), statements)
    )


@exit_by_exit
def flag(guarded: Guarded, choices: Choices) -> Piece:
    """`ok = 1; ok = ok && c1; ok &= c2 != 0; if (ok) EXIT`."""
    name = f"result_{guarded.label}"
    statements = f"{choices.pick(('int', '_Bool', 'unsigned char', 'long'))} {name} = 1;\n"
    for condition in guarded.conditions:
        statements += choices.pick(
            (
                f"{name} = {name} && {bracketed(condition)};\n",
                f"{name} &= {holds(condition)};\n",
                if_then(negated(condition), f"{name} = 0;\n"),
                f"{name} = {bracketed(condition)} ? {name} : 0;\n",
                f"{name} *= {holds(condition)};\n",
            )
        )
    return Piece(statements + if_then(name, guarded.check))
