"""Wrong answers of a real old solver, found by a little search, reduced by choices, by text and by ddSMT."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Basis, Kind, Language, Limits, Query, Question, Truth
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import read_model
from gadfly.lang.smt.script_reader import read_script
from gadfly.targets.open import open_solver
from gadfly.targets.solvers.target import SolverTarget
from gadfly.triage.choices_reducer import Record, Trace, order, reduce_record
from gadfly.triage.ddsmt import reduce_with_ddsmt
from gadfly.triage.meter import Meter
from gadfly.triage.smt_reducer import is_true, reduce_smt
from gadfly.truth.judge import judge

# The limit is counted by z3 itself, so that every answer is the same on a busy machine.
TARGET = "z3@4.8.7[rlimit=20000]"
LIMITS = Limits(wall_seconds=20, cpu_seconds=1)
NAMES = tuple(f"number{place}" for place in range(6))
DECLARATIONS = "".join(f"(declare-fun {name} () Int)\n" for name in NAMES)
VALUES = (0, 1, -1, 4, -8, 100, -1023, 1 << 63, -(1 << 63))
FACTORS = (1, -1, 2, -2, 5, -7, 8, 21, -30, 256)


@pytest.fixture(scope="module")
def target() -> Iterator[SolverTarget]:
    opened = open_solver(TARGET)
    yield opened
    opened.close()


def number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def atom(choices: Choices) -> str:
    products = [f"(* {number(choices.pick(FACTORS))} {choices.pick(NAMES)})" for _ in choices.repeat(1, 4)]
    total = products[0] if len(products) == 1 else f"(+ {' '.join(products)})"
    return f"({choices.pick(('<=', '<', '>', '>=', '='))} {total} {number(choices.integer(0, 60) - 30)})"


def formula(choices: Choices, depth: int) -> str:
    if depth == 0 or choices.below(6) == 0:
        return atom(choices)
    operator = choices.pick(("not", "and", "or", "xor", "=>", "=", "ite"))
    arity = {"not": 1, "ite": 3}.get(operator, 2)
    return f"({operator} {' '.join(formula(choices, depth - 1) for _ in range(arity))})"


def build(choices: Choices) -> Question:
    """Assertions that are true under random values, with questions in between."""
    evidence = "".join(f"(define-fun {name} () Int {number(choices.pick(VALUES))})\n" for name in NAMES)
    formulas = [formula(choices, choices.below(4)) for _ in choices.repeat(2, 12)]
    script = read_script(DECLARATIONS + "".join(f"(assert {text})\n" for text in formulas))
    holds = evaluate(script.assertions, read_model(evidence, script))
    lines = [f"(set-logic QF_LIA)\n{DECLARATIONS}"]
    checks = 2
    for text, value in zip(formulas, holds, strict=True):
        lines.append(f"(assert {text})\n" if value else f"(assert (not {text}))\n")
        if choices.below(3) == 2:
            lines.append("(check-sat)\n")
            checks += 1
    lines.append("(check-sat)\n(check-sat)\n")
    truth = Truth((Answer.SAT,) * checks, Basis.MODEL, evidence)
    return Question(Query(Language.SMT, "".join(lines), "QF_LIA"), truth)


def is_unsound(target: SolverTarget, question: Question) -> bool:
    complaint = judge(question, target.answer(question.query, LIMITS))
    return complaint is not None and complaint.kind is Kind.UNSOUND


def refuse(_question: Question) -> bool:
    return False


def find(target: SolverTarget, label: str) -> Trace:
    for index in range(500):
        choices = Choices.of(label, index)
        if is_unsound(target, build(choices)):
            return Trace.of(choices)
    raise AssertionError(f"{TARGET} answers nothing wrongly")


@pytest.mark.parametrize("label", ["one", "two"])
def test_a_wrong_answer_is_reduced_by_choices_and_by_text(target: SolverTarget, label: str) -> None:
    found = find(target, label)

    def attempt(record: Record) -> Trace | None:
        choices = Choices.replay(record)
        return Trace.of(choices) if is_unsound(target, build(choices)) else None

    by_choices = reduce_record(found, attempt, Meter(200))
    assert order(by_choices.record) < order(found.record)
    question = build(Choices.replay(by_choices.record))
    assert is_unsound(target, question)

    reduced = reduce_smt(question, lambda candidate: is_unsound(target, candidate), refuse, Meter(900))
    assert reduced.query.text.count("\n") <= 15
    assert len(reduced.query.text) < len(question.query.text)
    assert is_true(reduced, refuse)
    complaint = judge(reduced, target.answer_fresh(reduced.query, LIMITS))
    assert complaint is not None
    assert complaint.kind is Kind.UNSOUND


def test_ddsmt_never_leaves_the_truth(target: SolverTarget) -> None:
    question = build(Choices.replay(find(target, "one").record))
    reduced = reduce_with_ddsmt(question, TARGET, Kind.UNSOUND, seconds=20)
    assert len(reduced.query.text) < len(question.query.text)
    assert is_true(reduced, refuse)
    assert is_unsound(target, reduced)


def test_ddsmt_leaves_what_is_not_wrong(target: SolverTarget) -> None:
    text = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 0))\n(check-sat)\n"
    truth = Truth((Answer.SAT,), Basis.MODEL, "(define-fun x () Int 1)\n")
    question = Question(Query(Language.SMT, text, "QF_LIA"), truth)
    assert reduce_with_ddsmt(question, TARGET, Kind.UNSOUND, seconds=20) == question
