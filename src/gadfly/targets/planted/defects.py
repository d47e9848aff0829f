"""The defects that can be switched on in the planted solver.

Each has a condition on the shape of the question that is neither always nor never met, so that a tester
has to work for it. The docstring of a defect is its help text.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gadfly.core.words import Answer
from gadfly.lang.smt.sexpr import Sexpr
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Shape, Term, post_order

_DEEP = 12
_MANY = 3
_HOG_STEP = 16 << 20
_HOG_MOST = 4 << 30  # twice the usual limit, and still no danger to a machine that has none


@dataclass(frozen=True, slots=True)
class Situation:
    """A question, and what came before it in the session."""

    assertions: tuple[Term, ...]
    previous: tuple[Term, ...]  # what the question before this one asserted
    has_popped: bool

    def operators(self, *names: str) -> list[Term]:
        """Every application of these operators in the question."""
        return [term for term in self.terms() if term.shape is Shape.OPERATOR and term.name in names]

    def terms(self) -> list[Term]:
        return post_order(self.assertions)


class Defect:
    """The places where the solver lets a defect interfere; here each leaves things as they are."""

    def drops(self, _formula: Sexpr, /) -> bool:
        """Whether to report an error instead of asserting the formula, and go on without it."""
        return False

    def disturb(self, _situation: Situation, /) -> None:
        """Do something before the question is decided."""

    def answer(self, _situation: Situation, right: Answer, /) -> Answer:
        """What to say where `right` is the right answer."""
        return right

    def model(self, _situation: Situation, values: Mapping[str, int], /) -> Mapping[str, int]:
        """What to show as a model where `values` are one."""
        return values


class WrongUnsat(Defect):
    """Says unsat to a satisfiable question that has an `xor` or `=>` right below a `not`."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = any(term.args[0].name in ("xor", "=>") for term in situation.operators("not"))
        return Answer.UNSAT if met else right


class WrongSat(Defect):
    """Says sat to an unsatisfiable question of three or more assertions."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        return Answer.SAT if len(situation.assertions) >= _MANY else right


class WrongModel(Defect):
    """Flips the lowest bit of one constant in the model if a formula is used in two or more places."""

    def model(self, situation: Situation, values: Mapping[str, int]) -> Mapping[str, int]:
        used = [arg for term in situation.terms() for arg in term.args if arg.sort == BOOL and arg.args]
        if not values or len(used) == len(set(used)):
            return values
        name, value = next(iter(values.items()))
        return {**values, name: value ^ 1}


class WrongIncremental(Defect):
    """Says unsat to two or more satisfiable assertions once there has been a pop."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = situation.has_popped and len(situation.assertions) > 1
        return Answer.UNSAT if met else right


class WrongSecondCheck(Defect):
    """Says unsat when the same satisfiable assertions are checked twice in a row."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = situation.assertions and situation.assertions == situation.previous
        return Answer.UNSAT if met else right


class GivesUp(Defect):
    """Says unknown when two terms are multiplied neither of which is a literal."""

    def answer(self, situation: Situation, right: Answer) -> Answer:
        met = any(
            all(arg.shape is not Shape.LITERAL for arg in term.args) for term in situation.operators("bvmul")
        )
        return Answer.UNKNOWN if met else right


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


DEFECTS: Mapping[str, Defect] = {
    "wrong-unsat": WrongUnsat(),
    "wrong-sat": WrongSat(),
    "wrong-model": WrongModel(),
    "wrong-incremental": WrongIncremental(),
    "wrong-second-check": WrongSecondCheck(),
    "gives-up": GivesUp(),
    "crash": Crash(),
    "segfault": Segfault(),
    "hang": Hang(),
    "memory-hog": MemoryHog(),
    "garbage": Garbage(),
    "error-then-sat": ErrorThenSat(),
}


def help_lines(defects: Mapping[str, Defect]) -> Sequence[str]:
    """One line for each defect."""
    return [f"{name:20}{(type(defect).__doc__ or '').splitlines()[0]}" for name, defect in defects.items()]
