"""Defects that fail in other ways than by a wrong answer."""

from __future__ import annotations

import os
import signal
import sys

from gadfly.lang.smt.sexpr import Sexpr
from gadfly.targets.planted.defect import Defect, Situation

_DEEP = 12
_HOG_STEP = 16 << 20
_HOG_MOST = 4 << 30  # twice the usual limit, and still no danger to a machine that has none


class Crash(Defect):
    """Fails an assertion of its own and aborts when an `ite` has a negated condition."""

    def disturb(self, situation: Situation) -> None:
        if any(term.args[0].name == "not" for term in situation.operators("ite")):
            sys.stderr.write("ASSERTION VIOLATION\nFile: planted\nCondition: the condition is positive\n")
            sys.stderr.flush()
            os.abort()


class Segfault(Defect):
    """Dies of a segmentation fault on a formula nested more than twelve levels deep."""

    def disturb(self, situation: Situation) -> None:
        if any(assertion.depth > _DEEP for assertion in situation.assertions):
            os.kill(os.getpid(), signal.SIGSEGV)


class Hang(Defect):
    """Never answers a question with a double negation."""

    def disturb(self, situation: Situation) -> None:
        while any(term.args[0].name == "not" for term in situation.operators("not")):
            signal.pause()


class MemoryHog(Defect):
    """Takes all the memory it gets, up to four gigabytes, when there is an `xor`."""

    def disturb(self, situation: Situation) -> None:
        if situation.operators("xor"):
            taken = [b"\xff" * _HOG_STEP for _ in range(_HOG_MOST // _HOG_STEP)]
            raise MemoryError(f"out of memory after {len(taken)} steps")


class Garbage(Defect):
    """Prints without end when there is a `distinct`."""

    def disturb(self, situation: Situation) -> None:
        while situation.operators("distinct"):
            print("unsat? sat? (((" * 64)


class ErrorThenSat(Defect):
    """Reports an error on every assertion that is an `or`, and goes on without it, as some solvers do.

    It is no defect to be found: what a solver says after an error means nothing.
    """

    def drops(self, formula: Sexpr) -> bool:
        return isinstance(formula, list) and formula[:1] == ["or"]
