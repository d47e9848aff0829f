"""The execution oracle: what a C program does, and whether that is well defined.

A program is built and run in several ways; see builds.py. Whatever one of them reports, or two of them do
differently, disqualifies the program. Some things no execution shows: an unspecified order of evaluation
that all compilers choose alike, the value of a function that forgot to return one, and equality or bits of
addresses that happen to be the same in all builds.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from gadfly.core.interfaces import Execution
from gadfly.core.words import Limits
from gadfly.lang.c.dialect import render
from gadfly.run import scratch
from gadfly.run.command import Completed, Ended, run
from gadfly.truth.batch import BatchTask, run_together
from gadfly.truth.builds import Build, Compiler, Watch, further_builds, quick_builds, valgrind_build
from gadfly.truth.compiling import STANDARDS, WARNINGS, compile_c, first_error, has_failed, unsequenced
from gadfly.truth.record import Labels, read_record, write_record
from gadfly.truth.sums import summed

_RUNNING = Limits(wall_seconds=20, cpu_seconds=1, memory_bytes=1 << 30, output_bytes=1 << 20)
_RUNNING_SLOWLY = replace(_RUNNING, wall_seconds=120, cpu_seconds=30)
_THREADS = 2
_TOGETHER = 100  # programs of a translation unit; more would hardly be faster
_HEADER = resources.files(__package__).joinpath("runtime.h").read_text()
_RUNTIME = resources.files(__package__).joinpath("runtime.c").read_text()
_EMPTY = "int main(void) { return 0; }\n"
_NO_INPUTS: tuple[tuple[int, ...], ...] = ((),)

_REPORT = re.compile(
    r"runtime error: (?P<undefined>.+)"
    r"|ERROR: (?P<address>AddressSanitizer: [\w-]+)|(?P<memory>MemorySanitizer: [\w-]+)"
    r"|^==\d+== (?P<valgrind>\S.+)",
    re.MULTILINE,
)
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")


class CannotBuildError(Exception):
    """A compiler cannot be used as an oracle; the message says why."""


@dataclass(frozen=True, slots=True)
class Vouched:
    """What a program does with each vector of inputs, and the names of the builds that agree on it.

    If there is a problem, it is all there is.
    """

    executions: tuple[Execution, ...]
    builds: tuple[str, ...]

    @property
    def execution(self) -> Execution:
        return summed(self.executions)


_NOBODY = Vouched((), ())


@dataclass(frozen=True, slots=True)
class _Task:
    """A program to be run with each of some vectors, in a folder for all that is built of it."""

    source: Path
    labels: Labels
    vectors: tuple[tuple[int, ...], ...]
    limits: Limits = _RUNNING


@dataclass(frozen=True, slots=True)
class _Refused:
    """The compiler does not take the program."""

    reason: str


class Executor:
    """Runs C programs in the standard dialect. The first compiler decides what compiles.

    Compilers are looked for when the first program comes, because that may mean to fetch and verify one.
    """

    def __init__(self, compilers: Iterable[Compiler], valgrind: str = "") -> None:
        self._compilers_there_are = compilers
        self._valgrind = valgrind
        self._runtimes: dict[Build, Path] = {}
        self._unusable: dict[Build, str] = {}
        self._preparing = threading.Lock()

    def run_quick(self, program: str, *vectors: tuple[int, ...]) -> Execution:
        """What two builds show, one of them with sanitizers, for these inputs or for none.

        CannotBuildError if they cannot be made.
        """
        return self._run_in(self._first_builds(self._compilers()), program, vectors or _NO_INPUTS).execution

    def run_batch(self, tasks: Sequence[BatchTask], avoiding: str = "") -> list[Execution]:
        """What the build with sanitizers alone shows, which costs little if the programs are small and many.

        Neither what they print nor their exit codes need be there.
        """
        build = self._first_builds(self._others(avoiding))[0]
        parts = [tasks[first : first + _TOGETHER] for first in range(0, len(tasks), _TOGETHER)]
        return [execution for part in parts for execution in self._run_part(build, part)]

    def run_fully(
        self, program: str, vectors: Sequence[tuple[int, ...]] = _NO_INPUTS, avoiding: str = ""
    ) -> Vouched:
        """What all builds show of all compilers but those of the family to avoid.

        Builds that a compiler cannot make do not count, except for the first two: CannotBuildError.
        """
        compilers = self._others(avoiding)
        builds = self._first_builds(compilers)
        with scratch.scratch_folder() as folder:
            task = _task(folder, program, vectors)
            quick = self._agreed(builds, task)
            if quick.execution.problem:
                return quick
            return self._agreed(self._other_builds(compilers), replace(task, limits=_RUNNING_SLOWLY), quick)

    def _run_part(self, build: Build, tasks: Sequence[BatchTask]) -> list[Execution]:
        shown = run_together(build, _HEADER, self._runtimes[build.runtime], tasks)
        return [
            shown[index] if index in shown else self._run_in((build,), task.program, task.vectors).execution
            for index, task in enumerate(tasks)
        ]

    def _run_in(self, builds: Sequence[Build], program: str, vectors: Sequence[tuple[int, ...]]) -> Vouched:
        with scratch.scratch_folder() as folder:
            return self._agreed(builds, _task(folder, program, vectors))

    def _compilers(self) -> Sequence[Compiler]:
        with self._preparing:
            self._compilers_there_are = tuple(self._compilers_there_are)
            return self._compilers_there_are

    def _others(self, avoided: str) -> list[Compiler]:
        return [compiler for compiler in self._compilers() if compiler.family != avoided]

    def _first_builds(self, compilers: Sequence[Compiler]) -> tuple[Build, ...]:
        if not compilers:
            raise CannotBuildError("there is no compiler")
        builds = quick_builds(compilers[0])
        for build in builds:
            if not self._is_usable(build):
                raise CannotBuildError(f"{build.name}: {self._unusable[build.runtime]}")
        return builds

    def _other_builds(self, compilers: Sequence[Compiler]) -> list[Build]:
        first, *others = compilers
        builds = [*further_builds(first)]
        for compiler in others:
            builds += [*quick_builds(compiler), *further_builds(compiler)]
        if self._valgrind:
            builds.append(valgrind_build(first))
        return [build for build in builds if self._is_usable(build)]

    def _agreed(self, builds: Sequence[Build], task: _Task, so_far: Vouched = _NOBODY) -> Vouched:
        """What these builds show and the ones before, or the first problem.

        A program must compile in the builds that come first. A compiler that does not take it later just does
        not vouch: it may lack a language extension.
        """
        must_compile = not so_far.builds
        with ThreadPoolExecutor(_THREADS) as threads:
            shown = list(threads.map(lambda build: self._execute(build, task), builds))
        for build, executions in zip(builds, shown, strict=True):
            if isinstance(executions, _Refused):
                if must_compile:
                    return _troubled(f"does not compile: {executions.reason}")
                continue
            so_far = _joined(so_far, build, executions)
            if so_far.execution.problem:
                break
        return so_far

    def _execute(self, build: Build, task: _Task) -> tuple[Execution, ...] | _Refused:
        """What a build shows for each vector, or the first problem."""
        with scratch.scratch_folder() as folder:
            binary = folder / "program"
            done = self._compile(build, task, binary)
            if has_failed(done):
                return _Refused(first_error(done))
            if warning := unsequenced(done):
                return (Execution(warning),)
            executions = []
            for vector in task.vectors:
                execution = self._observe(build, task, vector, binary)
                if execution.problem:
                    return (execution,)
                executions.append(execution)
            return tuple(executions)

    def _compile(self, build: Build, task: _Task, binary: Path) -> Completed:
        sources = (task.source, self._runtimes[build.runtime])
        for standard in STANDARDS:
            done = compile_c(build, (standard, WARNINGS), sources, binary)
            if not has_failed(done):
                break
        return done

    def _observe(self, build: Build, task: _Task, inputs: tuple[int, ...], binary: Path) -> Execution:
        record, report = binary.with_name("record"), binary.with_name("report")
        write_record(record, task.labels, inputs)
        watcher: tuple[str, ...] = ()
        if build.watch is Watch.VALGRIND:
            watcher = (self._valgrind, "-q", "--leak-check=no", f"--log-file={report}")
        done = run(
            [*watcher, str(binary)],
            task.limits,
            environment={"GADFLY_RECORD": str(record), **build.environment},
            address_space=False,
        )
        problem = _problem(done, report)
        if problem:
            return Execution(problem)
        observed = read_record(record, task.labels, inputs)
        return Execution(
            checks=observed.checks,
            seen=observed.seen,
            seen_counts=observed.seen_counts,
            exit_codes=(done.exit_code,),
            output=done.stdout,
        )

    def _is_usable(self, build: Build) -> bool:
        """Whether builds of this kind work at all. Their runtime is compiled on the way, and kept."""
        kind = build.runtime
        with self._preparing:
            known = self._runtimes.get(kind)
            if kind not in self._unusable and (known is None or not known.is_file()):
                self._prepare(kind)
            return kind not in self._unusable

    def _prepare(self, kind: Build) -> None:
        folder = scratch.make()
        source, runtime = folder / "runtime.c", folder / "runtime.o"
        folder.joinpath("runtime.h").write_text(_HEADER)
        source.write_text(_RUNTIME)
        done = compile_c(kind, ("-std=gnu17", "-c"), (source,), runtime)
        self._runtimes[kind] = runtime
        problem = first_error(done) if has_failed(done) else self._trouble(kind, folder)
        if problem:
            self._unusable[kind] = problem

    def _trouble(self, kind: Build, folder: Path) -> str:
        """Why not even an empty program can be built and run, or ""."""
        shown = self._execute(kind, _task(folder, _EMPTY, _NO_INPUTS))
        return shown.reason if isinstance(shown, _Refused) else summed(shown).problem


def _task(folder: Path, program: str, vectors: Sequence[tuple[int, ...]]) -> _Task:
    source = folder / "program.c"
    source.write_bytes(render(program, lambda _: _HEADER).encode(errors="surrogateescape"))
    return _Task(source, Labels.of(program), tuple(vectors))


def _joined(so_far: Vouched, build: Build, shown: tuple[Execution, ...]) -> Vouched:
    """One more build vouches, or there is a problem."""
    if problem := summed(shown).problem:
        return _troubled(f"{build.name}: {problem}")
    if so_far.builds:
        for one, other in zip(so_far.executions, shown, strict=True):
            if difference := _difference(one, other):
                return _troubled(f"{so_far.builds[0]} and {build.name} differ in {difference}")
    return Vouched(shown, (*so_far.builds, build.name))


def _troubled(problem: str) -> Vouched:
    return Vouched((Execution(problem),), ())


def _problem(done: Completed, report: Path) -> str:
    """What is wrong with a run, or "". Sanitizers say on stderr why they abort, valgrind in its report."""
    by_valgrind = report.read_text(errors="replace") if report.is_file() else ""
    if not by_valgrind and done.ended is Ended.EXITED:
        return ""
    if done.ended is Ended.TIMEOUT:
        return "does not end in time"
    found = _REPORT.search(by_valgrind or done.stderr)
    return _ADDRESS.sub("0x…", found[found.lastgroup or 0]) if found else done.detail


def _difference(one: Execution, other: Execution) -> str:
    """What two executions do not have in common, or ""."""
    for label, (count, other_count) in enumerate(zip(one.checks, other.checks, strict=True)):
        if count != other_count:
            return f"check {label}"
    for label in range(len(one.seen)):
        if one.seen_counts[label] != other.seen_counts[label] or one.seen[label] != other.seen[label]:
            return f"value {label}"
    if one.exit_codes != other.exit_codes:
        return "the exit code"
    return "the output" if one.output != other.output else ""
