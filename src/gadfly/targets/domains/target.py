"""A domain that can be asked: one domain of an installed library, behind a driver that knows the laws."""

from __future__ import annotations

import signal
import sys
from dataclasses import replace

from gadfly.core.words import (
    Answer,
    Capabilities,
    Language,
    Limits,
    Outcome,
    Query,
    TargetIdentity,
    TargetName,
    Verdict,
)
from gadfly.lang.domain.errors import DomainReadError
from gadfly.run.command import Completed, run
from gadfly.run.ending import Ended
from gadfly.run.live import LiveProcess, Reply
from gadfly.targets.domains.build import ENVIRONMENT, driver_for, fuzzing_driver_for
from gadfly.targets.domains.domain import DomainLibrary, DomainRelease
from gadfly.targets.domains.request import Request, guilty_program, request_of
from gadfly.targets.ending import CRASH_SIGNALS, STOPPED
from gadfly.targets.install import Installed, address_of, sha256_of
from gadfly.targets.solvers.options.listing import OptionTable
from gadfly.targets.tool import InstallError, UnusableTargetError

_ANSWERS = {"held": Answer.SAFE, "vacuous": Answer.SAFE, "violated": Answer.UNSAFE}
# The driver ends after it has said so, but perhaps not before it could be sent another request.
_LAST_WORDS = (Outcome.CRASH, Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY)


class DomainTarget:
    """An abstract domain as a Target: `unsafe` means that a law is violated.

    A sweep that finds a violation, a crash or a hang answers with the guilty test as a program. A target
    belongs to one thread.
    """

    def __init__(
        self, name: TargetName, tool: DomainLibrary, release: DomainRelease, installed: Installed
    ) -> None:
        self.tool = tool
        self.release = release.chosen(name.options)
        if self.release is not release:
            installed = _with_program(installed, self.release.program)
        places = {
            "home": str(installed.home),
            "program": str(installed.program),
            "python": sys.executable,
            "driver": str(driver_for(release.driver, installed.home)) if release.driver.kind else "",
        }
        command = [*(part.format_map(places) for part in self.release.command), *self.release.arguments]
        self._installed = installed
        self._command = command
        self.identity = TargetIdentity(
            name,
            tool.family,
            installed.digest,
            address=address_of(name, installed, release),
            command=" ".join([installed.program.name, *command[3:]]),
        )
        self.capabilities = Capabilities(
            Language.DOMAIN, self.release.features, shape=self.release.shape, exempt=self.release.exempt
        )
        self._live = LiveProcess(command, environment=ENVIRONMENT, address_space=release.limits_address_space)
        self._asked = 0

    @property
    def option_table(self) -> OptionTable:
        """Nothing about a domain can be set without changing what it is."""
        return OptionTable((), ())

    def answer(self, query: Query, limits: Limits) -> Verdict:
        try:
            request = request_of(query.text)
        except DomainReadError as error:
            return Verdict(Outcome.UNSUPPORTED, detail=str(error))
        if request.fuzzes:
            return self._fuzz(request, limits)
        self._asked += 1
        marker = f"gadfly-{self._asked}"
        verdict = self._verdict(request, self._live.exchange(request.text(marker), marker, limits))
        if verdict.outcome in _LAST_WORDS:
            self._live.close()
        return verdict

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        try:
            request = request_of(query.text)
        except DomainReadError as error:
            return Verdict(Outcome.UNSUPPORTED, detail=str(error))
        if request.fuzzes:
            return self._fuzz(request, limits)
        return self._verdict(request, self._run(self._command, request, limits))

    def _fuzz(self, request: Request, limits: Limits) -> Verdict:
        """A driver with a fuzzer inside ends after every sweep, so it is always a new one."""
        try:
            driver = fuzzing_driver_for(self.release.driver, self._installed.home)
        except InstallError as error:
            return Verdict(Outcome.UNSUPPORTED, detail=str(error))
        return self._verdict(request, self._run([str(driver), *self._command[1:]], request, limits))

    def _run(self, command: list[str], request: Request, limits: Limits) -> Completed:
        return run(
            command,
            limits,
            stdin=request.text("end"),
            environment=ENVIRONMENT,
            address_space=self.release.limits_address_space,
        )

    def close(self) -> None:
        self._live.close()

    def _verdict(self, request: Request, said: Reply | Completed) -> Verdict:
        if said.ended is Ended.NOT_FOUND:
            raise UnusableTargetError(f"{self.identity.name} cannot be started: {said.detail}")
        seconds = said.wall_seconds
        text = said.text if isinstance(said, Reply) else said.stdout.removesuffix("end\n")
        if said.ended in STOPPED:
            return Verdict(_stopped(request, said.ended), detail=said.detail, seconds=seconds)
        if said.ended is Ended.SIGNAL:
            outcome = Outcome.CRASH if said.signal in CRASH_SIGNALS else Outcome.UNSUPPORTED
            return Verdict(outcome, detail=said.detail, seconds=seconds)
        line, _, rest = text.partition("\n")
        word, _, more = line.partition(" ")
        asked = guilty_program(request, rest) if request.is_sweep and rest else ""
        match word:
            case "held" | "vacuous" | "violated":
                answers = (_ANSWERS[word],)
                return Verdict(Outcome.ANSWERED, answers, seconds=seconds, output=text, asked=asked)
            case "hung":
                return Verdict(Outcome.TIMEOUT, detail="a test hangs", seconds=seconds, asked=asked)
            case "crashed":
                detail = f"killed by {signal.Signals(int(more)).name}"
                return Verdict(Outcome.CRASH, detail=detail, seconds=seconds, asked=asked)
            case "exhausted":
                return Verdict(Outcome.OUT_OF_MEMORY, detail="out of memory", seconds=seconds, asked=asked)
            case "excused":
                return Verdict(Outcome.UNSUPPORTED, detail=more, seconds=seconds, output=text)
        reason = next(iter(said.stderr.splitlines()), said.detail)
        return Verdict(Outcome.UNSUPPORTED, detail=reason, seconds=seconds, output=text)


def _with_program(installed: Installed, program: str) -> Installed:
    """Another library of the same installation."""
    path = installed.home / program
    return replace(installed, program=path, digest=sha256_of(path)[:16])


def _stopped(request: Request, ended: Ended) -> Outcome:
    """A sweep that takes too long is long: a test that hangs is reported by the driver."""
    outcome = STOPPED[ended]
    return Outcome.UNSUPPORTED if request.is_sweep and outcome is Outcome.TIMEOUT else outcome
