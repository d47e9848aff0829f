"""Abstract domains through the real program: a hunt, its finding, its replay, its report and its file."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from cli_program import error_line, gadfly, hunt_json, run, seed_file

INTERVALS = Path(__file__).parents[1] / "unit"
BUDGET = ("--trials", "3", "--random-seed", "1", "--jobs", "1")
PLANTED = ("planted-domain@join-first", "--logic", "9", *BUDGET)
OCTAGONS = ("apron@0.9.10/oct-double", "--technique", "laws", "--logic", "23", *BUDGET)


def test_an_unsound_join_is_found_certified_and_reported(tmp_path: Path) -> None:
    """The usual technique of a domain is laws."""
    result = hunt_json(tmp_path, *PLANTED, "--out", "hunts/join", code=1)
    [finding] = result["findings"]
    assert (finding["kind"], finding["logic"], finding["certified"]) == ("unsound", "9", True)
    assert "misses the point" in finding["message"]
    program = (tmp_path / finding["reduced"]).read_text()
    assert "law 9 soundness: y ⊑ x ⊔ y" in program
    assert len(program.splitlines()) == 5  # two elements and the law
    replayed = run(shlex.split(finding["replay"]), tmp_path)
    assert replayed.returncode == 1
    assert "still wrong: breaks law 9" in replayed.stdout
    report = gadfly(tmp_path, "findings", "report", finding["id"], "--out", "hunts/join").stdout
    assert "(law 9)" in report.splitlines()[0]
    assert program.strip() in report
    assert "y ⊑ x ⊔ y:  no" in report


def test_rounding_of_octagons_is_imprecise_and_shown_by_a_file_of_its_own(tmp_path: Path) -> None:
    result = hunt_json(tmp_path, *OCTAGONS, "--out", "hunts/octagons", code=1)
    [finding] = result["findings"]
    assert (finding["kind"], finding["logic"]) == ("imprecise", "23")
    alone = gadfly(tmp_path, "findings", "standalone", finding["id"], "--out", "hunts/octagons")
    assert alone.returncode == 0
    assert "oct_manager_alloc()" in alone.stdout


PYTHON_DOMAIN = f"""import sys
sys.path.insert(0, {str(INTERVALS)!r})
from domain_intervals import Intervals
class Mine(Intervals):
    def join(self, left, right): return left
"""


def test_a_python_domain_is_shown_by_a_python_file(tmp_path: Path) -> None:
    domain = seed_file(tmp_path, PYTHON_DOMAIN, "mine.py")
    result = hunt_json(tmp_path, domain, "--logic", "9", *BUDGET, "--out", "hunts/mine", code=1)
    [finding] = result["findings"]
    assert finding["kind"] == "unsound"
    alone = gadfly(tmp_path, "findings", "standalone", finding["id"], "--out", "hunts/mine").stdout
    report = gadfly(tmp_path, "findings", "report", finding["id"], "--out", "hunts/mine").stdout
    assert alone.strip() in report
    shown = run([sys.executable, seed_file(tmp_path, alone, "broken_law.py")], tmp_path)
    assert "assert domain.leq(y, domain.join(x, y))" in shown.stderr
    assert shown.stderr.strip().endswith("AssertionError")


def test_a_right_domain_is_left_alone(tmp_path: Path) -> None:
    result = hunt_json(tmp_path, "planted-domain@none", "--trials", "6", "--jobs", "1", code=0)
    assert result["findings"] == []
    assert result["trials"] == 6


LAWS = """# a law of our own, and one of the table
law mine precision: x ⊔ y = x
law 3
variables 2
tests 100
"""


def test_laws_of_ones_own(tmp_path: Path) -> None:
    """What is no law is not refuted by the certifier's own means, so that such a finding is imprecise."""
    laws = seed_file(tmp_path, LAWS, "own.laws")
    result = hunt_json(tmp_path, "planted-domain@none", "--seeds", laws, *BUDGET, "--out", "own", code=1)
    [finding] = result["findings"]
    assert (finding["kind"], finding["logic"]) == ("imprecise", "mine")
    broken = seed_file(tmp_path, "law mine precision: x ⊔\n", "broken.laws")
    done = gadfly(tmp_path, "hunt", "planted-domain@none", "--seeds", broken, *BUDGET)
    assert "broken.laws: line 1" in done.stderr
    assert done.returncode == 2


def test_an_unknown_law_and_an_exempt_one(tmp_path: Path) -> None:
    unknown = gadfly(tmp_path, "hunt", "planted-domain@none", "--logic", "999", *BUDGET)
    assert "no seed is in 999" in error_line(unknown, 2)
    exempt = gadfly(tmp_path, "hunt", "apron@0.9.10/box-mpq", "--logic", "42", *BUDGET)
    assert "no seed fits any of the targets" in error_line(exempt, 2)


def test_a_domain_is_checked(tmp_path: Path) -> None:
    checked = gadfly(tmp_path, "targets", "check", "apron@0.9.10/oct-double", "--json")
    assert checked.returncode == 0
    assert all(seen["is_right"] for seen in json.loads(checked.stdout)["observations"])


def test_tests_of_domains_are_not_generated(tmp_path: Path) -> None:
    done = gadfly(tmp_path, "generate", "laws", "--out", "questions")
    assert "gadfly hunt" in error_line(done, 2)
