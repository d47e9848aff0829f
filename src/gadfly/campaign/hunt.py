"""A hunt: from what the user asked for to a campaign that runs, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gadfly import __version__
from gadfly.campaign.campaign import Campaign
from gadfly.campaign.plan import Plan
from gadfly.campaign.seeds import SeedsError, load_seeds, logic_of
from gadfly.campaign.workshop import REFERENCE
from gadfly.core.events import CampaignStarted, Listener, SeedSkipped
from gadfly.core.words import Budget, Capabilities, Limits, Seed, Tally
from gadfly.run.scratch import sweep
from gadfly.seeds import load_bundled
from gadfly.store import CampaignConfig, FindingRecord, Store
from gadfly.targets.open import open_target

# A good question is quick. Processor time counts, so that a busy machine does not change what is asked.
QUESTION_LIMITS = Limits(wall_seconds=10.0, cpu_seconds=1.0, output_bytes=1 << 20)


@dataclass(frozen=True, slots=True)
class HuntOrder:
    """What a user asks for. Without seed paths the bundled seeds are used."""

    targets: tuple[str, ...]
    techniques: tuple[str, ...]
    seed_paths: tuple[Path, ...]
    logic: str
    budget: Budget
    random_seed: int
    workers: int
    out: Path
    limits: Limits = QUESTION_LIMITS


@dataclass(frozen=True, slots=True)
class HuntResult:
    """What a hunt came to; `faults` counts jobs lost through our own fault."""

    random_seed: int
    tally: Tally
    seconds: float
    findings: tuple[FindingRecord, ...]
    faults: int
    reason: str


def hunt(order: HuntOrder, listen: Listener) -> HuntResult:
    """Run a campaign to its end, or go on with the one in the same folder."""
    sweep()
    seeds = _seeds(order, listen)
    targets = _capabilities(order.targets)
    config = CampaignConfig(
        order.techniques,
        tuple(targets),
        tuple(seed.digest for seed in seeds),
        order.random_seed,
        (("logic", order.logic),),
        __version__,
    )
    began = time.monotonic()
    with Store.create_or_resume(order.out, config) as store:
        before = store.total()
        listen(
            CampaignStarted(
                config.techniques,
                config.targets,
                len(seeds),
                order.random_seed,
                str(order.out),
                store.resumed,
                before,
            )
        )
        campaign = Campaign(
            plan=Plan(config.techniques, targets, seeds, order.random_seed),
            store=store,
            budget=order.budget,
            limits=order.limits,
            workers=order.workers,
            listen=listen,
        )
        reason = campaign.run()
        seconds = time.monotonic() - began + before.seconds / order.workers
        return HuntResult(
            order.random_seed, store.total(), seconds, tuple(store.findings()), campaign.faults, reason
        )


def _seeds(order: HuntOrder, listen: Listener) -> Sequence[Seed]:
    if order.seed_paths:
        seeds, skipped = load_seeds(order.seed_paths)
        for file in skipped:
            listen(SeedSkipped(file.name, file.reason))
    else:
        seeds = list(load_bundled())
    if order.logic:
        logics = sorted({logic_of(seed) for seed in seeds})
        seeds = [seed for seed in seeds if logic_of(seed) == order.logic]
        if not seeds:
            raise SeedsError(f"no seed is in {order.logic}; there is: {', '.join(logics)}")
    return seeds


def _capabilities(names: Sequence[str]) -> dict[str, Capabilities]:
    """Install and open every target once, so that a wrong name fails at once and workers find them ready."""
    open_target(REFERENCE).close()
    found = {}
    for name in names:
        target = open_target(name)
        found[name] = target.capabilities
        target.close()
    return found
