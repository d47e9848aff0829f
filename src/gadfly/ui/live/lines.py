"""Progress as plain lines, where there is no terminal to draw on."""

from __future__ import annotations

import time

from rich.console import Console

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
from gadfly.core.words import Tally

EVERY_SECONDS = 10.0


class Lines:
    """A listener that prints what matters, and a summary every ten seconds."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tally = Tally()
        self._began = self._last = time.monotonic()
        self._findings = 0

    def __call__(self, event: Event) -> None:
        match event:
            case CampaignStarted():
                verb = "goes on" if event.resumed else "begins"
                seeds = "1 seed" if event.seeds == 1 else f"{event.seeds} seeds"
                self._say(
                    f"hunt {verb}: {', '.join(event.targets)} with {', '.join(event.techniques)} "
                    f"from {seeds}, random seed {event.random_seed}, in {event.folder}"
                )
            case JobProgressed():
                self._tally += event.delta
                if time.monotonic() - self._last > EVERY_SECONDS:
                    self._last = time.monotonic()
                    self._say(self._summary())
            case SeedSkipped():
                self._say(f"seed skipped: {event.seed}: {event.reason}")
            case FindingMet() if event.hits == 1:
                self._findings += 1
                self._say(f"found {event.id}: {event.target} {event.logic}: {event.message}")
            case FindingMet():
                self._say(f"again {event.id} (met {event.hits} times)")
            case FindingReduced():
                self._say(f"reduced {event.id} to {event.lines} lines")
            case Noted():
                self._say(f"note: {event.message}")
            case CampaignEnded():
                self._say(f"{self._summary()}; {event.reason}")

    def _summary(self) -> str:
        tally = self._tally
        seconds = max(time.monotonic() - self._began, 0.001)
        share = tally.target_seconds / tally.seconds if tally.seconds else 0.0
        return (
            f"{seconds:.0f} s: {tally.trials} trials, {tally.trials / seconds:.0f}/s, "
            f"{share:.0%} of the time in the target, {tally.unknown} unknown, {tally.timeouts} timeouts, "
            f"{tally.unsupported} unsupported, {self._findings} findings"
        )

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)
