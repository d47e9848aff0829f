"""A solver that can be asked: one installed release plus an option set."""

from __future__ import annotations

import re
import sys
from functools import cached_property
from pathlib import Path

from gadfly.core.words import (
    Capabilities,
    Language,
    Limits,
    Outcome,
    Query,
    TargetIdentity,
    TargetName,
    Verdict,
)
from gadfly.lang.smt.dialect import render
from gadfly.run.command import run
from gadfly.run.ending import Ended
from gadfly.run.live import LiveProcess
from gadfly.targets.ending import CRASH_SIGNALS, STOPPED
from gadfly.targets.install import Installed, address_of
from gadfly.targets.said import Said
from gadfly.targets.solvers.options.listing import OptionTable
from gadfly.targets.solvers.options.reading import read_options
from gadfly.targets.solvers.output import Reading, crash_message, first_line, read, says_timeout
from gadfly.targets.solvers.solver import Solver, SolverRelease
from gadfly.targets.tool import UnusableTargetError

_WORKERS = Path(__file__).parent / "workers"
_QUERY_FILE = "query.smt2"
_OPTION = re.compile(r"set-option\s+(:\S+\s+[^\s)]+)")
_LASTING_OPTIONS = frozenset({":produce-models true", ":print-success false"})


class SolverTarget:
    """An SMT solver as a Target.

    `answer` keeps one process alive if the release can answer many scripts in a row; `answer_fresh` starts
    a new one. A target belongs to one thread.
    """

    def __init__(self, name: TargetName, tool: Solver, release: SolverRelease, installed: Installed) -> None:
        self.tool = tool
        self.release = release
        self._installed = installed
        places = {
            "home": str(installed.home),
            "program": str(installed.program),
            "python": sys.executable,
            "workers": str(_WORKERS),
        }
        self._command = [
            *(part.format_map(places) for part in release.command),
            *tool.written_options(name.options),
        ]
        self.identity = TargetIdentity(
            name,
            tool.family,
            installed.digest,
            address=address_of(name, installed, release),
            command=" ".join(
                [installed.program.name, *self._command[len(release.command) :], *release.one_shot]
            ),
        )
        self._live = LiveProcess(
            [*self._command, *release.session], address_space=release.limits_address_space
        )
        self._asked = 0

    @cached_property
    def capabilities(self) -> Capabilities:
        """What the release can do; not known before someone asks, because reading the options takes time."""
        release = self.release
        return Capabilities(
            Language.SMT, release.features, release.logics, release.tactics, self.option_table.kept
        )

    @property
    def option_table(self) -> OptionTable:
        """The options of the release, whichever of them this target has set."""
        command = self._command[: len(self.release.command)]
        return read_options(self.release, self._installed, command)

    def answer(self, query: Query, limits: Limits) -> Verdict:
        if not self.release.persistent or _outlives_reset(query.text):
            return self.answer_fresh(query, limits)
        self._asked += 1
        marker = f"gadfly-{self._asked}"
        script = render(query.text, self.release.dialect)
        reply = self._live.exchange(f'{script}\n(reset)\n(echo "{marker}")\n', marker, limits)
        return self._verdict(query, Said.of(reply))

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        script = render(query.text, self.release.dialect)
        command = [*self._command, *self.release.one_shot, *self._incremental(query.text)]
        address_space = self.release.limits_address_space
        if self.release.reads_stdin:
            done = run(command, limits, stdin=script, address_space=address_space)
        else:
            files = {_QUERY_FILE: script}
            done = run([*command, _QUERY_FILE], limits, files=files, address_space=address_space)
        return self._verdict(query, Said.of(done))

    def close(self) -> None:
        self._live.close()

    def _incremental(self, script: str) -> tuple[str, ...]:
        several = "(push" in script or "(check-sat-assuming" in script or script.count("(check-sat") > 1
        return self.release.incremental if several else ()

    def _verdict(self, query: Query, said: Said) -> Verdict:
        reading = read(said.stdout)
        outcome, detail = self._outcome(query, said, reading)
        disclaimed = next((d for d in self.tool.disclaimers if d.pattern.search(said.stderr)), None)
        if disclaimed is not None and outcome is not Outcome.CRASH:
            return Verdict(
                disclaimed.outcome, detail=disclaimed.reason, seconds=said.seconds, output=said.stdout
            )
        models = tuple("" if self._is_inexact(model) else model for model in reading.models)
        return Verdict(outcome, reading.answers, models, detail, said.seconds, said.stdout)

    def _is_inexact(self, model: str) -> bool:
        return self.tool.inexact is not None and self.tool.inexact.search(model) is not None

    def _outcome(self, query: Query, said: Said, reading: Reading) -> tuple[Outcome, str]:
        if said.ended is Ended.NOT_FOUND:
            raise UnusableTargetError(f"{self.identity.name} cannot be started: {said.detail}")
        if said.ended in STOPPED:
            return STOPPED[said.ended], said.detail
        crash = crash_message(said.stderr) or crash_message(reading.noise)
        if said.ended is Ended.SIGNAL:
            if said.signal in CRASH_SIGNALS:
                return Outcome.CRASH, f"{said.detail}: {crash}" if crash else said.detail
            return Outcome.UNSUPPORTED, f"{said.detail} from outside"
        if reading.error:
            return self._explain(reading.error)
        if reading.noise and says_timeout(reading.noise):
            return Outcome.TIMEOUT, first_line(reading.noise)
        answered = len(reading.answers)
        asked = query.text.count("(check-sat")
        if reading.is_whole and answered == asked:
            return Outcome.ANSWERED, ""
        if crash:
            return Outcome.CRASH, crash
        said_instead = first_line(reading.noise) or first_line(said.stderr) or said.detail
        return self._explain(f"{answered} of {asked} questions answered: {said_instead}")

    def _explain(self, message: str) -> tuple[Outcome, str]:
        for expected in self.tool.expected_errors:
            if expected.pattern.search(message):
                return expected.outcome, f"{expected.reason}: {message}"
        return Outcome.UNSUPPORTED, message


def _outlives_reset(script: str) -> bool:
    """Whether a script does what `(reset)` does not undo: it ends the solver or sets options for good."""
    if "(exit" in script:
        return True
    return "set-option" in script and not _LASTING_OPTIONS.issuperset(
        " ".join(option.split()) for option in _OPTION.findall(script)
    )
