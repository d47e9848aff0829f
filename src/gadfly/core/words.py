"""The words of the house as frozen records: what crosses a room's border is one of these."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    """What a query is written in."""

    SMT = "smt"
    C = "c"
    DOMAIN = "domain"


class Answer(StrEnum):
    """What a target can say to one question."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"
    SAFE = "safe"
    UNSAFE = "unsafe"


CLAIMS = frozenset(Answer) - {Answer.UNKNOWN}


class Outcome(StrEnum):
    """How asking a target ended; only ANSWERED verdicts carry answers that count."""

    ANSWERED = "answered"
    CRASH = "crash"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    UNSUPPORTED = "unsupported"


class Kind(StrEnum):
    """The ways in which a target can be wrong, worst first."""

    UNSOUND = "unsound"
    INVALID_MODEL = "invalid-model"
    CRASH = "crash"
    IMPRECISE = "imprecise"
    CONTRADICTION = "contradiction"
    DIVERGES = "diverges"
    INCOMPLETE = "incomplete"


class Feature(StrEnum):
    """What a target can do beyond one plain question; techniques draw only from what is there."""

    MODELS = "models"
    INCREMENTAL = "incremental"
    ASSUMPTIONS = "assumptions"
    TACTICS = "tactics"
    ALL_CHECKS = "all-checks"  # a verdict on every check of a program, not only on the first that fails
    INPUTS = "inputs"  # programs that read values nobody knows
    ALARMS = "alarms"  # `unknown` about a check is a warning that it may fail, not that nothing was found out
    ORDERED_WIDENING = "ordered-widening"  # of a domain: x ∇ y is defined only if x is below y


class Shape(StrEnum):
    """Which constraints an abstract domain can express."""

    INTERVAL = "interval"
    OCTAGON = "octagon"
    POLYHEDRON = "polyhedron"


@dataclass(frozen=True, slots=True)
class TargetName:
    """One release of a tool plus an option set, written `z3@4.8.9[smt.arith.solver=2]`."""

    tool: str
    version: str
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> TargetName:
        match = re.fullmatch(r"([^@\[\]]+)@([^@\[\]]+?)(?:\[([^\[\]]*)\])?", text)
        if match is None:
            raise ValueError(f"{text!r} is not TOOL@VERSION or TOOL@VERSION[option=value,…]")
        options = []
        for part in filter(None, (match[3] or "").split(",")):
            name, equals, value = part.strip().partition("=")
            if not name or not equals:
                raise ValueError(f"{part!r} in {text!r} is not option=value")
            options.append((name, value))
        return cls(match[1], match[2], tuple(sorted(options)))

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.tool}@{self.version}" + (f"[{options}]" if options else "")


@dataclass(frozen=True, slots=True)
class TargetIdentity:
    """Exactly which program answered: its name, its family and the digest of what was executed.

    `address` opens it again: the name, or the path of a user's own build. `command` is how people ask it
    without us, to be followed by a file.
    """

    name: TargetName
    family: str
    digest: str
    address: str
    command: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a target that must not change a right answer, and values of it worth trying.

    The default is none of the values; a flag that takes no value has the one value "".
    """

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a target offers to a technique. Logics are SMT-LIB names; `ALL` means any.

    `claims` are the answers that a target stands by. Another answer is a hint at most, so it says `unknown`
    instead: who only looks for bugs does not claim that a program is safe.
    Of a domain, `shape` says which constraints it can express, `exempt` which laws it need not obey.
    """

    language: Language
    features: frozenset[Feature] = frozenset()
    logics: frozenset[str] = frozenset({"ALL"})
    tactics: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    claims: frozenset[Answer] = CLAIMS
    shape: Shape = Shape.POLYHEDRON
    exempt: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may cost before it is stopped."""

    wall_seconds: float = 10.0
    cpu_seconds: float = 10.0
    memory_bytes: int = 2 << 30
    output_bytes: int = 8 << 20
    processes: int = 64


@dataclass(frozen=True, slots=True)
class Seed:
    """An input file a technique starts from. The text is empty for techniques that need none."""

    name: str
    text: str
    language: Language = Language.SMT

    @property
    def digest(self) -> str:
        return digest_of(self.text)


@dataclass(frozen=True, slots=True)
class Query:
    """What a target is given, in the standard dialect of its language.

    In C a question is a statement `__gadfly_check(LABEL, CONDITION);` with labels 0, 1, …: can the condition
    be false there? It neither ends nor changes the execution.
    """

    language: Language
    text: str
    logic: str = "ALL"

    @property
    def digest(self) -> str:
        return digest_of(self.text)


class Basis(StrEnum):
    """Why a truth is true."""

    MODEL = "model"
    CORE = "core"
    OPINION = "opinion"
    INPUTS = "inputs"
    LAW = "law"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class Truth:
    """The right answers, one per question asked by the query, and the evidence for them.

    `evidence` is text in the language of the query. MODEL: the `define-fun` commands that make true all that
    a check-sat can see. CORE: `assert` commands that contradict each other and that every check-sat answered
    `unsat` can see, after the `define-fun` commands for those answered `sat`. OPINION: none; the answers are
    those of reference solvers, `unknown` where they cannot tell. INPUTS: vectors of the values that a program
    reads, one a line, each of which is an execution; none for a program that reads nothing. CONTRADICTION:
    a relation to an earlier program. Such a truth is relative: it says what the answers must be if those that
    the same target gave before are right, and is `unknown` until they are known. LAW: what kind of law it is
    that holds whatever the elements are: `soundness`, `precision` or `convergence`.
    """

    answers: tuple[Answer, ...]
    basis: Basis
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A query together with its truth."""

    query: Query
    truth: Truth


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a target said.

    `answers[i]` answers the i-th question of the query; after an error of the target the rest are
    missing, because they mean nothing. `models[i]` is the model text given after the i-th answer, or ""
    where none was asked for. `detail` is one line for people: the error, crash message or signal. `asked`
    is what the tool was given, where that is not the text of the query.
    """

    outcome: Outcome
    answers: tuple[Answer, ...] = ()
    models: tuple[str, ...] = ()
    detail: str = ""
    seconds: float = 0.0
    output: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything needed to rebuild a question: technique, seed and both choice records."""

    technique: str
    seed: Seed
    opening: tuple[int, ...]
    asking: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Complaint:
    """The judge's opinion that a verdict contradicts a truth; not yet confirmed or certified.

    `at` is the index of the answer at fault, `message` one line that says what is wrong.
    """

    kind: Kind
    at: int
    message: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """An independent proof that a truth is right: who vouched, and how."""

    method: str
    vouchers: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A certifier's reason for not vouching."""

    reason: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two programs about which a target contradicts itself: a question with a relative truth, and answers."""

    question: Question
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A confirmed, certified wrong answer."""

    kind: Kind
    message: str
    target: TargetIdentity
    question: Question
    verdict: Verdict
    certificate: Certificate
    recipe: Recipe
    reduced: Question
    reduced_verdict: Verdict
    signature: str
    pair: Pair | None = None  # the two programs that gave it away, if it was a contradiction

    @property
    def id(self) -> str:
        """A name that is the same whenever the same query meets the same target."""
        content = f"{self.target.name}\n{self.kind}\n{self.question.query.text}"
        return f"{self.kind}-{digest_of(content)[:10]}"


@dataclass(frozen=True, slots=True)
class Budget:
    """When a campaign stops; a field left at 0 does not limit."""

    seconds: float = 0.0
    trials: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of what happened; tallies add up."""

    trials: int = 0
    answered: int = 0
    unknown: int = 0
    timeouts: int = 0
    unsupported: int = 0
    crashes: int = 0
    models_checked: int = 0
    refuted: int = 0  # suspicions that a fresh process or the certifier did not share
    discarded: int = 0  # questions whose truth an execution did not show, so that they were not asked
    seconds: float = 0.0
    target_seconds: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def digest_of(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
