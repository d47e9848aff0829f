"""`gadfly targets` through the real program: results on stdout, chatter on stderr, honest exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest


def gadfly(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("gadfly")
    return subprocess.run(
        [program, "targets", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def test_list_knows_every_solver() -> None:
    done = gadfly("list", "--json")
    assert done.returncode == 0
    rows = {row["target"]: row for row in json.loads(done.stdout)["targets"]}
    assert {"z3@4.8.7.0", "cvc5@1.4.2", "cvc4@1.8", "yices2@2.6.5.post24", "boolector@3.2.4"} <= rows.keys()
    assert {"bitwuzla@0.9.1", "smtinterpol@2.5-1388", "princess@2026-05-20", "/path/to/stp"} <= rows.keys()
    assert rows["planted@none"]["available"]
    assert not rows["/path/to/mathsat"]["available"]


def test_list_available_in_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GADFLY_CACHE", str(tmp_path))
    done = gadfly("list", "--available")
    assert "planted@none" in done.stdout
    assert "z3@" not in done.stdout


def test_check_shows_what_it_saw() -> None:
    done = gadfly("check", "planted@none", "--json")
    assert done.returncode == 0
    checkup = json.loads(done.stdout)
    assert checkup["is_usable"]
    assert {seen["about"] for seen in checkup["observations"]} >= {"sat", "unsat", "model", "push and pop"}
    assert all(seen["is_right"] for seen in checkup["observations"])
    assert checkup["live_per_second"] > 0


def test_check_shows_what_an_analyzer_saw() -> None:
    done = gadfly("check", "cbmc@6.6.0", "--json")
    assert done.returncode == 0
    checkup = json.loads(done.stdout)
    assert checkup["is_usable"]
    seen = {each["about"]: each for each in checkup["observations"]}
    assert seen["constant"]["seen"] == seen["constant"]["expected"] == "safe, unsafe"
    assert {"loop", "bit-field", "recursion", "function pointer", "input"} <= seen.keys()


def test_list_and_options_of_analyzers() -> None:
    rows = {row["target"]: row for row in json.loads(gadfly("list", "--json").stdout)["targets"]}
    assert {"cbmc@5.12", "cbmc@6.6.0", "goto-analyzer@5.12", "goto-analyzer@6.6.0"} <= rows.keys()
    assert rows["cbmc@6.6.0"]["features"] == ["all-checks", "inputs"]
    options = json.loads(gadfly("options", "cbmc@6.6.0", "--json").stdout)["options"]
    assert {"name": "paths", "values": ["lifo", "fifo"]} in options


def test_options_show_what_is_tried_and_what_is_not() -> None:
    done = gadfly("options", "yices2@2.6.5.post24", "--all")
    assert done.returncode == 0
    tried, left_out = done.stdout.split("left out")
    assert re.search(r"^delegate +y2sat *$", tried, re.MULTILINE)
    assert re.search(r"^mcsat +\(set\) *$", tried, re.MULTILINE)
    assert re.search(r"^dimacs .* writes files *$", left_out, re.MULTILINE)
    plain = json.loads(gadfly("options", "yices2@2.6.5.post24", "--json").stdout)
    assert {"name": "mcsat", "values": [""]} in plain["options"]
    assert plain["left_out"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("check", "z3@4.8.4"), 2, "nearest is 4.8.0.0.post1 and 4.8.5.0"),
        (("check", "z4@1"), 2, "no tool 'z4'"),
        (("check", "/nowhere/solver"), 3, "no such file"),
        (("install", "z3@1.0"), 2, "no z3@1.0"),
        (("install", "z3"), 2, "not TOOL@VERSION"),
        (("install",), 2, "Missing argument"),
    ],
)
def test_errors_are_one_line_and_an_exit_code(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = gadfly(*arguments)
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_install_without_network_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GADFLY_CACHE", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    done = gadfly("install", "yices2@2.6.5", "yices2@2.6.5.post24", "--json")
    assert done.returncode == 3
    (result,) = json.loads(done.stdout)["targets"]
    assert "check the network" in result["error"]
    assert "yices2@2.6.5" in done.stderr
