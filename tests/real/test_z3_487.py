"""A hunt for a real bug in a real release: z3 4.8.7 says unsat to satisfiable integer arithmetic."""

from __future__ import annotations

from pathlib import Path

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.core.events import Event
from gadfly.core.words import Answer, Budget, Kind, Limits
from gadfly.seeds import load_bundled
from gadfly.store.store import Store
from gadfly.targets.open import open_target
from gadfly.truth.smt import Holds, evaluate_checks

SEED = "qf_lia_equations"
NEWEST = "z3@5.4.0.0"
TRIALS = 150  # six of six random seeds needed at most 56


def hunted(target: str, folder: Path) -> HuntResult:
    """The same few trials from one bundled seed, whatever the target."""
    [seed] = [seed for seed in load_bundled() if seed.name == SEED]
    path = folder / f"{SEED}.smt2"
    path.write_text(seed.text)

    def ignore(_event: Event) -> None:
        """What matters is in the result."""

    order = HuntOrder(
        targets=(target,),
        techniques=("formulas-sat",),
        seeds=(str(path),),
        logic="QF_LIA",
        budget=Budget(trials=TRIALS),
        random_seed=5,
        workers=1,
        out=folder / "hunt",
        varies_options=False,
    )
    result = hunt(order, ignore)
    assert (result.faults, result.tally.trials) == (0, TRIALS)
    return result


def test_a_known_bug_is_found_certified_and_small(tmp_path: Path) -> None:
    result = hunted("z3@4.8.7", tmp_path)
    unsound = [record for record in result.findings if record.kind is Kind.UNSOUND]
    assert unsound
    record = min(unsound, key=lambda record: record.reduced_lines)
    assert record.certified
    assert "cvc5@1.4.2" in record.certificate.vouchers
    assert not any(voucher.startswith("z3") for voucher in record.certificate.vouchers)
    assert record.reduced_lines <= 15

    with Store.open(tmp_path / "hunt") as store:
        reduced = store.load_finding(record.id).reduced
    assert evaluate_checks(reduced.query, reduced.truth.evidence).holds is Holds.YES
    newest = open_target(NEWEST)
    try:
        verdict = newest.answer_fresh(reduced.query, Limits())
    finally:
        newest.close()
    assert set(verdict.answers) == {Answer.SAT}


def test_the_same_hunt_finds_nothing_in_the_newest_release(tmp_path: Path) -> None:
    result = hunted(NEWEST, tmp_path)
    assert result.findings == ()
    assert result.tally.refuted == 0
