"""What the commands share: exit codes, durations, and one-line errors."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from enum import IntEnum
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from gadfly.campaign.seeds import SeedsError
from gadfly.core.coverage import CoverageError
from gadfly.run.crew import CrewError
from gadfly.store import FindingRecord, StoreError, UnknownFindingError
from gadfly.store.store import Store
from gadfly.targets.tool import TargetError, UnknownTargetError

FORMAT = 1
# Tables written to a file or a pipe are read by programs and in editors: they need not fit 80 columns.
out = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
err = Console(stderr=True, highlight=False)

_DURATION = re.compile(r"(\d+(?:\.\d+)?)(s|m|h|d)?")
_SECONDS = {None: 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


class Exit(IntEnum):
    """What the exit code of gadfly means."""

    NOTHING_FOUND = 0
    FINDINGS = 1
    USAGE = 2
    ENVIRONMENT = 3
    FAULT = 4


def fail(message: str, code: Exit) -> typer.Exit:
    """Say what is wrong in one line on stderr; raise what this returns."""
    err.print(f"gadfly: {message}", markup=False, soft_wrap=True)
    return typer.Exit(code)


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Errors that are the user's to solve, as one line and the right exit code."""
    try:
        yield
    except UnknownTargetError as error:
        raise fail(str(error), Exit.USAGE) from error
    except UnknownFindingError as error:
        raise fail(str(error), Exit.USAGE) from error
    except (TargetError, StoreError, CrewError) as error:
        raise fail(str(error), Exit.ENVIRONMENT) from error
    except (SeedsError, CoverageError) as error:
        raise fail(str(error), Exit.USAGE) from error


def seconds_of(text: str) -> float:
    """`90`, `90s`, `10m`, `2h`, `1d` in seconds; 0 means no limit."""
    match = _DURATION.fullmatch(text.strip())
    if match is None:
        raise typer.BadParameter(f"{text!r} is not a duration such as 90s, 10m or 2h")
    return float(match[1]) * _SECONDS[match[2]]


def print_json(fields: Mapping[str, object]) -> None:
    """A result for other programs, on stdout, with the version of its format."""
    sys.stdout.write(json.dumps({"format": FORMAT, **fields}, indent=2) + "\n")


def record_json(record: FindingRecord, folder: Path) -> dict[str, Any]:
    """A finding for other programs; paths can be opened from where gadfly was started."""
    fields = asdict(record)
    fields["query"] = str(folder / record.query)
    fields["reduced"] = str(folder / record.reduced)
    return fields


def newest_hunt() -> Path:
    """The campaign folder that was written last below `hunts/`, where hunts go by default."""
    folders = [path.parent for path in Path("hunts").glob("*/campaign.sqlite")]
    if not folders:
        raise fail("no hunt in ./hunts: give the campaign folder with --out", Exit.USAGE)
    return max(folders, key=lambda folder: (folder / "campaign.sqlite").stat().st_mtime)


@contextmanager
def opened_store(folder: Path | None) -> Iterator[tuple[Store, Path]]:
    """The campaign a command is about."""
    place = folder or newest_hunt()
    with one_line_errors(), Store.open(place) as store:
        yield store, place
