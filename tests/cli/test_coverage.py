"""`gadfly hunt --coverage`: a real solver, built with gcc --coverage, and the curve of what was run of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_program import error_line, gadfly, hunt_json, seed_file

from gadfly.core.coverage import Count, Coverage, CoverageError, Phase, Snapshot
from gadfly.core.words import Limits
from gadfly.report.coverage import curve, table
from gadfly.run import counters
from gadfly.run.coverage import Gcov, coverage_tool
from gadfly.run.live import LiveProcess

SOURCE = Path(__file__).with_name("bool_solver.c")
CLAUSES = """(set-logic QF_UF)
(declare-fun p () Bool)
(declare-fun q () Bool)
(declare-fun r () Bool)
(assert (or p q))
(assert (or (not q) r))
(assert (or (not p) (not r)))
(check-sat)
"""
HUNT = ("--technique", "formulas-sat", "--random-seed", "1", "--jobs", "1", "--out", "hunts/curve")


def built(folder: Path, name: str = "solver") -> Path:
    """Compiled as build systems do it: object and program in a folder beside that of the source."""
    (folder / "source").mkdir(parents=True)
    (folder / "build").mkdir()
    (folder / "source" / SOURCE.name).write_text(SOURCE.read_text())
    for command in (["-c", f"../source/{SOURCE.name}", "-o", "solver.o"], ["solver.o", "-o", name]):
        subprocess.run(["gcc", "-O1", "--coverage", *command], cwd=folder / "build", check=True)
    return folder / "build" / name


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("project"))


def snapshots(folder: Path) -> list[dict[str, Any]]:
    content = json.loads((folder / "hunts/curve/coverage.json").read_text())
    assert content["format"] == 1
    found = content["snapshots"]
    assert isinstance(found, list)
    return found


def test_queries_run_more_of_a_solver_than_their_seeds(solver: Path, tmp_path: Path) -> None:
    seed = seed_file(tmp_path, CLAUSES)
    hunt = (solver, "--coverage", solver.parent, "--seeds", seed, *HUNT)
    result = hunt_json(tmp_path, *hunt, "--trials", "60", code=0)
    first = snapshots(tmp_path)
    assert result["coverage"] == first
    seeds, *_, last = first
    assert (seeds["phase"], seeds["questions"]) == ("seeds", 1)
    assert (last["phase"], last["questions"]) == ("queries", 60)
    for what in ("lines", "functions", "branches"):
        assert 0 < seeds["coverage"][what]["covered"] <= last["coverage"][what]["covered"]
        assert last["coverage"][what]["covered"] <= last["coverage"][what]["total"]
    assert seeds["coverage"]["lines"]["covered"] < last["coverage"]["lines"]["covered"]
    assert not list(solver.parents[1].rglob("*.gcda")), "the user's build was written to"
    ElementTree.fromstring((tmp_path / "hunts/curve/coverage.svg").read_text())

    done = gadfly(tmp_path, "hunt", *hunt, "--trials", "120")
    assert done.returncode == 0
    assert "| seeds + queries | 120 |" in done.stdout
    assert snapshots(tmp_path)[: len(first)] == first, "a resumed hunt goes on with its curve"
    assert [point["questions"] for point in snapshots(tmp_path)][-1] == 120

    (tmp_path / "hunts/curve/coverage.json").write_text("{")
    broken = gadfly(tmp_path, "hunt", *hunt, "--trials", "180")
    assert broken.returncode == 2
    assert "coverage.json is damaged: remove it" in broken.stderr


def test_a_live_process_writes_what_it_counted(solver: Path, tmp_path: Path) -> None:
    build = Gcov(solver.parent)
    with counters.written_to(tmp_path):
        with LiveProcess([str(solver)]) as live:
            assert live.exchange('(check-sat)(echo "done")', "done", Limits()).text == "sat\n"
            assert not build.has_counts(tmp_path)
        assert build.has_counts(tmp_path)
    covered = build.measure(tmp_path)
    assert 0 < covered.functions.covered < covered.functions.total
    assert not counters.are_wanted()


def test_folders_that_cannot_be_measured(solver: Path, tmp_path: Path) -> None:
    def said(target: str | Path, folder: str | Path) -> str:
        done = gadfly(tmp_path, "hunt", target, "--coverage", folder, "--trials", "20")
        return error_line(done, code=2)

    assert "nowhere is no folder" in said(solver, "nowhere")
    (tmp_path / "empty").mkdir()
    assert "no .gcno file in empty: build the target with `--coverage`" in said(solver, "empty")
    assert "--coverage is for a build of your own" in said("planted@none", solver.parent)
    other = built(tmp_path / "other")
    assert f"wrote no counts for the objects in {other.parent}" in said(solver, other.parent)
    assert not (tmp_path / "hunts").exists()


def test_without_gcovr(solver: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gcovr", None)
    with pytest.raises(CoverageError, match=r"pip install gadfly\[coverage\]"):
        coverage_tool(solver.parent, [solver])


def coverage(lines: int, functions: int, branches: int) -> Coverage:
    return Coverage(Count(lines, 1000), Count(functions, 100), Count(branches, 2000))


CURVE = (
    Snapshot(Phase.SEEDS, 3.0, 40, coverage(400, 50, 600)),
    Snapshot(Phase.QUERIES, 10.0, 900, coverage(450, 56, 700)),
    Snapshot(Phase.QUERIES, 20.0, 2000, coverage(465, 57, 740)),
)


def test_the_table_of_a_curve() -> None:
    assert table(CURVE).splitlines()[2:] == [
        "| seeds | 40 | 3 | 400 (40.0 %) | 50 (50.0 %) | 600 (30.0 %) |",
        "| seeds + queries | 900 | 10 | 450 (45.0 %) | 56 (56.0 %) | 700 (35.0 %) |",
        "| seeds + queries | 2000 | 20 | 465 (46.5 %) | 57 (57.0 %) | 740 (37.0 %) |",
        "",
        "There are 1000 lines, 100 functions and 2000 branches.",
    ]


def test_the_picture_of_a_curve() -> None:
    picture = ElementTree.fromstring(curve(CURVE))
    name = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in picture.iter(f"{name}text")]
    assert {"0", "20", "30 %", "60 %", "seconds", "lines 46.5 %", "+65 by queries"} <= set(texts)
    lines = [line.attrib["points"].split() for line in picture.iter(f"{name}polyline")]
    assert [len(points) for points in lines] == [3, 3, 3]
    heights = [[float(point.split(",")[1]) for point in points] for points in lines]
    assert all(points == sorted(points, reverse=True) for points in heights), "up is more"


def test_a_curve_of_one_moment() -> None:
    ElementTree.fromstring(curve((Snapshot(Phase.SEEDS, 0.0, 1, coverage(0, 0, 0)),)))
