"""What an equal budget finds in old releases: `make bench-refind`.

    python -m bench.refind --seeds ../shared/corpus/smt --seconds 300 --at-once 2

Every release is hunted for the same time on one core. The campaigns stay in `hunts/refind`, so that findings
can be looked at and replayed; a release that is done is not hunted again. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from gadfly.campaign.hunt import HuntOrder, hunt
from gadfly.core.events import Event, FindingMet, JobProgressed
from gadfly.core.words import Budget, Kind, TargetName
from gadfly.store import FindingRecord
from gadfly.targets.open import open_target
from gadfly.techniques import technique_names

RELEASES = (
    *("z3@4.5.1", "z3@4.8.0", "z3@4.8.5", "z3@4.8.6", "z3@4.8.7", "z3@4.8.8", "z3@4.8.9", "z3@4.8.10"),
    *("z3@4.8.12", "z3@4.8.17", "z3@4.12.6", "z3@4.13.0", "z3@4.15.4", "z3@5.0.0"),
    *("cvc4@1.8", "cvc5@1.0.3", "cvc5@1.0.8", "cvc5@1.1.2"),
    *("boolector@1.5.118", "boolector@3.2.4", "yices2@2.6.4"),
)
RANDOM_SEED = 1
HUNTS = Path("hunts/refind")
RESULT = "refind.json"
KINDS = ("wrong unsat", "wrong sat", "invalid-model", "crash", "incomplete")
COLUMNS = ("release", "trials", "first finding", *KINDS, "logics", "options needed")


def main() -> None:
    options = _arguments()
    for release in options.releases:
        open_target(release).close()  # installing is not part of the budget
    with ProcessPoolExecutor(options.at_once, get_context("spawn")) as pool:
        budgets = [options.seconds] * len(options.releases)
        seeds = [options.seeds] * len(options.releases)
        print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
        for row in pool.map(_row, options.releases, seeds, budgets):
            print(row, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("releases", nargs="*", default=RELEASES)
    parser.add_argument("--seeds", type=Path, help="a folder of .smt2 files; default: bundled seeds")
    parser.add_argument("--seconds", type=float, default=300.0, help="for each release")
    parser.add_argument("--at-once", type=int, default=1, help="releases hunted at the same time")
    return parser.parse_args()


def _row(release: str, seeds: Path | None, seconds: float) -> str:
    """Hunt a release, unless that is done already, and say what was found."""
    folder = HUNTS / re.sub(r"[^\w.@-]", "-", release)
    result = folder / RESULT
    if not result.is_file():
        found = _hunt(release, seeds, seconds, folder)
        result.write_text(json.dumps(found, indent=2) + "\n")
    return _table_row(json.loads(result.read_text()))


def _hunt(release: str, seeds: Path | None, seconds: float, folder: Path) -> dict[str, Any]:
    clock = _Clock()
    order = HuntOrder(
        targets=(release,),
        techniques=technique_names("formulas"),
        seeds=(str(seeds),) if seeds else (),
        logic="",
        budget=Budget(seconds=seconds),
        random_seed=RANDOM_SEED,
        workers=1,
        out=folder,
    )
    result = hunt(order, clock)
    return {
        "release": release,
        "seconds": seconds,
        "random_seed": RANDOM_SEED,
        "trials": result.tally.trials,
        "refuted": result.tally.refuted,
        "first_seconds": clock.first_seconds,
        "first_trial": clock.first_trial,
        "findings": [_finding(record) for record in result.findings],
    }


def _finding(record: FindingRecord) -> dict[str, str]:
    options = TargetName.parse(record.target).options
    return {
        "id": record.id,
        "what": _what(record),
        "technique": record.technique,
        "logic": record.logic,
        "options": " ".join(f"{name}={value}" if value else name for name, value in options),
    }


def _what(record: FindingRecord) -> str:
    if record.kind is Kind.UNSOUND:
        return "wrong unsat" if record.message.startswith("answers unsat") else "wrong sat"
    return str(record.kind)


class _Clock:
    """Listens for the first finding and notes when it came, in seconds and in trials."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._trials = 0
        self.first_seconds = 0.0
        self.first_trial = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, JobProgressed):
            self._trials += event.delta.trials
        elif isinstance(event, FindingMet) and not self.first_seconds:
            self.first_seconds = round(time.monotonic() - self._began, 1)
            self.first_trial = self._trials


def _table_row(found: dict[str, Any]) -> str:
    findings = found["findings"]
    count = Counter(finding["what"] for finding in findings)
    first = f"{found['first_trial']:,} trials, {found['first_seconds']:.0f} s" if findings else "none"
    needed = (finding["options"] for finding in findings)
    cells = [
        found["release"],
        f"{found['trials']:,}",
        first,
        *(str(count[kind] or "") for kind in KINDS),
        _counted(finding["logic"] for finding in findings),
        ", ".join(f"`{options}`" for options in dict.fromkeys(needed) if options),
    ]
    return f"| {' | '.join(cells)} |"


def _counted(names: Iterable[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(Counter(names).items()))


if __name__ == "__main__":
    main()
