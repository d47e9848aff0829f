"""Any SMT-LIB executable is a target by its path; what is none is refused in one line."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Feature, Language, Limits, Query
from gadfly.targets.open import open_solver, open_target
from gadfly.targets.tool import TargetError, UnusableTargetError

Z3 = Path(sys.executable).with_name("z3")
PUSHED = Query(
    Language.SMT,
    "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 3))\n(check-sat)\n"
    "(push 1)\n(assert (< x 4))\n(check-sat)\n(pop 1)\n(check-sat)\n",
    "QF_LIA",
)


def program(folder: Path, text: str, name: str = "solver") -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_a_known_tool_is_asked_in_its_own_way() -> None:
    target = open_target(str(Z3))
    assert str(target.identity.name) == "z3@path"
    assert target.identity.family == "z3"
    assert Feature.TACTICS in target.capabilities.features
    assert target.answer(PUSHED, Limits()).answers == (Answer.SAT, Answer.UNSAT, Answer.SAT)
    target.close()


def test_options_after_a_path(tmp_path: Path) -> None:
    target = open_target(f"{Z3}[smt.arith.solver=2]")
    assert str(target.identity.name) == "z3@path[smt.arith.solver=2]"
    assert target.answer_fresh(PUSHED, Limits()).answers == (Answer.SAT, Answer.UNSAT, Answer.SAT)


@pytest.mark.parametrize(
    ("how", "persistent"),
    [
        ('exec {z3} "$@"', True),
        ('exec {z3} "$1"', True),
        ('[ $# = 1 ] && [ "$1" != -in ] && exec {z3} "$1"', False),
        ("exec {z3} -in", True),
    ],
    ids=["file and -in", "one argument", "file only", "stdin only"],
)
def test_an_unknown_solver_is_explored(how: str, persistent: bool, tmp_path: Path) -> None:
    target = open_solver(str(program(tmp_path, how.format(z3=Z3))))
    assert str(target.identity.name) == "solver@path"
    assert target.capabilities.features == {Feature.MODELS, Feature.INCREMENTAL, Feature.ASSUMPTIONS}
    assert target.release.persistent is persistent
    for verdict in (target.answer(PUSHED, Limits()), target.answer_fresh(PUSHED, Limits())):
        assert verdict.answers == (Answer.SAT, Answer.UNSAT, Answer.SAT)
    target.close()


def test_only_what_works_is_a_feature(tmp_path: Path) -> None:
    how = f'grep -q "push\\|assuming\\|get-model" "$1" && echo "(error \\"no\\")" || exec {Z3} "$1"'
    assert open_target(str(program(tmp_path, how))).capabilities.features == frozenset()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exec yes", "too much output"),
        ("sleep 100", "hangs on a trivial question"),
        ("echo unsat", "does not answer trivial questions rightly: unsat"),
        ("echo sat", "does not answer trivial questions rightly: sat"),
        ("echo hello", "hello"),
        ("kill -SEGV $$", "SIGSEGV"),
        ("true", "exit 0"),
    ],
)
def test_what_is_no_solver_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableTargetError) as failure:
        open_target(str(program(tmp_path, text)))
    assert message in str(failure.value)
    assert "\n" not in str(failure.value)


def test_what_cannot_be_started_is_refused(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    shutil.copy(program(tmp_path, "true"), plain)
    plain.chmod(0o644)
    not_a_program = tmp_path / "binary"
    not_a_program.write_bytes(b"\x00\x01\x02")
    not_a_program.chmod(0o755)
    for path, message in (
        (tmp_path / "missing", "no such file"),
        (tmp_path, "no such file"),
        (plain, "not executable"),
        (not_a_program, "binary@path"),
    ):
        with pytest.raises(TargetError, match=message):
            open_target(str(path))
