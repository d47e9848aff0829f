"""`gadfly targets`: which tools there are, installing them, a quick look at one and at its options."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from gadfly.core.words import TargetName
from gadfly.targets.analyzers import checkup as of_analyzers
from gadfly.targets.analyzers.target import AnalyzerTarget
from gadfly.targets.catalog import Entry, find, tools
from gadfly.targets.domains import checkup as of_domains
from gadfly.targets.install import InstallResult, install_all, is_available
from gadfly.targets.open import OpenTarget, open_target
from gadfly.targets.solvers import checkup as of_solvers
from gadfly.targets.solvers.checkup import Checkup
from gadfly.targets.solvers.solver import SolverRelease
from gadfly.targets.solvers.target import SolverTarget
from gadfly.targets.tool import UnknownTargetError
from gadfly.ui.cli.common import Exit, err, fail, one_line_errors, out, print_json

app = typer.Typer(
    name="targets",
    help="The tools that can be questioned: list, install and check them, show their options.",
    no_args_is_help=True,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]


@dataclass(frozen=True, slots=True)
class TargetRow:
    """One line of `targets list`."""

    target: str
    family: str
    source: str
    available: bool
    features: tuple[str, ...]
    logics: tuple[str, ...]
    url: str


@app.command("list")
def list_targets(
    available: Annotated[bool, typer.Option("--available", help="Only what is installed already.")] = False,
    as_json: AsJson = False,
) -> None:
    """List every release that can be a target.

    Example: gadfly targets list --available
    """
    rows = [row for row in _rows() if row.available or not available]
    if as_json:
        print_json({"targets": [asdict(row) for row in rows]})
        return
    _show_columns(
        ("target", "family", "installed", "source"),
        ((row.target, row.family, "yes" if row.available else "", row.source) for row in rows),
    )


@app.command()
def install(
    targets: Annotated[list[str], typer.Argument(metavar="NAME@VERSION…", help="Releases to install.")],
    as_json: AsJson = False,
) -> None:
    """Install releases into the private cache, several at once.

    Example: gadfly targets install z3@4.8.7 cvc5@1.4.2
    """
    with one_line_errors():
        found = [find(_named(text)) for text in targets]
    entries = list({entry.name: entry for entry in found}.values())
    results = _install(entries)
    if as_json:
        installed = [{"target": str(result.entry.name), "error": result.error} for result in results]
        print_json({"targets": installed})
    else:
        for result in results:
            if not result.error:
                typer.echo(f"{result.entry.name} is installed")
    if any(result.error for result in results):
        raise typer.Exit(Exit.ENVIRONMENT)


@app.command("check")
def check_target(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="NAME@VERSION[option=value] or a path.")],
    as_json: AsJson = False,
) -> None:
    """Install a target if need be, ask it a few tiny questions, show what it said and how fast.

    Example: gadfly targets check z3@4.8.7
    """
    with one_line_errors():
        opened = open_target(target)
        try:
            checkup = _checkup(opened)
        finally:
            opened.close()
    if as_json:
        print_json(asdict(checkup))
    else:
        _show(checkup)
    if not checkup.is_usable:
        raise fail(f"{target} cannot be used: it does not answer trivial questions", Exit.ENVIRONMENT)


@app.command("options")
def show_options(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="NAME@VERSION or a path.")],
    show_all: Annotated[
        bool, typer.Option("--all", help="Also the options that hunts never set, and why.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the options of a target that must not change its answers, and the values that hunts try.

    Example: gadfly targets options z3@5.4.0.0
    """
    with one_line_errors():
        opened = open_target(target)
        try:
            table = opened.option_table
        finally:
            opened.close()
    left_out = table.left_out if show_all else ()
    if as_json:
        kept = [asdict(option) for option in table.kept]
        print_json({"options": kept, "left_out": [asdict(option) for option in left_out]})
        return
    if table.kept:
        _show_columns(
            ("option", "values"),
            ((option.name, " ".join(map(_shown, option.values))) for option in table.kept),
        )
    else:
        out.print(f"{target} has no options that hunts set", markup=False)
    if left_out:
        out.print()
        _show_columns(
            ("left out", "values", "because"),
            ((each.name, " ".join(map(_shown, each.values)), each.reason) for each in left_out),
        )


def _checkup(target: OpenTarget) -> Checkup:
    match target:
        case AnalyzerTarget():
            return of_analyzers.check(target)
        case SolverTarget():
            return of_solvers.check(target)
        case _:
            return of_domains.check(target)


def _shown(value: str) -> str:
    return value or "(set)"


def _show_columns(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    table = Table(box=None, pad_edge=False)
    for title in titles:
        table.add_column(title, no_wrap=True)
    for row in rows:
        table.add_row(*map(escape, row))
    out.print(table, soft_wrap=True)


def _rows() -> Iterator[TargetRow]:
    for tool in tools():
        for release in tool.releases or (tool.by_path,):
            entry = Entry(tool, release)
            yield TargetRow(
                target=str(entry.name) if tool.releases else f"/path/to/{tool.executables[0]}",
                family=tool.family,
                source=str(release.source),
                available=bool(tool.releases) and is_available(entry),
                features=tuple(sorted(release.features)),
                logics=tuple(sorted(release.logics)) if isinstance(release, SolverRelease) else (),
                url=tool.url,
            )


def _named(text: str) -> TargetName:
    try:
        return TargetName.parse(text)
    except ValueError as error:
        raise UnknownTargetError(str(error)) from error


def _install(entries: Sequence[Entry]) -> tuple[InstallResult, ...]:
    if not sys.stderr.isatty():
        return install_all(entries, _report)
    columns = (TextColumn("installing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task("", total=len(entries))

        def report(result: InstallResult) -> None:
            _report(result)
            progress.advance(task)

        return install_all(entries, report)


def _report(result: InstallResult) -> None:
    err.print(f"{result.entry.name}: {result.error or 'ok'}", markup=False, soft_wrap=True)


def _show(checkup: Checkup) -> None:
    out.print(f"{checkup.target}  family {checkup.family}  digest {checkup.digest}", markup=False)
    table = Table(box=None, pad_edge=False)
    for title in ("question", "expected", "seen", ""):
        table.add_column(title)
    for seen in checkup.observations:
        table.add_row(seen.about, seen.expected, seen.seen, "ok" if seen.is_right else "WRONG")
    out.print(table, soft_wrap=True)
    out.print(f"{checkup.fresh_per_second} questions per second in a new process each")
    out.print(f"{checkup.live_per_second} questions per second in the fastest way")
