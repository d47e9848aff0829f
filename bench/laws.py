"""How many laws a driver checks in a second of CPU time, compared with bare C that makes the same calls.

    python -m bench.laws [--seconds N]

Every row is a domain and a law of a class: 8 soundness, 17 precision, 33 convergence. There is no goal for
the last one, a check of which has up to a hundred steps. Bare C runs as any program does, and once more with
the allocator set as for a driver. They take turns, and the best of their turns counts, because others use the
machine, too. The last column is how much faster two processes are: the median of as many turns.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from bench.laws_bare import DRAWING_SOURCES, bare_program, drawing_program, drawn_tests
from gadfly.core.words import Limits, TargetName
from gadfly.lang.domain.law import LawClass
from gadfly.lang.domain.sweep import Sweep, print_sweep
from gadfly.run.command import Completed, run
from gadfly.targets.catalog import find
from gadfly.targets.domains import apron
from gadfly.targets.domains.build import ENVIRONMENT, NATIVE, compile_command, driver_for
from gadfly.targets.domains.domain import DomainRelease
from gadfly.targets.domains.request import request_of
from gadfly.targets.install import ensure
from gadfly.techniques.laws.properties import LAWS

GOALS = {"box-double": 150_000, "oct-double": 17_000, "oct-mpq": 2_300, "polka-mpq": 4_500}
COMPARED = ("8", "17", "33")
TESTS, SALT = 1_000, 5
TURNS = 5
LIMITS = Limits(wall_seconds=600.0, cpu_seconds=300.0)


@dataclass(frozen=True, slots=True)
class Speed:
    """Checks per CPU-second of the driver and of bare C, and how much faster two drivers are than one."""

    driver: float
    bare: float
    bare_likewise: float  # with the driver's settings of the allocator
    two_at_once: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each turn")
    seconds = parser.parse_args().seconds
    console = Console(width=110)
    table = Table("domain", "law", "class", "checks/s", "goal", "bare C/s", "ratio")
    for heading in ("likewise/s", "ratio", "speed-up"):
        table.add_column(heading)
    for name, goal in GOALS.items():
        for law in COMPARED:
            speed = measure(name, law, seconds)
            aim = "" if LAWS[law].law_class is LawClass.CONVERGENCE else f"{goal:,}"
            table.add_row(
                *(name, law, LAWS[law].law_class, f"{speed.driver:,.0f}", aim),
                *(f"{speed.bare:,.0f}", f"{speed.driver / speed.bare:.2f}"),
                *(f"{speed.bare_likewise:,.0f}", f"{speed.driver / speed.bare_likewise:.2f}"),
                f"{speed.two_at_once:.2f}",
            )
    console.print(table)


def measure(name: str, law: str, seconds: float) -> Speed:
    """Both do the tests of the same sweep again and again, pool included."""
    entry = find(TargetName("apron", f"{apron.VERSION}/{name}"))
    release, installed = entry.release, ensure(entry)
    assert isinstance(release, DomainRelease)
    sweep = Sweep(LAWS[law], tests=TESTS, salt=SALT)
    library = (str(installed.program), release.command[-1])
    driver = (str(driver_for(apron.DRIVER, installed.home)), "apron", *library, *release.arguments)
    request = request_of(print_sweep(sweep)).text("end")
    rounds = max(1, round(seconds / _drive(driver, request, 1).cpu_seconds))
    with tempfile.TemporaryDirectory() as folder:
        bare = (_bare(sweep, release, installed.home, Path(folder)), *library)
        turns = [
            (
                _drive(driver, request, rounds).cpu_seconds,
                _run_bare(bare, rounds, {}).cpu_seconds,
                _run_bare(bare, rounds, ENVIRONMENT).cpu_seconds,
            )
            for _ in range(TURNS)
        ]
    own, plain, likewise = (TESTS * rounds / min(each) for each in zip(*turns, strict=True))
    return Speed(own, plain, likewise, median(_two_at_once(driver, request, rounds) for _ in range(TURNS)))


def _drive(driver: tuple[str, ...], request: str, rounds: int) -> Completed:
    done = run(driver, LIMITS, stdin=request * rounds, environment=ENVIRONMENT)
    if done.stdout.count(f"held {TESTS} ") != rounds:
        raise SystemExit(f"{' '.join(driver)} does not hold: {done.stdout[:200]}")
    return done


def _run_bare(bare: tuple[str, ...], rounds: int, environment: Mapping[str, str]) -> Completed:
    done = run([*bare, str(rounds)], LIMITS, environment=environment)
    if done.stdout.strip() != str(TESTS * rounds):
        raise SystemExit(f"{' '.join(bare)} does not hold: {done.stdout[:200]}")
    return done


def _two_at_once(driver: tuple[str, ...], request: str, rounds: int) -> float:
    def wall_seconds(processes: int) -> float:
        began = time.monotonic()
        with ThreadPoolExecutor(processes) as pool:
            list(pool.map(lambda _: _drive(driver, request, rounds), range(processes)))
        return time.monotonic() - began

    return 2 * wall_seconds(1) / wall_seconds(2)


def _bare(sweep: Sweep, release: DomainRelease, home: Path, folder: Path) -> str:
    """The executable that makes the calls of a sweep without a driver."""
    drawing = _compiled(drawing_program(sweep, release), folder / "drawing", home, sources=DRAWING_SOURCES)
    printed = run([drawing], LIMITS).stdout
    programs = list(drawn_tests(sweep, printed))
    assert len(programs) == TESTS
    return _compiled(bare_program(programs, release), folder / "bare", home)


def _compiled(text: str, program: Path, home: Path, sources: tuple[str, ...] = ()) -> str:
    source = program.with_suffix(".c")
    source.write_text(text)
    command = compile_command(apron.DRIVER, home, (source, *(NATIVE / name for name in sources)))
    done = run([*command, f"-I{NATIVE}", "-o", str(program)], LIMITS, address_space=False)
    if done.exit_code != 0:
        raise SystemExit(done.stderr)
    return str(program)


if __name__ == "__main__":
    main()
