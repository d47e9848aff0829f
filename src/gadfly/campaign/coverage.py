"""Recording how much of a target's own code a hunt runs: of the seeds alone, then of the queries as well."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import TypeAdapter

from gadfly.campaign.seeds import logic_of
from gadfly.core.coverage import CoverageError, Phase, Snapshot
from gadfly.core.events import Event, JobProgressed, Listener, Noted
from gadfly.core.words import Limits, Query, Seed
from gadfly.run import counters
from gadfly.run.coverage import CoverageTool, coverage_tool
from gadfly.run.scratch import scratch_folder
from gadfly.targets.open import is_path, open_target, path_of

FORMAT = 1
COUNTS_FOLDER = "coverage"
CURVE_FILE = "coverage.json"
FIRST_SECONDS, GROWTH = 2.0, 1.5  # until the first snapshot, and how much longer until each next one


@dataclass(frozen=True, slots=True)
class _Curve:
    """What the file of a curve holds."""

    format: int
    snapshots: tuple[Snapshot, ...]


_CURVE = TypeAdapter(_Curve)


class CoverageRecorder:
    """A listener that takes snapshots at growing intervals; within it, targets write their counts.

    The counts are kept in the campaign's folder, so that a resumed hunt goes on with its curve. A live
    process writes them when it ends, which is at the end of each job.
    """

    def __init__(self, build: Path, targets: Sequence[str], folder: Path, listen: Listener) -> None:
        """Raise CoverageError if the folder of objects or the targets are not fit for it."""
        self._targets = tuple(name for name in targets if is_path(name))
        if not self._targets:
            raise CoverageError(
                "--coverage is for a build of your own: give the path of its executable as the target"
            )
        self._listen = listen
        self._build = build
        self._tool: CoverageTool = coverage_tool(build, [path_of(name) for name in self._targets])
        self._counts = folder.absolute() / COUNTS_FOLDER
        self._file = folder / CURVE_FILE
        self._resources = ExitStack()
        self._measurer = ThreadPoolExecutor(max_workers=1)
        self._snapshots: list[Snapshot] = []
        self._questions = 0
        self._began = self._due = 0.0
        self._interval = FIRST_SECONDS
        self._pending: Future[Snapshot] | None = None

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        return tuple(self._snapshots)

    def __enter__(self) -> Self:
        """Find out whether the targets write counts at all, outside of the campaign's folder."""
        with ExitStack() as resources:
            resources.callback(self._measurer.shutdown)
            place = resources.enter_context(scratch_folder())
            resources.enter_context(counters.written_to(place))
            for name in self._targets:
                open_target(name).close()
            if not self._tool.has_counts(place):
                raise CoverageError(
                    f"{', '.join(self._targets)} wrote no counts for the objects in {self._build}: "
                    "give the folder in which it was built with `--coverage`"
                )
            self._resources = resources.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._resources.close()

    def __call__(self, event: Event) -> None:
        """Pass an event on, and take a snapshot if one is due."""
        if isinstance(event, JobProgressed):
            self._questions += event.delta.trials if event.target in self._targets else 0
            self._look(Phase.QUERIES)
        self._listen(event)

    def begin(self, seeds: Iterable[Seed], limits: Limits) -> None:
        """Ask every seed as it is, unless an earlier run of the campaign has done so."""
        self._resources.enter_context(counters.written_to(self._counts))
        if self._file.is_file():
            self._snapshots = list(_load(self._file).snapshots)
            last = self._snapshots[-1]
            self._questions = last.questions if last.phase is Phase.QUERIES else 0
            self._began = time.monotonic() - last.seconds
        else:
            self._began = time.monotonic()
            self._ask([seed for seed in seeds if "(check-sat" in seed.text], limits)
        self._restart_clock()

    def end(self) -> None:
        """Take the last snapshot, when all targets have ended."""
        self._collect()
        self._pending = self._measurer.submit(self._snapshot, Phase.QUERIES)
        self._collect()

    def _ask(self, seeds: Sequence[Seed], limits: Limits) -> None:
        self._listen(Noted(f"coverage: first {len(seeds)} seeds are asked as they are"))
        self._restart_clock()
        for name in self._targets:
            target = open_target(name)
            for seed in seeds:
                target.answer(Query(seed.language, seed.text, logic_of(seed)), limits)
                self._questions += 1
                self._look(Phase.SEEDS)
            target.close()
        self._collect()
        asked = time.monotonic()
        self._snapshots.append(self._snapshot(Phase.SEEDS))
        self._began += time.monotonic() - asked  # nobody was asked meanwhile
        self._save()
        self._questions = 0

    def _restart_clock(self) -> None:
        self._interval = FIRST_SECONDS
        self._due = time.monotonic() + self._interval

    def _look(self, phase: Phase) -> None:
        """Begin a snapshot if one is due and the last one was measured: that may take minutes."""
        if time.monotonic() >= self._due and (self._pending is None or self._pending.done()):
            self._collect()
            self._pending = self._measurer.submit(self._snapshot, phase)
            self._interval *= GROWTH
            self._due = time.monotonic() + self._interval

    def _snapshot(self, phase: Phase) -> Snapshot:
        seconds, questions = round(time.monotonic() - self._began, 1), self._questions
        return Snapshot(phase, seconds, questions, self._tool.measure(self._counts))

    def _collect(self) -> None:
        """Take what was measured beside the hunt; it is not given up because that failed."""
        if self._pending is None:
            return
        pending, self._pending = self._pending, None
        try:
            self._snapshots.append(pending.result())
        except CoverageError as error:
            self._listen(Noted(f"coverage: {error}"))
            return
        if self._snapshots[-1].phase is Phase.QUERIES:
            self._save()

    def _save(self) -> None:
        """In one step, and only once all seeds were asked: what is saved is not done again."""
        unfinished = self._file.with_suffix(".tmp")
        unfinished.write_bytes(_CURVE.dump_json(_Curve(FORMAT, self.snapshots), indent=2) + b"\n")
        unfinished.replace(self._file)


def _load(file: Path) -> _Curve:
    try:
        return _CURVE.validate_json(file.read_bytes())
    except ValueError as error:
        raise CoverageError(f"{file} is damaged: remove it to record the curve anew") from error
