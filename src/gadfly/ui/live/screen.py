"""The live screen of a hunt."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gadfly.core.events import (
    CampaignEnded,
    CampaignStarted,
    Event,
    FindingMet,
    FindingReduced,
    JobProgressed,
    Noted,
    SeedSkipped,
)
from gadfly.core.words import Budget, Kind, Tally

SHOWN_FINDINGS = 8
_COUNTS = {
    "models": "models_checked",
    "unknown": "unknown",
    "timeouts": "timeouts",
    "crashes": "crashes",
    "unsupported": "unsupported",
}
_STYLE = {Kind.UNSOUND: "bold red", Kind.INVALID_MODEL: "red", Kind.CRASH: "magenta"}


class Screen:
    """A listener that draws: rate, time in target, yield, last new finding, health."""

    def __init__(self, console: Console, budget: Budget) -> None:
        self._budget = budget
        self._began = time.monotonic()
        self._started: CampaignStarted | None = None
        self._tallies: dict[str, Tally] = {}
        self._findings: dict[str, FindingMet] = {}
        self._lines: dict[str, int] = {}
        self._last_new = 0.0
        self._skipped = 0
        self._status = "installing what is missing"
        self._live = Live(console=console, refresh_per_second=4, get_renderable=self._draw)

    def __enter__(self) -> Screen:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def __call__(self, event: Event) -> None:
        match event:
            case CampaignStarted():
                self._started = event
                self._began = time.monotonic()
                self._tallies = {target: Tally() for target in event.targets}
                self._status = "going on" if event.resumed else "hunting"
            case JobProgressed():
                self._tallies[event.target] += event.delta
                self._status = f"asking about {event.seed}"
            case SeedSkipped():
                self._skipped += 1
                self._live.console.print(
                    f"seed skipped: {event.seed}: {event.reason}", markup=False, soft_wrap=True
                )
            case FindingMet():
                if event.id not in self._findings:
                    self._last_new = time.monotonic()
                self._findings[event.id] = event
                self._status = f"reducing {event.id}"
            case FindingReduced():
                self._lines[event.id] = event.lines
            case Noted():
                self._live.console.print(f"note: {event.message}", markup=False, soft_wrap=True)
            case CampaignEnded():
                self._status = event.reason

    def _draw(self) -> Group:
        return Group(self._heading(), self._target_table(), self._finding_table())

    def _heading(self) -> Panel:
        elapsed = time.monotonic() - self._began
        limit = f" of {_clock(self._budget.seconds)}" if self._budget.seconds else ""
        last = f"{_clock(time.monotonic() - self._last_new)} ago" if self._last_new else "none yet"
        seed = self._started.random_seed if self._started else "…"
        total = sum(self._tallies.values(), Tally())
        sure = total.trials and total.answered / total.trials
        text = Text.assemble(
            ("time ", "dim"), f"{_clock(elapsed)}{limit}   ",
            ("random seed ", "dim"), f"{seed}   ",
            ("last new finding ", "dim"), f"{last}   ",
            ("valid queries ", "dim"), f"{sure:.0%}   ",
            ("suspicions refuted ", "dim"), f"{total.refuted}   ",
            ("seeds skipped ", "dim"), f"{self._skipped}\n",
            ("now ", "dim"), self._status,
        )  # fmt: skip
        return Panel(text, title="gadfly hunt", title_align="left")

    def _target_table(self) -> Table:
        table = Table("target", expand=True)
        for title in ("trials", "per s", "in target", *_COUNTS):
            table.add_column(title, justify="right")
        elapsed = max(time.monotonic() - self._began, 0.001)
        for target, tally in list(self._tallies.items()):
            share = tally.target_seconds / tally.seconds if tally.seconds else 0.0
            counts = [str(getattr(tally, field)) for field in _COUNTS.values()]
            rate = f"{tally.trials / elapsed:.0f}"
            table.add_row(Text(target), str(tally.trials), rate, f"{share:.0%}", *counts)
        return table

    def _finding_table(self) -> Table:
        table = Table(expand=True)
        for title in ("finding", "target", "logic", "what", "lines", "hits"):
            table.add_column(title, no_wrap=title != "what")
        for finding in list(self._findings.values())[-SHOWN_FINDINGS:]:
            table.add_row(
                Text(finding.id, style=_STYLE.get(finding.kind, "yellow")), Text(finding.target),
                Text(finding.logic), Text(finding.message[:90]), str(self._lines.get(finding.id, "…")),
                str(finding.hits),
            )  # fmt: skip
        return table


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
