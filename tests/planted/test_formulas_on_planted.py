"""Every mode of `formulas` finds the planted defects that are meant for it, and none invents any."""

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
SUMS = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 3))
(declare-fun y () (_ BitVec 3))
(assert (= (bvadd x y) #b101))
(assert (bvult x y))
(assert (= (bvlshr x #b001) (bvand y #b011)))
(check-sat)
"""
OVERFLOWS = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 3))
(declare-fun y () (_ BitVec 3))
(assert (or (bvsaddo x y) (bvsmulo x y) (bvssubo y x)))
(check-sat)
"""
FOUR = """(set-logic QF_BV)
(declare-fun a () (_ BitVec 1))
(declare-fun b () (_ BitVec 1))
(declare-fun c () (_ BitVec 1))
(declare-fun d () (_ BitVec 1))
(assert (distinct a b c d))
(check-sat)
"""
EVERY_MODE = ("formulas-sat", "formulas-unsat", "formulas-mixed", "formulas-fresh")
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
    mode: str = "formulas-sat"
    most_lines: int = 8
    openings: int = 1  # of the seed: what a mode draws when it opens a seed must vary for some defects
    options: str = ""  # that it needs, as the name of the finding's target has them


CASES = (
    Case("wrong-unsat", Kind.UNSOUND, GATES, 60),
    Case("wrong-incremental", Kind.UNSOUND, GATES, 60),
    Case("wrong-second-check", Kind.UNSOUND, GATES, 60),
    Case("wrong-model", Kind.INVALID_MODEL, GATES, 60),
    Case("gives-up", Kind.INCOMPLETE, PRODUCT, 60),
    Case("crash", Kind.CRASH, TINY, 20),
    Case("segfault", Kind.CRASH, DEEP, 20),
    Case("wrong-overflow", Kind.INVALID_MODEL, OVERFLOWS, 60),
    Case("wrong-distinct", Kind.UNSOUND, FOUR, 60, "formulas-unsat"),
    Case("wrong-let", Kind.UNSOUND, GATES, 240, openings=12),
    Case("wrong-equal-branches", Kind.UNSOUND, GATES, 480, openings=12),
    Case("wrong-definition", Kind.UNSOUND, GATES, 480, openings=12),
    Case("wrong-sat", Kind.UNSOUND, GATES, 60, "formulas-unsat"),
    Case("wrong-large-core", Kind.UNSOUND, GATES, 120, "formulas-unsat"),
    Case("wrong-assumed", Kind.UNSOUND, GATES, 60, "formulas-unsat"),
    Case("sticky-unsat", Kind.UNSOUND, GATES, 60, "formulas-unsat"),
    Case("wrong-modulo", Kind.UNSOUND, SUMS, 800, "formulas-mixed", openings=20),
    Case("wrong-shift", Kind.UNSOUND, SUMS, 800, "formulas-mixed", openings=20),
    Case("wrong-boundary", Kind.UNSOUND, TINY, 2000, "formulas-fresh"),
    Case("wrong-backwards", Kind.UNSOUND, GATES, 240, openings=12, options="[conjoin=backwards]"),
    Case(
        "options-disagree", Kind.UNSOUND, GATES, 240, "formulas-unsat", openings=12, options="[early-stop=]"
    ),
)


def run_hunt(
    target: str,
    seeds: tuple[str, ...],
    trials: int,
    folder: Path,
    limits: Limits,
    modes: tuple[str, ...] = ("formulas-sat",),
    varies_options: bool = False,
) -> HuntResult:
    sources = folder / "seeds"
    sources.mkdir()
    for place, text in enumerate(seeds):
        (sources / f"{place}.smt2").write_text(text)

    def ignore(_event: Event) -> None:
        """What matters is in the result."""

    order = HuntOrder(
        targets=(target,),
        techniques=modes,
        seed_paths=(sources,),
        logic="",
        budget=Budget(trials=trials),
        random_seed=1,
        workers=1,
        out=folder / "hunt",
        limits=limits,
        varies_options=varies_options,
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
    target = f"planted@{case.defect}{case.options}"
    result = run_hunt(
        f"planted@{case.defect}",
        tuple(f"; {opening}\n{case.seed}" for opening in range(case.openings)),
        case.trials,
        tmp_path,
        LIMITS,
        (case.mode,),
        varies_options=bool(case.options),
    )
    record = next(each for each in result.findings if (each.kind, each.target) == (case.kind, target))
    assert record.logic == "QF_BV"
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
    seeds = (GATES, PRODUCT, TINY, SUMS, FOUR)
    result = run_hunt("planted@none", seeds, 3000, tmp_path, LIMITS, EVERY_MODE, varies_options=True)
    assert result.findings == ()
    assert result.tally.refuted == 0
    assert result.tally.answered > 2000
    assert result.tally.models_checked > 0
