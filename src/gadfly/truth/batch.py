"""Batches: many small programs, compiled together and run one after another, each with several inputs.

It tells only of programs with which all is well. Whoever is left out has to be run alone, which tells why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gadfly.core.interfaces import Execution
from gadfly.core.words import Limits
from gadfly.run import scratch
from gadfly.run.command import run
from gadfly.truth.builds import Build
from gadfly.truth.compiling import STANDARDS, WARNINGS, compile_c, has_failed
from gadfly.truth.record import Labels, Observed, Run, read_records, write_records
from gadfly.truth.sums import summed
from gadfly.truth.unit import MustBeAloneError, blamed, joined, renamed

_RUNNING = Limits(wall_seconds=240, cpu_seconds=120, memory_bytes=1 << 30)  # runtime.c limits each run


@dataclass(frozen=True, slots=True)
class BatchTask:
    """A program and the vectors of inputs that it is to be run with."""

    program: str
    vectors: tuple[tuple[int, ...], ...] = ((),)


def run_together(
    build: Build, header: str, runtime: Path, tasks: Sequence[BatchTask]
) -> dict[int, Execution]:
    """What programs do, by the index of their task; what they print and their exit codes are lost."""
    programs = _sharing(tasks)
    with scratch.scratch_folder() as folder:
        while programs:
            source, binary = folder / "unit.c", folder / "unit"
            source.write_text(joined(header, programs))
            done = compile_c(build, (STANDARDS[0], WARNINGS), (source, runtime), binary)
            to_blame = blamed(done.stderr) & programs.keys()
            programs = {number: text for number, text in programs.items() if number not in to_blame}
            if not has_failed(done):
                return _observe(build, binary, {number: tasks[number] for number in programs})
            if not to_blame:
                return {}
    return {}


def _sharing(tasks: Sequence[BatchTask]) -> dict[int, str]:
    """The renamed programs of those that can share a translation unit, by the index of the task."""
    programs = {}
    for number, task in enumerate(tasks):
        try:
            programs[number] = renamed(task.program, number)
        except MustBeAloneError:
            continue
    return programs


def _observe(build: Build, binary: Path, tasks: Mapping[int, BatchTask]) -> dict[int, Execution]:
    runs = []
    for number, task in tasks.items():
        labels = Labels.of(task.program)
        runs += [Run(number, labels, vector) for vector in task.vectors]
    record = binary.with_name("record")
    write_records(record, runs)
    run(
        [str(binary)],
        _RUNNING,
        environment={"GADFLY_RECORD": str(record), **build.environment},
        address_space=False,
    )
    shown: dict[int, list[Execution]] = {number: [] for number in tasks}
    for index, observed in read_records(record, runs).items():
        shown[runs[index].program].append(_execution(observed))
    return {
        number: summed(executions)
        for number, executions in shown.items()
        if len(executions) == len(tasks[number].vectors)
    }


def _execution(observed: Observed) -> Execution:
    return Execution(checks=observed.checks, seen=observed.seen, seen_counts=observed.seen_counts)
