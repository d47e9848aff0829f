"""A crew of real worker processes: order, losses, stopping, and nothing left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from gadfly.run.crew import STARTS, Crew, CrewError, Done, Lost, Sent, Work

Happening = Sent[str, str] | Done[str] | Lost[str]
PATIENCE_SECONDS = 60.0


def make_work() -> Work[str, str]:
    """Workers that do as their task says; they remember, to show that a worker outlives its tasks."""
    done: list[str] = []

    def work(task: str, send: Callable[[str], None], stopping: Callable[[], bool]) -> None:
        done.append(task)
        match task.split():
            case ["count", number]:
                for index in range(int(number)):
                    send(str(index))
            case ["remember"]:
                send(",".join(done))
            case ["who"]:
                send(str(os.getpid()))
            case ["raise"]:
                raise ValueError("bad task")
            case ["exit"]:
                send("before")
                os._exit(7)
            case ["killed"]:
                os.kill(os.getpid(), signal.SIGKILL)
            case ["leave"]:
                sys.exit(3)
            case ["until-stopped"]:
                send("waiting")
                while not stopping():
                    time.sleep(0.01)
                send("stopped")
            case ["deaf"]:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                send("deaf")
                while True:
                    time.sleep(1)

    return work


def make_broken_work() -> Work[str, str]:
    raise RuntimeError("cannot even start")


@contextmanager
def crew_of(count: int, make: Callable[[], Work[str, str]] = make_work) -> Iterator[Crew[str, str]]:
    crew = Crew(make, count)
    try:
        yield crew
    finally:
        crew.close()
        assert multiprocessing.active_children() == []


def listen(crew: Crew[str, str], enough: Callable[[list[Happening]], bool]) -> list[Happening]:
    """What happens until it is enough; a crew that falls silent fails the test."""
    heard: list[Happening] = []
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not enough(heard):
        assert time.monotonic() < give_up, heard
        heard += crew.events(0.1)
    return heard


def finish(crew: Crew[str, str]) -> list[Happening]:
    return listen(crew, lambda _heard: not crew.busy)


def do(crew: Crew[str, str], task: str) -> list[Happening]:
    crew.submit(task)
    return finish(crew)


def test_messages_come_in_order_and_then_the_end() -> None:
    with crew_of(1) as crew:
        expected = [Sent("count 50", str(number)) for number in range(50)]
        assert do(crew, "count 50") == [*expected, Done("count 50")]


def test_a_worker_keeps_what_it_made_between_tasks() -> None:
    with crew_of(1) as crew:
        do(crew, "count 1")
        assert do(crew, "remember")[0] == Sent("remember", "count 1,remember")


def test_workers_work_at_the_same_time_and_free_ones_are_counted() -> None:
    with crew_of(2) as crew:
        assert (crew.free, crew.busy) == (2, 0)
        crew.submit("until-stopped")
        assert (crew.free, crew.busy) == (1, 1)
        crew.submit("count 3")
        heard = listen(crew, lambda heard: Done("count 3") in heard)
        assert [event.message for event in heard if isinstance(event, Sent) and event.task == "count 3"] == [
            "0",
            "1",
            "2",
        ]
        assert crew.busy == 1


@pytest.mark.parametrize(
    ("task", "reason"),
    [("exit", "worker ended with 7"), ("killed", "worker ended with -9"), ("leave", "worker ended with 3")],
)
def test_a_worker_that_dies_loses_its_task_only(task: str, reason: str) -> None:
    with crew_of(2) as crew:
        crew.submit("count 20")
        crew.submit(task)
        heard = finish(crew)
        assert Lost(task, reason) in heard
        assert Done("count 20") in heard
        assert crew.free == 2
        for _ in range(2):
            crew.submit("count 1")
        assert finish(crew).count(Done("count 1")) == 2


def test_what_a_worker_said_before_it_died_is_heard() -> None:
    with crew_of(1) as crew:
        assert do(crew, "exit") == [Sent("exit", "before"), Lost("exit", "worker ended with 7")]


def test_an_exception_is_a_loss_with_its_reason_and_the_worker_goes_on() -> None:
    with crew_of(1) as crew:
        [who, _] = do(crew, "who")
        assert do(crew, "raise") == [Lost("raise", "ValueError: bad task")]
        assert do(crew, "who")[0] == who


def test_a_worker_killed_while_idle_is_replaced() -> None:
    with crew_of(1) as crew:
        [who, _] = do(crew, "who")
        assert isinstance(who, Sent)
        [worker] = multiprocessing.active_children()  # asked before, because it forgets those that ended
        os.kill(int(who.message), signal.SIGKILL)
        worker.join()
        assert do(crew, "count 1") == [Lost("count 1", "worker ended with -9")]
        assert do(crew, "count 1")[-1] == Done("count 1")


def test_a_crew_that_cannot_start_loses_tasks_instead_of_waiting() -> None:
    with crew_of(1, make_broken_work) as crew:
        [lost] = do(crew, "count 1")
        assert isinstance(lost, Lost)


def test_workers_that_never_start_are_given_up() -> None:
    with crew_of(1, make_broken_work) as crew, pytest.raises(CrewError, match="4 worker processes in a row"):
        for _ in range(STARTS):
            do(crew, "count 1")


def test_workers_that_die_now_and_then_are_not() -> None:
    with crew_of(1) as crew:
        for task in ("killed", "count 1") * STARTS:
            do(crew, task)


def test_stop_lets_workers_say_their_last_words() -> None:
    with crew_of(2) as crew:
        crew.submit("until-stopped")
        crew.submit("until-stopped")
        listen(crew, lambda heard: len(heard) == 2)
        crew.stop()
        last: list[Happening] = [Sent("until-stopped", "stopped"), Done("until-stopped")]
        heard = finish(crew)
        assert [heard.count(event) for event in last] == [2, 2]


def test_close_ends_even_a_worker_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gadfly.run.crew.GRACE_SECONDS", 0.2)
    with crew_of(1) as crew:
        crew.submit("deaf")
        listen(crew, lambda heard: heard == [Sent("deaf", "deaf")])
