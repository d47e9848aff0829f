"""Shapes that take the conditions one by one: in a loop, by recursion, through a table of functions."""

from __future__ import annotations

from gadfly.core.choices import Choices
from gadfly.techniques.mazes.shapes.pieces import (
    Guarded,
    Piece,
    bracketed,
    call,
    exit_by_exit,
    function,
    head,
    holds,
    if_then,
    indented,
    negated,
    switch,
)


@exit_by_exit
def counting_loop(guarded: Guarded, choices: Choices) -> Piece:
    """A loop in which a `switch` evaluates one condition a round, and counts those that are true."""
    result, step = f"result_{guarded.label}", f"step_{guarded.label}"
    count = len(guarded.conditions)
    cases = [f"{result} += {holds(condition)};\n" for condition in guarded.conditions]
    statements = f"int {result} = 0;\n"
    statements += _loop(step, count, switch(step, range(count), cases), choices)
    return Piece(statements + if_then(f"{result} == {count}", guarded.check))


@exit_by_exit
def state_machine(guarded: Guarded, choices: Choices) -> Piece:
    """A loop around a `switch` over a state; a condition that holds leads to the next state."""
    step, turn = f"step_{guarded.label}", f"step_{guarded.label}_turn"
    count = len(guarded.conditions)
    states = choices.shuffle(range(count + 1))
    stuck = choices.pick((-1, count + 1))
    cases = [
        f"{step} = {bracketed(condition)} ? {states[place + 1]} : {stuck};\n"
        for place, condition in enumerate(guarded.conditions)
    ]
    cases.append(f"{guarded.check}{step} = {stuck};\n")
    rounds = count + 1 + choices.below(3)
    statements = f"int {step} = {states[0]};\n"
    return Piece(statements + _loop(turn, rounds, switch(step, states, cases), choices))


@exit_by_exit
def recursion(guarded: Guarded, choices: Choices) -> Piece:
    """A function that evaluates the condition with the number it is given, and calls itself for the next."""
    name = f"step_{guarded.label}"
    carrier, count = guarded.carrier, len(guarded.conditions)
    within = choices.coin()
    stop, refuse = ("return;\n", "return;\n") if within else ("return 1;\n", "return 0;\n")
    statements = if_then(f"step == {count}", (guarded.check if within else "") + stop)
    for place, condition in enumerate(guarded.conditions):
        statements += if_then(f"step == {place} && {negated(condition)}", refuse)
    statements += f"{'' if within else 'return '}{call(carrier, name, 'step + 1')};\n"
    started = call(carrier, name, "0")
    return Piece(
        f"{started};\n" if within else if_then(started, guarded.check),
        function(head(carrier, name, "void" if within else "int", "int step"), statements),
    )


@exit_by_exit
def function_table(guarded: Guarded, choices: Choices) -> Piece:
    """A function for each condition, called through a table of pointers in a loop."""
    result, step, table = (f"{word}_{guarded.label}" for word in ("result", "step", "steps"))
    carrier, count = guarded.carrier, len(guarded.conditions)
    functions = [
        function(head(carrier, f"{step}_{place}", "int"), f"return {holds(condition)};\n")
        for place, condition in enumerate(guarded.conditions)
    ]
    names = ", ".join(f"{step}_{place}" for place in range(count))
    functions.append(f"static int (*const {table}[{count}])({carrier.parameters}) = {{{names}}};\n")
    called = call(carrier, f"{table}[{step}]")
    counted = f"{result}++;\n"
    body = choices.pick((if_then(called, counted), if_then(f"!{called}", "break;\n") + counted))
    statements = f"int {result} = 0;\n{_loop(step, count, body, choices)}"
    return Piece(statements + if_then(f"{result} == {count}", guarded.check), "\n".join(functions))


def _loop(counter: str, rounds: int, body: str, choices: Choices) -> str:
    """The body in so many rounds, at least one, with the counter at 0, 1, … or the other way round."""
    last = rounds - 1
    up, down = f"{counter}++;\n", f"{counter}--;\n"
    return choices.pick(
        (
            f"for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{\n{indented(body)}}}\n",
            f"for (int {counter} = {last}; {counter} >= 0; {counter}--) {{\n{indented(body)}}}\n",
            f"int {counter} = 0;\nwhile ({counter} != {rounds}) {{\n{indented(body + up)}}}\n",
            f"int {counter} = 0;\ndo {{\n{indented(body + up)}}} while ({counter} < {rounds});\n",
            f"unsigned {counter} = {rounds};\nwhile ({counter} > 0) {{\n{indented(down + body)}}}\n",
        )
    )
