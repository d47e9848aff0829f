"""What the approaches of `branches` find on the torture tests: `make bench-branches_table`.

    python -m bench.branches_table [--sample N] [--seconds S] [TARGET …]

As for the paper's Table 2, every branch of a test is asked about once (at most twelve of them) under default
options. Of the wrong answers to a test the first of each kind is confirmed, certified and made small; what
then has the same signature counts as one bug, whichever approach or test led to it. The rows of a target are
printed as soon as they are known.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gadfly.campaign.hunt import PROGRAM_LIMITS
from gadfly.campaign.seed_sources import source_seeds
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, Session, SkipSeedError, Target
from gadfly.core.words import (
    Answer,
    Capabilities,
    Finding,
    Kind,
    Language,
    Outcome,
    Question,
    Recipe,
    Refusal,
    Seed,
)
from gadfly.techniques import technique
from gadfly.triage.confirm import Confirmer
from gadfly.triage.reduce import Reducer
from gadfly.truth.judge import judge

TARGETS = ("cbmc@6.6.0", "goto-analyzer@6.6.0", "eva@25.0")
SEEDS = "gcc-torture"
REDUCTION_SECONDS = 40.0
MOST_BRANCHES = 12  # of a test that are asked about one by one
REPORT_SECONDS = 30.0
_OPENING = (0,)
_LARGEST = 1 << 40  # what is too large for a draw counts as its largest
APPROACHES = {
    "I reach": "branches-reach",
    "II count": "branches-count",
    "III fused": "branches-fused",
    "values": "branches-values",
}
COLUMNS = (
    "target | approach | tests | mutants | answered | wrong | unsound | imprecise | crash | bugs"
    " | target s | ms each"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and how it is built again."""

    question: Question
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Wrong:
    """A test that an approach got a wrong answer to."""

    seed: str
    kind: Kind


@dataclass(slots=True)
class Row:
    """What one approach came to on one target; `wrong` counts answers before they are looked into."""

    tests: int = 0
    asked: int = 0
    answered: int = 0
    wrong: int = 0
    seconds: float = 0.0
    met: dict[Wrong, Asked] = field(default_factory=dict)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--sample", type=int, default=0, help="that many tests, evenly spread; default all")
    parser.add_argument("--seconds", type=float, default=REDUCTION_SECONDS, help="per reduction")
    order = parser.parse_args()
    seeds = source_seeds(SEEDS, 0) or ()
    step = max(1, len(seeds) // order.sample) if order.sample else 1
    sample = seeds[::step][: order.sample or len(seeds)]
    workshop = Workshop(_note)
    print(f"| {COLUMNS} |\n|{'---|' * (COLUMNS.count('|') + 1)}")
    try:
        for name in order.targets:
            target = workshop.target(name)
            rows = _rows(target, sample, workshop.reference(target.identity.family))
            for approach, row in rows.items():
                _note(f"before certification: {_line(name, approach, row, {})}")
            bugs = _bugs(target, tuple(rows.values()), workshop, order.seconds)
            for approach, row in rows.items():
                print(_line(name, approach, row, bugs), flush=True)
    finally:
        workshop.close()


def _rows(target: Target, sample: Sequence[Seed], reference: Reference) -> dict[str, Row]:
    """Ask one check at a time, whatever the target can do, as the paper does."""
    rows = {approach: Row() for approach in APPROACHES}
    claims = Capabilities(Language.C, claims=target.capabilities.claims)
    told = time.monotonic()
    for number, seed in enumerate(sample):
        for approach, mode in APPROACHES.items():
            session = _opened(mode, seed, reference, claims)
            if session is not None:
                rows[approach].tests += 1
                for asked in _enumerated(mode, seed, session):
                    _ask(target, seed, asked, rows[approach])
        if time.monotonic() > told + REPORT_SECONDS:
            told = time.monotonic()
            _note(f"{target.identity.name}: {number + 1} of {len(sample)} tests")
    return rows


def _ask(target: Target, seed: Seed, asked: Asked, row: Row) -> None:
    verdict = target.answer(asked.question.query, PROGRAM_LIMITS)
    row.asked += 1
    row.answered += verdict.outcome is Outcome.ANSWERED and Answer.UNKNOWN not in verdict.answers
    row.seconds += verdict.seconds
    complaint = judge(asked.question, verdict)
    if complaint is not None:
        row.wrong += 1
        row.met.setdefault(Wrong(seed.name, complaint.kind), asked)


def _opened(mode: str, seed: Seed, reference: Reference, claims: Capabilities) -> Session | None:
    try:
        return technique(mode).open(seed, Choices.replay(_OPENING), claims, reference)
    except SkipSeedError:
        return None


def _enumerated(mode: str, seed: Seed, session: Session) -> Iterator[Asked]:
    """The questions of a session without randomness: the choices are a number of checks, 1, and a branch."""
    fused = [(_LARGEST, _LARGEST, 0)]
    single = [(0, place, 0, 0) for place in range(MOST_BRANCHES)]
    texts = set()
    for drawn in fused if mode == "branches-fused" else single:
        choices = Choices.replay(drawn)
        question = session.ask(choices)
        if question.query.text not in texts:
            texts.add(question.query.text)
            yield Asked(question, Recipe(mode, seed, _OPENING, tuple(choices.record)))


def _bugs(target: Target, rows: Sequence[Row], workshop: Workshop, seconds: float) -> dict[Wrong, str]:
    """The signatures of what was certified; one question a test and kind speaks for all approaches."""
    met: dict[Wrong, Asked] = {}
    for row in rows:
        for wrong, asked in row.met.items():
            met.setdefault(wrong, asked)
    found = {}
    for wrong, asked in met.items():
        small = _small_signature(target, wrong.kind, asked, workshop, seconds)
        _note(f"{target.identity.name}: {wrong.seed} {wrong.kind} {small}")
        if not isinstance(small, Refusal):
            found[wrong] = small
    return found


def _small_signature(
    target: Target, kind: Kind, asked: Asked, workshop: Workshop, seconds: float
) -> str | Refusal:
    confirmer = Confirmer(target, workshop.certifier, PROGRAM_LIMITS)
    confirmed = confirmer.confirm(asked.question, kind)
    if isinstance(confirmed, Refusal):
        return confirmed
    finding = Finding(
        kind=confirmed.complaint.kind,
        message=confirmed.complaint.message,
        target=target.identity,
        question=confirmed.question,
        verdict=confirmed.verdict,
        certificate=confirmed.certificate,
        recipe=asked.recipe,
        reduced=confirmed.question,
        reduced_verdict=confirmed.verdict,
        signature=confirmed.signature(target.identity),
    )
    reference = workshop.reference(target.identity.family)
    reducer = Reducer(target, confirmer, technique(asked.recipe.technique), reference)
    return reducer.reduce(finding, bool, seconds).signature


def _line(name: str, approach: str, row: Row, bugs: dict[Wrong, str]) -> str:
    certified = [wrong for wrong in row.met if wrong in bugs]
    kinds = Counter(wrong.kind for wrong in certified)
    cells = [
        f"`{name}`",
        approach,
        *(f"{count:,}" for count in (row.tests, row.asked, row.answered, row.wrong)),
        *(str(kinds[kind]) for kind in (Kind.UNSOUND, Kind.IMPRECISE, Kind.CRASH)),
        str(len({bugs[wrong] for wrong in certified})),
        f"{row.seconds:.0f}",
        f"{1000 * row.seconds / max(1, row.asked):.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def _note(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
