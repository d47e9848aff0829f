"""A crew of worker processes: the local executor.

Each worker takes one task at a time and sends messages while it works. A worker that dies takes its task
with it, is replaced, and the loss is reported; the others never notice.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from gadfly.run.program import kill_everything

Task = TypeVar("Task")
Message = TypeVar("Message")
GRACE_SECONDS = 5.0
STARTS = 4  # a worker may die at its first task, but not all of them again and again

Work = Callable[[Task, Callable[[Message], None], Callable[[], bool]], None]
"""Does one task: (task, send a message, should I stop?)."""


@dataclass(frozen=True, slots=True)
class Sent(Generic[Task, Message]):
    """A worker said something about its task."""

    task: Task
    message: Message


@dataclass(frozen=True, slots=True)
class Done(Generic[Task]):
    """A worker is through with its task and free for another."""

    task: Task


@dataclass(frozen=True, slots=True)
class Lost(Generic[Task]):
    """A worker died while at this task."""

    task: Task
    reason: str


class CrewError(Exception):
    """Workers die before they say anything: no task would ever be done."""


@dataclass(frozen=True, slots=True)
class _Failed:
    """The work itself raised: our own fault."""

    reason: str


class _Finished:
    """Marks the end of a task in a worker's stream of messages."""


@dataclass(slots=True)
class _Worker(Generic[Task]):
    process: BaseProcess
    connection: Connection
    task: Task | None = None
    has_spoken: bool = False


class Crew(Generic[Task, Message]):
    """A fixed number of workers. `make_work` runs once in each worker and returns what does a task."""

    def __init__(self, make_work: Callable[[], Work[Task, Message]], count: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._make_work = make_work
        self._stop = self._context.Event()
        self._workers = [self._start() for _ in range(count)]
        self._stillborn = 0  # workers in a row

    @property
    def free(self) -> int:
        return sum(worker.task is None for worker in self._workers)

    @property
    def busy(self) -> int:
        return len(self._workers) - self.free

    def submit(self, task: Task) -> None:
        """Give a task to a free worker."""
        worker = next(worker for worker in self._workers if worker.task is None)
        worker.task = task
        # A worker that died while idle is noticed by `events`, with this task.
        with contextlib.suppress(BrokenPipeError):
            worker.connection.send(task)

    def events(self, timeout: float) -> Iterator[Sent[Task, Message] | Done[Task] | Lost[Task]]:
        """What the workers have to say within the time."""
        ready = wait([worker.connection for worker in self._workers if worker.task is not None], timeout)
        for place, worker in enumerate(self._workers):
            if worker.connection not in ready or worker.task is None:
                continue
            task = worker.task
            try:
                message = worker.connection.recv()
            except (EOFError, ConnectionResetError):
                worker.process.join()
                self._note_death(worker)
                self._workers[place] = self._start()
                yield Lost(task, f"worker ended with {worker.process.exitcode}")
                continue
            worker.has_spoken = True
            self._stillborn = 0
            if isinstance(message, _Finished):
                worker.task = None
                yield Done(task)
            elif isinstance(message, _Failed):
                worker.task = None
                yield Lost(task, message.reason)
            else:
                yield Sent(task, message)

    def stop(self) -> None:
        """Ask every worker to come to an end soon; their last messages still arrive."""
        self._stop.set()

    def close(self) -> None:
        """End every worker: politely, then not."""
        self._stop.set()
        for worker in self._workers:
            worker.connection.close()
        deadline = time.monotonic() + GRACE_SECONDS
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
        for worker in self._workers:
            if worker.process.is_alive():
                worker.process.terminate()
                worker.process.join(GRACE_SECONDS)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()

    def _note_death(self, worker: _Worker[Task]) -> None:
        self._stillborn = 0 if worker.has_spoken else self._stillborn + 1
        if self._stillborn >= STARTS * len(self._workers):
            raise CrewError(
                f"{self._stillborn} worker processes in a row ended with {worker.process.exitcode} before"
                " they said anything; a script that hunts needs `if __name__ == '__main__':`"
            )

    def _start(self) -> _Worker[Task]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=_serve, args=(self._make_work, theirs, self._stop.is_set), daemon=True
        )
        process.start()
        theirs.close()
        return _Worker(process, ours)


def _serve(
    make_work: Callable[[], Work[Task, Message]], connection: Connection, stopping: Callable[[], bool]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the coordinator's to handle
    signal.signal(signal.SIGTERM, _terminated)
    try:
        work = make_work()
        while True:
            task = connection.recv()
            try:
                work(task, connection.send, stopping)
            except Exception as error:  # noqa: BLE001  (whatever it is, the campaign goes on and reports it)
                connection.send(_Failed(f"{type(error).__name__}: {error}"))
            else:
                connection.send(_Finished())
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the coordinator is gone or has no more work
    finally:
        kill_everything()


def _terminated(_number: int, _frame: object) -> None:
    raise SystemExit(1)
