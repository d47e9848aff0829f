"""What a hunt shows when it ends."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gadfly.campaign.feedback import ArmKind, ArmYield
from gadfly.campaign.hunt import HuntResult
from gadfly.core.words import Basis, Finding
from gadfly.report.difference import difference
from gadfly.store import FindingRecord
from gadfly.store.store import Store

SHOWN_LINES = 30
SHOWN_ARMS = 4  # of each kind
_EVIDENCE = {
    Basis.MODEL: "Everything asserted is true under:",
    Basis.CORE: "These assertions contradict each other; values, if there are any, satisfy the other checks:",
    Basis.LAW: "A law of this class holds in every such domain:",
}


def finding_table(records: Sequence[FindingRecord]) -> Table:
    """Findings as a table, worst first."""
    table = Table()
    for title in ("finding", "target", "logic", "what", "lines", "hits"):
        table.add_column(title, no_wrap=title == "finding")
    for record in records:
        table.add_row(
            record.id, Text(record.target), Text(record.logic), Text(record.message[:100]),
            str(record.reduced_lines), str(record.hits),
        )  # fmt: skip
    return table


def yield_table(yields: Sequence[ArmYield]) -> Table:
    """What gave something new: the best of each kind, in the order of `yields`."""
    table = Table(title="what showed something new")
    for title in ("", "trials", "traits", "findings"):
        table.add_column(title, justify="left" if not title else "right")
    for kind in ArmKind:
        best = [arm for arm in yields if arm.kind is kind and (arm.findings or arm.traits)]
        for arm in best[:SHOWN_ARMS]:
            name = Text(f"{kind} {arm.name}")
            table.add_row(name, str(arm.trials), str(arm.traits), str(arm.findings))
    return table


def print_result(console: Console, result: HuntResult, store: Store, folder: Path) -> None:
    """The findings, the worst one in full, and what to do next."""
    tally = result.tally
    console.print(
        f"{tally.trials} trials in {result.seconds:.0f} s, random seed {result.random_seed}: {result.reason}",
        markup=False,
    )
    if result.tally.trials:
        console.print(yield_table(result.yields))
    if not result.findings:
        console.print("No wrong answer found.")
        if tally.refuted:
            console.print(f"{tally.refuted} suspicions were not certified, so they are not reported.")
        return
    console.print(finding_table(result.findings))
    first = result.findings[0]
    worst = min(
        (record for record in result.findings if record.kind is first.kind), key=lambda r: r.reduced_lines
    )
    print_finding(console, worst, store)
    console.print(f"\nAll files: {folder / 'findings'}", markup=False, soft_wrap=True)
    console.print(
        f"A bug report to paste: gadfly findings report {worst.id} --out {shlex.quote(str(folder))}",
        markup=False,
        soft_wrap=True,
    )


def print_finding(console: Console, record: FindingRecord, store: Store) -> None:
    """One finding: the reduced question, what was said, and why that is wrong."""
    finding = store.load_finding(record.id)
    console.print(f"\n{record.id}: {record.target} {finding.message}", markup=False, soft_wrap=True)
    _print_lines(console, finding.reduced.query.text.splitlines())
    _print_reason(console, finding)
    console.print(f"Certified by: {', '.join(finding.certificate.vouchers)}", markup=False, soft_wrap=True)
    console.print(f"Replay: {record.replay}", markup=False, soft_wrap=True)


def _print_reason(console: Console, finding: Finding) -> None:
    """What was said, what is right, and what shows it."""
    truth = finding.reduced.truth
    said = ", ".join(finding.reduced_verdict.answers) or finding.reduced_verdict.outcome
    right = ", ".join(truth.answers)
    if truth.basis is Basis.CONTRADICTION:
        console.print(f"It says: {said}. By its own words about another program: {right}.", markup=False)
        console.print("That program differs from this one (+):")
        _print_lines(console, difference(finding.reduced, "reduced.c"))
        return
    console.print(f"It says: {said}. Right: {right}.", markup=False)
    if truth.evidence:
        console.print(_EVIDENCE.get(truth.basis, "Evidence:"))
        _print_lines(console, truth.evidence.splitlines())
    if finding.pair:
        console.print("It gave itself away about two programs that differ like this:")
        _print_lines(console, difference(finding.pair.question, "later.c"))


def _print_lines(console: Console, lines: Sequence[str]) -> None:
    for line in lines[:SHOWN_LINES]:
        console.print(f"    {line}", markup=False, soft_wrap=True)
    if len(lines) > SHOWN_LINES:
        console.print(f"    … {len(lines) - SHOWN_LINES} more lines")
