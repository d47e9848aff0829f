"""How fast `branches` asks, and what its approaches find: `make bench-branches`.

    python -m bench.branches [--sample N] [--hunt SECONDS] [TARGET …]

GCC's torture tests are the seeds. The first table is about our own speed, the second compares the paper's
approaches on a sample of the tests as its Table 2 does, and the third is a hunt with two workers.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gadfly.campaign.hunt import PROGRAM_LIMITS, HuntOrder, HuntResult, hunt
from gadfly.campaign.seed_sources import source_seeds
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.events import Event
from gadfly.core.interfaces import Reference, Session, SkipSeedError, Target
from gadfly.core.words import Answer, Budget, Capabilities, Kind, Language, Outcome, Question, Seed
from gadfly.lang.c.parse import CReadError, parse
from gadfly.techniques import technique, technique_names
from gadfly.truth.judge import judge

TARGETS = ("cbmc@6.6.0", "cbmc@5.12", "goto-analyzer@6.6.0", "eva@25.0")
SEEDS = "gcc-torture"
SAMPLE, HUNT_SECONDS, WORKERS = 60, 120.0, 2
BUILT = 50  # programs of every seed, for the first table
MOST_BRANCHES = 12  # of a seed that are asked about one by one
_LARGEST = 1 << 40  # what is too large for a draw counts as its largest
APPROACHES = {
    "I reach": "branches-reach",
    "II count": "branches-count",
    "III fused": "branches-fused",
    "values": "branches-values",
}


@dataclass(slots=True)
class Row:
    """What one approach came to on one target."""

    asked: int = 0
    answered: int = 0
    unsound: int = 0
    imprecise: int = 0
    crashes: int = 0
    seconds: float = 0.0
    wrong_seeds: set[str] = field(default_factory=set)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--sample", type=int, default=SAMPLE, help="seeds for the second table")
    parser.add_argument("--hunt", type=float, default=HUNT_SECONDS, help="seconds per target, third table")
    order = parser.parse_args()
    seeds = source_seeds(SEEDS, 0) or ()
    step = max(1, len(seeds) // max(1, order.sample))
    sample = seeds[::step][: order.sample]
    console = Console(width=130)
    workshop = Workshop(lambda message: console.print(message, markup=False))
    try:
        console.print(_speed(seeds, sample, workshop.reference()))
        console.print(_approaches(order.targets, sample, workshop))
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


def _approaches(targets: Sequence[str], sample: Sequence[Seed], workshop: Workshop) -> Table:
    table = Table(title=f"the approaches on {len(sample)} torture tests")
    for column in ("target", "approach"):
        table.add_column(column)
    for column in ("asked", "answered", "unsound", "imprecise", "crash", "seeds", "target s", "ms each"):
        table.add_column(column, justify="right")
    for name in targets:
        target = workshop.target(name)
        reference = workshop.reference(target.identity.family)
        for approach, mode in APPROACHES.items():
            row = _row(mode, target, sample, reference)
            table.add_row(
                name,
                approach,
                *(f"{each:,}" for each in (row.asked, row.answered, row.unsound, row.imprecise, row.crashes)),
                str(len(row.wrong_seeds)),
                f"{row.seconds:.1f}",
                f"{1000 * row.seconds / max(1, row.asked):.0f}",
            )
    return table


def _row(mode: str, target: Target, sample: Sequence[Seed], reference: Reference) -> Row:
    """Ask about every branch once, as the paper does; one check at a time, whatever the target can do."""
    row = Row()
    claims = Capabilities(Language.C, claims=target.capabilities.claims)
    for seed in sample:
        session = _opened(mode, seed, reference, claims)
        for question in _enumerated(mode, session) if session else ():
            verdict = target.answer(question.query, PROGRAM_LIMITS)
            row.asked += 1
            row.answered += verdict.outcome is Outcome.ANSWERED and Answer.UNKNOWN not in verdict.answers
            row.seconds += verdict.seconds
            complaint = judge(question, verdict)
            if complaint is not None:
                row.unsound += complaint.kind is Kind.UNSOUND
                row.imprecise += complaint.kind is Kind.IMPRECISE
                row.crashes += complaint.kind is Kind.CRASH
                row.wrong_seeds.add(seed.name)
    return row


def _enumerated(mode: str, session: Session) -> Iterator[Question]:
    """The questions of a session without randomness: the choices are a number of checks, 1, and a branch."""
    if mode == "branches-fused":
        yield session.ask(Choices.replay((_LARGEST, _LARGEST, 0)))
        return
    texts = set()
    for place in range(MOST_BRANCHES):
        question = session.ask(Choices.replay((0, place, 0, 0)))
        if question.query.text not in texts:
            texts.add(question.query.text)
            yield question


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
