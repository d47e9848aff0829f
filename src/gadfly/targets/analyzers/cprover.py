"""What CBMC and goto-analyzer share: their packages, and the list of properties that both of them print.

The plain list is read, not JSON or XML: CBMC's JSON comes with a trace of every failure, megabytes of it,
and goto-analyzer's does not say which property an entry is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gadfly.core.words import Answer, Outcome
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Reading
from gadfly.targets.tool import Debian, ExpectedError

OLD = Debian("bullseye", ("cbmc", "minisat"))
NEW = Debian("trixie", ("cbmc", "minisat"))
COMMAND = ("{home}/lib/ld.so", "--library-path", "{home}/lib", "{program}")

# Undefined behaviour is not asked for. An execution is not expected to run out of memory.
NO_OTHER_CHECKS = ("--no-standard-checks", "--no-malloc-may-fail")

CRASH = re.compile(r"Invariant check failed\s+File: \S+ function: .*\s+Condition: .*")

UNMODELLED = (
    ExpectedError(re.compile(r"\b(asm|__asm__|__asm)\b"), "ignores assembler"),
    ExpectedError(re.compile(r"\b_*(sig)?(set|long)jmp\b"), "knows no jumps out of a function"),
)

_PROPERTY = re.compile(r"^\[([^\]\n]+)\] (?:line \d+ )?(.*): ([A-Z]+)(?: \([a-z ]+\))?$", re.MULTILINE)
_CHECK = re.compile(r"gadfly (\d+)")


@dataclass(frozen=True, slots=True)
class Property:
    """One line of a result: `[main.assertion.1] line 7 gadfly 0: SUCCESS`."""

    name: str
    about: str
    status: str


def properties(printed: str) -> tuple[Property, ...]:
    """Every property in a report, in order."""
    return tuple(Property(*match) for match in _PROPERTY.findall(printed))


def answers(reported: Sequence[Property], checks: int) -> tuple[Answer, ...]:
    """The answer to every check; one that is copied to several places is safe if it is so everywhere."""
    statuses: list[set[str]] = [set() for _ in range(checks)]
    for label, status in _labelled(reported):
        if label < checks:
            statuses[label].add(status)
    return tuple(map(_answer, statuses))


def error(done: Completed) -> Reading:
    """The reading of a run without a result: the first thing the tool complained about."""
    said = (line.strip() for line in done.stderr.splitlines())
    complaint = next((line for line in said if line and "defaulting to" not in line), done.detail)
    return Reading(outcome=Outcome.UNSUPPORTED, detail=complaint)


def _labelled(reported: Sequence[Property]) -> Iterator[tuple[int, str]]:
    for each in reported:
        if match := _CHECK.fullmatch(each.about):
            yield int(match[1]), each.status


def _answer(statuses: set[str]) -> Answer:
    if "FAILURE" in statuses:
        return Answer.UNSAFE
    return Answer.SAFE if statuses == {"SUCCESS"} else Answer.UNKNOWN
