"""Questions about C programs as SV-COMP tasks, so that BenchExec can put them to any verifier."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import gadfly
from gadfly.core.words import Answer, Question
from gadfly.lang.c.dialect import PROPERTY, PROPERTY_FILE
from gadfly.lang.c.edits import encode
from gadfly.lang.c.svcomp import Position, TaskProgram, task_program

NO_TIME = "1970-01-01T00:00:00Z"
"""When witnesses were made as far as they tell: the same question always makes the same files."""


class UnknownVerdictError(ValueError):
    """A question of which nobody knows the answer by itself; one line."""


def write_task(
    folder: Path, name: str, question: Question, *, data_model: str = "LP64", created: str = NO_TIME
) -> Path:
    """Write a question as `NAME.c`, `NAME.yml`, the property file and, if it is certain which check an
    execution fails, `NAME.witness.yml`; the task definition is what is returned.

    A check that may fail makes the expected verdict false. UnknownVerdictError if the truth is not known.
    """
    if re.fullmatch(r"[\w+-][\w.+-]*", name) is None:
        raise ValueError(f"{name!r} is not a plain file name")
    answers = question.truth.answers
    if not set(answers) <= {Answer.SAFE, Answer.UNSAFE}:
        raise UnknownVerdictError(f"the verdict of {name} depends on what a target says")
    program = task_program(question.query.text)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PROPERTY_FILE).write_text(PROPERTY, encoding="utf-8")
    (folder / f"{name}.c").write_bytes(encode(program.text))
    definition = folder / f"{name}.yml"
    definition.write_text(_definition(name, Answer.UNSAFE not in answers, data_model), encoding="utf-8")
    if answers.count(Answer.UNSAFE) == 1:
        content = _waypoints(f"{name}.c", program, question)
        witness = _metadata(f"{name}.c", program, content, data_model, created) + content
        (folder / f"{name}.witness.yml").write_text(witness, encoding="utf-8")
    return definition


def write_benchmark(folder: Path, names: Iterable[str], *, tool: str = "cpachecker") -> Path:
    """Write `benchmark.xml`, by which BenchExec runs a tool on the tasks of these names in a folder."""
    includes = "".join(f"    <include>{escape(name)}.yml</include>\n" for name in names)
    file = folder / "benchmark.xml"
    file.write_text(
        '<?xml version="1.0"?>\n'
        '<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 1.9//EN"'
        ' "https://www.sosy-lab.org/benchexec/benchmark-1.9.dtd">\n'
        f'<benchmark tool={quoteattr(tool)} timelimit="60 s" memlimit="4 GB" cpuCores="1">\n'
        '  <rundefinition name="gadfly"/>\n'
        '  <tasks name="gadfly">\n'
        f"{includes}"
        f"    <propertyfile>{PROPERTY_FILE}</propertyfile>\n"
        "  </tasks>\n"
        "</benchmark>\n",
        encoding="utf-8",
    )
    return file


def _definition(name: str, verdict: bool, data_model: str) -> str:
    return f"""\
format_version: '2.0'

input_files: '{name}.c'

properties:
  - property_file: {PROPERTY_FILE}
    expected_verdict: {str(verdict).lower()}

options:
  language: C
  data_model: {data_model}
"""


def _metadata(file: str, program: TaskProgram, content: str, data_model: str, created: str) -> str:
    sha256 = hashlib.sha256(encode(program.text)).hexdigest()
    identity = uuid.uuid5(uuid.NAMESPACE_OID, " ".join((file, sha256, data_model, created, content)))
    return f"""\
- entry_type: violation_sequence
  metadata:
    format_version: '2.0'
    uuid: {identity}
    creation_time: '{created}'
    producer:
      name: Gadfly
      version: '{gadfly.__version__}'
    task:
      input_files:
        - '{file}'
      input_file_hashes:
        '{file}': '{sha256}'
      specification: {json.dumps(PROPERTY.strip())}
      data_model: {data_model}
      language: C
"""


def _waypoints(file: str, program: TaskProgram, question: Question) -> str:
    """The way of an execution to the check that it fails: its first inputs, then the error."""
    segments = [
        _segment("function_return", file, position, f"\\result == {value}")
        for position, value in zip(program.inputs, _inputs(question), strict=False)
    ]
    error = program.errors[question.truth.answers.index(Answer.UNSAFE)]
    return "".join(["  content:\n", *segments, _segment("target", file, error)])


def _inputs(question: Question) -> Iterator[int]:
    """What the failing execution reads; nothing if there are several, for nobody says which of them fails."""
    vectors = question.truth.evidence.splitlines()
    return map(int, vectors[0].split()) if len(vectors) == 1 else iter(())


def _segment(kind: str, file: str, position: Position, constraint: str = "") -> str:
    constrained = f"""\
          constraint:
            value: {json.dumps(constraint)}
            format: acsl_expression
"""
    return f"""\
    - segment:
      - waypoint:
          type: {kind}
          action: follow
          location:
            file_name: '{file}'
            line: {position.line}
            column: {position.column}
{constrained if constraint else ""}"""
