"""What happens to a campaign when its process is killed or its disk refuses; nothing here is simulated."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from test_store import CONFIG, sample_finding

from gadfly.core.words import Tally
from gadfly.store import JobState, StoreError
from gadfly.store.store import Store


def in_child(action: Callable[[], None]) -> int:
    """Run the action in a forked process; its exit code, or minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            action()
            code = 0
        finally:
            if code:
                traceback.print_exc()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die_at_event(number: int) -> None:
    """Kill this process just before its n-th call that touches files."""
    counter = count(1)

    def hook(event: str, _arguments: tuple[object, ...]) -> None:
        if event.startswith(("open", "os.", "shutil.", "sqlite3.")) and next(counter) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "findings").iterdir())


def test_killed_at_any_step_the_finding_is_kept_or_never_was(tmp_path: Path) -> None:
    """Dies before each step of starting a campaign and adding to it, until a run gets through."""
    old, new = sample_finding(1), sample_finding(2)
    with Store.create_or_resume(tmp_path / "start", CONFIG) as store:
        store.add_finding(old, job=0, trial=1)
    adopted = 0
    for step in count(1):
        folder = tmp_path / str(step)
        shutil.copytree(tmp_path / "start", folder)

        def add(folder: Path = folder, step: int = step) -> None:
            die_at_event(step)
            Store.create_or_resume(folder, CONFIG).add_finding(new, job=0, trial=2)

        code = in_child(add)
        on_disk = new.id in names(folder)
        with Store.create_or_resume(folder, CONFIG) as store:
            records = store.findings()
            assert {record.id for record in records} == ({old.id, new.id} if on_disk else {old.id})
            assert all(store.load_finding(record.id) in (old, new) for record in records)
            assert store.add_finding(new, job=0, trial=3).hits == (2 if on_disk else 1)
            adopted += code != 0 and on_disk
        assert names(folder) == sorted((old.id, new.id))
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert on_disk
    assert adopted > 0


def test_killed_while_creating_the_campaign(tmp_path: Path) -> None:
    for step in count(1):
        folder = tmp_path / str(step)

        def create(folder: Path = folder, step: int = step) -> None:
            die_at_event(step)
            Store.create_or_resume(folder, CONFIG)

        code = in_child(create)
        with Store.create_or_resume(folder, CONFIG) as store:
            assert store.findings() == []
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert step > 3


@pytest.mark.parametrize("after", [0, 1, 4, 15])
def test_every_reported_finding_survives_kill_9(tmp_path: Path, after: int) -> None:
    """A separate program adds findings until it is killed; what it reported before must be there."""
    with subprocess.Popen(
        [sys.executable, __file__, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        reported = [program.stdout.readline().strip() for _ in range(after)]
        program.kill()
        reported += program.stdout.read().split()
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        assert store.resumed
        kept = {record.id for record in store.findings()}
        assert kept.issuperset(reported)
        assert kept == set(names(tmp_path))
        for finding_id in kept:
            assert store.load_finding(finding_id).id == finding_id


def test_a_folder_without_a_row_is_adopted_and_a_copy_is_not(tmp_path: Path) -> None:
    finding = sample_finding()
    with Store.create_or_resume(tmp_path / "one", CONFIG) as store:
        record = store.add_finding(finding, job=0, trial=31)
    Store.create_or_resume(tmp_path / "two", CONFIG).close()
    source = tmp_path / "one" / "findings" / finding.id
    for name in (finding.id, "copy", ".tmp-half"):
        shutil.copytree(source, tmp_path / "two" / "findings" / name)
    (tmp_path / "two" / "findings" / "notes").mkdir()
    with Store.open(tmp_path / "two") as store:
        assert store.findings() == [replace(record, replay=store.findings()[0].replay)]
        assert store.load_finding(finding.id) == finding
    assert names(tmp_path / "two") == sorted(("copy", "notes", finding.id))


def test_only_one_writer_and_readers_do_not_disturb_it(tmp_path: Path) -> None:
    half_written = tmp_path / "findings" / ".tmp-being-written"
    with subprocess.Popen(
        [sys.executable, __file__, str(tmp_path), "wait"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        half_written.mkdir()
        with pytest.raises(StoreError, match="another hunt is writing"):
            Store.create_or_resume(tmp_path, CONFIG)
        with Store.open(tmp_path) as reader:
            assert reader.findings() == []
        assert half_written.exists()
        writer.kill()
    Store.create_or_resume(tmp_path, CONFIG).close()
    assert not half_written.exists()


def test_an_unwritable_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"Not a directory; .*choose another --out") as caught:
        Store.create_or_resume(tmp_path / "file" / "out", CONFIG)
    assert "\n" not in str(caught.value)
    Store.create_or_resume(tmp_path / "warm", CONFIG).close()
    folder = tmp_path / "read-only"
    folder.mkdir(mode=0o555)

    def without_rights() -> None:
        if os.geteuid() == 0:
            os.setuid(65534)
        for out in (folder, folder / "below"):
            with pytest.raises(StoreError, match=r"Permission denied; .*choose another --out"):
                Store.create_or_resume(out, CONFIG)

    assert in_child(without_rights) == 0


def limit_files_to(size: int) -> None:
    """From here on the system refuses to let any file grow beyond the size."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_no_space_for_a_finding_is_one_line_and_harms_nothing(tmp_path: Path) -> None:
    small = sample_finding(1)
    large = replace(sample_finding(2), verdict=replace(small.verdict, output="x" * 3_000_000))

    def fill() -> None:
        store = Store.create_or_resume(tmp_path, CONFIG)
        store.add_finding(small, job=0, trial=1)
        limit_files_to(1_000_000)
        with pytest.raises(StoreError, match=r"^no space left for .*: free some") as caught:
            store.add_finding(large, job=0, trial=2)
        assert "\n" not in str(caught.value)
        assert names(tmp_path) == [small.id]

    assert in_child(fill) == 0
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        assert [record.id for record in store.findings()] == [small.id]
        store.add_finding(large, job=0, trial=2)
        assert store.load_finding(large.id) == large


def test_no_space_for_the_database_is_one_line_and_harms_nothing(tmp_path: Path) -> None:
    kept = JobState("kept", 1, done=False, tally=Tally(trials=1))
    too_much = [JobState(f"{number}" * 1000, 1, done=False, tally=Tally()) for number in range(1000)]

    def fill() -> None:
        store = Store.create_or_resume(tmp_path, CONFIG)
        store.save_job(kept)
        limit_files_to(300_000)
        with pytest.raises(StoreError, match=r"campaign\.sqlite: .*free space") as caught:
            store.save_jobs(too_much)
        assert "\n" not in str(caught.value)

    assert in_child(fill) == 0
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        assert store.job_states() == {"kept": kept}


def test_no_space_to_start(tmp_path: Path) -> None:
    Store.create_or_resume(tmp_path / "warm", CONFIG).close()

    def start() -> None:
        limit_files_to(100)
        with pytest.raises(StoreError, match="free space"):
            Store.create_or_resume(tmp_path / "out", CONFIG)

    assert in_child(start) == 0


def _write_until_killed(folder: Path) -> None:
    store = Store.create_or_resume(folder, CONFIG)
    print("ready", flush=True)
    for number in count():
        print(store.add_finding(sample_finding(number), job=0, trial=number).id, flush=True)


def _hold_until_killed(folder: Path) -> None:
    with Store.create_or_resume(folder, CONFIG):
        print("ready", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    (_hold_until_killed if "wait" in sys.argv else _write_until_killed)(Path(sys.argv[1]))
