"""Answers for a domain written in Python, in a process of its own: `python_worker FILE CLASS`.

CLASS may be empty if the file has one domain only. Requests come on stdin, each ended by a line `go MARKER`,
which ends the reply as well. `describe` asks for a JSON object; anything else is the text of a query.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from gadfly.lang.domain.domain import Domain, Narrowing, Substituting
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.interpret import Holding, Result, run_program
from gadfly.lang.domain.operate import MissingOperationError
from gadfly.lang.domain.program import Program
from gadfly.lang.domain.sweep import Sweep, read_sweep
from gadfly.lang.domain.text import is_sweep, print_program, read_program
from gadfly.targets.domains.python_sweep import begin, sweep_length, sweep_program

_TEST_SECONDS = 2.0  # of CPU time; the timer's signal ends a worker whose test takes longer
_OPERATIONS = tuple(name for name, each in vars(Domain).items() if callable(each) and name[0] != "_")


class _UnusableError(Exception):
    """The file has no domain that could be asked; the message says why."""


@dataclass(frozen=True, slots=True)
class _Crash:
    """What a domain raised, in one line."""

    message: str

    def __str__(self) -> str:
        return f"crashed {self.message}"


def main(file: str, class_name: str) -> None:
    """Answer requests until there are none. What the domain prints does not get into the replies."""
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        domain = _load(Path(file), class_name)
    except _UnusableError as error:
        out.write(f"unusable {error}\n")
        return
    for request, marker in _requests(sys.stdin):
        out.write(f"{_reply(request, domain)}\n{marker}\n")
        out.flush()


def _load(file: Path, class_name: str) -> Domain[Any]:
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
        domain: Domain[Any] = _chosen(_classes(vars(module), file.stem), class_name, file.name)()
    except _UnusableError:
        raise
    except (Exception, SystemExit) as error:
        raise _UnusableError(_last_line(error)) from error
    return domain


def _classes(names: dict[str, Any], module: str) -> dict[str, type]:
    """The classes that a module defines."""
    return {
        name: each
        for name, each in names.items()
        if isinstance(each, type) and each.__module__ == module and not inspect.isabstract(each)
    }


def _lacking(each: type) -> list[str]:
    """The operations of a domain that a class does not have."""
    return [operation for operation in _OPERATIONS if not callable(getattr(each, operation, None))]


def _chosen(classes: dict[str, type], class_name: str, file: str) -> type:
    domains = [name for name, each in classes.items() if not _lacking(each)]
    name = class_name or (domains[0] if len(domains) == 1 else "")
    if not name and domains:
        raise _UnusableError(f"which domain? {file} has {', '.join(sorted(domains))}")
    if not name and classes:
        name = min(classes, key=lambda each: len(_lacking(classes[each])))
    if name not in classes:
        named = f"domain {name}".strip()
        raise _UnusableError(f"{file} has no {named}: a domain is a class with {', '.join(_OPERATIONS)}")
    if lacking := _lacking(classes[name]):
        raise _UnusableError(f"{file} has no domain: {name} lacks {', '.join(lacking)}")
    return classes[name]


def _requests(stream: TextIO) -> Iterator[tuple[str, str]]:
    lines: list[str] = []
    for line in stream:
        if line.startswith("go "):
            yield "".join(lines), line.removeprefix("go ").rstrip("\n")
            lines.clear()
        else:
            lines.append(line)


def _reply(request: str, domain: Domain[Any]) -> str:
    try:
        if request == "describe\n":
            return _description(domain)
        if is_sweep(request):
            return _swept(read_sweep(request), domain)
        outcome = _run(read_program(request), domain)
    except (MissingOperationError, DomainReadError) as error:
        return f"unsupported {error}"
    return str(outcome) if isinstance(outcome, _Crash) else "\n".join([outcome.holding, *outcome.lines])


def _run(program: Program, domain: Domain[Any]) -> Result | _Crash:
    try:
        return run_program(program, domain)
    except (MissingOperationError, MemoryError):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a domain raises whatever it likes
        return _Crash(_last_line(error))


def _description(domain: Domain[Any]) -> str:
    return json.dumps(
        {
            "class": type(domain).__name__,
            "shape": domain.shape,
            "ordered_widening": bool(domain.ordered_widening),
            "exempt": sorted(domain.exempt),
            "narrows": isinstance(domain, Narrowing),
            "substitutes": isinstance(domain, Substituting),
        }
    )


def _swept(sweep: Sweep, domain: Domain[Any]) -> str:
    """The first test that does not go well, or how many there were and how many of them were not vacuous."""
    applicable = 0
    for number in range(sweep_length(sweep)):
        program = sweep_program(sweep, number, domain.shape, ordered_widening=domain.ordered_widening)
        sys.stderr.write(begin(number))
        sys.stderr.flush()
        signal.setitimer(signal.ITIMER_VIRTUAL, _TEST_SECONDS)
        outcome = _run(program, domain)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if isinstance(outcome, _Crash):
            return f"{outcome}\n{print_program(program)}"
        if outcome.holding is Holding.VIOLATED:
            return f"violated\n{print_program(program)}"
        applicable += outcome.holding is Holding.HELD
    return f"held {sweep_length(sweep)} {applicable}"


def _last_line(error: BaseException) -> str:
    return traceback.format_exception_only(error)[-1].strip()


if __name__ == "__main__":
    main(*sys.argv[1:])
