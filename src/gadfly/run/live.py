"""One program kept alive to answer many requests."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from gadfly.core.words import Limits
from gadfly.run import counters, scratch
from gadfly.run.command import NOTHING
from gadfly.run.ending import Death, Ended, classify, describe
from gadfly.run.listening import Heard, Listener
from gadfly.run.program import NotAProgramError, Program

_STDERR_BYTES = 1 << 16
_FAREWELL_SECONDS = 10.0  # a large program writes its counts to a thousand files


@dataclass(frozen=True, slots=True)
class Reply:
    """What a live program said to one request; `text` is its stdout up to the marker.

    Unless `ended` is ANSWERED the program is gone, and `text` is what it had said by then.
    """

    ended: Ended
    text: str
    stderr: str = ""
    exit_code: int = -1
    signal: int = 0
    wall_seconds: float = 0.0

    @property
    def detail(self) -> str:
        """One line for people."""
        return describe(self.ended, self.exit_code, self.signal, self.wall_seconds, self.stderr)


@dataclass(frozen=True, slots=True)
class _Conversation:
    """A running program and where it runs."""

    program: Program
    listener: Listener
    folder: Path


class LiveProcess:
    """A program that reads requests from stdin and answers on stdout; it belongs to one thread.

    It is started when it is needed: first, after it died or had to be stopped, and after `recycle_after`
    requests, so that what it leaks stays bounded. A request that ends it is never repeated here.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        environment: Mapping[str, str] = NOTHING,
        recycle_after: int = 500,
        address_space: bool = True,
    ) -> None:
        self._argv = tuple(argv)
        self._environment = dict(environment)
        self._recycle_after = recycle_after
        self._address_space = address_space
        self._conversation: _Conversation | None = None
        self._requests = 0

    @property
    def pid(self) -> int:
        """The process id of the running program, 0 if none runs."""
        return 0 if self._conversation is None else self._conversation.program.pid

    def exchange(self, request: str, marker: str, limits: Limits) -> Reply:
        """Send a request that makes the program print the line `marker` when it is done."""
        try:
            conversation = self._ready()
        except NotAProgramError as error:
            return Reply(Ended.NOT_FOUND, "", str(error))
        self._requests += 1
        try:
            cpu_before = conversation.program.cpu_seconds()
            conversation.program.limit(limits, cpu_before)
            heard = conversation.listener.listen(limits, _encode(request), _encode(marker))
        except BaseException:
            self._end(conversation)
            raise
        if heard.stop is not Ended.ANSWERED:
            return self._last_reply(conversation, heard, cpu_before, limits)
        if not heard.in_step:
            self.close()
        return _reply(heard, Ended.ANSWERED, Death())

    def close(self) -> None:
        """End the program; the next request starts it again."""
        if self._conversation is not None:
            self._dismiss(self._conversation)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ready(self) -> _Conversation:
        """The conversation to go on with, or a new one."""
        current = self._conversation
        if current is not None:
            if self._requests < self._recycle_after and current.listener.quiet():
                return current
            self._dismiss(current)
        self._conversation = self._begin()
        self._requests = 0
        return self._conversation

    def _begin(self) -> _Conversation:
        folder = scratch.make()
        try:
            program = Program(
                self._argv,
                folder,
                self._environment,
                stdin=subprocess.PIPE,
                address_space=self._address_space,
            )
        except BaseException:
            scratch.release(folder)
            raise
        return _Conversation(program, Listener(program), folder)

    def _dismiss(self, conversation: _Conversation) -> None:
        """End a program that waits for a request; what it counted, it writes only if it is not killed."""
        if counters.are_wanted():
            conversation.program.finish(_FAREWELL_SECONDS)
        self._end(conversation)

    def _end(self, conversation: _Conversation) -> Death:
        self._conversation = None
        try:
            return conversation.program.end()
        finally:
            scratch.release(conversation.folder)

    def _last_reply(
        self, conversation: _Conversation, heard: Heard, cpu_before: float, limits: Limits
    ) -> Reply:
        death = self._end(conversation)
        if heard.stop is not Ended.EXITED:
            return _reply(heard, heard.stop, death)
        in_this_request = replace(death, cpu_seconds=death.cpu_seconds - cpu_before)
        return _reply(heard, classify(in_this_request, (heard.stdout, heard.stderr), limits), death)


def _reply(heard: Heard, ended: Ended, death: Death) -> Reply:
    return Reply(
        ended=ended,
        text=heard.stdout.decode(errors="replace"),
        stderr=heard.stderr[-_STDERR_BYTES:].decode(errors="replace"),
        exit_code=death.exit_code,
        signal=death.signal,
        wall_seconds=heard.wall_seconds,
    )


def _encode(text: str) -> bytes:
    return text.encode(errors="surrogateescape")
