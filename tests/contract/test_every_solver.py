"""What every solver target promises, asked of real releases of every family.

The first run installs them into the cache (about 150 MB).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, Verdict
from gadfly.targets.open import open_solver
from gadfly.targets.solvers.target import SolverTarget
from gadfly.targets.tool import InstallError

TARGETS = (
    "z3@4.5.1.0.post2",
    "z3@4.8.7",
    "z3@5.4.0.0",
    "cvc5@1.0.3",
    "cvc5@1.0.8",
    "cvc5@1.4.2",
    "cvc4@1.8",
    "yices2@2.6.5.post24",
    "boolector@1.5.118",
    "boolector@3.2.4",
    "bitwuzla@0.9.1",
    "smtinterpol@2.5-1388",
    "planted@none",
)
LIMITS = Limits(wall_seconds=20.0, cpu_seconds=20.0)


@pytest.fixture(scope="module", params=TARGETS)
def target(request: pytest.FixtureRequest) -> Iterator[SolverTarget]:
    name: str = request.param
    try:
        opened = open_solver(name)
    except InstallError as error:
        if "Maven" in str(error):
            pytest.skip(str(error))
        raise
    yield opened
    opened.close()


def logic_of(target: SolverTarget) -> str:
    """A logic of numbers that the target claims."""
    logics = target.capabilities.logics
    return "QF_BV" if logics & {"ALL", "QF_BV"} else "QF_LIA"


def sort_of(target: SolverTarget) -> str:
    return "(_ BitVec 8)" if logic_of(target) == "QF_BV" else "Int"


def script(target: SolverTarget, *commands: str, models: bool = False) -> Query:
    logic = logic_of(target)
    option = ["(set-option :produce-models true)"] if models else []
    return Query(Language.SMT, "\n".join([*option, f"(set-logic {logic})", *commands, ""]), logic)


def both_ways(target: SolverTarget, query: Query) -> Iterator[Verdict]:
    yield target.answer(query, LIMITS)
    yield target.answer_fresh(query, LIMITS)


def equations(target: SolverTarget) -> Iterator[tuple[Query, Answer]]:
    """Thirty equations k*x = m whose truth is known by trying every x."""
    for k in range(2, 8):
        for m in (1, 6, 12, 35, 81):
            if logic_of(target) == "QF_BV":
                text = f"(assert (= (bvmul x #x{k:02x}) #x{m:02x}))"
                satisfiable = any(k * x % 256 == m for x in range(256))
            else:
                text = f"(assert (= (* {k} x) {m}))"
                satisfiable = any(k * x == m for x in range(m + 1))
            declared = f"(declare-fun x () {sort_of(target)})"
            yield script(target, declared, text, "(check-sat)"), Answer.SAT if satisfiable else Answer.UNSAT


def pigeons(target: SolverTarget, holes: int) -> Query:
    """One pigeon more than holes: easy to say, very long to refute."""
    places = [[f"p{pigeon}h{hole}" for hole in range(holes)] for pigeon in range(holes + 1)]
    commands = [f"(declare-fun {place} () Bool)" for row in places for place in row]
    commands += [f"(assert (or {' '.join(row)}))" for row in places]
    for column in zip(*places, strict=True):
        commands += [f"(assert (or (not {one}) (not {other})))" for one, other in combinations(column, 2)]
    return script(target, *commands, "(check-sat)")


def test_identity_names_the_target_and_its_digest(target: SolverTarget) -> None:
    assert str(target.identity.name) in TARGETS
    assert len(target.identity.digest) == 16
    assert target.identity.family


def test_live_and_fresh_give_the_right_answer(target: SolverTarget) -> None:
    """Every fourth equation, some true and some false, is enough for fresh processes: none has a past."""
    for place, (query, truth) in enumerate(equations(target)):
        verdicts = both_ways(target, query) if place % 4 == 0 else (target.answer(query, LIMITS),)
        for verdict in verdicts:
            assert (verdict.outcome, verdict.answers, verdict.models) == (Outcome.ANSWERED, (truth,), ("",))


def test_options_change_no_answer(target: SolverTarget) -> None:
    """Under a few options from all over the list; what they do to hard questions is for hunts to find."""
    (sat, _), (unsat, _) = (
        next(pair for pair in equations(target) if pair[1] is answer) for answer in (Answer.SAT, Answer.UNSAT)
    )
    options = target.capabilities.options
    for option in options[:: len(options) // 6 + 1]:
        other = open_solver(f"{target.identity.name}[{option.name}={option.values[0]}]")
        assert other.answer(sat, LIMITS).answers == (Answer.SAT,), option
        assert other.answer_fresh(unsat, LIMITS).answers == (Answer.UNSAT,), option
        other.close()


def test_model_after_sat(target: SolverTarget) -> None:
    if Feature.MODELS not in target.capabilities.features:
        pytest.skip("claims no models")
    value = "#x2a" if logic_of(target) == "QF_BV" else "42"
    query = script(
        target,
        f"(declare-fun x () {sort_of(target)})",
        f"(assert (= x {value}))",
        "(check-sat)",
        "(get-model)",
        models=True,
    )
    for verdict in both_ways(target, query):
        assert verdict.answers == (Answer.SAT,)
        words = verdict.models[0].replace("(", " ( ").replace(")", " ) ").split()
        assert words[:5] == ["(", "(", "define-fun", "x", "("]
        assert words[-3] in {"42", "#x2a", "#b00101010"}


def test_push_and_pop(target: SolverTarget) -> None:
    if Feature.INCREMENTAL not in target.capabilities.features:
        pytest.skip("claims no push and pop")
    query = script(
        target,
        "(declare-fun p () Bool)",
        "(assert p)",
        "(check-sat)",
        "(push 1)",
        "(assert (not p))",
        "(check-sat)",
        "(pop 1)",
        "(check-sat)",
    )
    for verdict in both_ways(target, query):
        assert verdict.answers == (Answer.SAT, Answer.UNSAT, Answer.SAT), verdict


def test_assumptions(target: SolverTarget) -> None:
    if Feature.ASSUMPTIONS not in target.capabilities.features:
        pytest.skip("claims no check-sat-assuming")
    query = script(
        target,
        "(declare-fun p () Bool)",
        "(declare-fun q () Bool)",
        "(assert (or p q))",
        "(check-sat-assuming ((not p) (not q)))",
        "(check-sat-assuming ((not p)))",
    )
    for verdict in both_ways(target, query):
        assert verdict.answers == (Answer.UNSAT, Answer.SAT), verdict


def test_every_tactic_decides(target: SolverTarget) -> None:
    for tactic in target.capabilities.tactics:
        declared = "(declare-fun x () (_ BitVec 8))"
        for assertion, truth in (("(bvult x #x01)", Answer.SAT), ("(bvult x #x00)", Answer.UNSAT)):
            query = script(target, declared, f"(assert {assertion})", f"(check-sat-using {tactic})")
            assert target.answer(query, LIMITS).answers == (truth,), tactic


def test_nothing_counts_after_an_error(target: SolverTarget) -> None:
    query = script(target, "(declare-fun p () Bool)", "(assert (and p nobody))", "(check-sat)")
    for verdict in both_ways(target, query):
        assert (verdict.outcome, verdict.answers) == (Outcome.UNSUPPORTED, ())
        assert "nobody" in verdict.detail or "error" in verdict.detail


def test_a_name_can_change_its_sort_from_script_to_script(target: SolverTarget) -> None:
    number = script(target, f"(declare-fun x () {sort_of(target)})", "(assert (= x x))", "(check-sat)")
    truth = script(target, "(declare-fun x () Bool)", "(assert (and x (not x)))", "(check-sat)")
    for query, answer in ((number, Answer.SAT), (truth, Answer.UNSAT), (number, Answer.SAT)):
        assert target.answer(query, LIMITS).answers == (answer,)


def test_options_do_not_leak_into_the_next_script(target: SolverTarget) -> None:
    if Feature.MODELS not in target.capabilities.features:
        pytest.skip("claims no models")
    without = Query(Language.SMT, f"(set-option :produce-models false)\n{script(target, '(check-sat)').text}")
    target.answer(without, LIMITS)
    query = script(target, "(declare-fun p () Bool)", "(check-sat)", "(get-model)", models=True)
    assert target.answer(query, LIMITS).models[0]


def test_exit_ends_one_script_only(target: SolverTarget) -> None:
    for _ in range(2):
        query = script(target, "(declare-fun p () Bool)", "(assert p)", "(check-sat)", "(exit)")
        assert target.answer(query, LIMITS).answers == (Answer.SAT,)


def test_time_limit_and_life_after_it(target: SolverTarget) -> None:
    if target.tool.name == "planted":
        pytest.skip("refuses whatever could take long")
    short = Limits(wall_seconds=1.0, cpu_seconds=1.0)
    assert target.answer(pigeons(target, 13), short).outcome is Outcome.TIMEOUT
    assert target.answer_fresh(pigeons(target, 13), short).outcome is Outcome.TIMEOUT
    assert target.answer(pigeons(target, 2), LIMITS).answers == (Answer.UNSAT,)


def test_killed_process_is_replaced(target: SolverTarget) -> None:
    query, truth = next(equations(target))
    target.answer(query, LIMITS)
    for child in children():
        os.kill(child, signal.SIGKILL)
    verdicts = [target.answer(query, LIMITS) for _ in range(2)]
    assert verdicts[1].answers == (truth,)
    assert verdicts[0].outcome is not Outcome.CRASH


def test_close_ends_every_process(target: SolverTarget) -> None:
    query, truth = next(equations(target))
    target.answer(query, LIMITS)
    target.close()
    assert children() == []
    assert target.answer(query, LIMITS).answers == (truth,)


def children() -> list[int]:
    """The processes started by this one; a target's live process is the only one."""
    lists = Path("/proc/self/task").glob("*/children")
    return [int(pid) for each in lists for pid in each.read_text().split()]
