"""C through the real program: a hunt, its finding, its replay and report, and generated SV-COMP tasks."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from cli_program import error_line, gadfly, hunt_json, run, seed_file

SEED = """struct point { int x, y; };
int main(void) {
    struct point p = {1, 2}, q = p;
    return q.y - 2;
}
"""
TARGET = ("planted-analyzer@first-member-only", "--technique", "branches-values")
HUNT = (*TARGET, "--trials", "2", "--random-seed", "1", "--jobs", "1")


def test_a_wrong_answer_about_a_program(tmp_path: Path) -> None:
    seed = seed_file(tmp_path, SEED, "seeds/points.c")
    result = hunt_json(tmp_path, *HUNT, "--seeds", seed, "--out", "hunts/c", code=1)
    [finding] = result["findings"]
    assert (finding["kind"], finding["logic"], finding["certified"]) == ("imprecise", "C", True)
    assert "__gadfly_check" in (tmp_path / finding["reduced"]).read_text()
    replayed = run(shlex.split(finding["replay"]), tmp_path)
    assert replayed.returncode == 1
    assert "still wrong: answers unsafe" in replayed.stdout
    report = gadfly(tmp_path, "findings", "report", finding["id"], "--out", "hunts/c").stdout
    assert "(C)" in report.splitlines()[0]
    assert "extern void __gadfly_check" in report  # what the tool was given, prelude and all


def test_seeds_in_the_wrong_language_are_refused(tmp_path: Path) -> None:
    seed = seed_file(tmp_path, "(check-sat)\n")
    order = ("planted-analyzer@none", "--technique", "branches", "--seeds", seed, "--trials", "5", "--json")
    done = gadfly(tmp_path, "hunt", *order)
    assert "no seed fits any of the targets" in error_line(done, 2)
    done = gadfly(tmp_path, "hunt", "planted-analyzer@none", "--technique", "formulas", "--trials", "5")
    assert "cannot ask planted-analyzer@none anything: try --technique branches or mazes" in error_line(
        done, 2
    )


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


CONSTRAINT = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 8))
(assert (= (bvmul x #x03) #x2d))
(check-sat)
"""


def test_mazes_are_tasks_with_witnesses(tmp_path: Path) -> None:
    seed = seed_file(tmp_path, CONSTRAINT)
    done = gadfly(tmp_path, "generate", "mazes-smt", "--seeds", seed, "--count", "3", "--out", "tasks")
    assert done.returncode == 0
    for number in range(1, 4):
        name = f"mazes-smt-{number:06}"
        assert "__VERIFIER_nondet_uchar()" in (tmp_path / f"tasks/{name}.c").read_text()
        assert "expected_verdict: false" in (tmp_path / f"tasks/{name}.yml").read_text()
        witness = (tmp_path / f"tasks/{name}.witness.yml").read_text()
        assert r"\\result == 15" in witness  # three times 15 is 45
