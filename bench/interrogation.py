"""How soon `interrogation` meets a known wrong answer, and the paper's baselines: `make bench-interrogation`.

    python -m bench.interrogation [--questions N] [--random-seeds N] [CASE …]

As in the paper's Table 4, a case is an analyzer with a known defect and one program to start from. Every mode
gets the same number of questions, from several random seeds, and stops at its first wrong answer. The two
baselines know nothing from executions, as in the paper; so that the comparison is not about these alone,
interrogation is asked to do without them, too.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gadfly.campaign.hunt import PROGRAM_LIMITS
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, Technique
from gadfly.core.words import (
    Answer,
    Capabilities,
    Kind,
    Language,
    Outcome,
    Query,
    Question,
    Seed,
    Verdict,
)
from gadfly.lang.c import paths
from gadfly.lang.c.dialect import check_count, render
from gadfly.seeds import load_bundled_c
from gadfly.targets.planted.analyzer import checker as analyzer
from gadfly.targets.planted.analyzer import rules
from gadfly.targets.planted.analyzer.defects import DEFECTS as ANALYZER_DEFECTS
from gadfly.targets.planted.analyzer.errors import UnsupportedError
from gadfly.targets.planted.analyzer.tool import dialect
from gadfly.targets.planted.prover import checker as prover
from gadfly.targets.planted.prover.defects import DEFECTS as PROVER_DEFECTS
from gadfly.targets.planted.tool import WITHOUT_DEFECT
from gadfly.techniques import technique
from gadfly.techniques.interrogation.modes import Interrogation
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask

QUESTIONS, RANDOM_SEEDS = 100, 5
PROGRAMS = Path(__file__).parent / "interrogated"
WRONG = frozenset({Kind.UNSOUND, Kind.IMPRECISE, Kind.CONTRADICTION})

Said = Callable[[Query], Verdict]


class WithoutExecutions(Interrogation):
    """Interrogation that knows only what the target said."""

    manner = replace(Interrogation.manner, witnessed_share=0.0)


MODES: dict[str, Technique] = {
    "MT": technique("interrogation-mt"),
    "MT+VR": technique("interrogation-mt-vr"),
    "without executions": WithoutExecutions(),
    "interrogation": technique("interrogation"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A target that is known to be wrong, and a program that may show it."""

    target: str
    program: str


CASES = (
    Case("planted-prover@last-assumption", "small_inputs"),
    Case("planted-prover@ending-check", "small_inputs"),
    Case("planted-prover@unread-disjunction", "small_inputs"),
    Case("planted-prover@alarms-last-assumption", "small_inputs"),
    Case("planted-analyzer@dropped-cast", "chars_and_narrowing"),
    Case("planted-analyzer@short-unrolling", "loops_nested_exits"),
    Case("planted-analyzer@signed-comparison", "wide_arithmetic"),
    Case("planted-analyzer@repeated-filler", "arrays_two_dimensions"),
    Case("planted-analyzer@truncated-bool", "bool_flags"),
    Case("goto-analyzer@6.6.0", "negated_equality"),
    Case("goto-analyzer@6.6.0[intervals=]", "switch_fallthrough"),
    Case("cbmc@5.12", "parameter_size"),
    Case("cbmc@5.12", "literal_in_loop"),
    Case("cbmc@6.6.0", "parameter_size"),
    Case("eva@25.0", "function_alignment"),
)


@dataclass(frozen=True, slots=True)
class Analyst:
    """Who is asked."""

    said: Said
    capabilities: Capabilities
    family: str


@dataclass(frozen=True, slots=True)
class Run:
    """One mode on one case from one random seed; `kind` is "" if nothing was found."""

    questions: int
    seconds: float
    asked_seconds: float
    kind: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", help="targets, default all")
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--random-seeds", type=int, default=RANDOM_SEEDS)
    order = parser.parse_args()
    cases = [case for case in CASES if not order.cases or case.target in order.cases]
    workshop = Workshop(print)
    ratios: dict[str, list[float]] = {mode: [] for mode in MODES}
    real: list[Run] = []
    try:
        print(f"| target | program | {' | '.join(MODES)} |\n|---|---|{'---|' * len(MODES)}")
        for case in cases:
            rows = {mode: _runs(mode, case, order, workshop) for mode in MODES}
            cells = " | ".join(_cell(runs) for runs in rows.values())
            print(f"| `{case.target}` | {case.program} | {cells} |", flush=True)
            if not case.target.startswith("planted"):
                real += (run for runs in rows.values() for run in runs)
            ours = _expected(rows["interrogation"])
            for mode, runs in rows.items():
                ratios[mode].append(_expected(runs) / ours)
    finally:
        workshop.close()
    for mode, each in ratios.items():
        print(f"{mode}: {statistics.median(each):.1f} times the questions of interrogation in the median")
    if real:
        share = sum(run.asked_seconds for run in real) / sum(run.seconds for run in real)
        print(f"{100 * share:.0f} % of the time was spent in the real analyzers")


def _runs(mode: str, case: Case, order: argparse.Namespace, workshop: Workshop) -> list[Run]:
    analyst = analyst_of(case.target, workshop)
    return [
        _run(MODES[mode], case, analyst, workshop.reference(analyst.family), order.questions, random_seed)
        for random_seed in range(order.random_seeds)
    ]


def _run(
    mode: Technique, case: Case, analyst: Analyst, reference: Reference, questions: int, random_seed: int
) -> Run:
    """Ask until an answer is wrong."""
    began = time.perf_counter()
    said = Remembering(analyst.said)
    for number, question, hear in _asking(mode, case, analyst, reference, questions, random_seed):
        heard = ask(question, said)
        hear(heard.verdict)
        complaint = judge(heard.question, heard.verdict)
        if complaint is not None and complaint.kind in WRONG:
            return Run(number + 1, time.perf_counter() - began, said.seconds, complaint.kind)
    return Run(questions, time.perf_counter() - began, said.seconds, "")


def _asking(
    mode: Technique, case: Case, analyst: Analyst, reference: Reference, questions: int, random_seed: int
) -> Iterator[tuple[int, Question, Callable[[Verdict], None]]]:
    seed = next(seed for seed in (*own_seeds(), *load_bundled_c()) if seed.name == case.program)
    session = mode.open(seed, Choices.of(random_seed, "open"), analyst.capabilities, reference)
    for number in range(questions):
        question = session.ask(Choices.of(random_seed, number))
        yield number, question, partial(session.hear, question)


class Remembering:
    """Asks about a program once, and counts the time that takes."""

    def __init__(self, said: Said) -> None:
        self._said = said
        self._known: dict[str, Verdict] = {}
        self.seconds = 0.0

    def __call__(self, query: Query) -> Verdict:
        if query.text not in self._known:
            began = time.perf_counter()
            self._known[query.text] = self._said(query)
            self.seconds += time.perf_counter() - began
        return self._known[query.text]


def own_seeds() -> Iterator[Seed]:
    for path in sorted(PROGRAMS.glob("*.c")):
        yield Seed(path.stem, path.read_text(encoding="utf-8"), Language.C)


def analyst_of(name: str, workshop: Workshop) -> Analyst:
    """A target; planted ones answer in this process, so that what is measured is not their start."""
    target = workshop.target(name)
    tool, _, defect = name.partition("@")
    answer: Said
    match tool:
        case "planted-prover":
            answer = partial(_prove, defect.removeprefix("alarms-"), target.capabilities.claims)
        case "planted-analyzer":
            answer = partial(_interpret, defect)
        case _:
            answer = partial(target.answer, limits=PROGRAM_LIMITS)
    return Analyst(answer, target.capabilities, target.identity.family)


def _prove(defect: str, claims: frozenset[Answer], query: Query) -> Verdict:
    broken = PROVER_DEFECTS.get(defect, paths.Rules)()
    found = prover.answers(query.text, broken)
    stands = tuple(answer if answer in claims else Answer.UNKNOWN for answer in found)
    return Verdict(Outcome.ANSWERED if found else Outcome.UNSUPPORTED, stands)


def _interpret(defect: str, query: Query) -> Verdict:
    broken = rules.Rules() if defect == WITHOUT_DEFECT else ANALYZER_DEFECTS[defect]()
    with tempfile.TemporaryDirectory(prefix="gadfly-bench-") as folder:
        file = Path(folder) / "query.c"
        file.write_text(render(query.text, dialect), encoding="utf-8")
        try:
            unsafe = analyzer.check(file, broken)
        except UnsupportedError as error:
            return Verdict(Outcome.UNSUPPORTED, detail=str(error))
    labels = range(check_count(query.text))
    return Verdict(Outcome.ANSWERED, tuple(Answer.UNSAFE if unsafe[each] else Answer.SAFE for each in labels))


def _expected(runs: Sequence[Run]) -> float:
    """Questions to a finding: all that were asked over all that found something, as if one had gone on."""
    found = sum(bool(run.kind) for run in runs)
    return sum(run.questions for run in runs) / max(1, found)


def _cell(runs: Sequence[Run]) -> str:
    found = [run for run in runs if run.kind]
    if not found:
        return f"0/{len(runs)}"
    questions = statistics.mean(run.questions for run in found)
    seconds = statistics.mean(run.seconds for run in found)
    kinds = ", ".join(sorted({run.kind for run in found}))
    return f"{len(found)}/{len(runs)}: {questions:.0f} questions, {seconds:.1f} s, {kinds}"


if __name__ == "__main__":
    main()
