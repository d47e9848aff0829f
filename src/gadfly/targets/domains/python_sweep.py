"""Sweeps over domains written in Python: which tests they consist of.

Worker and target both know, so that a test is named by its number, also by a worker that did not survive it.
"""

from __future__ import annotations

import re

from gadfly.core.choices import Choices
from gadfly.core.words import Shape
from gadfly.lang.domain.generate import draw_program
from gadfly.lang.domain.program import Program
from gadfly.lang.domain.sweep import Sweep

_SHARE = 20  # Python is slower than a native driver, and a sweep should end within about a second
_BEGUN = re.compile(r"^gadfly test (\d+)$", re.MULTILINE)


def sweep_length(sweep: Sweep) -> int:
    return max(1, sweep.tests // _SHARE)


def sweep_program(sweep: Sweep, number: int, shape: Shape, *, ordered_widening: bool) -> Program:
    choices = Choices.of("python sweep", sweep.salt, number)
    return draw_program(choices, sweep, shape, ordered_widening=ordered_widening)


def begin(number: int) -> str:
    """What a worker says on stderr before it runs a test."""
    return f"gadfly test {number}\n"


def last_begun(stderr: str) -> int:
    """The test that a worker was at; -1 if it had not come to any."""
    return max((int(digits) for digits in _BEGUN.findall(stderr)[-1:]), default=-1)
