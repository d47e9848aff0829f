"""A domain written in Python as a target, by the path of its file: `./mine.py` or `./mine.py:Class`."""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from gadfly.core.words import (
    Answer,
    Capabilities,
    Feature,
    Language,
    Limits,
    Outcome,
    Query,
    Shape,
    TargetIdentity,
    TargetName,
    Verdict,
)
from gadfly.lang.domain.interpret import Holding
from gadfly.lang.domain.sweep import read_sweep
from gadfly.lang.domain.text import is_sweep, print_program
from gadfly.run.command import Completed, run
from gadfly.run.ending import Ended
from gadfly.run.live import LiveProcess, Reply
from gadfly.targets.domains.domain import NARROWING_LAWS
from gadfly.targets.domains.python_sweep import last_begun, sweep_program
from gadfly.targets.ending import CRASH_SIGNALS, STOPPED
from gadfly.targets.install import sha256_of
from gadfly.targets.said import Said
from gadfly.targets.solvers.options.listing import OptionTable
from gadfly.targets.tool import UnusableTargetError

SUBSTITUTION_LAWS = frozenset({"49", "59", "60", "72", "73"})

_LOADING = Limits(wall_seconds=60.0, cpu_seconds=30.0)
_MARKER = "gadfly-done"
_WORKER = "gadfly.targets.domains.python_worker"
_ANSWERS = {Holding.HELD: Answer.SAFE, Holding.VACUOUS: Answer.SAFE, Holding.VIOLATED: Answer.UNSAFE}
_FAILURES = {"crashed": Outcome.CRASH, "unsupported": Outcome.UNSUPPORTED}


def _said(reply: Reply | Completed) -> Said:
    """What a worker said before the marker; one that came to it has answered."""
    said = Said.of(reply)
    text = said.stdout.removesuffix(f"{_MARKER}\n")
    is_done = said.ended is Ended.EXITED and text != said.stdout
    return replace(said, stdout=text, ended=Ended.ANSWERED if is_done else said.ended)


def python_domain_by_path(path: Path, options: str = "") -> PythonDomainTarget | None:
    """A target for a class in a Python file; None for other files."""
    file_name, _, class_name = path.name.partition(":")
    file = path.with_name(file_name).absolute()
    if file.suffix != ".py":
        return None
    if not file.is_file():
        raise UnusableTargetError(f"no such file: {file}")
    if options:
        raise UnusableTargetError(f"a Python domain has no options, so what is {options}?")
    return PythonDomainTarget(file, class_name)


class PythonDomainTarget:
    """A domain that answers in a worker process, never in ours. A target belongs to one thread."""

    def __init__(self, file: Path, class_name: str = "") -> None:
        written = f"{file.name}:{class_name}" if class_name else file.name
        name = TargetName(written.translate(str.maketrans("@[]", "___")), "path")
        self._address = str(file.with_name(written))
        self._argv = (sys.executable, "-m", _WORKER, str(file), class_name)
        self._environment = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
        told = self._described()
        self.identity = TargetIdentity(
            name,
            file.stem,
            sha256_of(file)[:16],
            address=self._address,
            command=f"from {file.stem} import {told['class']}",
        )
        self.capabilities = _capabilities(told)
        self._live = LiveProcess(self._argv, environment=self._environment, address_space=False)

    @property
    def option_table(self) -> OptionTable:
        """A class has no options that we know of."""
        return OptionTable((), ())

    def answer(self, query: Query, limits: Limits) -> Verdict:
        reply = self._live.exchange(_request(query.text), _MARKER, limits)
        return self._verdict(query, _said(reply))

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        return self._verdict(query, self._said_fresh(query.text, limits))

    def close(self) -> None:
        self._live.close()

    def _said_fresh(self, text: str, limits: Limits) -> Said:
        done = run(
            self._argv,
            limits,
            stdin=_request(text),
            environment=self._environment,
            address_space=False,
        )
        return _said(done)

    def _described(self) -> dict[str, Any]:
        said = self._said_fresh("describe\n", _LOADING)
        if said.ended is not Ended.ANSWERED:
            self._check_usable(said)
            raise UnusableTargetError(f"{self._address} cannot be loaded: {said.detail}")
        told: dict[str, Any] = json.loads(said.stdout)
        return told

    def _check_usable(self, said: Said) -> None:
        if said.stdout.startswith("unusable "):
            message = said.stdout.removeprefix("unusable ").strip()
            raise UnusableTargetError(f"{self._address}: {message}")

    def _verdict(self, query: Query, said: Said) -> Verdict:
        if said.ended is not Ended.ANSWERED:
            self._check_usable(said)
            outcome, detail = _how_it_ended(said)
            asked = self._guilty(query.text, said.stderr)
            return Verdict(outcome, detail=detail, seconds=said.seconds, output=said.stdout, asked=asked)
        first_line, _, rest = said.stdout.partition("\n")
        word, _, message = first_line.partition(" ")
        asked = rest if is_sweep(query.text) else ""
        if word in _FAILURES:
            return Verdict(_FAILURES[word], (), (), message, said.seconds, said.stdout, asked)
        return Verdict(Outcome.ANSWERED, (_ANSWERS[Holding(word)],), (), "", said.seconds, said.stdout, asked)

    def _guilty(self, text: str, stderr: str) -> str:
        """The test of a sweep that a worker did not survive; "" if it had not come to one."""
        number = last_begun(stderr)
        if number < 0 or not is_sweep(text):
            return ""
        capabilities = self.capabilities
        ordered = Feature.ORDERED_WIDENING in capabilities.features
        program = sweep_program(read_sweep(text), number, capabilities.shape, ordered_widening=ordered)
        return print_program(program)


def _capabilities(told: dict[str, Any]) -> Capabilities:
    exempt = frozenset(told["exempt"])
    exempt |= frozenset() if told["narrows"] else NARROWING_LAWS
    exempt |= frozenset() if told["substitutes"] else SUBSTITUTION_LAWS
    return Capabilities(
        Language.DOMAIN,
        frozenset({Feature.ORDERED_WIDENING} if told["ordered_widening"] else ()),
        shape=Shape(told["shape"]),
        exempt=exempt,
    )


def _request(text: str) -> str:
    return f"{text}go {_MARKER}\n"


def _how_it_ended(said: Said) -> tuple[Outcome, str]:
    if said.ended is Ended.NOT_FOUND:
        raise UnusableTargetError(f"Python cannot be started: {said.detail}")
    if said.signal == signal.SIGVTALRM:
        return Outcome.TIMEOUT, "one test did not end in time"
    if said.ended in STOPPED:
        return STOPPED[said.ended], said.detail
    if said.ended is Ended.EXITED or said.signal in CRASH_SIGNALS:
        return Outcome.CRASH, said.detail
    return Outcome.UNSUPPORTED, f"{said.detail} from outside"
