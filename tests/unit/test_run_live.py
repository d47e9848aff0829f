"""Live programs: z3 for what solvers do, shells and interpreters for what they should not do."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gadfly.core.words import Limits
from gadfly.run.command import Ended
from gadfly.run.live import LiveProcess, Reply

LIMITS = Limits(wall_seconds=60, cpu_seconds=60)
Z3 = (str(Path(sysconfig.get_path("scripts"), "z3")), "-in")
# Two large primes hide in the product: no solver finds them soon.
FACTOR = """(declare-const p (_ BitVec 128))(declare-const q (_ BitVec 128))
(assert (= ((_ extract 127 64) p) ((_ extract 127 64) q) (_ bv0 64)))
(assert (= (bvmul p q) (_ bv42535295865117307778430344311653531707 128)))
(assert (bvugt p (_ bv1 128)))(assert (bvugt q (_ bv1 128)))
"""


def script(body: str, marker: str) -> str:
    return f'(reset)\n{body}\n(check-sat)\n(echo "{marker}")\n'


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def z3() -> Iterator[LiveProcess]:
    with LiveProcess(Z3) as live:
        yield live


@pytest.fixture
def shell() -> Iterator[LiveProcess]:
    with LiveProcess(["sh"]) as live:
        yield live


@pytest.fixture
def python() -> Iterator[LiveProcess]:
    """Executes every line it is sent and prints `m` after each."""
    loop = "import os, sys, time\nfor line in sys.stdin: exec(line); print('m', flush=True)"
    with LiveProcess([sys.executable, "-c", loop]) as live:
        yield live


def say(shell: LiveProcess, command: str, limits: Limits = LIMITS) -> Reply:
    return shell.exchange(f"{command}\necho m\n", "m", limits)


class TestSolver:
    def test_many_scripts_one_process(self, z3: LiveProcess) -> None:
        pids = set()
        for n in range(200):
            low, high = n, 2 * n - 100
            body = f"(declare-const x Int)(assert (< {low} x {high}))"
            reply = z3.exchange(script(body, f"m{n}"), f"m{n}", LIMITS)
            assert reply.ended is Ended.ANSWERED
            assert reply.text == ("sat\n" if low + 1 < high else "unsat\n")
            pids.add(z3.pid)
        assert len(pids) == 1

    def test_timeout_and_on(self, z3: LiveProcess) -> None:
        reply = z3.exchange(script(FACTOR, "m"), "m", Limits(wall_seconds=0.5))
        assert (reply.ended, reply.text) == (Ended.TIMEOUT, "")
        assert reply.detail.startswith("no answer within ")
        assert z3.exchange(script("", "m"), "m", LIMITS).text == "sat\n"

    def test_killed_while_idle_and_on(self, z3: LiveProcess) -> None:
        assert z3.exchange(script("", "m"), "m", LIMITS).text == "sat\n"
        first = z3.pid
        os.kill(first, signal.SIGKILL)
        while alive(first):
            time.sleep(0.01)
        assert z3.exchange(script("", "m"), "m", LIMITS).text == "sat\n"
        assert z3.pid != first

    def test_recycled(self) -> None:
        with LiveProcess(Z3, recycle_after=3) as live:
            pids = []
            for _ in range(7):
                assert live.exchange(script("", "m"), "m", LIMITS).text == "sat\n"
                pids.append(live.pid)
        assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 1]


class TestEndings:
    """After each of these the next request is answered by a new process."""

    def check_goes_on(self, shell: LiveProcess) -> None:
        assert say(shell, "echo on").text == "on\n"

    def test_crash(self, shell: LiveProcess) -> None:
        reply = say(shell, "echo partial; echo why >&2; kill -SEGV $$")
        assert (reply.ended, reply.signal, reply.exit_code) == (Ended.SIGNAL, signal.SIGSEGV, -1)
        assert (reply.text, reply.stderr, reply.detail) == ("partial\n", "why\n", "killed by SIGSEGV")
        self.check_goes_on(shell)

    def test_exit(self, shell: LiveProcess) -> None:
        reply = say(shell, "exit 3")
        assert (reply.ended, reply.exit_code, reply.detail) == (Ended.EXITED, 3, "exit 3")
        self.check_goes_on(shell)

    def test_flood(self, shell: LiveProcess) -> None:
        reply = say(shell, "yes", Limits(wall_seconds=60, output_bytes=100_000))
        assert (reply.ended, len(reply.text)) == (Ended.OVERFLOW, 100_000)
        self.check_goes_on(shell)

    def test_closed_streams(self, shell: LiveProcess) -> None:
        assert say(shell, "exec >&- 2>&-; sleep 100", Limits(wall_seconds=0.5)).ended is Ended.TIMEOUT
        self.check_goes_on(shell)

    def test_too_many_processes(self, shell: LiveProcess) -> None:
        many = "for i in 1 2 3 4 5 6 7 8; do sleep 100 & echo $!; done; wait"
        reply = say(shell, many, Limits(wall_seconds=60, processes=5))
        assert reply.ended is Ended.TOO_MANY_PROCESSES
        assert not any(alive(int(pid)) for pid in reply.text.split())
        self.check_goes_on(shell)

    def test_memory(self, python: LiveProcess) -> None:
        few = Limits(wall_seconds=60, memory_bytes=256 << 20)
        reply = python.exchange("hog = b'x' * (1 << 30)\n", "m", few)
        assert (reply.ended, reply.exit_code) == (Ended.OUT_OF_MEMORY, 1)
        assert python.exchange("hog = b'x' * (1 << 29)\n", "m", LIMITS).ended is Ended.ANSWERED

    def test_memory_limit_of_each_request(self, python: LiveProcess) -> None:
        few = Limits(wall_seconds=60, memory_bytes=256 << 20)
        assert python.exchange("pass\n", "m", few).ended is Ended.ANSWERED
        assert python.exchange("hog = b'x' * (1 << 29)\n", "m", LIMITS).ended is Ended.ANSWERED

    def test_cpu(self, python: LiveProcess) -> None:
        reply = python.exchange("while True: pass\n", "m", Limits(wall_seconds=60, cpu_seconds=0.3))
        assert reply.ended is Ended.TIMEOUT

    def test_cpu_limit_is_for_each_request(self, python: LiveProcess) -> None:
        burn = "end = time.process_time() + 0.4\nwhile time.process_time() < end: pass"
        limits = Limits(wall_seconds=60, cpu_seconds=1)
        for _ in range(4):
            assert python.exchange(f"exec({burn!r})\n", "m", limits).ended is Ended.ANSWERED

    def test_not_found(self) -> None:
        with LiveProcess(["no-such-program"]) as live:
            reply = live.exchange("m\n", "m", LIMITS)
        assert (reply.ended, live.pid) == (Ended.NOT_FOUND, 0)
        assert reply.detail.startswith("not found: no-such-program (")


class TestConversation:
    def test_only_a_whole_line_is_the_marker(self, shell: LiveProcess) -> None:
        reply = say(shell, "echo mm; echo xm; echo '\"m'; echo 'm\"'; echo ' m'; printf 'm '; echo")
        assert (reply.ended, reply.text) == (Ended.ANSWERED, 'mm\nxm\n"m\nm"\n m\nm \n')

    def test_marker_in_quotes(self, shell: LiveProcess) -> None:
        assert shell.exchange("echo a; echo '\"m\"'\n", "m", LIMITS).text == "a\n"
        assert say(shell, "echo b").text == "b\n"

    def test_marker_in_pieces(self, shell: LiveProcess) -> None:
        reply = shell.exchange(
            "echo a; printf ma; sleep 0.1; printf rk; sleep 0.1; echo er\n", "marker", LIMITS
        )
        assert reply.text == "a\n"

    def test_marker_without_anything_else(self, shell: LiveProcess) -> None:
        assert say(shell, "true").text == ""

    def test_stderr(self, shell: LiveProcess) -> None:
        reply = say(shell, "echo out; echo err >&2")
        assert (reply.text, reply.stderr) == ("out\n", "err\n")
        assert say(shell, "true").stderr == ""

    def test_long_stderr_keeps_its_end(self, shell: LiveProcess) -> None:
        reply = say(shell, "yes | head -n 100000 >&2; echo end >&2")
        assert reply.ended is Ended.ANSWERED
        assert reply.stderr.endswith("y\nend\n")
        assert len(reply.stderr) < 100_000

    def test_large_request_and_reply(self) -> None:
        text = "0123456789abcde\n" * (5 << 16)
        with LiveProcess(["cat"]) as live:
            for _ in range(2):
                assert live.exchange(f"{text}m\n", "m", LIMITS).text == text

    def test_words_after_the_marker_do_not_reach_the_next_reply(self, shell: LiveProcess) -> None:
        assert shell.exchange("printf 'a\\nm\\nstray\\n'; sleep 0.3; echo more\n", "m", LIMITS).text == "a\n"
        assert say(shell, "echo b").text == "b\n"

    def test_words_between_requests_do_not_reach_the_next_reply(self, shell: LiveProcess) -> None:
        say(shell, "(sleep 0.2; echo stray; echo >said) & pwd >&2")
        said = Path(f"/proc/{shell.pid}/cwd/said")
        while not said.exists():
            time.sleep(0.01)
        assert say(shell, "echo b").text == "b\n"

    def test_bytes_that_are_no_text(self) -> None:
        with LiveProcess(["cat"]) as live:
            assert live.exchange("a\udcff\nm\n", "m", LIMITS).text == "a\ufffd\n"

    def test_nothing_is_left(self, shell: LiveProcess) -> None:
        child, folder = say(shell, "setsid sleep 100 >/dev/null 2>&1 & echo $!; pwd").text.split()
        pid = shell.pid
        assert alive(int(child))
        assert Path(folder).is_dir()
        shell.close()
        assert shell.pid == 0
        assert not alive(pid)
        assert not alive(int(child))
        assert not Path(folder).exists()
