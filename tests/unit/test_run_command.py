"""Programs that misbehave in every way we know, each of them real."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gadfly.core.words import Limits
from gadfly.run import scratch
from gadfly.run.command import Completed, Ended, run

LIMITS = Limits(wall_seconds=60, cpu_seconds=60)
MEGABYTE = 1 << 20


def sh(script: str, limits: Limits = LIMITS) -> Completed:
    return run(["sh", "-c", script], limits)


def python(program: str, limits: Limits = LIMITS, *, address_space: bool = True) -> Completed:
    return run([sys.executable, "-c", program], limits, address_space=address_space)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("waited in vain")


def open_files() -> set[str]:
    return {str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.is_symlink()}


def pids_in(path: Path) -> list[int]:
    return [int(word) for word in path.read_text().split()] if path.exists() else []


class TestHowItEnds:
    def test_success(self) -> None:
        done = sh("echo out; echo err >&2")
        assert (done.ended, done.exit_code, done.signal) == (Ended.EXITED, 0, 0)
        assert (done.stdout, done.stderr, done.detail) == ("out\n", "err\n", "exit 0")

    def test_exit_code(self) -> None:
        done = sh("exit 7")
        assert (done.ended, done.exit_code, done.detail) == (Ended.EXITED, 7, "exit 7")

    def test_signal(self) -> None:
        done = sh("echo last words; kill -SEGV $$")
        assert (done.ended, done.exit_code, done.signal) == (Ended.SIGNAL, -1, signal.SIGSEGV)
        assert (done.stdout, done.detail) == ("last words\n", "killed by SIGSEGV")

    def test_signal_without_a_name(self) -> None:
        assert sh("kill -40 $$").detail == "killed by signal 40"

    def test_wall_clock(self) -> None:
        done = sh("echo early; sleep 100", Limits(wall_seconds=1))
        assert (done.ended, done.stdout) == (Ended.TIMEOUT, "early\n")
        assert done.detail.startswith("no answer within ")

    def test_cpu_time(self) -> None:
        done = python("while True: pass", Limits(wall_seconds=60, cpu_seconds=0.3))
        assert done.ended is Ended.TIMEOUT
        assert done.cpu_seconds >= 0.3

    def test_cpu_time_of_children_counts(self) -> None:
        burn = f"{sys.executable} -c 'while True: pass'"
        assert sh(f"{burn} & {burn} & wait", Limits(wall_seconds=60, cpu_seconds=0.5)).ended is Ended.TIMEOUT

    def test_a_crash_past_the_cpu_limit_is_a_timeout(self) -> None:
        done = python("import os, time\nwhile time.process_time() < 0.1: pass\nos.abort()", Limits(60, 0.1))
        assert done.ended is Ended.TIMEOUT

    def test_the_kernel_ends_a_program_past_its_cpu_limit(self) -> None:
        assert sh("kill -XCPU $$").ended is Ended.TIMEOUT

    @pytest.mark.parametrize("stream", ["", ">&2"])
    def test_endless_output(self, stream: str) -> None:
        done = sh(f"yes {stream}", Limits(wall_seconds=60, output_bytes=100_000))
        assert done.ended is Ended.OVERFLOW
        assert len(done.stdout) + len(done.stderr) == 100_000

    def test_endless_file(self) -> None:
        done = sh("exec cat /dev/zero >big", Limits(wall_seconds=60, memory_bytes=32 * MEGABYTE))
        assert done.ended is Ended.OVERFLOW

    def test_output_up_to_the_limit_is_fine(self) -> None:
        done = sh("head -c 1000 /dev/zero", Limits(wall_seconds=60, output_bytes=1000))
        assert (done.ended, len(done.stdout)) == (Ended.EXITED, 1000)

    @pytest.mark.parametrize(
        "name", ["no-such-program-anywhere", "/no/such/folder/program", "/etc/passwd", "/"]
    )
    def test_not_found(self, name: str) -> None:
        done = run([name], LIMITS)
        assert (done.ended, done.exit_code) == (Ended.NOT_FOUND, -1)
        assert done.detail.startswith(f"not found: {name} (")

    def test_not_a_program(self, tmp_path: Path) -> None:
        text = tmp_path / "text"
        text.write_text("no program\n")
        text.chmod(0o700)
        assert run([str(text)], LIMITS).ended is Ended.NOT_FOUND


class TestMemory:
    def test_refused_by_the_kernel(self) -> None:
        done = python("b'x' * (1 << 30)", Limits(wall_seconds=60, memory_bytes=256 * MEGABYTE))
        assert (done.ended, done.exit_code) == (Ended.OUT_OF_MEMORY, 1)

    def test_used_but_not_reserved(self) -> None:
        done = python(
            "import time; hog = b'x' * (300 << 20); time.sleep(100)",
            Limits(wall_seconds=60, memory_bytes=100 * MEGABYTE),
            address_space=False,
        )
        assert (done.ended, done.detail) == (Ended.OUT_OF_MEMORY, "out of memory")
        assert done.peak_bytes > 100 * MEGABYTE

    def test_reserved_but_not_used(self) -> None:
        done = python(
            "import mmap; mmap.mmap(-1, 1 << 30); print('fine')",
            Limits(wall_seconds=60, memory_bytes=256 * MEGABYTE),
            address_space=False,
        )
        assert (done.ended, done.stdout) == (Ended.EXITED, "fine\n")

    def test_many_small_processes_count_together(self) -> None:
        hog = f"{sys.executable} -c 'import time; hog = b\"x\" * (60 << 20); time.sleep(100)'"
        done = sh(f"{hog} & {hog} & {hog} & wait", Limits(wall_seconds=60, memory_bytes=150 * MEGABYTE))
        assert done.ended is Ended.OUT_OF_MEMORY

    def test_a_crash_with_much_memory_is_no_crash(self) -> None:
        done = python(
            "import os; hog = b'x' * (800 << 20); os.abort()",  # more than we ourselves ever had
            Limits(wall_seconds=60, memory_bytes=1600 * MEGABYTE),
        )
        assert (done.ended, done.signal) == (Ended.OUT_OF_MEMORY, signal.SIGABRT)

    def test_talking_about_memory_is_not_running_out_of_it(self) -> None:
        assert sh("echo out of memory").ended is Ended.EXITED


class TestNothingIsLeft:
    def test_folder(self) -> None:
        done = sh("mkdir -p a/b; touch a/b/c; ln -s / a/root; pwd; ls")
        assert done.stdout.endswith("\na\n")
        assert not Path(done.stdout.split()[0]).exists()

    def test_folder_without_rights(self) -> None:
        done = sh("mkdir -p a/b; chmod 0 a/b a; pwd")
        assert not Path(done.stdout.strip()).exists()

    def test_next_folder_is_another_and_empty(self) -> None:
        first = sh(
            "mkdir a; touch a/b c .d; ln -s / root; ln -s nowhere dangling; mkfifo pipe; chmod 0 .; pwd"
        )
        second = sh("ls -A; pwd")
        assert second.stdout.count("\n") == 1
        assert first.stdout != second.stdout
        assert not Path(first.stdout.strip()).exists()

    def test_child_in_the_group(self) -> None:
        done = sh("sleep 100 >/dev/null 2>&1 & echo $!; sleep 0.05")
        assert done.ended is Ended.EXITED
        wait_until(lambda: not alive(int(done.stdout)))

    def test_child_with_our_pipes(self) -> None:
        done = sh("sleep 100 & echo $!")
        assert not alive(int(done.stdout))

    def test_child_in_its_own_session(self) -> None:
        done = sh("setsid sleep 100 & echo $!")
        assert not alive(int(done.stdout))

    def test_child_in_its_own_session_without_our_pipes(self) -> None:
        done = sh("setsid sleep 100 >/dev/null 2>&1 & echo $!; sleep 0.5")
        assert not alive(int(done.stdout))

    def test_children_of_a_stopped_program(self) -> None:
        done = sh("sleep 100 & echo $!; setsid sleep 100 & echo $!; wait", Limits(wall_seconds=2))
        assert done.ended is Ended.TIMEOUT
        assert [alive(int(pid)) for pid in done.stdout.split()] == [False, False]

    def test_too_many_processes(self) -> None:
        done = sh(
            "for i in $(seq 100); do sleep 100 & echo $!; done; wait", Limits(wall_seconds=60, processes=10)
        )
        assert (done.ended, done.detail) == (Ended.TOO_MANY_PROCESSES, "too many processes")
        pids = done.stdout.split()
        assert len(pids) > 5
        assert not any(alive(int(pid)) for pid in pids)

    def test_no_open_files(self) -> None:
        sh("true")
        before = open_files()
        sh("cat; exit 1")
        run(["no-such-program"], LIMITS, stdin="text")
        assert open_files() == before


class TestWhatItIsGiven:
    def test_input(self) -> None:
        assert run(["cat"], LIMITS, stdin="grüße\n").stdout == "grüße\n"

    def test_no_input(self) -> None:
        assert run(["cat"], LIMITS).stdout == ""

    def test_large_input_and_output(self) -> None:
        text = "0123456789abcde\n" * (5 * MEGABYTE // 16)
        assert run(["cat"], LIMITS, stdin=text).stdout == text

    def test_bytes_that_are_no_text(self) -> None:
        assert run(["od", "-An", "-tx1"], LIMITS, stdin="a\udcff").stdout.split() == ["61", "ff"]
        assert sh(r"printf '\377ok'").stdout == "\ufffdok"

    def test_files(self) -> None:
        done = run(["cat", "a.txt", "b c"], LIMITS, files={"a.txt": "one\n", "b c": "two\n"})
        assert done.stdout == "one\ntwo\n"

    @pytest.mark.parametrize("name", ["", ".", "..", "../up", "a/b", "/abs", "nul\0"])
    def test_bad_file_names(self, name: str) -> None:
        with pytest.raises(ValueError, match="plain file name"):
            run(["true"], LIMITS, files={name: "text"})

    def test_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LD_LIBRARY_PATH", "/elsewhere")
        done = run(["env"], LIMITS, environment={"EXTRA": "1"})
        variables = dict(line.split("=", 1) for line in done.stdout.splitlines())
        assert set(variables) == {"EXTRA", "GADFLY_RUN", "HOME", "LANG", "PATH", "TMPDIR"}
        assert variables["HOME"] == variables["TMPDIR"] != os.environ.get("HOME")

    def test_a_relative_program_is_relative_to_us(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        program = tmp_path / "program"
        program.write_text("#!/bin/sh\necho here\n")
        program.chmod(0o700)
        monkeypatch.chdir(tmp_path)
        assert run(["./program"], LIMITS).stdout == "here\n"

    def test_no_shell(self) -> None:
        assert run(["echo", "$HOME; exit 1", "`id`"], LIMITS).stdout == "$HOME; exit 1 `id`\n"

    def test_threads(self) -> None:
        with ThreadPoolExecutor(8) as pool:
            outputs = list(pool.map(lambda n: run(["echo", str(n)], LIMITS).stdout, range(40)))
        assert outputs == [f"{n}\n" for n in range(40)]


class TestInterrupted:
    """What happens to programs when the process that runs them is ended; `alone` is such a process."""

    PREAMBLE = """
import os, signal, sys
from gadfly.core.words import Limits
from gadfly.run.command import run
from gadfly.run.program import kill_everything
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore Ctrl-C
pids = sys.argv[1]
program = ["sh", "-c", f"setsid sleep 1000 & echo $! $$ >{pids}.part; mv {pids}.part {pids}; wait"]
"""

    def start(self, body: str, tmp_path: Path) -> subprocess.Popen[bytes]:
        (tmp_path / "tmp").mkdir()
        return subprocess.Popen(
            [sys.executable, "-c", self.PREAMBLE + body, str(tmp_path / "pids")],
            env=os.environ | {"TMPDIR": str(tmp_path / "tmp")},
            stderr=subprocess.DEVNULL,
        )

    def stop(self, alone: subprocess.Popen[bytes], number: int, tmp_path: Path) -> list[int]:
        wait_until(lambda: len(pids_in(tmp_path / "pids")) == 2)
        assert list((tmp_path / "tmp").iterdir()) != []
        alone.send_signal(number)
        alone.wait()
        return pids_in(tmp_path / "pids")

    def test_by_ctrl_c(self, tmp_path: Path) -> None:
        alone = self.start("run(program, Limits(1000, 1000))", tmp_path)
        pids = self.stop(alone, signal.SIGINT, tmp_path)
        assert alone.returncode == -signal.SIGINT
        assert not any(map(alive, pids))
        assert list((tmp_path / "tmp").iterdir()) == []

    def test_by_a_handler(self, tmp_path: Path) -> None:
        body = """
def stop(number, frame):
    kill_everything()
    os._exit(3)
signal.signal(signal.SIGTERM, stop)
run(program, Limits(1000, 1000))
"""
        alone = self.start(body, tmp_path)
        pids = self.stop(alone, signal.SIGTERM, tmp_path)
        assert alone.returncode == 3
        assert not any(map(alive, pids))
        assert list((tmp_path / "tmp").iterdir()) == []

    def test_by_kill_9_and_swept_later(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        alone = self.start("run(program, Limits(1000, 1000))", tmp_path)
        for pid in self.stop(alone, signal.SIGKILL, tmp_path):
            os.kill(pid, signal.SIGKILL)
        mine = tmp_path / "tmp" / f"gadfly-{os.getpid()}-living"
        other = tmp_path / "tmp" / "gadfly-notes"
        mine.mkdir()
        other.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
        assert scratch.sweep() == 1
        assert sorted((tmp_path / "tmp").iterdir()) == sorted([mine, other])

    def test_not_by_the_end_of_a_forked_process(self, tmp_path: Path) -> None:
        body = """
from gadfly.run.live import LiveProcess
live = LiveProcess(["cat"])
live.exchange("m\\n", "m", Limits())
pid = live.pid
child = os.fork()
if child == 0:
    run(["true"], Limits())
    sys.exit(0)
os.waitpid(child, 0)
answer = live.exchange("still here\\nm\\n", "m", Limits()).text
same = live.pid == pid
live.close()
sys.exit(0 if same and answer == "still here\\n" else 1)
"""
        assert self.start(body, tmp_path).wait() == 0
        assert list((tmp_path / "tmp").iterdir()) == []
