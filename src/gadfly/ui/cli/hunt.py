"""`gadfly hunt`: question targets until the time is over."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.core.words import Budget
from gadfly.report.coverage import CURVE_PICTURE, curve, table
from gadfly.store.store import Store
from gadfly.targets.open import is_path
from gadfly.techniques import technique_names
from gadfly.ui.cli.common import (
    Exit,
    err,
    fail,
    one_line_errors,
    out,
    print_json,
    record_json,
    seconds_of,
)
from gadfly.ui.live.lines import Lines
from gadfly.ui.live.results import print_result
from gadfly.ui.live.screen import Screen

DEFAULT_TIME = "10m"


def hunt_command(
    targets: Annotated[
        list[str],
        typer.Argument(metavar="TARGET", help="z3@4.8.7, cbmc@6.6.0\\[unwind=30], ./my/solver"),
    ],
    technique: Annotated[
        str,
        typer.Option(
            help="How to build questions. Default: formulas for solvers, branches for analyzers, "
            "laws for abstract domains."
        ),
    ] = "",
    seeds: Annotated[
        list[str] | None,
        typer.Option(help="A file, folder, gcc-torture or csmith; may be repeated. Default: bundled seeds."),
    ] = None,
    logic: Annotated[str, typer.Option(help="Only seeds of this SMT-LIB logic, or of this law.")] = "",
    time: Annotated[
        str, typer.Option(help="How long: 90s, 10m, 2h. Default: 10m, or no limit with --trials.")
    ] = "",
    trials: Annotated[int, typer.Option(min=0, help="Stop after this many questions.")] = 0,
    random_seed: Annotated[
        int | None,
        typer.Option(min=0, help="Same seed, same questions. Default: a new one, which is printed."),
    ] = None,
    default_options: Annotated[
        bool, typer.Option("--default-options", help="Do not vary the options of the targets.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=0, help="Workers; 0 means one per core.")] = 0,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="Campaign folder; an existing one is resumed.")
    ] = None,
    coverage: Annotated[
        Path | None, typer.Option(help="Folder of the objects of a TARGET built with --coverage.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object at the end.")] = False,
) -> None:
    """Ask TARGETs questions whose answers are known, and report every wrong one.

    Examples:

      gadfly hunt z3@4.8.7 --logic QF_LIA --time 2m

      gadfly hunt cvc5@1.4.2 bitwuzla@0.9.1 --seeds my/benchmarks --time 8h --out hunts/nightly

      gadfly hunt cbmc@6.6.0 --seeds gcc-torture --time 10m

      gadfly hunt apron@0.9.10/oct-double --time 1m

      gadfly hunt ./build/my-solver --trials 20000 --random-seed 1 --json

    Exit code: 0 nothing found, 1 findings, 2 wrong usage, 3 environment, 4 our own fault.
    """
    try:
        names = technique_names(technique) if technique else ()
    except ValueError as error:
        raise fail(str(error), Exit.USAGE) from error
    limit = seconds_of(time or ("0" if trials else DEFAULT_TIME))
    folder, seed = _place(out_folder, random_seed, targets[0])
    order = HuntOrder(
        targets=tuple(dict.fromkeys(targets)),
        techniques=names,
        seeds=tuple(seeds or ()),
        logic=logic,
        budget=Budget(limit, trials),
        random_seed=seed,
        workers=jobs or os.cpu_count() or 1,
        out=folder,
        varies_options=not default_options,
        coverage=coverage,
    )
    signal.signal(signal.SIGTERM, _interrupt)
    with one_line_errors():
        result = _watched(order, quiet=json)
    if json:
        print_json(_result_json(result, folder))
    else:
        with Store.open(folder) as store:
            print_result(out, result, store, folder)
    if result.coverage:
        (folder / CURVE_PICTURE).write_text(curve(result.coverage))
        if not json:
            out.print(f"\n{table(result.coverage)}\n", markup=False, soft_wrap=True)
            out.print(f"The curve: {folder / CURVE_PICTURE}", markup=False, soft_wrap=True)
    if result.faults:
        err.print(f"gadfly: {result.faults} jobs were lost through a fault of gadfly", markup=False)
        raise typer.Exit(Exit.FAULT)
    raise typer.Exit(Exit.FINDINGS if result.findings else Exit.NOTHING_FOUND)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM ends a hunt as Ctrl-C does, also where Ctrl-C is ignored because a script started us."""
    raise KeyboardInterrupt


def _watched(order: HuntOrder, *, quiet: bool) -> HuntResult:
    """With a screen on a terminal, with plain lines elsewhere; both go to stderr."""
    if err.is_terminal and not quiet and sys.stdout.isatty():
        with Screen(err, order.budget) as screen:
            return hunt(order, screen)
    return hunt(order, Lines(err))


def _place(folder: Path | None, random_seed: int | None, target: str) -> tuple[Path, int]:
    """The campaign folder and its random seed; an existing folder keeps the seed it was begun with."""
    if folder is not None and random_seed is None and (folder / "campaign.sqlite").is_file():
        with one_line_errors(), Store.open(folder) as store:
            return folder, store.config.random_seed
    seed = secrets.randbelow(1 << 32) if random_seed is None else random_seed
    if folder is None:
        place = Path(target).name if is_path(target) else target
        name = "".join(c if c.isalnum() or c in "@.-" else "-" for c in place)
        folder = Path("hunts") / f"{name}-{seed}"
    return folder, seed


def _result_json(result: HuntResult, folder: Path) -> dict[str, object]:
    return {
        "random_seed": result.random_seed,
        "trials": result.tally.trials,
        "seconds": round(result.seconds, 3),
        "target_seconds": round(result.tally.target_seconds, 3),
        "ended": result.reason,
        "findings": [record_json(record, folder) for record in result.findings],
        "yields": [asdict(arm) for arm in result.yields],
        "coverage": [asdict(snapshot) for snapshot in result.coverage],
    }
