"""Exported tasks: BenchExec reads them, compilers build them, and running them shows the expected verdict."""

from __future__ import annotations

import hashlib
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from benchexec import model
from benchexec.benchexec import BenchExec
from benchexec.result import Property

from gadfly.core.words import Answer, Basis, Language, Limits, Query, Question, Truth
from gadfly.lang.c.dialect import PROPERTY_FILE
from gadfly.report.svcomp import write_benchmark, write_task
from gadfly.run.command import run

SAFE, UNSAFE = Answer.SAFE, Answer.UNSAFE
CLOSED = """\
/* __gadfly_check(0, said in a comment); */
int twice(int x) { if (x) __gadfly_check(1, x > 0 && x < 9); else __gadfly_check(0, x == 0); return 2 * x; }
int main(void) {
  long n = 0x100000000L;
  __VERIFIER_assume(n);
  for (int i = 0; i < 5; i++) twice(i);
  __gadfly_check(2, n != 4294967296L);
  return 0;
}
"""
OPEN = """\
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char y;
  y = (unsigned char)__VERIFIER_nondet_uchar();
  if (x > 0) x += __VERIFIER_nondet_int();
  __gadfly_check(0, x + y != 7);
  return 0;
}
"""


def question(text: str, *answers: Answer, inputs: str = "") -> Question:
    return Question(Query(Language.C, text), Truth(answers, Basis.INPUTS, inputs))


def run_task(program: Path, folder: Path, stubs: str = "") -> int:
    """The signal that ends a task when it is run; its inputs come from `stubs`."""
    gcc = shutil.which("gcc")
    assert gcc is not None
    built = folder / "task"
    files = {"task.c": program.read_text(), "stubs.c": stubs}
    done = run([gcc, "-Wall", "-Werror", "-o", str(built), "task.c", "stubs.c"], Limits(), files=files)
    assert done.exit_code == 0, done.stderr
    done = run([str(built)], Limits())
    assert ("reach_error" in done.stderr) == (done.signal != 0)
    return done.signal


def witness_of(definition: Path) -> dict[str, Any]:
    (entry,) = model.yaml.safe_load(definition.with_suffix(".witness.yml").read_text())
    assert isinstance(entry, dict)
    return entry


def waypoints(entry: dict[str, Any]) -> list[dict[str, Any]]:
    return [segment["segment"][0]["waypoint"] for segment in entry["content"]]


def text_at(definition: Path, location: dict[str, Any]) -> str:
    assert location["file_name"] == definition.with_suffix(".c").name
    lines = definition.with_suffix(".c").read_text().splitlines()
    line: str = lines[location["line"] - 1]
    return line[location["column"] - 1 :]


@pytest.mark.parametrize(("answer", "verdict"), [(SAFE, True), (UNSAFE, False)])
def test_benchexec_reads_the_task(answer: Answer, verdict: bool, tmp_path: Path) -> None:
    definition = write_task(tmp_path, "closed", question(CLOSED, SAFE, SAFE, answer))
    task = model.load_task_definition_file(str(definition))
    assert task["format_version"] == "2.0"
    assert task["options"] == {"language": "C", "data_model": "LP64"}
    assert task["properties"] == [{"property_file": PROPERTY_FILE, "expected_verdict": verdict}]
    (program,) = model.handle_files_from_task_definition(task["input_files"], str(definition))
    assert Path(program) == tmp_path / "closed.c"
    assert Property.create(str(tmp_path / PROPERTY_FILE)).is_svcomp


def test_the_first_check_that_fails_ends_the_run(tmp_path: Path) -> None:
    unsafe = write_task(tmp_path, "unsafe", question(CLOSED, SAFE, SAFE, UNSAFE))
    assert run_task(unsafe.with_suffix(".c"), tmp_path) != 0
    text = CLOSED.replace("n != 4294967296L", "n == 4294967296L")
    safe = write_task(tmp_path, "safe", question(text, SAFE, SAFE, SAFE))
    assert run_task(safe.with_suffix(".c"), tmp_path) == 0
    assert not safe.with_suffix(".witness.yml").exists()


def test_a_task_has_no_words_of_ours(tmp_path: Path) -> None:
    text = CLOSED.partition("\n")[2]
    program = write_task(tmp_path, "plain", question(text, SAFE, SAFE, UNSAFE)).with_suffix(".c").read_text()
    assert "gadfly" not in program
    assert "#" not in program


def test_the_witness_points_at_the_error_of_the_check_that_fails(tmp_path: Path) -> None:
    definition = write_task(tmp_path, "closed", question(CLOSED, SAFE, SAFE, UNSAFE))
    (target,) = waypoints(witness_of(definition))
    assert (target["type"], target["action"]) == ("target", "follow")
    assert text_at(definition, target["location"]).startswith("reach_error();")
    line = definition.with_suffix(".c").read_text().splitlines()[target["location"]["line"] - 1]
    assert "n != 4294967296L" in line


def test_labels_decide_not_the_order_of_the_text(tmp_path: Path) -> None:
    text = CLOSED.replace("x < 9", "x < 3")
    definition = write_task(tmp_path, "order", question(text, SAFE, UNSAFE, SAFE))
    (target,) = waypoints(witness_of(definition))
    before = text_at(definition, target["location"] | {"column": 1})[: target["location"]["column"]]
    assert before.rstrip(" r").endswith("if (!(x > 0 && x < 3)) {")


def test_the_witness_gives_the_inputs_that_every_execution_reads_first(tmp_path: Path) -> None:
    definition = write_task(tmp_path, "open", question(OPEN, UNSAFE, inputs="-3 10"))
    first, second, target = waypoints(witness_of(definition))
    for waypoint, value in ((first, -3), (second, 10)):
        assert waypoint["type"] == "function_return"
        assert waypoint["constraint"] == {"value": f"\\result == {value}", "format": "acsl_expression"}
        assert text_at(definition, waypoint["location"]) == ");"
    assert target["type"] == "target"
    stubs = "int __VERIFIER_nondet_int(void) { return -3; }\n"
    stubs += "unsigned char __VERIFIER_nondet_uchar(void) { return 10; }\n"
    assert run_task(definition.with_suffix(".c"), tmp_path, stubs) != 0


@pytest.mark.parametrize(
    "text",
    [
        OPEN.replace("int x = ", "int x = 1 ? 2 : "),
        OPEN.replace("int x = ", "int x = sizeof "),
        OPEN.replace("int main(void) {", "int f(void) { return 0; } int main(void) { f();"),
        OPEN.replace("int x = ", "again:; int x = "),
        OPEN.replace("int x = ", "for (int i = 0; i < 2; i++) ; int x = "),
        OPEN.replace("int x = __VERIFIER_nondet_int()", "int x = __VERIFIER_nondet_float()"),
        OPEN.replace("int x = ", "int x = __VERIFIER_nondet_int() + "),
    ],
)
def test_inputs_that_may_be_read_otherwise_are_left_open(text: str, tmp_path: Path) -> None:
    definition = write_task(tmp_path, "otherwise", question(text, UNSAFE, inputs="-3 10"))
    assert [waypoint["type"] for waypoint in waypoints(witness_of(definition))] == ["target"]


def test_of_several_executions_nobody_knows_which_fails(tmp_path: Path) -> None:
    definition = write_task(tmp_path, "several", question(OPEN, UNSAFE, inputs="-3 10\n0 0"))
    assert [waypoint["type"] for waypoint in waypoints(witness_of(definition))] == ["target"]


def test_of_several_failing_checks_nobody_knows_which_is_first(tmp_path: Path) -> None:
    definition = write_task(tmp_path, "two", question(CLOSED, SAFE, UNSAFE, UNSAFE))
    assert not definition.with_suffix(".witness.yml").exists()


def test_the_witness_names_its_program_and_is_always_the_same(tmp_path: Path) -> None:
    asked = question(OPEN, UNSAFE, inputs="-3 10")
    definition = write_task(tmp_path / "a", "open", asked)
    again = write_task(tmp_path / "b", "open", asked)
    metadata = witness_of(definition)["metadata"]
    sha256 = hashlib.sha256(definition.with_suffix(".c").read_bytes()).hexdigest()
    assert metadata["format_version"] == "2.0"
    assert metadata["task"]["input_file_hashes"] == {"open.c": sha256}
    assert metadata["task"]["specification"] == "CHECK( init(main()), LTL(G ! call(reach_error())) )"
    assert metadata.keys() == {"format_version", "uuid", "creation_time", "producer", "task"}
    assert (
        definition.with_suffix(".witness.yml").read_bytes() == again.with_suffix(".witness.yml").read_bytes()
    )
    other = write_task(tmp_path / "c", "open", question(OPEN, UNSAFE, inputs="-4 11"))
    assert witness_of(other)["metadata"]["uuid"] != metadata["uuid"]


@pytest.mark.parametrize("name", ["", "..", "a/b", "a b", ".hidden"])
def test_names_are_file_names(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a plain file name"):
        write_task(tmp_path, name, question(CLOSED, SAFE, SAFE, SAFE))


def test_what_nobody_knows_is_no_task(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="depends on what a target says"):
        write_task(tmp_path, "open", question(OPEN, Answer.UNKNOWN))


def test_benchexec_reads_the_benchmark(tmp_path: Path) -> None:
    for name, answer in (("one", SAFE), ("two", UNSAFE)):
        write_task(tmp_path, name, question(CLOSED, SAFE, SAFE, answer))
    file = write_benchmark(tmp_path, ["one", "two"], tool="dummy")
    options = BenchExec().create_argument_parser().parse_args(["--no-container", str(file)])
    benchmark = model.Benchmark(str(file), options, datetime.fromtimestamp(0, UTC))
    runs = benchmark.run_sets[0].runs
    assert [Path(each.identifier).name for each in runs] == ["one.yml", "two.yml"]
    expected = [each.expected_results[str(tmp_path / PROPERTY_FILE)].result for each in runs]
    assert expected == [True, False]
