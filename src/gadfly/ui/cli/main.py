"""The program `gadfly`."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated

import typer

from gadfly import __version__
from gadfly.ui.cli import findings, seeds, targets
from gadfly.ui.cli.common import Exit, err
from gadfly.ui.cli.generate import generate_command
from gadfly.ui.cli.hunt import hunt_command

app = typer.Typer(
    name="gadfly",
    no_args_is_help=True,
    help="Test the tools other people trust: ask questions whose answers are known, report the wrong ones.",
    pretty_exceptions_enable=False,
)
app.command("hunt")(hunt_command)
app.command("generate")(generate_command)
app.add_typer(findings.app, name="findings")
app.add_typer(targets.app, name="targets")
app.add_typer(seeds.app, name="seeds")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """What comes before the command."""


def main() -> None:
    """Run; whatever we did not foresee is our own fault and says so by its exit code."""
    try:
        app()
    except Exception:  # noqa: BLE001  (the last line of defence)
        traceback.print_exc()
        err.print("gadfly: this is a fault of gadfly; please report it with the lines above")
        sys.exit(Exit.FAULT)
