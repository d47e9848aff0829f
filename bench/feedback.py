"""Whether feedback beats uniform choice: `make bench-feedback`.

The same hunts with the same number of trials, once with feedback and once without, for several random seeds.
What counts is how many distinct certified findings they end with, and how soon the first one is met.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gadfly.campaign.hunt import HuntOrder, hunt
from gadfly.core.events import Event, FindingMet, JobProgressed
from gadfly.core.words import Budget
from gadfly.techniques import technique_names

TARGETS = ("z3@5.4.0.0", "z3@4.8.7")
LOGIC = "QF_LIA"
TRIALS = 8000
RANDOM_SEEDS = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hunt came to: distinct findings, and the trials up to the first, or all if there is none."""

    findings: int
    first: int


class _Watch:
    """A listener that notes when the first finding was met, as exactly as jobs report."""

    def __init__(self) -> None:
        self.trials = 0
        self.first = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, JobProgressed):
            self.trials += event.delta.trials
        elif isinstance(event, FindingMet) and not self.first:
            self.first = self.trials + 1


def measure(target: str, logic: str, random_seed: int, trials: int, *, learns: bool) -> Outcome:
    """One hunt in a folder that is thrown away."""
    watch = _Watch()
    with tempfile.TemporaryDirectory(prefix="gadfly-bench-") as folder:
        order = HuntOrder(
            targets=(target,),
            techniques=technique_names("formulas"),
            seeds=(),
            logic=logic,
            budget=Budget(trials=trials),
            random_seed=random_seed,
            workers=1,
            out=Path(folder) / "hunt",
            learns=learns,
        )
        result = hunt(order, watch)
    return Outcome(len(result.findings), watch.first or trials)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--logic", default=LOGIC, help="of the bundled seeds; empty for all")
    parser.add_argument("--trials", type=int, default=TRIALS)
    parser.add_argument("--random-seeds", type=int, default=RANDOM_SEEDS)
    order = parser.parse_args()
    console = Console(width=120)
    table = Table(title=f"feedback against uniform choice, {order.trials} trials, {order.random_seeds} seeds")
    for column in (
        "target",
        "findings uniform",
        "findings feedback",
        "ratio",
        "first uniform",
        "first feedback",
    ):
        table.add_column(column)
    sums = [0, 0]
    for target in order.targets:
        pairs = []
        for seed in range(1, order.random_seeds + 1):
            pair = tuple(
                measure(target, order.logic, seed, order.trials, learns=learns) for learns in (False, True)
            )
            console.print(f"{target} random seed {seed}: uniform {pair[0]}, feedback {pair[1]}", markup=False)
            pairs.append(pair)
        totals = [sum(pair[way].findings for pair in pairs) for way in (0, 1)]
        firsts = [statistics.median(pair[way].first for pair in pairs) for way in (0, 1)]
        ratio = f"{totals[1] / totals[0]:.2f}" if totals[0] else "-"
        table.add_row(target, str(totals[0]), str(totals[1]), ratio, f"{firsts[0]:.0f}", f"{firsts[1]:.0f}")
        sums = [sums[way] + totals[way] for way in (0, 1)]
    table.add_row("all", str(sums[0]), str(sums[1]), f"{sums[1] / max(1, sums[0]):.2f}", "", "")
    console.print(table)


if __name__ == "__main__":
    main()
