"""`gadfly generate` through the real program: our evaluator and a real solver agree with its truths."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from cli_program import BITS, BOUNDS, error_line, gadfly, seed_file

from gadfly.core.choices import load_record
from gadfly.core.words import Answer, Basis, Language, Limits, Query, Truth
from gadfly.targets.open import open_target
from gadfly.truth.smt import Holds, evaluate_truth, read_refutations

COUNT = 30


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def generate(folder: Path, out: str, random_seed: int = 1) -> Path:
    seed_file(folder, BITS, "seeds/bits.smt2")
    seed_file(folder, BOUNDS, "seeds/bounds.smt2")
    done = gadfly(
        folder, "generate", "formulas", "--seeds", "seeds", "--count", str(COUNT),
        "--random-seed", str(random_seed), "--out", out,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, f"{COUNT} questions in {out}\n")
    return folder / out


def test_every_question_has_its_truth_beside_it(tmp_path: Path) -> None:
    folder = generate(tmp_path, "made/here")
    scripts = sorted(folder.glob("*.smt2"))
    assert len(scripts) == COUNT
    assert len(list(folder.iterdir())) == 2 * COUNT
    solver = open_target("z3@5.4.0.0")
    seen: list[str] = []
    for script in scripts:
        text = script.read_text()
        truth = json.loads(script.with_suffix(".truth.json").read_text())
        statuses = re.findall(r"^\(set-info :status (\w+)\)\n\(check-sat", text, re.MULTILINE)
        assert statuses == truth["answer"]
        assert len(statuses) == len(re.findall(r"^\(check-sat", text, re.MULTILINE)) > 0
        assert load_record(truth["choices"]["opening"])
        assert load_record(truth["choices"]["asking"])
        check(Query(Language.SMT, text), truth_of(truth))
        said = solver.answer(Query(Language.SMT, text), Limits()).answers
        for status, answer in zip(statuses, said, strict=True):
            assert status in (answer, "unknown")
        seen += statuses
    solver.close()
    assert len(seen) > COUNT
    assert {"sat", "unsat"} <= set(seen)


def truth_of(content: dict[str, Any]) -> Truth:
    certificate = content["certificate"]
    return Truth(tuple(map(Answer, content["answer"])), Basis(certificate["kind"]), certificate["text"])


def check(query: Query, truth: Truth) -> None:
    """That the evidence is good: true where it says sat, and a core where it says unsat."""
    if truth.evidence:
        assert evaluate_truth(query, truth).holds is not Holds.NO
        assert bool(read_refutations(query, truth).claims) is (Answer.UNSAT in truth.answers)
    else:
        assert truth.basis is Basis.OPINION


def test_the_random_seed_decides_every_byte(tmp_path: Path) -> None:
    first, again, other = (
        generate(tmp_path, "a"),
        generate(tmp_path, "b"),
        generate(tmp_path, "c", random_seed=2),
    )
    assert contents(first) == contents(again)
    assert contents(first).keys() == contents(other).keys()
    assert contents(first) != contents(other)


def test_json_names_what_was_written(tmp_path: Path) -> None:
    seeds = seed_file(tmp_path, BITS)
    arguments = ("generate", "storm", "--seeds", seeds, "--count", "3", "--out", "made", "--json")
    written = json.loads(gadfly(tmp_path, *arguments).stdout)
    assert (written["format"], written["random_seed"], len(written["questions"])) == (1, 0, 3)
    assert all((tmp_path / path).is_file() for path in written["questions"])


def test_bad_seeds_are_skipped_and_named(tmp_path: Path) -> None:
    seed_file(tmp_path, BITS, "seeds/good.smt2")
    seed_file(tmp_path, "(assert", "seeds/bad.smt2")
    seed_file(tmp_path, "", "seeds/empty.smt2")
    done = gadfly(tmp_path, "generate", "formulas", "--seeds", "seeds", "--count", "4", "--out", "made")
    assert (done.returncode, done.stdout) == (0, "4 questions in made\n")
    skipped = done.stderr.splitlines()
    assert [line.split(":")[:2] for line in sorted(skipped)] == [
        ["seed skipped", " bad.smt2"],
        ["seed skipped", " empty.smt2"],
    ]


def test_errors_are_one_line(tmp_path: Path) -> None:
    seeds = seed_file(tmp_path, BITS)
    assert "no technique 'nosuch'" in error_line(gadfly(tmp_path, "generate", "nosuch", "--out", "x"), 2)
    in_the_way = gadfly(tmp_path, "generate", "formulas", "--seeds", seeds, "--out", seeds)
    assert f"cannot write to {seeds}" in error_line(in_the_way, 3)
    missing = gadfly(tmp_path, "generate", "formulas", "--seeds", "nowhere", "--out", "x")
    assert "nowhere does not exist" in error_line(missing, 2)
    assert not (tmp_path / "x").exists()
