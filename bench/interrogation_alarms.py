"""Whether `interrogation` accuses who is right: `make bench-interrogation_alarms`.

    python -m bench.interrogation_alarms [--questions N] [TARGET …]

The planted analyzers without a defect are asked about every bundled program in turn, and those of the bench,
in all modes. Whatever is complained of is a false alarm, and ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count

from bench.interrogation import Analyst, Remembering, analyst_of, own_seeds
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, Session, SkipSeedError
from gadfly.core.words import Answer, Outcome
from gadfly.seeds import load_bundled_c
from gadfly.techniques import technique
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask

TARGETS = ("planted-analyzer@none",)
MODES = ("interrogation", "interrogation-mt-vr", "interrogation-mt")
QUESTIONS = 20_000
PER_OPENING = 50
MOST_REFUSED = 3  # by a target that does not know the language of a program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    order = parser.parse_args()
    workshop = Workshop(print)
    alarms = 0
    try:
        for name in order.targets:
            began = time.perf_counter()
            tally = _asked(analyst_of(name, workshop), workshop.reference(), order.questions)
            alarms += tally["wrong"]
            print(f"{name}: {dict(tally)} in {time.perf_counter() - began:.0f} s", flush=True)
    finally:
        workshop.close()
    return min(alarms, 1)


def _asked(analyst: Analyst, reference: Reference, most: int) -> Counter[str]:
    tally: Counter[str] = Counter()
    for number, session in _sessions(analyst, reference):
        said = Remembering(analyst.said)
        refused = 0
        for each in range(PER_OPENING):
            question = session.ask(Choices.of("alarms", number, each))
            heard = ask(question, said)
            session.hear(question, heard.verdict)
            tally["questions"] += 1
            tally[heard.verdict.outcome] += 1
            tally["implied"] += sum(answer is not Answer.UNKNOWN for answer in heard.question.truth.answers)
            complaint = judge(heard.question, heard.verdict)
            if complaint is not None:
                tally["wrong"] += 1
                print(f"opening {number}, question {each}: {complaint.message}", file=sys.stderr)
            refused += heard.verdict.outcome is Outcome.UNSUPPORTED
            if tally["questions"] == most:
                return tally
            if refused == MOST_REFUSED:
                break
    raise AssertionError("the openings never end")


def _sessions(analyst: Analyst, reference: Reference) -> Iterator[tuple[int, Session]]:
    """Openings of all programs in all modes, again and again."""
    seeds = (*own_seeds(), *load_bundled_c())
    for number in count():
        mode, seed = MODES[number % len(MODES)], seeds[number // len(MODES) % len(seeds)]
        try:
            yield (
                number,
                technique(mode).open(seed, Choices.of("open", number), analyst.capabilities, reference),
            )
        except SkipSeedError:
            continue


if __name__ == "__main__":
    sys.exit(main())
