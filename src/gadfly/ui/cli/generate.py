"""`gadfly generate`: write questions with their truth, without asking anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from gadfly.campaign.generate import Generated, generate, with_status
from gadfly.campaign.seeds import load_seeds
from gadfly.core.events import SeedSkipped
from gadfly.core.words import Language
from gadfly.report.svcomp import UnknownVerdictError, write_benchmark, write_task
from gadfly.seeds import load_bundled, load_bundled_c
from gadfly.store.serial import truth_json
from gadfly.techniques import technique as technique_named
from gadfly.techniques import technique_names
from gadfly.ui.cli.common import Exit, err, fail, one_line_errors, print_json
from gadfly.ui.live.lines import Lines


def generate_command(
    technique: Annotated[str, typer.Argument(help="formulas, branches, or a mode of one of them")],
    out_folder: Annotated[Path, typer.Option("--out", help="Folder to write to.")],
    seeds: Annotated[
        list[str] | None,
        typer.Option(help="A file, folder, gcc-torture or csmith; may be repeated. Default: bundled seeds."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many questions.")] = 100,
    random_seed: Annotated[int, typer.Option(min=0, help="Same seed, same files.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print what was written as JSON.")] = False,
) -> None:
    """Write questions with known answers, and NAME.truth.json for each.

    Scripts are NAME.smt2 with `:status`. Programs are SV-COMP tasks for BenchExec: NAME.c, NAME.yml, a
    witness if there is one, and benchmark.xml for all of them.

    Examples:

      gadfly generate formulas --seeds my/benchmarks --count 1000 --out questions

      gadfly generate branches --seeds gcc-torture --count 200 --out tasks
    """
    try:
        names = technique_names(technique)
    except ValueError as error:
        raise fail(str(error), Exit.USAGE) from error
    if any(technique_named(name).language is Language.DOMAIN for name in names):
        raise fail(f"{technique} lets a domain draw its own tests: `gadfly hunt` asks it to", Exit.USAGE)
    with one_line_errors():
        bundled = [*load_bundled(), *load_bundled_c()]
        loaded, skipped = load_seeds(seeds, random_seed) if seeds else (bundled, [])
    tell = Lines(err)
    for file in skipped:
        tell(SeedSkipped(file.name, file.reason))
    written: list[str] = []
    try:
        out_folder.mkdir(parents=True, exist_ok=True)
        made = generate(technique, names, loaded, count, random_seed, tell)
        shown = track(made, "writing", count, console=err, disable=not err.is_terminal)
        written.extend(str(_write(out_folder, item)) for item in shown)
        if any(file.endswith(".c") for file in written):
            write_benchmark(out_folder, [Path(file).stem for file in written])
    except UnknownVerdictError as error:
        raise fail(f"{error}; `gadfly hunt` asks such questions", Exit.USAGE) from error
    except OSError as error:
        raise fail(f"cannot write to {out_folder}: {error.strerror}", Exit.ENVIRONMENT) from error
    if json:
        print_json({"random_seed": random_seed, "questions": written})
    else:
        typer.echo(f"{len(written)} questions in {out_folder}")
    if not written:
        raise fail("no seed could be used", Exit.USAGE)


def _write(folder: Path, item: Generated) -> Path:
    """The file of a question, with all that belongs to it beside it."""
    (folder / f"{item.name}.truth.json").write_text(truth_json(item.question, item.recipe))
    if item.question.query.language is Language.C:
        return write_task(folder, item.name, item.question).with_suffix(".c")
    file = folder / f"{item.name}.smt2"
    file.write_text(with_status(item.question))
    return file
