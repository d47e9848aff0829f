"""`gadfly seeds generate` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.terms import post_order
from gadfly.ui.cli.seeds import app

RUNNER = CliRunner()


def test_prints_one_script_by_default() -> None:
    result = RUNNER.invoke(app, ["generate", "--logic", "QF_BV"])
    assert result.exit_code == 0
    script = read_script(result.stdout)
    assert script.logic == "QF_BV"
    assert len(script.checks) == 1
    assert len(script.assertions) >= 2


def test_writes_one_file_per_script_and_nothing_to_stdout(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    result = RUNNER.invoke(app, ["generate", "--logic", "QF_LIA", "--count", "3", "--out", str(folder)])
    assert result.exit_code == 0
    assert result.stdout == ""
    assert sorted(path.name for path in folder.iterdir()) == [
        "qf_lia_0000.smt2",
        "qf_lia_0001.smt2",
        "qf_lia_0002.smt2",
    ]
    texts = {path.read_text() for path in folder.iterdir()}
    assert len(texts) == 3
    assert all(read_script(text).logic == "QF_LIA" for text in texts)


def test_json_says_what_was_made() -> None:
    arguments = ["generate", "--logic", "QF_S", "--count", "2", "--random-seed", "5", "--json"]
    record = json.loads(RUNNER.invoke(app, arguments).stdout)
    assert (record["format"], record["logic"], record["random_seed"]) == (1, "QF_S", 5)
    assert [seed["name"] for seed in record["seeds"]] == ["qf_s_0000.smt2", "qf_s_0001.smt2"]
    assert all(read_script(seed["text"]).logic == "QF_S" for seed in record["seeds"])


def test_json_names_the_written_files(tmp_path: Path) -> None:
    arguments = ["generate", "--logic", "QF_UF", "--out", str(tmp_path), "--json"]
    record = json.loads(RUNNER.invoke(app, arguments).stdout)
    assert [seed["path"] for seed in record["seeds"]] == [str(tmp_path / "qf_uf_0000.smt2")]
    assert (tmp_path / "qf_uf_0000.smt2").is_file()


def test_the_random_seed_decides() -> None:
    def made(random_seed: int) -> str:
        arguments = ["generate", "--logic", "QF_AX", "--random-seed", str(random_seed)]
        return RUNNER.invoke(app, arguments).stdout

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_an_unknown_logic_is_a_usage_error_that_names_the_nearest() -> None:
    result = RUNNER.invoke(app, ["generate", "--logic", "QF_BVV"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip() == "gadfly: unknown logic 'QF_BVV'; the nearest is QF_BV"


def test_an_unwritable_folder_is_one_line(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    result = RUNNER.invoke(app, ["generate", "--logic", "QF_BV", "--out", str(blocker / "seeds")])
    assert result.exit_code == 3
    assert result.stderr.startswith("gadfly: cannot write ")
    assert len(result.stderr.splitlines()) == 1


PROGRAM = """int level(void);
int main(void)
{
    int x = level();
    if (x > 10)
        __CPROVER_assert(x * x != 576, "not 24");
    return 0;
}
"""


def test_constraints_come_from_c(tmp_path: Path) -> None:
    program, other = tmp_path / "gate.c", tmp_path / "none.c"
    program.write_text(PROGRAM)
    other.write_text("int main(void) { return 0; }\n")
    result = RUNNER.invoke(app, ["from-c", str(program), str(other), "--json"])
    assert result.exit_code == 0
    [seed] = json.loads(result.stdout)["seeds"]
    assert seed["name"] == "gate.smt2"
    script = read_script(seed["text"])
    products = [part for part in post_order(script.assertions) if part.name == "bvmul"]
    assert products
    assert "skipped: none: no assertion in it depends on an input" in result.stderr


def test_programs_that_give_no_constraint(tmp_path: Path) -> None:
    bad = tmp_path / "bad.c"
    bad.write_text("int main(void) { return }\n")
    result = RUNNER.invoke(app, ["from-c", str(bad)])
    assert result.exit_code == 2
    assert "bad: CBMC cannot read it" in result.stderr
    assert RUNNER.invoke(app, ["from-c", str(tmp_path / "missing.c")]).exit_code == 2
