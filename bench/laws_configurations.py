"""What the configurations of `laws` are good for: `make bench-laws_configurations`.

    python -m bench.laws_configurations [--tests N] [DEFECT …]

The paper's Tables 7 and 8 on our planted domains. For every defect, a law that it breaks is swept until it
is violated: under the paper's configurations C1 to C6, with a fuzzer that chooses the operations, and by the
baseline `direct`, which draws many constraints of an element and has no pool.
A figure is how many tests that took, and the CPU seconds with the start of the process. ND is a violation
that was not detected, n/a an engine that is not there. Tests of a fuzzer are not counted.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace

from gadfly.core.interfaces import Target
from gadfly.core.words import Answer, Language, Limits, Outcome, Query, Verdict
from gadfly.lang.domain.sweep import Engine, Sweep, Values, print_sweep
from gadfly.targets.domains.planted import DEFECTS, Defect
from gadfly.targets.open import open_target
from gadfly.techniques.laws.properties import LAWS

TESTS = 20_000  # before a violation counts as not detected, if the limits last as long
SALT = 1
LIMITS = Limits(wall_seconds=600, cpu_seconds=20)
PLAIN = Sweep(LAWS["1"], salt=SALT)
CONFIGURATIONS = {
    "C1": replace(PLAIN, pool=2),
    "C2": PLAIN,
    "C3": replace(PLAIN, pool=1024),
    "C4": replace(PLAIN, operations=0),
    "C5": replace(PLAIN, operations=64),
    "C6": replace(PLAIN, values=Values.NONE),
    "fuzzer": replace(PLAIN, engine=Engine.FUZZER),
    "direct": replace(PLAIN, engine=Engine.DIRECT),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """How one configuration fared with one defect; a count of 0 is not known."""

    outcome: str
    tests: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        counted = f"{self.tests:,}: " if self.tests else ""
        return self.outcome or f"{counted}{self.seconds:.2f} s"

    @property
    def is_detected(self) -> bool:
        return not self.outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("defects", nargs="*", default=[defect.name for defect in DEFECTS])
    parser.add_argument("--tests", type=int, default=TESTS, help="tests before a violation is not detected")
    order = parser.parse_args()
    chosen = [defect for defect in DEFECTS if defect.name in order.defects]
    show(("defect", "in", "breaks", "law", *CONFIGURATIONS))
    show("---" for _ in range(4 + len(CONFIGURATIONS)))
    found = dict.fromkeys(CONFIGURATIONS, 0)
    for defect in chosen:
        with closing(open_target(f"planted-domain@{defect.name}")) as target:
            for name, cell in row(target, defect, order.tests).items():
                found[name] += cell.is_detected
    show(("**detected**", "", "", "", *(f"{found[name]} of {len(chosen)}" for name in CONFIGURATIONS)))


def show(cells: Iterable[str]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def row(target: Target, defect: Defect, tests: int) -> dict[str, Cell]:
    law = LAWS[defect.law]
    cells = {name: cell_of(target, replace(sweep, law=law), tests) for name, sweep in CONFIGURATIONS.items()}
    show((defect.name, defect.base, law.law_class, law.name, *(str(cell) for cell in cells.values())))
    return cells


def cell_of(target: Target, sweep: Sweep, tests: int) -> Cell:
    if target.answer(question(sweep, 1), LIMITS).outcome is Outcome.UNSUPPORTED:
        return Cell("n/a")
    verdicts: list[Verdict] = []
    asked = question(sweep, tests)
    seconds = cpu_seconds(lambda: verdicts.append(target.answer_fresh(asked, LIMITS)))
    if not is_violated(verdicts[0]):
        return Cell("ND")
    return Cell("", 0 if sweep.engine is Engine.FUZZER else first_violation(target, sweep, tests), seconds)


def first_violation(target: Target, sweep: Sweep, tests: int) -> int:
    """The number of the test that is violated: a sweep of fewer tests is the beginning of a longer one."""
    held, violated = 0, tests
    while violated - held > 1:
        middle = (held + violated) // 2
        if is_violated(target.answer(question(sweep, middle), LIMITS)):
            violated = middle
        else:
            held = middle
    return violated


def question(sweep: Sweep, tests: int) -> Query:
    return Query(Language.DOMAIN, print_sweep(replace(sweep, tests=tests)), sweep.law.name)


def is_violated(verdict: Verdict) -> bool:
    return verdict.answers == (Answer.UNSAFE,)


def cpu_seconds(work: Callable[[], None]) -> float:
    """What the processes that the work starts and ends take of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
