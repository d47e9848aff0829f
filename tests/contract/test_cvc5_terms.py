"""cvc5 without a parser: what our reader builds for it is what cvc5's own parser builds."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Language, Limits, Outcome, Query, Seed, TargetName
from gadfly.lang.smt.grammar import LOGICS, make_seed
from gadfly.seeds import load_bundled
from gadfly.targets.catalog import find
from gadfly.targets.install import ensure
from gadfly.targets.open import open_solver
from gadfly.targets.solvers.target import SolverTarget
from gadfly.targets.solvers.workers.cvc5_terms import run_script
from gadfly.targets.solvers.workers.library_worker import run_parsed
from gadfly.truth.smt import Holds, evaluate_check

LIMITS = Limits(wall_seconds=20.0, cpu_seconds=20.0)
SCRIPTS_PER_LOGIC = 5
OPERATORS = Path(__file__).with_name("cvc5_operators.smt2").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def target() -> Iterator[SolverTarget]:
    opened = open_solver("cvc5@1.0.8")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def library() -> Iterator[Any]:
    """The first release with both: the interface of those before it, and a parser."""
    home = ensure(find(TargetName("cvc5", "1.0.9"))).home
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(home)
        yield importlib.import_module("cvc5")


def built(library: Any, script: str) -> list[str]:
    solver = library.Solver()
    run_script(library, solver, script)
    return [str(term) for term in solver.getAssertions()]


def parsed(library: Any, script: str) -> list[str]:
    solver = library.Solver()
    run_parsed(library, solver, script)
    return [str(term) for term in solver.getAssertions()]


def only_assertions(script: str) -> str:
    return "\n".join(line for line in script.splitlines() if not line.startswith(("(check-", "(get-")))


@pytest.mark.parametrize("logic", LOGICS)
def test_made_scripts(logic: str, library: Any) -> None:
    for number in range(SCRIPTS_PER_LOGIC):
        script = only_assertions(make_seed(logic, Choices.of("terms", logic, number)))
        assert built(library, script) == parsed(library, script) != []


@pytest.mark.parametrize("seed", load_bundled(), ids=lambda seed: seed.name)
def test_bundled_scripts(seed: Seed, library: Any) -> None:
    script = only_assertions(seed.text)
    assert built(library, script) == parsed(library, script) != []


def test_operators_and_declarations(library: Any) -> None:
    assert built(library, OPERATORS) == parsed(library, OPERATORS) != []


@pytest.mark.parametrize("seed", load_bundled(), ids=lambda seed: seed.name)
def test_models(seed: Seed, target: SolverTarget) -> None:
    script = seed.text.replace("(check-sat)", "(check-sat)\n(get-model)")
    query = Query(Language.SMT, f"(set-option :produce-models true)\n{script}")
    verdict = target.answer(query, LIMITS)
    for place, (answer, model) in enumerate(zip(verdict.answers, verdict.models, strict=True)):
        if answer is Answer.SAT:
            evaluation = evaluate_check(query, place, model)
            assert evaluation.holds is not Holds.NO
            assert all(f"(define-fun {name} " in model for name in evaluation.script.symbols)


@pytest.mark.parametrize(
    ("script", "answer"),
    [
        ("(define-fun twice ((n Int)) Int (* 2 n))\n(assert (= (twice 3) 6))", Answer.SAT),
        ("(declare-fun x () Int)\n(assert (! (> x 1) :named a))\n(assert (not a))", Answer.UNSAT),
        (
            "(declare-datatype |a b| ((|c d|)))\n(declare-fun x () |a b|)\n(assert ((_ is |c d|) x))",
            Answer.SAT,
        ),
        ("(declare-fun p () Bool)\n(assert p)\n(reset-assertions)\n(assert (not p))", Answer.SAT),
    ],
)
def test_what_assertions_alone_do_not_show(script: str, answer: Answer, target: SolverTarget) -> None:
    verdict = target.answer(Query(Language.SMT, f"{script}\n(check-sat)\n"), LIMITS)
    assert (verdict.answers, verdict.detail) == ((answer,), "")


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("(declare-fun x () (_ BitVec 8))\n(assert (bvnego x))", "bvnego"),
        ("(assert (+ 1 2))", "sort"),
        ("(assert (= 1 true))", "="),
        ("(get-unsat-core)", "get-unsat-core"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "define-fun-rec"),
    ],
)
def test_what_cannot_be_built_is_unsupported(script: str, named: str, target: SolverTarget) -> None:
    verdict = target.answer(Query(Language.SMT, f"{script}\n(check-sat)\n"), LIMITS)
    assert (verdict.outcome, verdict.answers) == (Outcome.UNSUPPORTED, ())
    assert named in verdict.detail
