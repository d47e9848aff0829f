"""`gadfly findings` through the real program."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from cli_program import error_line, gadfly, run
from conftest import FinishedHunt

COMMANDS = (
    ("list",),
    ("show", "unsound"),
    ("replay", "unsound"),
    ("reduce", "unsound"),
    ("report", "unsound"),
)


@pytest.fixture
def unsound(finished: FinishedHunt) -> dict[str, object]:
    return next(finding for finding in finished.findings if finding["kind"] == "unsound")


def test_list_shows_what_the_hunt_printed(finished: FinishedHunt) -> None:
    listed = json.loads(gadfly(finished.home, "findings", "list", "--out", "hunts/first", "--json").stdout)
    assert listed == {"format": 1, "findings": finished.findings}
    table = gadfly(finished.home, "findings", "list", "--out", "hunts/first").stdout
    for finding in finished.findings:
        assert finding["id"] in table
        assert finding["target"] in table


def test_without_a_folder_the_newest_hunt_is_meant(finished: FinishedHunt, tmp_path: Path) -> None:
    for name, age in (("hunts/old", 1000), ("hunts/new", 0)):
        shutil.copytree(finished.home / "hunts" / "first", tmp_path / name)
        database = tmp_path / name / "campaign.sqlite"
        written = database.stat().st_mtime - age
        os.utime(database, (written, written))
    listed = json.loads(gadfly(tmp_path, "findings", "list", "--json").stdout)
    assert {finding["query"].split("/")[1] for finding in listed["findings"]} == {"new"}


def test_show_says_what_is_wrong_and_why(finished: FinishedHunt, unsound: dict[str, object]) -> None:
    shown = gadfly(finished.home, "findings", "show", "unsound", "--out", "hunts/first")
    assert shown.returncode == 0
    for part in (unsound["id"], "answers unsat", "(set-logic QF_BV)", "Right: sat", "Certified by:"):
        assert str(part) in shown.stdout
    assert f"Replay: {unsound['replay']}" in shown.stdout
    as_json = gadfly(finished.home, "findings", "show", str(unsound["id"]), "--out", "hunts/first", "--json")
    assert json.loads(as_json.stdout) == {"format": 1, **unsound}


def test_replay_tells_programs_too(finished: FinishedHunt, unsound: dict[str, object]) -> None:
    done = gadfly(finished.home, "findings", "replay", "unsound", "--out", "hunts/first", "--json")
    assert done.returncode == 1
    replayed = json.loads(done.stdout)
    assert (replayed["id"], replayed["still_wrong"], replayed["same_program"]) == (unsound["id"], True, True)
    assert "unsat" in replayed["answers"]
    assert set(replayed["right"]) == {"sat"}


def test_every_folder_replays_itself(finished: FinishedHunt) -> None:
    scripts = sorted(finished.home.glob("hunts/first/findings/*/replay.sh"))
    assert len(scripts) == len(finished.findings)
    for script in scripts:
        assert run([script], finished.home).returncode == 1


def test_a_repaired_target_is_not_wrong_any_more(finished: FinishedHunt, tmp_path: Path) -> None:
    campaign = tmp_path / "campaign"
    shutil.copytree(finished.home / "hunts" / "first", campaign)
    for file in campaign.glob("findings/unsound-*/finding.json"):
        file.write_text(file.read_text().replace('"planted@wrong-incremental"', '"planted@none"'))
    done = gadfly(tmp_path, "findings", "replay", "unsound", "--out", campaign)
    assert done.returncode == 0
    assert "not wrong any more" in done.stdout


def test_reduce_keeps_the_finding(finished: FinishedHunt, tmp_path: Path, unsound: dict[str, object]) -> None:
    shutil.copytree(finished.home / "hunts" / "first", tmp_path / "copy")
    arguments = ("--out", "copy", "--minutes", "0.1", "--no-others", "--json")
    reduced = json.loads(gadfly(tmp_path, "findings", "reduce", "unsound", *arguments).stdout)
    assert reduced["id"] == unsound["id"]
    assert reduced["reduced_lines"] <= int(str(unsound["reduced_lines"]))
    assert gadfly(tmp_path, "findings", "replay", "unsound", "--out", "copy").returncode == 1


def test_report_is_markdown_to_paste(finished: FinishedHunt, unsound: dict[str, object]) -> None:
    done = gadfly(finished.home, "findings", "report", "unsound", "--out", "hunts/first")
    assert done.returncode == 0
    assert done.stdout.startswith("# ")
    reduced = (finished.home / str(unsound["reduced"])).read_text()
    for part in ("planted@wrong-incremental", reduced.strip(), "unsat"):
        assert part in done.stdout


@pytest.mark.parametrize("command", COMMANDS[1:], ids=lambda command: command[0])
def test_an_unknown_id_is_one_line(command: tuple[str, ...], finished: FinishedHunt) -> None:
    done = gadfly(finished.home, "findings", command[0], "unsound-nosuch", "--out", "hunts/first")
    line = error_line(done, 2)
    assert "no finding unsound-nosuch" in line
    assert "gadfly findings list --out hunts/first" in line


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_no_campaign_is_one_line(command: tuple[str, ...], tmp_path: Path) -> None:
    line = error_line(gadfly(tmp_path, "findings", *command, "--out", "nowhere"), 3)
    assert "nowhere is not a campaign folder" in line


def test_no_hunt_at_all_is_one_line(tmp_path: Path) -> None:
    assert "no hunt in ./hunts" in error_line(gadfly(tmp_path, "findings", "list"), 2)
