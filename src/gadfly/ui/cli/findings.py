"""`gadfly findings`: look at what hunts found, ask again, make it smaller, report it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from gadfly.campaign.revisit import reduce_again, replay
from gadfly.report import bug_report
from gadfly.report.domain import standalone_file
from gadfly.ui.cli.common import (
    Exit,
    err,
    fail,
    one_line_errors,
    opened_store,
    out,
    print_json,
    record_json,
)
from gadfly.ui.live.results import finding_table, print_finding

app = typer.Typer(no_args_is_help=True, help="List, show, replay, reduce and report findings.")

Folder = Annotated[
    Path | None, typer.Option("--out", help="Campaign folder. Default: the newest one in ./hunts.")
]
Id = Annotated[str, typer.Argument(metavar="ID", help="A finding's id, or the beginning of it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_findings(folder: Folder = None, json: AsJson = False) -> None:
    """All findings of a campaign, worst first.

    Example: gadfly findings list --out hunts/nightly --json
    """
    with opened_store(folder) as (store, place):
        records = store.findings()
        if json:
            print_json({"findings": [record_json(record, place) for record in records]})
        elif records:
            out.print(finding_table(records))
        else:
            out.print(f"No findings in {place}.", markup=False)


@app.command()
def show(finding: Id, folder: Folder = None, json: AsJson = False) -> None:
    """One finding: the reduced question, what the target said, and why that is wrong.

    Example: gadfly findings show unsound-3f
    """
    with opened_store(folder) as (store, place):
        record = store.record(finding)
        if json:
            print_json(record_json(record, place))
        else:
            print_finding(out, record, store)


@app.command("replay")
def replay_command(finding: Id, folder: Folder = None, json: AsJson = False) -> None:
    """Ask the target again, in a fresh process. Exit code 1 if it is still wrong, 0 if not.

    Example: gadfly findings replay unsound-3f --out hunts/nightly
    """
    with opened_store(folder) as (store, _):
        loaded = store.load_finding(finding)
    with one_line_errors():
        result = replay(loaded)
    if json:
        print_json({"id": loaded.id, **result.as_json()})
    else:
        for line in result.lines():
            out.print(line, markup=False, soft_wrap=True)
    raise typer.Exit(Exit.FINDINGS if result.still_wrong else Exit.NOTHING_FOUND)


@app.command()
def reduce(
    finding: Id,
    folder: Folder = None,
    minutes: Annotated[float, typer.Option(min=0.1, help="How long to try.")] = 5.0,
    others: Annotated[
        bool, typer.Option(help="Let ddSMT (gadfly[reduce]), or C-Vise or C-Reduce, try as well.")
    ] = True,
    json: AsJson = False,
) -> None:
    """Try again to make a finding smaller, with more time than a hunt gives.

    Example: gadfly findings reduce unsound-3f --minutes 10
    """
    with opened_store(folder) as (store, place):
        before = store.record(finding)
        with one_line_errors():
            reduced = reduce_again(
                store.load_finding(before.id), seconds=60 * minutes, with_others=others, note=_note
            )
        kept = replace(reduced, signature=before.signature)
        after = store.settle(kept, job=before.found_in_job, trial=before.found_at_trial)
        if json:
            print_json(record_json(after, place))
        else:
            out.print(f"{after.id}: {before.reduced_lines} lines before, {after.reduced_lines} now")
            out.print(f"{place / after.reduced}", markup=False, soft_wrap=True)


@app.command()
def report(finding: Id, folder: Folder = None) -> None:
    """A Markdown bug report to paste into a tracker.

    Example: gadfly findings report unsound-3f > report.md
    """
    with opened_store(folder) as (store, _):
        record = store.record(finding)
        typer.echo(bug_report(store.load_finding(record.id), replay=record.replay), nl=False)


@app.command()
def standalone(finding: Id, folder: Folder = None) -> None:
    """A C file that shows a broken law of a domain without Gadfly, or a Python file for a Python class.

    Example: gadfly findings standalone imprecise-3f > broken-law.c
    """
    with opened_store(folder) as (store, _):
        file = standalone_file(store.load_finding(finding))
    if file is None:
        raise fail("only findings about a library of domains or a Python class have such a file", Exit.USAGE)
    typer.echo(file.text, nl=False)


def _note(message: str) -> None:
    err.print(message, markup=False, soft_wrap=True)
