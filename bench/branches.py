"""How fast `branches` asks: `make bench-branches`.

    python -m bench.branches [--sample N] [--hunt SECONDS] [TARGET …]

GCC's torture tests are the seeds. The first table is about our own speed, the second is a hunt with two
workers. `make bench-branches_table` compares what the paper's approaches find.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.campaign.seed_sources import source_seeds
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.events import Event
from gadfly.core.interfaces import Reference, Session, SkipSeedError
from gadfly.core.words import Budget, Capabilities, Kind, Language, Seed
from gadfly.lang.c.parse import CReadError, parse
from gadfly.techniques import technique, technique_names

TARGETS = ("cbmc@6.6.0", "cbmc@5.12", "goto-analyzer@6.6.0", "eva@25.0")
SEEDS = "gcc-torture"
SAMPLE, HUNT_SECONDS, WORKERS = 60, 120.0, 2
BUILT = 50  # programs of every seed, for the first table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--sample", type=int, default=SAMPLE, help="seeds that are opened")
    parser.add_argument("--hunt", type=float, default=HUNT_SECONDS, help="seconds per target, second table")
    order = parser.parse_args()
    seeds = source_seeds(SEEDS, 0) or ()
    step = max(1, len(seeds) // max(1, order.sample))
    sample = seeds[::step][: order.sample]
    console = Console(width=130)
    workshop = Workshop(lambda message: console.print(message, markup=False))
    try:
        console.print(_speed(seeds, sample, workshop.reference()))
    finally:
        workshop.close()
    if order.hunt:
        console.print(_hunts(order.targets, order.hunt))


def _speed(seeds: Sequence[Seed], sample: Sequence[Seed], reference: Reference) -> Table:
    table = Table(title=f"our own speed, {len(seeds)} torture tests, {len(sample)} of them opened")
    began = time.perf_counter()
    read = sum(_is_read(seed) for seed in seeds)
    reading = time.perf_counter() - began
    began = time.perf_counter()
    sessions = [session for seed in sample if (session := _opened("branches-count", seed, reference))]
    opening = time.perf_counter() - began
    began = time.perf_counter()
    for number in range(BUILT):
        for session in sessions:
            session.ask(Choices.of(number))
    asking = time.perf_counter() - began
    for column in ("read", "ms each", "well defined", "ms each to open", "programs built per second"):
        table.add_column(column, justify="right")
    table.add_row(
        f"{read} ({100 * read / len(seeds):.1f} %)",
        f"{1000 * reading / len(seeds):.1f}",
        f"{len(sessions)}",
        f"{1000 * opening / max(1, len(sample)):.0f}",
        f"{BUILT * len(sessions) / asking:,.0f}",
    )
    return table


def _is_read(seed: Seed) -> bool:
    try:
        parse(seed.text)
    except CReadError:
        return False
    return True


def _opened(
    name: str, seed: Seed, reference: Reference, capabilities: Capabilities | None = None
) -> Session | None:
    claims = capabilities or Capabilities(Language.C)
    try:
        return technique(name).open(seed, Choices.replay((0,)), claims, reference)
    except SkipSeedError:
        return None


def _hunts(targets: Sequence[str], seconds: float) -> Table:
    table = Table(title=f"hunts of {seconds:.0f} s with {WORKERS} workers")
    table.add_column("target")
    for column in (
        "trials",
        "unsound",
        "imprecise",
        "crash",
        "refuted",
        "wall s",
        "target s",
        "wall / target",
    ):
        table.add_column(column, justify="right")
    for name in targets:
        with tempfile.TemporaryDirectory(prefix="gadfly-bench-") as folder:
            result = _hunt(name, seconds, Path(folder) / "hunt")
        kinds = [record.kind for record in result.findings]
        spent = result.tally.target_seconds
        table.add_row(
            name,
            f"{result.tally.trials:,}",
            *(str(kinds.count(kind)) for kind in (Kind.UNSOUND, Kind.IMPRECISE, Kind.CRASH)),
            str(result.tally.refuted),
            f"{result.seconds:.0f}",
            f"{spent:.0f}",
            f"{result.seconds / max(spent, 0.001):.2f}",
        )
    return table


def _hunt(target: str, seconds: float, folder: Path) -> HuntResult:
    order = HuntOrder(
        targets=(target,),
        techniques=technique_names("branches"),
        seeds=(SEEDS,),
        logic="",
        budget=Budget(seconds=seconds),
        random_seed=1,
        workers=WORKERS,
        out=folder,
    )
    return hunt(order, _ignore)


def _ignore(_event: Event) -> None:
    """What matters is in the result."""


if __name__ == "__main__":
    main()
