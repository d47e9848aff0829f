"""The planted analyzer: executes a C program exactly and says which of its checks can fail.

    python -m gadfly.targets.planted.analyzer.checker [--defect NAME] FILE

FILE is a program as the analyzer's dialect writes it. The output is a line `check LABEL: safe` or
`check LABEL: unsafe` for every check, or one line `unsupported: REASON`. It proves that Gadfly finds bugs
(with a defect) and that it raises no false alarm (without).
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clang.cindex import Cursor, CursorKind

from gadfly.targets.planted.analyzer.clang import children, constant_of, parse
from gadfly.targets.planted.analyzer.defects import DEFECTS, help_lines
from gadfly.targets.planted.analyzer.errors import PathEndError, UnsupportedError
from gadfly.targets.planted.analyzer.program import Program
from gadfly.targets.planted.analyzer.rules import Rules
from gadfly.targets.planted.analyzer.run import Draw, Meter, Run

_DEEPEST = 20_000  # calls of Python's; the calls of a program are each some of them


@dataclass(frozen=True, slots=True)
class Shown:
    """What all executions showed: the checks that were reached, and those that failed."""

    reached: frozenset[int]
    failed: frozenset[int]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="planted", description="A C checker with switchable defects.")
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
        unsafe = check(chosen.file, rules)
    except UnsupportedError as error:
        print(f"unsupported: {error}")
        return 0
    for label, is_unsafe in sorted(unsafe.items()):
        print(f"check {label}: {'unsafe' if is_unsafe else 'safe'}")
    return 0


def check(file: Path, rules: Rules) -> Mapping[int, bool]:
    """Whether each check can fail."""
    sys.setrecursionlimit(_DEEPEST)
    unit = parse(file)
    program, meter = Program(unit, rules), Meter()
    try:
        shown = _explore(program, meter, backwards=False)
        if shown != _explore(program, meter, backwards=True):
            raise UnsupportedError("depends on the order of evaluation")
    except (RecursionError, MemoryError) as error:
        raise UnsupportedError("too large") from error
    return rules.answers({label: label in shown.failed for label in _labels(unit)}, shown.reached)


def _explore(program: Program, meter: Meter, *, backwards: bool) -> Shown:
    """Execute a program with all its inputs."""
    reached: set[int] = set()
    failed: set[int] = set()
    plan: tuple[int, ...] | None = ()
    while plan is not None:
        run = Run(meter, plan, backwards=backwards)
        with contextlib.suppress(PathEndError):
            program.start(run)
        reached |= run.reached
        failed |= run.failed
        plan = _next_plan(run.draws)
    return Shown(frozenset(reached), frozenset(failed))


def _next_plan(draws: Sequence[Draw]) -> tuple[int, ...] | None:
    """The inputs that come after these; None after the last."""
    kept = list(draws)
    while kept and kept[-1].index == kept[-1].size - 1:
        kept.pop()
    if not kept:
        return None
    return (*(draw.index for draw in kept[:-1]), kept[-1].index + 1)


def _labels(unit: Cursor) -> Iterator[int]:
    """The labels of all checks, reached or not."""
    for cursor in unit.walk_preorder():
        if cursor.kind == CursorKind.CALL_EXPR and cursor.spelling == "__gadfly_check":
            yield int(constant_of(children(cursor)[1]))


if __name__ == "__main__":
    sys.exit(main())
