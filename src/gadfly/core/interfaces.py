"""The interfaces of the house: a campaign is a loop over these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gadfly.core.choices import Choices
from gadfly.core.words import (
    Answer,
    Capabilities,
    Certificate,
    Language,
    Limits,
    Query,
    Question,
    Refusal,
    Seed,
    TargetIdentity,
    Truth,
    Verdict,
)


class SkipSeedError(Exception):
    """A technique cannot use this seed; the message says why in one line."""


class Target(Protocol):
    """One installed release plus an option set, ready to be asked."""

    @property
    def identity(self) -> TargetIdentity: ...

    @property
    def capabilities(self) -> Capabilities: ...

    def answer(self, query: Query, limits: Limits) -> Verdict:
        """Ask in the fastest way there is: a live process may answer many queries."""

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        """Ask in a new process that sees this query only."""

    def close(self) -> None:
        """End every process this target keeps alive."""


@runtime_checkable
class Explaining(Protocol):
    """A target that can also say why a check of a C program fails."""

    def counterexample(self, query: Query, label: int, limits: Limits) -> tuple[int, ...]:
        """The inputs with which it says that a check fails; none if it does not tell."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """An answer of a trusted engine, with a model as `define-fun` commands if it is `sat`."""

    answer: Answer
    model: str = ""


@dataclass(frozen=True, slots=True)
class CheckCount:
    """How often the condition of a check was true and false in an execution."""

    passed: int
    failed: int


@dataclass(frozen=True, slots=True)
class Execution:
    """What running a C program showed, once or several times with different inputs.

    `problem` is "" if it is well defined as far as can be told. `checks` are by label. `seen` are, by label
    too, the values of `__gadfly_see` in order, as many as were kept of the `seen_counts` there were.
    """

    problem: str = ""
    checks: tuple[CheckCount, ...] = ()
    seen: tuple[tuple[str, ...], ...] = ()
    seen_counts: tuple[int, ...] = ()
    exit_codes: tuple[int, ...] = ()
    output: str = ""


class Reference:
    """Trusted engines that a technique may consult while it builds questions; answers are deterministic.

    This one knows nothing; real ones know what they override.
    """

    def model(self, script: str) -> str:
        """The model of a satisfiable script as `define-fun` commands, or "" if none was found."""
        return ""

    def refutes(self, script: str) -> bool:
        """Whether solvers of two families agree that a script is unsatisfiable."""
        return False

    def core(self, declarations: Sequence[str], assertions: Sequence[str]) -> tuple[int, ...]:
        """The places of a small unsatisfiable core among the assertions; none if they may be satisfiable."""
        return ()

    def opinion(self, script: str) -> Opinion:
        """What a solver of another family than the target's says to a script with one check-sat."""
        return Opinion(Answer.UNKNOWN)

    def execute(self, program: str, *vectors: tuple[int, ...]) -> Execution:
        """What a C program does with each of these inputs, compiled twice and watched by sanitizers."""
        return Execution("there is no compiler")


class Session(Protocol):
    """A technique at work on one seed."""

    @property
    def questions(self) -> int:
        """How many questions this opening is good for before the seed should be opened anew."""

    def ask(self, choices: Choices) -> Question:
        """The next question; a pure function of the session's opening and the choices."""

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Learn from an answer; most techniques ignore it."""


class Technique(Protocol):
    """A way to build questions with known truth. The docstring of an implementation is its help text."""

    @property
    def name(self) -> str: ...

    @property
    def language(self) -> Language:
        """What its questions are written in."""

    @property
    def seed_language(self) -> Language:
        """What its seeds are written in."""

    @property
    def patience(self) -> int:
        """How many times as long as usual its jobs should be: seeds are costly to open, or answers teach."""

    @property
    def own_seeds(self) -> tuple[Seed, ...]:
        """The seeds of a technique that needs none of the user's; empty if it works on those."""

    def open(self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference) -> Session:
        """Prepare a seed, or raise SkipSeedError."""


class Certifier(Protocol):
    """Re-establishes a truth independently of whoever claimed it."""

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal: ...
