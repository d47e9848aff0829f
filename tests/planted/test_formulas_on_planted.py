"""`formulas` finds every planted defect that satisfiable questions can meet, and invents none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.core.events import Event
from gadfly.core.words import Budget, Kind, Limits, Outcome, Question
from gadfly.store import FindingRecord, Store
from gadfly.targets.open import open_target
from gadfly.truth.judge import judge

GATES = """(set-logic QF_BV)
(declare-fun p () Bool)
(declare-fun x () (_ BitVec 4))
(declare-fun y () (_ BitVec 4))
(assert (=> (bvult x y) (xor p (= (bvadd x #x1) y))))
(assert (or (not p) (= (bvand x y) #x0) (bvslt y x)))
(assert (ite p (bvule x #xa) (distinct x y)))
(check-sat)
"""
PRODUCT = """(set-logic QF_BV)
(declare-fun a () (_ BitVec 3))
(declare-fun b () (_ BitVec 3))
(declare-fun q () Bool)
(assert (or (= (bvmul a b) #b110) (and q (bvugt a b))))
(assert (=> q (not (= a (bvneg b)))))
(check-sat)
"""
TINY = """(set-logic QF_BV)
(declare-fun p () Bool)
(declare-fun q () Bool)
(assert (xor p q))
(check-sat)
"""
DEEP = """(set-logic QF_BV)
(declare-fun p () Bool)
(declare-fun q () Bool)
(assert (or p (and q (=> p (xor q (or p (and q (=> p (xor q (or p (not q)))))))))))
(check-sat)
"""
LIMITS = Limits(wall_seconds=5, cpu_seconds=5)
# Little of everything, because a target that goes beyond them costs each of them many times.
TIGHT = Limits(wall_seconds=1, cpu_seconds=1, memory_bytes=1 << 28, output_bytes=1 << 18)


@dataclass(frozen=True)
class Case:
    """A defect, what it must be found as, and from which seed: one on which it is neither rare nor costly."""

    defect: str
    kind: Kind
    seed: str
    trials: int
    most_lines: int = 8


CASES = (
    Case("wrong-unsat", Kind.UNSOUND, GATES, 60),
    Case("wrong-incremental", Kind.UNSOUND, GATES, 60),
    Case("wrong-second-check", Kind.UNSOUND, GATES, 60),
    Case("wrong-model", Kind.INVALID_MODEL, GATES, 60),
    Case("gives-up", Kind.INCOMPLETE, PRODUCT, 60),
    Case("crash", Kind.CRASH, TINY, 20),
    Case("segfault", Kind.CRASH, DEEP, 20),
)


def run_hunt(target: str, seeds: tuple[str, ...], trials: int, folder: Path, limits: Limits) -> HuntResult:
    sources = folder / "seeds"
    sources.mkdir()
    for place, text in enumerate(seeds):
        (sources / f"{place}.smt2").write_text(text)

    def ignore(_event: Event) -> None:
        """What matters is in the result."""

    order = HuntOrder(
        targets=(target,),
        techniques=("formulas-sat",),
        seed_paths=(sources,),
        logic="",
        budget=Budget(trials=trials),
        random_seed=1,
        workers=1,
        out=folder / "hunt",
        limits=limits,
    )
    result = hunt(order, ignore)
    assert (result.faults, result.reason) == (0, "all trials are done")
    assert result.tally.trials == trials
    return result


def reduced_question(folder: Path, record: FindingRecord) -> Question:
    with Store.open(folder / "hunt") as store:
        return store.load_finding(record.id).reduced


def complaint_of(target: str, question: Question) -> Kind | None:
    """What is wrong with what the target says to a question; it must not run out of anything."""
    opened = open_target(target)
    try:
        verdict = opened.answer_fresh(question.query, LIMITS)
    finally:
        opened.close()
    assert verdict.outcome in (Outcome.ANSWERED, Outcome.CRASH, Outcome.UNSUPPORTED)
    complaint = judge(question, verdict)
    return complaint.kind if complaint else None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.defect)
def test_a_planted_defect_is_found_certified_and_reduced(case: Case, tmp_path: Path) -> None:
    target = f"planted@{case.defect}"
    result = run_hunt(target, (case.seed,), case.trials, tmp_path, LIMITS)
    [record] = result.findings
    assert (record.kind, record.target, record.logic) == (case.kind, target, "QF_BV")
    assert record.certified
    assert record.certificate.vouchers
    assert not any("planted" in voucher for voucher in record.certificate.vouchers)
    assert record.reduced_lines <= case.most_lines
    assert result.tally.refuted == 0

    question = reduced_question(tmp_path, record)
    assert complaint_of(target, question) is case.kind
    assert complaint_of("planted@none", question) is None


@pytest.mark.parametrize("defect", ["hang", "memory-hog", "garbage", "error-then-sat"])
def test_what_is_no_wrong_answer_is_no_finding(defect: str, tmp_path: Path) -> None:
    result = run_hunt(f"planted@{defect}", (PRODUCT,), 12, tmp_path, TIGHT)
    assert result.findings == ()
    assert result.tally.refuted == 0
    assert result.tally.timeouts + result.tally.unsupported > 0
    assert result.tally.answered > 0


def test_a_right_solver_is_never_suspected(tmp_path: Path) -> None:
    result = run_hunt("planted@none", (GATES, PRODUCT, TINY), 300, tmp_path, LIMITS)
    assert result.findings == ()
    assert result.tally.refuted == 0
    assert result.tally.answered == 300
    assert result.tally.models_checked > 0
