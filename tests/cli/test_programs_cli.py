"""C through the real program: a hunt, its finding, its replay and report, and generated SV-COMP tasks."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from cli_program import error_line, gadfly, hunt_json, run, seed_file

SEED = """struct point { int x, y; };
int main(void) {
    struct point p = {1, 2}, q = {3, 4};
    p = q;
    int sum = p.x + p.y;
    if (sum == 7)
        sum = 0;
    return sum;
}
"""
HUNT = ("planted-analyzer@first-member-only", "--trials", "4", "--random-seed", "1", "--jobs", "1")


def test_a_wrong_answer_about_a_program(tmp_path: Path) -> None:
    seed = seed_file(tmp_path, SEED, "seeds/points.c")
    result = hunt_json(tmp_path, *HUNT, "--seeds", seed, "--out", "hunts/c", code=1)
    finding = next(each for each in result["findings"] if each["kind"] == "unsound")
    assert (finding["technique"], finding["logic"], finding["certified"]) == ("branches", "C", True)
    assert "__gadfly_check" in (tmp_path / finding["reduced"]).read_text()
    replayed = run(shlex.split(finding["replay"]), tmp_path)
    assert replayed.returncode == 1
    assert "still wrong: answers safe" in replayed.stdout
    report = gadfly(tmp_path, "findings", "report", finding["id"], "--out", "hunts/c").stdout
    assert "(C)" in report.splitlines()[0]
    assert "extern void __gadfly_check" in report  # what the tool was given, prelude and all


def test_seeds_in_the_wrong_language_are_refused(tmp_path: Path) -> None:
    seed = seed_file(tmp_path, "(check-sat)\n")
    done = gadfly(tmp_path, "hunt", "planted-analyzer@none", "--seeds", seed, "--trials", "5", "--json")
    assert "no seed fits any of the targets" in error_line(done, 2)


def test_programs_are_generated_as_tasks(tmp_path: Path) -> None:
    arguments = ("generate", "branches", "--seeds", seed_file(tmp_path, SEED, "points.c"), "--count", "4")
    for out in ("one", "two"):
        assert gadfly(tmp_path, *arguments, "--out", out).returncode == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert {"benchmark.xml", "unreach-call.prp"} <= files.keys()
    programs = [name for name in files if name.endswith(".c")]
    assert len(programs) == 4
    for name in programs:
        truth = json.loads(files[name.replace(".c", ".truth.json")])
        expected = b"expected_verdict: true" if truth["answer"] == ["safe"] else b"expected_verdict: false"
        assert expected in files[name.replace(".c", ".yml")]
        assert b"reach_error" in files[name]
