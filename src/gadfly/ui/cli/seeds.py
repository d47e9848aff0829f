"""`gadfly seeds`: make seeds where there is no corpus."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from gadfly.campaign.from_c import NoConstraintError, constraint_from_c
from gadfly.core.choices import Choices
from gadfly.core.words import Seed
from gadfly.lang.smt.grammar import LOGICS, logic_named, make_seed
from gadfly.ui.cli.common import Exit, err, fail, one_line_errors, print_json

app = typer.Typer(name="seeds", help="Make seeds where there is no corpus.", no_args_is_help=True)


@app.callback()
def seeds() -> None:
    """Make seeds where there is no corpus."""


@app.command(epilog=f"Logics: {' '.join(LOGICS)}")
def generate(
    logic: Annotated[str, typer.Option(help="An SMT-LIB logic without quantifiers, such as QF_BV.")],
    count: Annotated[int, typer.Option(min=1, help="How many scripts.")] = 1,
    random_seed: Annotated[int, typer.Option(min=0, help="Same seed, same scripts.")] = 0,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="Write one file per script here; default: stdout.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")] = False,
) -> None:
    """Make random well-sorted SMT-LIB scripts of a quantifier-free logic.

    Examples:

      gadfly seeds generate --logic QF_BV

      gadfly seeds generate --logic QF_SLIA --count 500 --random-seed 7 --out my/seeds
    """
    try:
        logic_named(logic)
    except ValueError as error:
        raise fail(str(error), Exit.USAGE) from error
    made = _made(logic, count, random_seed)
    if out_folder is not None:
        entries = [{"name": seed.name, "path": str(_write(out_folder, seed))} for seed in made]
    elif json:
        entries = [{"name": seed.name, "text": seed.text} for seed in made]
    else:
        for seed in made:
            sys.stdout.write(f"; {seed.name}\n{seed.text}")
        return
    if json:
        print_json({"logic": logic, "random_seed": random_seed, "seeds": entries})
    else:
        err.print(f"{count} seeds in {out_folder}", markup=False)


@app.command()
def from_c(
    files: Annotated[list[Path], typer.Argument(help="C programs with assertions", metavar="FILE...")],
    unwind: Annotated[int, typer.Option(min=1, help="How often loops go round.")] = 5,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="Write one file per program here; default: stdout.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")] = False,
) -> None:
    """Derive constraints from C programs: the formulas by which CBMC decides their assertions.

    A program says what matters by `assert` or `__CPROVER_assert`; functions without a body give inputs.
    Programs that give no constraint are told and skipped.

    Examples:

      gadfly seeds from-c my/program.c

      gadfly seeds from-c sv-benchmarks/c/bitvector/*.c --unwind 3 --out my/seeds
    """
    entries: list[dict[str, str]] = []
    shown = track(files, "asking CBMC", console=err, transient=True, disable=not err.is_terminal)
    for file in shown:
        try:
            text = file.read_text(encoding="utf-8")
            with one_line_errors():
                seed = constraint_from_c(text, file.stem, unwind)
        except (OSError, UnicodeDecodeError) as error:
            raise fail(f"cannot read {file}: {error}", Exit.USAGE) from error
        except NoConstraintError as error:
            err.print(f"skipped: {error}", markup=False)
            continue
        if out_folder is not None:
            entries.append({"name": seed.name, "path": str(_write(out_folder, seed))})
        elif json:
            entries.append({"name": seed.name, "text": seed.text})
        else:
            entries.append({"name": seed.name})
            sys.stdout.write(f"; {seed.name}\n{seed.text}")
    if json:
        print_json({"unwind": unwind, "seeds": entries})
    if not entries:
        raise fail("no program gave a constraint", Exit.USAGE)
    if out_folder is not None and not json:
        err.print(f"{len(entries)} seeds in {out_folder}", markup=False)


def _made(logic: str, count: int, random_seed: int) -> Iterator[Seed]:
    indices = track(range(count), "making seeds", console=err, transient=True, disable=not err.is_terminal)
    for index in indices:
        text = make_seed(logic, Choices.of(random_seed, "seeds", logic, index))
        yield Seed(f"{logic.lower()}_{index:04}.smt2", text)


def _write(folder: Path, seed: Seed) -> Path:
    path = folder / seed.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(seed.text, encoding="utf-8")
    except OSError as error:
        raise fail(f"cannot write {path}: {error.strerror}", Exit.ENVIRONMENT) from error
    return path
