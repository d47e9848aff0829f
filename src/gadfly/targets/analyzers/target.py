"""An analyzer that can be asked: one installed release plus an option set."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from gadfly.core.words import (
    Answer,
    Capabilities,
    Feature,
    Language,
    Limits,
    Outcome,
    Query,
    TargetIdentity,
    TargetName,
    Verdict,
)
from gadfly.lang.c.checks import with_checks
from gadfly.lang.c.dialect import FILE, check_count, render
from gadfly.run.command import Completed, run
from gadfly.run.ending import Ended
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading
from gadfly.targets.ending import CRASH_SIGNALS, STOPPED
from gadfly.targets.install import Installed, address_of
from gadfly.targets.solvers.options.listing import OptionTable
from gadfly.targets.tool import UnusableTargetError

_REMEMBERED = 512  # programs with one check; most variants of a program share most of them
_Ask = Callable[[str, Limits], Verdict]


class AnalyzerTarget:
    """A C analyzer as a Target. Every question is a new process: analyzers keep nothing between programs.

    One that stops at the first failure is asked about all checks at once, and if any may fail about every one
    alone, several at a time. What it said about one alone is remembered, but not where a fresh answer counts.
    """

    def __init__(
        self, name: TargetName, tool: Analyzer, release: AnalyzerRelease, installed: Installed
    ) -> None:
        self.tool = tool
        self.release = release
        places = {
            "home": str(installed.home),
            "program": str(installed.program),
            "python": sys.executable,
            "path": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        }
        options = dict(release.defaults) | dict(name.options)
        written = tool.written_options(tuple(options.items()))
        self._command = [
            *(part.format_map(places) for part in release.command),
            *(part.format_map(places) for part in release.arguments),
            *written,
        ]
        self._environment = {key: value.format_map(places) for key, value in release.environment}
        self.identity = TargetIdentity(
            name,
            tool.family,
            installed.digest,
            address=address_of(name, installed, release),
            command=" ".join([installed.program.name, *release.arguments, *written]),
        )
        self.capabilities = Capabilities(
            Language.C, release.features, options=release.options, claims=release.claims
        )
        self._remembered = lru_cache(_REMEMBERED)(self._ask)

    @property
    def option_table(self) -> OptionTable:
        """The options of the release, whichever of them this target has set."""
        return OptionTable(self.release.options, ())

    def answer(self, query: Query, limits: Limits) -> Verdict:
        return self._answer(query, limits, self._remembered)

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        return self._answer(query, limits, self._ask)

    def _answer(self, query: Query, limits: Limits, ask_alone: _Ask) -> Verdict:
        for each in self.tool.unmodelled:
            if found := each.pattern.search(query.text):
                return Verdict(each.outcome, detail=f"{each.reason}: {' '.join(found[0].split())}")
        verdict = self._ask(query.text, limits)
        is_open = verdict.outcome is Outcome.ANSWERED and Answer.UNKNOWN in verdict.answers
        if Feature.ALL_CHECKS in self.release.features or len(verdict.answers) == 1 or not is_open:
            return verdict
        return self._one_by_one(query.text, verdict, lambda program: ask_alone(program, limits))

    def _one_by_one(self, program: str, together: Verdict, ask: Callable[[str], Verdict]) -> Verdict:
        """What it says about every check alone; a crash is all that counts."""
        began = time.monotonic()
        texts = [with_checks(program, [label]) for label in range(len(together.answers))]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            alone = list(pool.map(ask, texts))
        if crash := next((each for each in alone if each.outcome is Outcome.CRASH), None):
            return crash
        return replace(
            together,
            answers=tuple(each.answers[0] if each.answers else Answer.UNKNOWN for each in alone),
            seconds=together.seconds + time.monotonic() - began,
            output="\n".join([together.output, *(each.output for each in alone)]),
        )

    def _ask(self, program: str, limits: Limits) -> Verdict:
        asked = render(program, self.release.dialect)
        done = self._run(asked, limits)
        reading = self._reading(done, check_count(program))
        return Verdict(
            reading.outcome,
            reading.answers,
            detail=reading.detail,
            seconds=done.wall_seconds,
            output=done.stdout,
            asked=asked,
        )

    def counterexample(self, query: Query, label: int, limits: Limits) -> tuple[int, ...]:
        if not self.release.tracing:
            return ()
        done = self._run(render(query.text, self.release.dialect), limits, *self.release.tracing)
        return self.release.read_trace(done.stdout, label)

    def close(self) -> None:
        """Nothing is kept alive."""

    def _run(self, asked: str, limits: Limits, *more: str) -> Completed:
        return run(
            [*self._command, *more, FILE],
            limits,
            files={FILE: asked, **dict(self.release.files)},
            environment=self._environment,
            address_space=self.release.limits_address_space,
        )

    def _reading(self, done: Completed, checks: int) -> Reading:
        if done.ended is Ended.NOT_FOUND:
            raise UnusableTargetError(f"{self.identity.name} cannot be started: {done.detail}")
        if done.ended in STOPPED:
            return Reading(outcome=STOPPED[done.ended], detail=done.detail)
        said = f"{done.stdout}\n{done.stderr}"
        if crash := self.tool.crash.search(said):
            return Reading(outcome=Outcome.CRASH, detail=" ".join(crash[0].split()))
        if done.ended is Ended.SIGNAL:
            outcome = Outcome.CRASH if done.signal in CRASH_SIGNALS else Outcome.UNSUPPORTED
            return Reading(outcome=outcome, detail=done.detail)
        for disclaimer in self.tool.disclaimers:
            if found := disclaimer.pattern.search(said):
                return Reading(outcome=disclaimer.outcome, detail=f"{disclaimer.reason}: {found[0]}")
        reading = self.release.read(done, checks)
        if reading.outcome is Outcome.ANSWERED:
            return replace(reading, answers=tuple(map(self._claimed, reading.answers)))
        for expected in self.tool.expected_errors:
            if expected.pattern.search(reading.detail):
                return Reading(outcome=expected.outcome, detail=f"{expected.reason}: {reading.detail}")
        return reading

    def _claimed(self, answer: Answer) -> Answer:
        return answer if answer in self.release.claims else Answer.UNKNOWN
