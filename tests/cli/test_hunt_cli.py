"""`gadfly hunt` through the real program: what it prints, repeats, survives and leaves behind."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_program import BITS, BOUNDS, PROGRAM, SECONDS, environment, gadfly, hunt_json, run, seed_file
from conftest import FinishedHunt

CAMPAIGN_KEYS = {
    "format", "random_seed", "trials", "seconds", "target_seconds", "ended", "findings", "yields", "coverage",
}  # fmt: skip
PLAIN = ("--technique", "formulas-sat", "--default-options")
FINDING_KEYS = {
    "id", "technique", "target", "kind", "certified", "logic", "query", "reduced", "reduced_lines", "replay",
}  # fmt: skip
LONG = 5000  # trials that no machine is through with before a test has interrupted them


def files_of(campaign: Path, name: str) -> dict[str, bytes]:
    return {path.parent.name: path.read_bytes() for path in campaign.glob(f"findings/*/{name}")}


def test_json_tells_all_about_a_hunt(finished: FinishedHunt) -> None:
    result = finished.result
    assert result.keys() == CAMPAIGN_KEYS
    assert (result["format"], result["random_seed"], result["trials"]) == (1, 1, 300)
    assert 0 < result["target_seconds"] <= result["seconds"]
    found = {(finding["target"], finding["kind"]) for finding in finished.findings}
    assert found == {("planted@wrong-model", "invalid-model"), ("planted@wrong-incremental", "unsound")}


def test_json_tells_all_about_a_finding(finished: FinishedHunt) -> None:
    for finding in finished.findings:
        assert finding.keys() >= FINDING_KEYS
        assert (finding["technique"], finding["logic"], finding["certified"]) == (
            "formulas-sat",
            "QF_BV",
            True,
        )
        assert "(check-sat" in (finished.home / finding["query"]).read_text()
        reduced = (finished.home / finding["reduced"]).read_text()
        assert len(reduced.splitlines()) == finding["reduced_lines"] <= 15
        replayed = run(shlex.split(finding["replay"]), finished.home)
        assert replayed.returncode == 1
        assert "still wrong: " in replayed.stdout


def test_a_wrong_answer_of_a_real_solver(tmp_path: Path) -> None:
    arguments = ("yices2@2.6.5", "--technique", "formulas-mixed", "--default-options", "--logic", "QF_BV")
    result = hunt_json(tmp_path, *arguments, "--trials", "300", "--random-seed", "2", code=1)
    unsound = next(finding for finding in result["findings"] if finding["kind"] == "unsound")
    assert unsound["certified"]
    replayed = run(shlex.split(unsound["replay"]), tmp_path)
    assert replayed.returncode == 1
    assert "still wrong: answers sat" in replayed.stdout


def test_nothing_found_in_a_right_solver(tmp_path: Path) -> None:
    seeds = seed_file(tmp_path, BOUNDS)
    arguments = (
        "z3@5.4.0.0",
        "--technique",
        "storm",
        "--default-options",
        "--seeds",
        seeds,
        "--trials",
        "100",
        "--random-seed",
        "7",
    )
    result = hunt_json(tmp_path, *arguments, code=0)
    assert (result["trials"], result["findings"], result["random_seed"]) == (100, [], 7)
    assert (tmp_path / "hunts" / "z3@5.4.0.0-7" / "campaign.sqlite").is_file()


def test_people_read_a_summary_and_the_worst_finding(finished: FinishedHunt) -> None:
    done = gadfly(finished.home, "hunt", *finished.arguments, "--out", "hunts/first")
    assert done.returncode == 1
    assert "300 trials" in done.stdout
    assert "It says: " in done.stdout
    for finding in finished.findings:
        assert finding["id"] in done.stdout


def test_seeds_are_files_and_folders_filtered_by_logic(tmp_path: Path) -> None:
    seed_file(tmp_path, BITS, "many/deep/bits.smt2")
    seed_file(tmp_path, BOUNDS, "many/bounds.smt2")
    other = seed_file(tmp_path, BOUNDS.replace("33", "34"), "other.smt2")
    arguments = (
        "hunt",
        "z3@5.4.0.0",
        *PLAIN,
        "--trials",
        "20",
        "--random-seed",
        "1",
        "--seeds",
        "many",
        "--seeds",
        other,
    )
    everything = gadfly(tmp_path, *arguments, "--out", "everything")
    assert (everything.returncode, "from 3 seeds" in everything.stderr) == (0, True)
    linear = gadfly(tmp_path, *arguments, "--logic", "QF_LIA", "--out", "linear")
    assert (linear.returncode, "from 2 seeds" in linear.stderr) == (0, True)


def test_the_same_random_seed_asks_and_reduces_the_same(finished: FinishedHunt, tmp_path: Path) -> None:
    again = hunt_json(tmp_path, *finished.arguments, "--jobs", "1", "--out", "again", code=1)
    assert [finding["id"] for finding in again["findings"]] == [
        finding["id"] for finding in finished.findings
    ]
    for name in ("query.smt2", "reduced.smt2", "truth.json"):
        assert files_of(tmp_path / "again", name) == files_of(finished.home / "hunts" / "first", name)


def test_two_workers_ask_the_same_as_one(finished: FinishedHunt, tmp_path: Path) -> None:
    hunt_json(tmp_path, *finished.arguments, "--jobs", "2", "--out", "two", code=1)
    one = files_of(finished.home / "hunts" / "first", "query.smt2")
    assert files_of(tmp_path / "two", "query.smt2") == one


def test_all_modes_under_varied_options_find_the_same_with_one_worker_and_two(tmp_path: Path) -> None:
    """Two defects, one under an option only, and seeds that find them at the same time with two workers."""
    for number in range(2):
        seed_file(tmp_path, f"; {number}\n{BITS}", f"seeds/{number}.smt2")
    arguments = (
        "planted@wrong-second-check", "planted@wrong-backwards", "--seeds", "seeds", "--trials", "240",
        "--random-seed", "1",
    )  # fmt: skip
    one, two = (
        hunt_json(tmp_path, *arguments, "--jobs", jobs, "--out", jobs, code=1)["findings"]
        for jobs in ("1", "2")
    )
    assert {finding["target"] for finding in one} == {
        "planted@wrong-second-check",
        "planted@wrong-backwards[conjoin=backwards]",
    }
    assert [finding["id"] for finding in two] == [finding["id"] for finding in one]
    for name in ("query.smt2", "reduced.smt2", "truth.json"):
        assert files_of(tmp_path / "1", name) == files_of(tmp_path / "2", name)


def test_another_random_seed_asks_something_else(finished: FinishedHunt, tmp_path: Path) -> None:
    target, seeds = finished.arguments[1], finished.arguments[-1]
    arguments = (target, *PLAIN, "--seeds", seeds, "--trials", "50", "--out", "other")
    hunt_json(tmp_path, *arguments, "--random-seed", "2", code=1)
    other = files_of(tmp_path / "other", "query.smt2")
    assert other
    assert not other.keys() & files_of(finished.home / "hunts" / "first", "query.smt2").keys()


def test_a_finished_hunt_is_not_repeated(finished: FinishedHunt) -> None:
    again = hunt_json(finished.home, *finished.arguments, "--out", "hunts/first", code=1)
    assert again["ended"] == "all trials are done"
    assert (again["trials"], again["findings"]) == (300, finished.findings)


def test_a_hunt_with_unusable_seeds_asks_all_its_trials_once(tmp_path: Path) -> None:
    seed_file(tmp_path, BITS, "seeds/good.smt2")
    for number in range(4):
        seed_file(tmp_path, f"(no-such-command {number})\n", f"seeds/bad{number}.smt2")
    arguments = (
        "z3@5.4.0.0", *PLAIN, "--seeds", "seeds", "--trials", "150", "--random-seed", "1", "--out", "out",
    )  # fmt: skip
    for _ in ("first", "again"):
        assert hunt_json(tmp_path, *arguments, code=0)["trials"] == 150


def programs_below(folder: Path) -> list[int]:
    """Every program that has its temporary files there: our own and the solvers."""
    mark = f"TMPDIR={folder / 'tmp'}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = mark in (process / "environ").read_bytes()
        except OSError:  # gone, or not ours
            continue
        if is_ours:
            found.append(int(process.name))
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.05)


@contextmanager
def running_hunt(folder: Path, *arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """A hunt that has found something; whatever a test does, all its programs are gone afterwards."""
    hunt = subprocess.Popen(
        [PROGRAM, "hunt", *arguments, "--json"],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    with hunt:
        try:
            wait_until(lambda: hunt.poll() is not None or any(folder.glob("out/findings/[!.]*/finding.json")))
            yield hunt
        finally:
            for pid in programs_below(folder):
                os.kill(pid, signal.SIGKILL)


def arguments_for(folder: Path, *, trials: int, jobs: int) -> tuple[str | Path, ...]:
    seeds = seed_file(folder, BITS)
    return (
        "planted@wrong-incremental", *PLAIN, "--seeds", seeds, "--trials", str(trials), "--random-seed", "1",
        "--jobs", str(jobs), "--out", "out",
    )  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_an_interrupted_hunt_shows_its_results_and_leaves_nothing(
    number: signal.Signals, tmp_path: Path
) -> None:
    arguments = arguments_for(tmp_path, trials=LONG, jobs=2)
    with running_hunt(tmp_path, *arguments) as hunt:
        assert len(programs_below(tmp_path)) > 2
        os.killpg(hunt.pid, number)
        output, _ = hunt.communicate(timeout=SECONDS)
        wait_until(lambda: not programs_below(tmp_path))
    assert hunt.returncode == 1
    result = json.loads(output)
    assert result["ended"] == "interrupted"
    assert result["trials"] < LONG
    assert {finding["kind"] for finding in result["findings"]} == {"unsound"}
    assert list((tmp_path / "tmp").iterdir()) == []
    listed = json.loads(gadfly(tmp_path, "findings", "list", "--out", "out", "--json").stdout)
    assert listed["findings"] == result["findings"]


def test_a_hunt_whose_ctrl_c_is_ignored_still_ends_by_sigterm(tmp_path: Path) -> None:
    """Shells start background programs of scripts like that."""
    arguments = arguments_for(tmp_path, trials=LONG, jobs=2)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with running_hunt(tmp_path, *arguments) as hunt:
            signal.signal(signal.SIGINT, before)
            hunt.send_signal(signal.SIGTERM)
            output, _ = hunt.communicate(timeout=SECONDS)
    finally:
        signal.signal(signal.SIGINT, before)
    assert json.loads(output)["ended"] == "interrupted"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["kill -9", "SIGTERM"])
def test_a_hunt_goes_on_where_it_was_ended(number: signal.Signals, tmp_path: Path) -> None:
    arguments = arguments_for(tmp_path, trials=150, jobs=1)
    with running_hunt(tmp_path, *arguments) as hunt:
        hunt.send_signal(number)
        hunt.communicate(timeout=SECONDS)
        wait_until(lambda: not programs_below(tmp_path))
    listed = json.loads(gadfly(tmp_path, "findings", "list", "--out", "out", "--json").stdout)
    kept = {finding["id"] for finding in listed["findings"]}
    assert kept
    result = hunt_json(tmp_path, *arguments, code=1)
    assert (result["trials"], result["ended"]) == (150, "all trials are done")
    assert kept <= {finding["id"] for finding in result["findings"]}
    assert list((tmp_path / "tmp").iterdir()) == []
