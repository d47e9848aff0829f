"""The planted prover: explores all paths of a C program and lets z3 decide which of its checks can fail.

    python -m gadfly.targets.planted.prover.checker [--defect NAME] FILE

FILE is a program in the standard dialect. The output is a line `check LABEL: safe` or `check LABEL: unsafe`
for every check, or one line `unsupported: REASON`. It proves that Gadfly finds bugs (with a defect) and that
it raises no false alarm (without).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import z3

from gadfly.core.words import Answer
from gadfly.lang.c.paths import BeyondError, Executions, Rules, explore
from gadfly.targets.planted.prover.defects import DEFECTS, Misreading, help_lines

_EFFORT = 20_000_000  # in z3's own units, so that the answer does not depend on the machine


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="planted", description="A C prover with switchable defects.")
    parser.add_argument("file", nargs="?", type=Path, help="a C program")
    parser.add_argument(
        "--defect",
        metavar="NAME",
        choices=[*DEFECTS, "list"],
        help="switch a defect on; `list` shows them all",
    )
    chosen = parser.parse_args(arguments)
    if chosen.defect == "list":
        print("\n".join(help_lines()))
        return 0
    if chosen.file is None or not chosen.file.is_file():
        parser.error("a file is needed")
    rules = DEFECTS[chosen.defect]() if chosen.defect else Rules()
    try:
        found = decide(chosen.file.read_text(errors="surrogateescape"), rules)
    except BeyondError as error:
        print(f"unsupported: {error}")
        return 0
    for label, answer in enumerate(found):
        print(f"check {label}: {answer}")
    return 0


def answers(program: str, rules: Rules) -> tuple[Answer, ...]:
    """What it says about each check; nothing if the program is beyond it."""
    try:
        return decide(program, rules)
    except BeyondError:
        return ()


def decide(program: str, rules: Rules) -> tuple[Answer, ...]:
    """Whether each check can fail; BeyondError if that cannot be said."""
    executions = explore(rules.misread(program) if isinstance(rules, Misreading) else program, rules)
    if _can_hold(executions, executions.undefined):
        raise BeyondError("undefined for some inputs")
    return tuple(
        Answer.UNSAFE if _can_hold(executions, formula) else Answer.SAFE for formula in executions.fails
    )


def _can_hold(executions: Executions, formula: str) -> bool:
    if formula in ("true", "false"):
        return formula == "true"
    solver = z3.SolverFor("QF_BV")
    solver.set("rlimit", _EFFORT)
    solver.from_string(f"{''.join(executions.declarations)}(assert {formula})")
    answer = solver.check()
    if answer == z3.unknown:
        raise BeyondError("too hard")
    return bool(answer == z3.sat)


if __name__ == "__main__":
    sys.exit(main())
