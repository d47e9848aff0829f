"""Whatever a user gives it, the real program says what is wrong in one line, and goes on where it can."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_program import BITS, PROGRAM, error_line, gadfly, hunt_json, seed_file

from gadfly.lang.smt.script_reader import MAX_BYTES

LEVELS = 100_000
BIG = 50 << 20
HEAD = "(set-logic QF_LIA)\n(declare-fun p () Bool)\n(declare-fun x () Int)\n"


def nested(opening: str, core: str) -> str:
    return opening * LEVELS + core + ")" * LEVELS


BAD_SCRIPTS = {
    "negations": f"{HEAD}(assert {nested('(not ', 'p')})\n(check-sat)\n",
    "sums": f"{HEAD}(assert (= x {nested('(+ 1 ', 'x')}))\n(check-sat)\n",
    "lets": f"{HEAD}(assert {nested('(let ((p p)) ', 'p')})\n(check-sat)\n",
    "sorts": f"{HEAD}(declare-fun a () {nested('(Array Int ', 'Int')})\n(assert p)\n(check-sat)\n",
    "values": f"{HEAD}(assert (= x {nested('(- ', '1')}))\n(check-sat)\n",
    "opening": "(" * LEVELS,
    "closing": ")" * LEVELS,
    "prose": "This is not a script.\n",
    "unsorted": f"{HEAD}(assert (+ p x))\n(check-sat)\n",
    "undeclared": f"{HEAD}(assert (> nobody 0))\n(check-sat)\n",
    "no-questions": f"{HEAD}(check-sat)\n",
}


@pytest.fixture
def bad_seeds(tmp_path: Path) -> Path:
    """A folder of everything that is no seed."""
    folder = tmp_path / "seeds"
    for name, text in BAD_SCRIPTS.items():
        seed_file(folder, text, f"{name}.smt2")
    line = "(assert (> x 0))\n"
    seed_file(folder, HEAD + line * (BIG // len(line)) + "(check-sat)\n", "big.smt2")
    seed_file(folder, "", "empty.smt2")
    (folder / "binary.smt2").write_bytes(bytes(range(256)) * 100)
    (folder / "latin.smt2").write_bytes(b"(set-logic QF_LIA) ; \xe9\n(check-sat)\n")
    (folder / "dangling.smt2").symlink_to("nowhere")
    return folder


def test_bad_seeds_are_said_once_and_the_hunt_goes_on(bad_seeds: Path, tmp_path: Path) -> None:
    bad = sorted(path.name for path in bad_seeds.iterdir())
    seed_file(bad_seeds / "folder.smt2", BITS, "good.smt2")
    arguments = ("--technique", "formulas-sat", "--trials", "400", "--random-seed", "1")
    done = gadfly(tmp_path, "hunt", "z3@5.4.0.0", "--seeds", "seeds", *arguments)
    assert done.returncode == 0
    assert done.stdout.startswith("400 trials ")
    skipped = [line.split(": ") for line in done.stderr.splitlines() if line.startswith("seed skipped: ")]
    assert sorted(name for _, name, *_ in skipped) == bad
    assert all(reason for _, _, reason, *_ in skipped)
    assert BIG > MAX_BYTES


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "empty"), (b"\xff\xfe\x00", "not a text file"), (b"\x00\x00", "not a text file")],
    ids=["empty", "invalid UTF-8", "zeros"],
)
def test_a_file_that_is_no_seed(content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "seed.smt2").write_bytes(content)
    done = gadfly(tmp_path, "hunt", "z3@5.4.0.0", "--seeds", "seed.smt2", "--trials", "10")
    assert f"no usable seed file in seed.smt2 (seed.smt2: {reason})" in error_line(done, 2)


def test_a_hunt_without_any_usable_seed_does_not_look_like_success(tmp_path: Path) -> None:
    seed_file(tmp_path, BAD_SCRIPTS["prose"])
    arguments = ("--technique", "formulas-sat", "--trials", "10", "--json")
    done = gadfly(tmp_path, "hunt", "z3@5.4.0.0", "--seeds", "seed.smt2", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "seed skipped: seed.smt2: " in done.stderr
    assert done.stderr.splitlines()[-1].startswith("gadfly: no seed can be used")
    seeds = seed_file(tmp_path, HEAD, "lia.smt2")
    done = gadfly(tmp_path, "hunt", "planted@none", "--seeds", seeds, *arguments)
    assert done.returncode == 2
    assert "gadfly: no seed fits any of the targets" in done.stderr


def test_fresh_formulas_need_no_seeds_of_the_user(tmp_path: Path) -> None:
    seed_file(tmp_path, BAD_SCRIPTS["prose"])
    arguments = ("--technique", "formulas-fresh", "--seeds", "seed.smt2", "--trials", "20")
    result = hunt_json(tmp_path, "planted@none", *arguments, code=0)
    assert (result["trials"], result["findings"]) == (20, [])


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("z3@9.9.9",), 2, "no z3@9.9.9"),
        (("nosuch@1",), 2, "no tool 'nosuch'"),
        (("z3",), 2, "which release of z3?"),
        (("z3@5.4.0.0[",), 2, "is not TOOL@VERSION"),
        (("./no/such/solver",), 3, "no such file"),
        (("./seed.smt2",), 3, "not executable"),
        (("z3@5.4.0.0", "--technique", "nosuch"), 2, "no technique 'nosuch'"),
        (
            ("z3@5.4.0.0", "--technique", "formulas-sat", "--logic", "QF_NOSUCH"),
            2,
            "no seed is in QF_NOSUCH; there is: QF_BV",
        ),
        (("z3@5.4.0.0", "--seeds", "nowhere"), 2, "nowhere does not exist"),
        (("z3@5.4.0.0", "--out", "seed.smt2"), 3, "cannot use seed.smt2"),
        (("z3@5.4.0.0", "--out", "seed.smt2/below"), 3, "cannot use seed.smt2/below"),
        (("z3@5.4.0.0", "--out", "/proc/gadfly"), 3, "cannot use /proc/gadfly"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_cannot_be_is_one_line(
    arguments: tuple[str, ...], code: int, message: str, tmp_path: Path
) -> None:
    seeds = seed_file(tmp_path, BITS)
    done = gadfly(tmp_path, "hunt", "--trials", "5", "--seeds", seeds, *arguments)
    assert message in error_line(done, code)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("z3@5.4.0.0", "--time", "abc"), "'abc' is not a duration"),
        (("z3@5.4.0.0", "--trials", "many"), "Invalid value for '--trials'"),
        (("z3@5.4.0.0", "--jobs", "-1"), "Invalid value for '--jobs'"),
        (("z3@5.4.0.0", "--nosuch"), "No such option"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_wrong_options_are_usage_errors(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = gadfly(tmp_path, "hunt", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_folder_without_seeds(tmp_path: Path) -> None:
    seed_file(tmp_path, "nothing here", "papers/notes.txt")
    done = gadfly(tmp_path, "hunt", "z3@5.4.0.0", "--seeds", "papers")
    assert "no usable seed file in papers" in error_line(done, 2)


def test_a_folder_with_another_campaign(tmp_path: Path) -> None:
    arguments = ("hunt", "z3@5.4.0.0", "--seeds", seed_file(tmp_path, BITS), "--trials", "5", "--out", "out")
    assert gadfly(tmp_path, *arguments, "--random-seed", "1").returncode == 0
    done = gadfly(tmp_path, *arguments, "--random-seed", "2")
    assert "out holds a campaign with other random_seed: choose another --out" in error_line(done, 3)


def solver(folder: Path, text: str) -> str:
    path = folder / "solver"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return "./solver"


@pytest.mark.parametrize(
    "text",
    ["exec yes '(((unsat? sat?'", "exec sleep 1000", "exit 1", "echo sat", "echo unsat"],
    ids=["garbage", "hangs", "exits", "always sat", "always unsat"],
)
def test_what_is_no_solver_is_refused(text: str, tmp_path: Path) -> None:
    seeds = seed_file(tmp_path, BITS)
    done = gadfly(tmp_path, "hunt", solver(tmp_path, text), "--seeds", seeds, "--trials", "5")
    assert "solver@path" in error_line(done, 3)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("exec yes '(((unsat? sat?'", 0),
        ("exit 1", 0),
        ("sed -n 's/^(check-sat.*/sat/p' \"$1\"", 0),
        ("sed -n 's/^(check-sat.*/unsat/p' \"$1\"", 1),
    ],
    ids=["garbage", "exits", "always sat", "always unsat"],
)
def test_a_solver_that_fails_only_at_work(text: str, code: int, tmp_path: Path) -> None:
    """It answers trivial questions in files, and fails on bit vectors: only wrong answers are findings."""
    z3 = PROGRAM.with_name("z3")
    program = solver(tmp_path, f'[ -f "$1" ] || exit 1\ngrep -q BitVec "$1" || exec {z3} "$1"\n{text}')
    arguments = (program, "--seeds", seed_file(tmp_path, BITS), "--trials", "2", "--random-seed", "1")
    result = hunt_json(tmp_path, *arguments, code=code)
    assert result["trials"] == 2
    assert {finding["kind"] for finding in result["findings"]} == ({"unsound"} if code else set())
