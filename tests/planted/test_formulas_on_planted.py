"""Every mode of `formulas` finds the planted defects that are meant for it, and none invents any."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.core.events import Event, FindingMet, FindingReduced, Listener
from gadfly.core.words import Budget, Kind, Limits, Outcome, Question
from gadfly.store import FindingRecord
from gadfly.store.store import Store
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
# As they are, these two compute the same under the defect as without it: only their mutants do not.
SHIFTS = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 3))
(declare-fun y () (_ BitVec 3))
(assert (= (bvashr x #b001) (bvlshr y #b011)))
(assert (bvult (bvashr (bvnot x) #b010) (bvlshr x (bvor x y))))
(assert (distinct (bvashr y (bvlshr x #b010)) (bvlshr x #b100)))
(check-sat)
"""
REMAINDERS = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 3))
(declare-fun y () (_ BitVec 3))
(assert (= (bvsmod (bvlshr x #b001) #b010) (bvurem y #b011)))
(assert (bvult (bvsmod (bvlshr y #b001) #b011) (bvurem x (bvor x y))))
(assert (distinct (bvsmod #b010 (bvlshr x #b001)) (bvsrem x #b110)))
(check-sat)
"""
OVERFLOWS = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 3))
(declare-fun y () (_ BitVec 3))
(assert (bvsaddo x y))
(assert (not (bvsmulo x y)))
(assert (xor (bvssubo y x) (bvsaddo y y)))
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
    """A defect, what it must be found as, and from which seed: one on which it is neither rare nor costly.

    What a mode draws when it opens a seed decides whether a defect can be met at all. So there are as many
    openings as make a miss unlikely whatever the random seed is; it was measured how many show each defect.
    """

    defect: str
    kind: Kind
    seed: str
    mode: str = "formulas-sat"
    openings: int = 4
    questions: int = 20  # of an opening; a job asks no fewer
    most_lines: int = 8
    options: str = ""  # that it needs, as the name of the finding's target has them


CASES = (
    Case("wrong-unsat", Kind.UNSOUND, GATES),
    Case("wrong-incremental", Kind.UNSOUND, GATES),
    Case("wrong-second-check", Kind.UNSOUND, GATES),
    Case("wrong-model", Kind.INVALID_MODEL, GATES, openings=6, questions=60),
    Case("gives-up", Kind.INCOMPLETE, PRODUCT),
    Case("crash", Kind.CRASH, TINY, openings=8),
    Case("segfault", Kind.CRASH, DEEP, openings=1),
    Case("wrong-overflow", Kind.INVALID_MODEL, OVERFLOWS, openings=16, questions=60),
    Case("wrong-distinct", Kind.UNSOUND, FOUR, "formulas-unsat", openings=8),
    Case("wrong-let", Kind.UNSOUND, GATES, openings=8),
    Case("wrong-equal-branches", Kind.UNSOUND, GATES, openings=32),
    # A question is reduced by its choices only if the defect needs a definition: its text is without them.
    Case("wrong-definition", Kind.UNSOUND, GATES, openings=20, most_lines=12),
    Case("wrong-sat", Kind.UNSOUND, GATES, "formulas-unsat"),
    Case("wrong-large-core", Kind.UNSOUND, GATES, "formulas-unsat", openings=8),
    Case("wrong-assumed", Kind.UNSOUND, GATES, "formulas-unsat"),
    Case("sticky-unsat", Kind.UNSOUND, GATES, "formulas-unsat"),
    Case("wrong-modulo", Kind.UNSOUND, REMAINDERS, "formulas-mixed", openings=40),
    Case("wrong-shift", Kind.UNSOUND, SHIFTS, "formulas-mixed", openings=40),
    Case("wrong-boundary", Kind.UNSOUND, TINY, "formulas-fresh", openings=1, questions=2000),
    Case("wrong-backwards", Kind.UNSOUND, GATES, openings=12, options="[conjoin=backwards]"),
    Case("options-disagree", Kind.UNSOUND, GATES, "formulas-unsat", openings=12, options="[early-stop=]"),
)


class Until:
    """Ends a hunt as Ctrl-C does once what is looked for is found and reduced: the rest takes time only."""

    def __init__(self, kind: Kind, target: str) -> None:
        self._wanted = (kind, target)
        self._met: set[str] = set()
        self._is_over = False

    def __call__(self, event: Event) -> None:
        match event:
            case FindingMet() if (event.kind, event.target) == self._wanted:
                self._met.add(event.id)
            case FindingReduced() if event.id in self._met and not self._is_over:
                self._is_over = True
                signal.raise_signal(signal.SIGINT)


def ignore(_event: Event) -> None:
    """What matters is in the result."""


def run_hunt(
    target: str,
    seeds: Sequence[str],
    trials: int,
    folder: Path,
    limits: Limits,
    modes: tuple[str, ...] = ("formulas-sat",),
    varies_options: bool = False,
    listen: Listener = ignore,
) -> HuntResult:
    sources = folder / "seeds"
    sources.mkdir()
    for place, text in enumerate(seeds):
        (sources / f"{place}.smt2").write_text(f"; {place}\n{text}")
    order = HuntOrder(
        targets=(target,),
        techniques=modes,
        seeds=(str(sources),),
        logic="",
        budget=Budget(trials=trials),
        random_seed=1,
        workers=1,
        out=folder / "hunt",
        limits=limits,
        varies_options=varies_options,
    )
    result = hunt(order, listen)
    assert result.faults == 0
    assert result.reason in ("all trials are done", "interrupted")
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
        [case.seed] * case.openings,
        case.openings * case.questions,
        tmp_path,
        LIMITS,
        (case.mode,),
        varies_options=bool(case.options),
        listen=Until(case.kind, target),
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
    result = run_hunt(f"planted@{defect}", [PRODUCT] * 4, 40, tmp_path, TIGHT)
    assert result.tally.trials == 40
    assert result.findings == ()
    assert result.tally.refuted == 0
    assert result.tally.timeouts + result.tally.unsupported > 0
    assert result.tally.answered > 0


def test_a_right_solver_is_never_suspected(tmp_path: Path) -> None:
    seeds = (GATES, PRODUCT, TINY, SHIFTS, OVERFLOWS, FOUR)
    result = run_hunt("planted@none", seeds, 2000, tmp_path, LIMITS, EVERY_MODE, varies_options=True)
    assert result.tally.trials == 2000
    assert result.findings == ()
    assert result.tally.refuted == 0
    assert result.tally.answered > 1300
    assert result.tally.models_checked > 0
