"""How fast `mazes` builds and certifies programs, whether they do what they should, and what they find.

    python -m bench.mazes [--programs N] [--refind N] [--seeds FOLDER]

The first table is about speed, the second about truth: all programs are executed. The third counts in how
many executed programs every operator occurs. The last one compares Fuzzle, Fuzzle + SMT and mazes by the
planted defects that they find in N programs each, as the paper's Table 3 does; 0 leaves it out.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice, zip_longest
from statistics import mean
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from bench.maze_seeds import MAZE_SEEDS
from gadfly.campaign.screening import AHEAD
from gadfly.campaign.seeds import load_seeds, logic_of
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Execution, Reference, SkipSeedError
from gadfly.core.words import Answer, Capabilities, Feature, Language, Question, Seed
from gadfly.lang.c.vectors import input_vectors
from gadfly.lang.smt.grammar import make_seed
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.lang.smt.theories import arrays, bitvec, core, ints
from gadfly.seeds import load_bundled
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import DEFECTS
from gadfly.techniques import technique, technique_names
from gadfly.techniques.mazes.session import MazeSession
from gadfly.truth.batch import BatchTask
from gadfly.truth.execution import Executor

T = TypeVar("T")

LOGICS = ("QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "QF_LIA", "QF_ALIA", "QF_AUFLIA", "QF_NIA", "QF_ANIA")
MODES = technique_names("mazes")
MADE = 8  # seeds of every logic by our own seed maker, beside the bundled ones
PROGRAMS, PER_SESSION = 5_000, 60
REFIND_PROGRAMS = 100
RANDOM_SEEDS = range(5)
ANYBODY = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS, Feature.INPUTS}))
COMPARED = {"fuzzle": ("mazes-fuzzle",), "fuzzle+smt": ("mazes-smt",), "mazes": MODES}
OF_REALS = frozenset({"to_real", "to_int", "is_int"})  # no supported logic has reals


@dataclass(slots=True)
class Stages:
    """Processor seconds by stage, those of solvers and compilers included."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def measure(self, stage: str, work: Callable[[], T]) -> T:
        before = _cpu_seconds()
        try:
            return work()
        finally:
            self.seconds[stage] += _cpu_seconds() - before


@dataclass(frozen=True, slots=True)
class Built:
    """A program and the formulas that it is made of."""

    logic: str
    question: Question
    terms: tuple[Term, ...]


@dataclass(slots=True)
class Truths:
    """What executions of the programs of a logic showed."""

    programs: int = 0
    reachable: int = 0
    reached: int = 0
    unreachable: int = 0
    wrongly_reached: int = 0
    problems: Counter[str] = field(default_factory=Counter)

    def count(self, question: Question, shown: Execution) -> None:
        self.programs += 1
        if shown.problem:
            self.problems[shown.problem] += 1
            return
        for answer, check in zip(question.truth.answers, shown.checks, strict=True):
            if answer is Answer.UNSAFE:
                self.reachable += 1
                self.reached += check.failed > 0
            else:
                self.unreachable += 1
                self.wrongly_reached += check.failed > 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=PROGRAMS)
    parser.add_argument("--refind", type=int, default=REFIND_PROGRAMS)
    parser.add_argument("--seeds", help="a folder of SMT-LIB files instead of our own seeds")
    order = parser.parse_args()
    console = Console(width=120)
    seeds = load_seeds([order.seeds], 0)[0] if order.seeds else _own_seeds()
    seeds = _in_turn([seed for seed in seeds if logic_of(seed) in LOGICS])
    workshop = Workshop(lambda message: console.print(message, markup=False))
    try:
        _build_and_run(console, seeds, order.programs, workshop)
        if order.refind:
            console.print(_comparison(console, order.refind, workshop.reference()))
    finally:
        workshop.close()


def _own_seeds() -> list[Seed]:
    """The bundled seeds and made ones, so that every logic has about as many."""
    made = [
        Seed(f"made-{logic}-{place}", make_seed(logic, Choices.of("bench mazes", logic, place)))
        for logic in LOGICS
        for place in range(MADE)
    ]
    return [*load_bundled(), *made]


def _in_turn(seeds: Sequence[Seed]) -> list[Seed]:
    """One seed of every logic after another, as long as there are any."""
    columns = [[seed for seed in seeds if logic_of(seed) == logic] for logic in LOGICS]
    return [seed for row in zip_longest(*columns) for seed in row if seed is not None]


def _build_and_run(console: Console, seeds: Sequence[Seed], count: int, workshop: Workshop) -> None:
    stages, truths, operators = Stages(), {logic: Truths() for logic in LOGICS}, Counter[str]()
    discarded: Counter[str] = Counter()
    began = time.monotonic()
    rest = _built(seeds, stages, workshop.reference(), discarded)
    done = 0
    while done < count and (batch := list(islice(rest, min(AHEAD, count - done)))):
        shown = stages.measure("certification", lambda: _executed(batch, workshop.executor))
        for built, execution in zip(batch, shown, strict=True):
            truths[built.logic].count(built.question, execution)
            operators.update({part.name for part in post_order(built.terms) if part.shape is Shape.OPERATOR})
        done += len(batch)
    console.print(_speed(stages, done, time.monotonic() - began))
    console.print(_truth_table(truths))
    console.print(f"formulas discarded, by logic: {dict(sorted(discarded.items()))}", markup=False)
    console.print(_operator_table(operators))


def _built(
    seeds: Sequence[Seed], stages: Stages, reference: Reference, discarded: Counter[str]
) -> Iterator[Built]:
    """Programs of all seeds and modes in turn, again and again."""
    for round_ in range(1_000):
        for seed, mode in ((seed, mode) for seed in seeds for mode in MODES):
            opening = Choices.of("bench mazes", seed.name, mode, round_)
            opened = partial(technique(mode).open, seed, opening, ANYBODY, reference)
            try:
                session = stages.measure("fuzzing", opened)
            except SkipSeedError:
                continue
            assert isinstance(session, MazeSession)
            discarded[logic_of(seed)] += session.discarded
            for place in range(PER_SESSION):
                asking = Choices.of("bench mazes", seed.name, mode, round_, place)
                yield _program(logic_of(seed), session, asking, stages)


def _program(logic: str, session: MazeSession, choices: Choices, stages: Stages) -> Built:
    plan = stages.measure("fuzzing", lambda: session.plan(choices))
    stage = stages.measure("conversion", lambda: session.stage(plan))
    question = stages.measure("printing", lambda: session.question(stage, choices))
    return Built(logic, question, plan.terms)


def _executed(batch: Sequence[Built], executor: Executor) -> list[Execution]:
    tasks = [
        BatchTask(built.question.query.text, input_vectors(built.question.truth.evidence)) for built in batch
    ]
    return executor.run_batch(tasks)


def _speed(stages: Stages, programs: int, wall: float) -> Table:
    table = Table(title=f"{programs} programs, {wall:.0f} s of wall clock")
    for title in ("stage", "CPU seconds", "programs per CPU-second"):
        table.add_column(title, justify="left" if title == "stage" else "right")
    generated = sum(seconds for stage, seconds in stages.seconds.items() if stage != "certification")
    everything = sum(stages.seconds.values())
    rows = {**stages.seconds, "generated": generated, "generated and certified": everything}
    for stage, seconds in rows.items():
        table.add_row(stage, f"{seconds:.1f}", f"{programs / max(seconds, 1e-9):.0f}")
    return table


def _truth_table(truths: dict[str, Truths]) -> Table:
    table = Table(title="what executions showed")
    for title in ("logic", "programs", "exits reached / reachable", "reached / unreachable", "problems"):
        table.add_column(title, justify="left" if title == "logic" else "right")
    for logic, row in truths.items():
        problems = ", ".join(f"{count} {problem[:40]}" for problem, count in row.problems.most_common(2))
        table.add_row(
            logic,
            str(row.programs),
            f"{row.reached} / {row.reachable}",
            f"{row.wrongly_reached} / {row.unreachable}",
            problems or "0",
        )
    return table


def _operator_table(operators: Counter[str]) -> Table:
    table = Table(title="programs in which operators occur")
    table.add_column("theory")
    table.add_column("operator: programs")
    table.add_column("never")
    for theory in (core, ints, bitvec, arrays):
        names = [operator.name for operator in theory.OPERATORS if operator.name not in OF_REALS]
        seen = "  ".join(f"{name}: {operators[name]}" for name in names if operators[name])
        missing = " ".join(name for name in names if not operators[name])
        table.add_row(theory.__name__.rpartition(".")[2], seen, missing or "none")
    return table


def _comparison(console: Console, programs: int, reference: Reference) -> Table:
    """How soon every technique finds every planted defect: the mean over the random seeds that did."""
    table = Table(title=f"planted defects found in {programs} programs, for {len(RANDOM_SEEDS)} random seeds")
    table.add_column("defect")
    for name in COMPARED:
        table.add_column(f"{name}: seconds", justify="right")
        table.add_column("programs", justify="right")
        table.add_column("seeds", justify="right")
    found: dict[tuple[str, int], dict[str, Hit]] = {}
    for name, modes in COMPARED.items():
        for random_seed in RANDOM_SEEDS:
            refound = _refind(modes, programs, random_seed, reference)
            found[name, random_seed] = refound
            console.print(f"{name}, random seed {random_seed}: {len(refound)} defects", markup=False)
    for defect in DEFECTS:
        cells = []
        for name in COMPARED:
            hits = [
                found[name, random_seed][defect]
                for random_seed in RANDOM_SEEDS
                if defect in found[name, random_seed]
            ]
            if hits:
                seconds, number = mean(hit.seconds for hit in hits), mean(hit.programs for hit in hits)
                cells += [f"{seconds:.1f}", f"{number:.0f}"]
            else:
                cells += ["-", "-"]
            cells.append(f"{len(hits)}/{len(RANDOM_SEEDS)}")
        table.add_row(defect, *cells)
    return table


@dataclass(frozen=True, slots=True)
class Hit:
    """What it took to find a defect: seconds of building and of asking this defect, and programs."""

    seconds: float
    programs: int


def _refind(modes: Sequence[str], programs: int, random_seed: int, reference: Reference) -> dict[str, Hit]:
    """The defects that answer a program wrongly; every defect is asked until it does."""
    hits: dict[str, Hit] = {}
    seconds: defaultdict[str, float] = defaultdict(float)
    stream = _stream(modes, random_seed, reference)
    for number in range(1, programs + 1):
        began = time.monotonic()
        question = next(stream)
        building = time.monotonic() - began
        for defect in DEFECTS:
            if defect in hits:
                continue
            began = time.monotonic()
            said = answers(question.query.text, DEFECTS[defect]())
            seconds[defect] += building + time.monotonic() - began
            if said and said != question.truth.answers:
                hits[defect] = Hit(seconds[defect], number)
    return hits


def _stream(modes: Sequence[str], random_seed: int, reference: Reference) -> Iterator[Question]:
    """Endless questions, a few from every seed before the next; who has seeds of its own uses those."""
    seeds = [Seed(name, text) for name, text in MAZE_SEEDS.items()]
    order = Choices.of("bench refind", random_seed).shuffle(seeds)
    lanes = [(mode, own) for seed in order for mode in modes for own in technique(mode).own_seeds or (seed,)]
    for round_, (mode, seed) in enumerate(cycle(lanes)):
        opening = Choices.of("bench refind", random_seed, mode, seed.name, round_)
        try:
            session = technique(mode).open(seed, opening, ANYBODY, reference)
        except SkipSeedError:
            continue
        for place in range(5):
            yield session.ask(Choices.of("bench refind", random_seed, mode, seed.name, round_, place))


def _cpu_seconds() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    main()
