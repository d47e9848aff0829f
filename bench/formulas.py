"""How fast `formulas` asks, and how soon it finds: `make bench-formulas`.

Rates that are compared are measured in turns within one run, because machines are noisy.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gadfly.campaign.hunt import HuntOrder, hunt
from gadfly.campaign.workshop import REFERENCE, Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Session, Target
from gadfly.core.words import Answer, Budget, Capabilities, Limits, Outcome, Query, Seed, Verdict
from gadfly.seeds import load_bundled
from gadfly.targets.install import ensure
from gadfly.targets.catalog import find
from gadfly.core.words import TargetName
from gadfly.techniques import technique
from gadfly.truth.judge import judge

LIMITS = Limits()
LIA_SEED = """(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(declare-fun b () Bool)
(assert (or (and (< (+ (* 2 x) (* 3 y)) 17) (>= (- z x) 4)) (= (+ x y z) 11)))
(assert (=> b (not (= (- (* 5 y) (* 2 z)) 9))))
(assert (ite (> x 3) (<= y (+ z 8)) (distinct x y z)))
(assert (or (not b) (< (* 7 x) (+ y 40)) (>= z 0)))
(assert (xor (= (div z 3) 2) (>= (+ x (* (- 1) y)) 6)))
(assert (and (<= (- 100) x) (<= x 100) (<= (- 100) y) (<= y 100)))
(check-sat)
"""


def main() -> None:
    console = Console()
    workshop = Workshop(lambda note: console.print(note))
    table = Table(title="formulas", caption="goals: see docs/techniques/formulas.md")
    for column in ("what", "measured", "goal"):
        table.add_column(column)
    try:
        table.add_row("queries built per CPU-second (QF_LIA, 500 bytes)", f"{_built(workshop):,.0f}", "20,000")
        ours, bare = _asked(workshop)
        table.add_row("asked per second / bare loop, same scripts", f"{ours:.0f} / {bare:.0f} = {ours / bare:.2f}", "0.85")
        live, spawned = _live_gain(workshop)
        table.add_row("live process / one process a query (QF_BV)", f"{live:.0f} / {spawned:.0f} = {live / spawned:.1f}x", "4x")
        trials = _first_finding()
        listed = ", ".join(str(count) for count in trials)
        table.add_row("trials to the first finding, z3@4.8.7, 10 random seeds", f"median {statistics.median(trials):.0f} ({listed})", "STORM: 795, 1, 389, 126")
        early, late = _memory(workshop)
        table.add_row("peak memory after 20,000 / 200,000 trials", f"{early} / {late} MiB", "flat")
    finally:
        workshop.close()
    console.print(table)
