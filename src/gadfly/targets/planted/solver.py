"""The planted solver: small, complete and correct, unless a defect is switched on.

    python -m gadfly.targets.planted.solver [--defect NAME]… [OPTION]… [FILE]

It reads SMT-LIB from FILE or as it comes on standard input. It proves that Gadfly finds bugs (with a
defect) and that it raises no false alarm (without).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from gadfly.targets.planted.defects import DEFECTS, help_lines
from gadfly.targets.planted.session import Session
from gadfly.targets.planted.settings import OPTIONS, Settings, add_options
from gadfly.targets.planted.stream import commands


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="planted", description="A tiny SMT solver with switchable defects.")
    parser.add_argument("file", nargs="?", type=Path, help="a script; without it, standard input")
    parser.add_argument(
        "--defect",
        action="append",
        default=[],
        metavar="NAME",
        choices=[*DEFECTS, "list"],
        help="switch a defect on; `list` shows them all",
    )
    parser.add_argument("--list-options", action="store_true", help="the options below and their values")
    add_options(parser)
    chosen = parser.parse_args(arguments)
    if "list" in chosen.defect:
        print("\n".join(help_lines(DEFECTS)))
        return 0
    if chosen.list_options:
        print("\n".join(f"{option.name} {' '.join(option.values)}" for option in OPTIONS))
        return 0
    session = Session([DEFECTS[name] for name in chosen.defect], Settings.of(chosen))
    try:
        stream = _opened(chosen.file)
    except OSError as error:
        parser.error(f"cannot read {chosen.file}: {error.strerror}")
    with stream:
        _serve(session, stream)
    return 0


def _serve(session: Session, stream: TextIO) -> None:
    for text in commands(stream):
        answer = session.respond(text)
        if answer:
            sys.stdout.write(answer)
            sys.stdout.flush()
        if session.is_over:
            break


def _opened(file: Path | None) -> TextIO:
    if file is None:
        return os.fdopen(sys.stdin.fileno(), encoding="utf-8", errors="replace")
    return file.open(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    sys.exit(main())
