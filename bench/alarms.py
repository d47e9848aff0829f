"""False alarms: hunts in which nothing may be found: `make bench-alarms`.

    python -m bench.alarms [TRIALS_PLANTED [TRIALS_EACH_REAL]]

All modes of `formulas` ask, half of the questions under options, from the bundled seeds of the logics a
target knows and a few small ones that the planted solver can decide.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.core.events import Event
from gadfly.core.words import Budget
from gadfly.seeds import load_bundled
from gadfly.techniques import technique_names

PLANTED = "planted@none"
REAL = ("bitwuzla@0.9.1", "yices2@2.6.5.post24")
PLANTED_TRIALS, REAL_TRIALS = 1_000_000, 100_000
MODES = technique_names("formulas")
SMALL_SEEDS = {
    "gates": """(set-logic QF_BV)
(declare-fun p () Bool)
(declare-fun x () (_ BitVec 4))
(declare-fun y () (_ BitVec 4))
(assert (=> (bvult x y) (xor p (= (bvadd x #x1) y))))
(assert (or (not p) (= (bvand x y) #x0) (bvslt y x)))
(assert (ite p (bvule x #xa) (distinct x y)))
(check-sat)
""",
    "product": """(set-logic QF_BV)
(declare-fun a () (_ BitVec 3))
(declare-fun b () (_ BitVec 3))
(declare-fun q () Bool)
(assert (or (= (bvmul a b) #b110) (and q (bvugt a b))))
(assert (=> q (not (= a (bvneg b)))))
(check-sat)
""",
    "contradiction": """(set-logic QF_BV)
(declare-fun x () (_ BitVec 3))
(declare-fun y () (_ BitVec 3))
(assert (= (bvadd x y) #b101))
(assert (bvult x #b010))
(assert (bvult y #b011))
(check-sat)
""",
}


def main() -> None:
    numbers = [int(argument.replace(",", "")) for argument in sys.argv[1:]]
    planted_trials, real_trials = numbers + [PLANTED_TRIALS, REAL_TRIALS][len(numbers) :]
    table = Table(title="false alarms: " + ", ".join(MODES))
    for column in ("target", "trials", "answered", "unknown", "timeouts", "refuted", "findings", "seconds"):
        table.add_column(column, justify="left" if column == "target" else "right")
    for target in (PLANTED, *REAL):
        result = _hunt(target, planted_trials if target == PLANTED else real_trials)
        table.add_row(target, *map("{:,.0f}".format, _figures(result)))
        for record in result.findings:
            print(f"{record.id}: {record.target}: {record.message}", file=sys.stderr)
    Console(width=120).print(table)


def _figures(result: HuntResult) -> tuple[float, ...]:
    tally = result.tally
    return (
        tally.trials,
        tally.answered,
        tally.unknown,
        tally.timeouts,
        tally.refuted,
        len(result.findings),
        result.seconds,
    )


def _hunt(target: str, trials: int) -> HuntResult:
    """All modes on one target, in one process at a time: the figures are for one core."""
    with tempfile.TemporaryDirectory(prefix="gadfly-alarms-") as folder:
        seeds = Path(folder) / "seeds"
        seeds.mkdir()
        for name, text in SMALL_SEEDS.items():
            (seeds / f"{name}.smt2").write_text(text)
        if target != PLANTED:
            for seed in load_bundled():
                (seeds / f"{seed.name}.smt2").write_text(seed.text)
        order = HuntOrder(
            targets=(target,),
            techniques=MODES,
            seeds=(str(seeds),),
            logic="",
            budget=Budget(trials=trials),
            random_seed=1,
            workers=1,
            out=Path(folder) / "hunt",
        )
        return hunt(order, _ignore)


def _ignore(_event: Event) -> None:
    """What matters is in the result."""


if __name__ == "__main__":
    main()
