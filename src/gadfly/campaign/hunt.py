"""A hunt: from what the user asked for to a campaign that runs, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from gadfly import __version__
from gadfly.campaign.campaign import JOB_SECONDS, Campaign
from gadfly.campaign.coverage import CoverageRecorder
from gadfly.campaign.feedback import ArmYield, Feedback
from gadfly.campaign.plan import Lane, Plan, lanes_of
from gadfly.campaign.seeds import SeedsError, load_seeds, logic_of
from gadfly.campaign.workshop import REFERENCE
from gadfly.core.coverage import Snapshot
from gadfly.core.events import CampaignStarted, Listener, SeedSkipped
from gadfly.core.words import Budget, Capabilities, Language, Limits, Seed, Tally
from gadfly.run.scratch import sweep
from gadfly.seeds import load_bundled, load_bundled_c
from gadfly.store import CampaignConfig, FindingRecord
from gadfly.store.store import Store
from gadfly.targets.open import open_target
from gadfly.techniques import technique, technique_names
from gadfly.techniques.laws.seeds import law_seeds

# A good question is quick. Processor time counts, so that a busy machine does not change what is asked.
QUESTION_LIMITS = Limits(wall_seconds=10.0, cpu_seconds=1.0, output_bytes=1 << 20)
PROGRAM_LIMITS = Limits(wall_seconds=20.0, cpu_seconds=4.0)
# A sweep is many tests, of which one may take a second. So a program that needs more than ten does hang.
SWEEP_LIMITS = Limits(wall_seconds=40.0, cpu_seconds=10.0)

USUAL_TECHNIQUES = {
    Language.SMT: ("formulas",),
    Language.C: ("branches", "mazes"),
    Language.DOMAIN: ("laws",),
}
MOST_SECONDS_CHARGED = 12 * JOB_SECONDS


@dataclass(frozen=True, slots=True)
class HuntOrder:
    """What a user asks for. Seeds are paths or names of sources; without any the bundled ones are used.
    Without a technique each target is asked in the usual way.

    `varies_options` asks half of the questions under options that must not change a right answer. `learns`
    prefers what gave new behaviour (`make bench-feedback` compares).
    `coverage` is the folder of a target's objects if the coverage of its code is to be recorded. Without
    `limits` a question gets as much time as its language needs.
    """

    targets: tuple[str, ...]
    techniques: tuple[str, ...]
    seeds: tuple[str, ...]
    logic: str
    budget: Budget
    random_seed: int
    workers: int
    out: Path
    varies_options: bool = True
    learns: bool = True
    coverage: Path | None = None
    limits: Limits | None = None


@dataclass(frozen=True, slots=True)
class HuntResult:
    """What a hunt came to; `faults` counts jobs lost through our own fault, `yields` is what feedback saw."""

    random_seed: int
    tally: Tally
    seconds: float
    findings: tuple[FindingRecord, ...]
    faults: int
    reason: str
    yields: tuple[ArmYield, ...] = ()
    coverage: tuple[Snapshot, ...] = ()


def hunt(order: HuntOrder, listen: Listener) -> HuntResult:
    """Run a campaign to its end, or go on with the one in the same folder."""
    sweep()
    if order.coverage is None:
        return _hunt(order, listen)
    with CoverageRecorder(order.coverage, order.targets, order.out, listen) as recorder:
        return replace(_hunt(order, recorder, recorder), coverage=recorder.snapshots)


def _hunt(order: HuntOrder, listen: Listener, recorder: CoverageRecorder | None = None) -> HuntResult:
    targets = _capabilities(order)
    if not order.techniques:
        order = replace(order, techniques=_usual_techniques(targets.values()))
    _check_languages(order.techniques, targets)
    seeds = _seeds(order, listen)
    lanes = _lanes(seeds, targets)
    if not lanes:
        raise SeedsError("no seed fits any of the targets: `gadfly targets list --json` shows their logics")
    distinct = {seed.digest: seed for own in seeds.values() for seed in own}
    limits = order.limits or _limits(targets.values())
    config = CampaignConfig(
        order.techniques,
        tuple(targets),
        tuple(distinct),
        order.random_seed,
        (("logic", order.logic), ("options", "varied" if order.varies_options else "default")),
        __version__,
    )
    began = time.monotonic()
    with Store.create_or_resume(order.out, config) as store:
        before = store.total()
        listen(
            CampaignStarted(
                config.techniques,
                config.targets,
                len(distinct),
                order.random_seed,
                str(order.out),
                store.resumed,
                before,
            )
        )
        feedback = Feedback() if order.learns else None
        campaign = Campaign(
            plan=Plan(
                lanes,
                order.random_seed,
                feedback,
                cost=attrgetter("trials") if order.budget.trials else _cost_in_seconds,
            ),
            store=store,
            budget=order.budget,
            limits=limits,
            workers=order.workers,
            listen=listen,
        )
        if recorder is not None:
            recorder.begin(distinct.values(), limits)
        reason = campaign.run()
        if recorder is not None:
            recorder.end()
        seconds = time.monotonic() - began + before.seconds / order.workers
        return HuntResult(
            order.random_seed,
            store.total(),
            seconds,
            tuple(store.findings()),
            campaign.faults,
            reason,
            feedback.table() if feedback else (),
        )


def _check_languages(techniques: Sequence[str], targets: Mapping[str, Capabilities]) -> None:
    """A target that would never be asked anything is a mistake of the user's."""
    asked = {technique(name).language for name in techniques}
    for target, capabilities in targets.items():
        if capabilities.language not in asked:
            usual = " or ".join(USUAL_TECHNIQUES[capabilities.language])
            raise SeedsError(f"{', '.join(techniques)} cannot ask {target} anything: try --technique {usual}")


def _lanes(seeds: Mapping[str, Sequence[Seed]], targets: Mapping[str, Capabilities]) -> tuple[Lane, ...]:
    """The lanes of every technique on the targets that read the language of its questions."""
    found: list[Lane] = []
    for name, own in seeds.items():
        language = technique(name).language
        fitting = {target: known for target, known in targets.items() if known.language is language}
        found += lanes_of({name: own}, fitting)
    return tuple(found)


def _usual_techniques(targets: Iterable[Capabilities]) -> tuple[str, ...]:
    languages = dict.fromkeys(capabilities.language for capabilities in targets)
    words = (word for language in languages for word in USUAL_TECHNIQUES[language])
    return tuple(name for word in words for name in technique_names(word))


def _limits(targets: Iterable[Capabilities]) -> Limits:
    """Programs take longer than formulas, and sweeps longer still."""
    languages = {capabilities.language for capabilities in targets}
    if Language.DOMAIN in languages:
        return SWEEP_LIMITS
    return PROGRAM_LIMITS if Language.C in languages else QUESTION_LIMITS


def _cost_in_seconds(tally: Tally) -> float:
    """A job that took long because of what it found is not to be blamed for it."""
    return min(tally.seconds, MOST_SECONDS_CHARGED)


def _seeds(order: HuntOrder, listen: Listener) -> Mapping[str, Sequence[Seed]]:
    """The seeds of every technique: its own if it has any, otherwise the user's."""
    if order.seeds:
        given, skipped = load_seeds(order.seeds, order.random_seed)
        for file in skipped:
            listen(SeedSkipped(file.name, file.reason))
    else:
        given = [*load_bundled(), *load_bundled_c(), *law_seeds()]
    techniques = map(technique, order.techniques)
    seeds = {
        each.name: each.own_seeds or [seed for seed in given if seed.language is each.seed_language]
        for each in techniques
    }
    if not order.logic:
        return seeds
    chosen = {name: [seed for seed in own if logic_of(seed) == order.logic] for name, own in seeds.items()}
    if not any(chosen.values()):
        logics = sorted({logic_of(seed) for own in seeds.values() for seed in own})
        raise SeedsError(f"no seed is in {order.logic}; there is: {', '.join(logics)}")
    return chosen


def _capabilities(order: HuntOrder) -> dict[str, Capabilities]:
    """Install and open every target once, so that a wrong name fails at once and workers find them ready."""
    open_target(REFERENCE).close()
    found = {}
    for name in order.targets:
        target = open_target(name)
        known = target.capabilities
        found[name] = known if order.varies_options else replace(known, options=())
        target.close()
    return found
