"""A program that asks a verifier one question by its BenchExec tool-info module and prints the result last.

It is a process of its own because tool-info modules start the tool themselves, to learn its version, and
because they remember between calls: this way limits hold for everything, and every question is a new one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from gadfly.lang.c.dialect import PROPERTY_FILE

RESULT = "gadfly: BenchExec says "
UNUSABLE = 3  # the exit code if no question can ever be asked


class _Program:
    """Finds nothing but the program that the user chose; modules ask for it as for a `ToolLocator`."""

    def __init__(self, path: Path, template: ModuleType) -> None:
        self._path = path
        self._template = template

    def find_executable(self, name: str, subdir: str = "") -> str:
        if name != self._path.name:
            raise self._template.ToolNotFoundException(f"{self._path} is not {Path(subdir) / name}")
        return str(self._path)


def ask(module: str, program: Path, options: Sequence[str], file: str) -> int:
    """Run the tool on a file of this folder, pass its output on and print the result."""
    template = import_module("benchexec.tools.template")
    tool = import_module(f"benchexec.tools.{module}").Tool()
    executable = tool.executable(_Program(program, template))
    _link_all(Path(tool.working_directory(executable)))
    language = {"language": "C", "data_model": "LP64"}
    task = template.BaseTool2.Task.with_files([file], property_file=PROPERTY_FILE, options=language)
    command = tool.cmdline(executable, list(options), task, template.BaseTool2.ResourceLimits())
    lines, code = _watch(command)
    print(f"{RESULT}{_result(tool, template, command, lines, code)}", flush=True)
    if code < 0:
        os.kill(os.getpid(), -code)  # how the tool ended is how this ends
    return 0


def _link_all(folder: Path) -> None:
    """A tool that wants to be started in its own folder finds its parts here, and leaves nothing there."""
    if folder == Path(os.curdir):
        return
    for part in folder.iterdir():
        if not Path(part.name).exists():
            Path(part.name).symlink_to(part)


def _watch(command: Sequence[str]) -> tuple[list[str], int]:
    lines = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            lines.append(line)
            print(line, end="", flush=True)
    if lines and not lines[-1].endswith("\n"):
        print()
    return lines, child.returncode


def _result(tool: Any, template: ModuleType, command: Sequence[str], lines: list[str], code: int) -> str:
    if not any(line.strip() for line in lines):
        return f"ERROR (no output, exit code {code})"  # modules read the last line unasked
    exit_codes = import_module("benchexec.util").ProcessExitCode
    exit_code = exit_codes.create(signal=-code) if code < 0 else exit_codes.create(value=code)
    output = template.BaseTool2.RunOutput(lines)
    return str(tool.determine_result(template.BaseTool2.Run(command, exit_code, output, None)))


def main(arguments: Sequence[str]) -> int:
    module, program, *options, file = arguments
    try:
        failure: type[Exception] = import_module("benchexec").BenchExecException
    except ModuleNotFoundError:
        print("verifiers need BenchExec: pip install 'gadfly[benchexec]'", file=sys.stderr)
        return UNUSABLE
    try:
        return ask(module, Path(program), options, file)
    except (failure, SystemExit) as error:  # some modules leave by sys.exit
        print(f"{program} cannot be asked: {' '.join(str(error).split())}", file=sys.stderr)
        return UNUSABLE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
