"""Truths about SMT-LIB scripts, by our own evaluator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from gadfly.core.words import Answer, Basis, Query, Truth
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Definition, Model, ModelError, read_model
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import LineReader, ScriptReader, read_script
from gadfly.lang.smt.sexpr import ReadError, parse, to_text
from gadfly.lang.smt.terms import Shape, Term, post_order

# Linear, bit-precise or ground theories: a solver that claims the logic has no excuse for `unknown`.
DECIDABLE = frozenset({
    "QF_UF", "QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "QF_AX", "QF_LIA", "QF_LRA", "QF_LIRA", "QF_IDL",
    "QF_RDL", "QF_ALIA", "QF_AUFLIA", "QF_UFLIA", "QF_UFLRA", "QF_UFIDL", "QF_DT", "QF_UFDT", "QF_FP",
    "QF_BVFP", "QF_ABVFP",
})  # fmt: skip

_LINES = LineReader()  # a campaign asks for many models of scripts made of the same lines


class Holds(Enum):
    """Whether all assertions of a script are true under a model."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What our evaluator says of a script under a model; `failing` are assertions that are false."""

    holds: Holds
    script: Script
    assertions: tuple[Term, ...]
    failing: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The two parts of the evidence of a truth: `define-fun` commands, and formulas that are a core."""

    model: str
    core: tuple[str, ...] = ()

    @classmethod
    def of(cls, truth: Truth) -> Evidence:
        """ReadError if the evidence is no list of commands."""
        if truth.basis is not Basis.CORE:
            return cls(truth.evidence)
        model: list[str] = []
        core: list[str] = []
        for command in parse(truth.evidence):
            match command:
                case ["assert", formula]:
                    core.append(to_text(formula))
                case _:
                    model.append(to_text(command) + "\n")
        return cls("".join(model), tuple(core))

    @property
    def text(self) -> str:
        return self.model + "".join(f"(assert {formula})\n" for formula in self.core)


def must_decide(query: Query) -> bool:
    """Whether an `unknown` to this query is a fault: it names a decidable logic and asks plainly."""
    return (
        query.logic in DECIDABLE
        and f"(set-logic {query.logic})" in query.text
        and "check-sat-using" not in query.text
    )


def evaluate_checks(query: Query, evidence: str) -> Evaluation:
    """Evaluate everything any check-sat of the query can see; raises ReadError or ModelError."""
    script = read_script(query.text)
    assertions = tuple(dict.fromkeys(term for check in script.checks for term in check.assertions))
    return _evaluation(script, assertions, evidence)


def evaluate_truth(query: Query, truth: Truth) -> Evaluation:
    """Evaluate everything that those check-sats can see which the truth claims to be satisfiable."""
    script = read_script(query.text)
    if len(script.checks) != len(truth.answers):
        raise ReadError("the truth does not cover every check-sat")
    seen = dict.fromkeys(
        term
        for check, answer in zip(script.checks, truth.answers, strict=True)
        if answer is Answer.SAT
        for term in check.assertions
    )
    return _evaluation(script, tuple(seen), Evidence.of(truth).model)


@dataclass(frozen=True, slots=True)
class Refuted:
    """What one check-sat can see, and the part of it that is claimed to contradict itself."""

    seen: frozenset[Term]
    core: frozenset[Term]


@dataclass(frozen=True, slots=True)
class Refutations:
    """The check-sats of a script that a truth claims to be unsatisfiable."""

    script: Script
    claims: tuple[Refuted, ...]


def read_refutations(query: Query, truth: Truth) -> Refutations:
    """Every check-sat claimed `unsat` with the core as it occurs in it; ReadError if it does not.

    Only the least of what is claimed is kept: a check-sat that sees more is unsatisfiable as well.
    """
    reader = ScriptReader()
    asserted: dict[str, set[Term]] = {}
    for command in parse(query.text):
        reader.command(command)
        match command:
            case ["assert", formula]:
                asserted.setdefault(to_text(formula), set()).add(reader.last_asserted)
    script = reader.script()
    if len(script.checks) != len(truth.answers):
        raise ReadError("the truth does not cover every check-sat")
    # Bound variables are new with every reading: what has quantifiers is recognised by its text.
    core = [
        asserted.get(text) or {reader.terms.term(formula)}
        for text in Evidence.of(truth).core
        for formula in parse(text)
    ]
    claims = []
    for check, answer in zip(script.checks, truth.answers, strict=True):
        if answer is Answer.UNSAT:
            seen = frozenset(check.assertions)
            claims.append(Refuted(seen, _contained(core, seen) if truth.basis is Basis.CORE else seen))
    return Refutations(script, _least(claims))


def _contained(core: Iterable[set[Term]], seen: frozenset[Term]) -> frozenset[Term]:
    found = [seen & readings for readings in core]
    if not found or not all(found):
        raise ReadError("a check-sat claimed unsat does not see the core")
    return frozenset().union(*found)


def _least(claims: Iterable[Refuted]) -> tuple[Refuted, ...]:
    distinct = {claim.seen: claim for claim in claims}
    return tuple(claim for seen, claim in distinct.items() if not any(other < seen for other in distinct))


def refuted_by_values(script: Script, core: Iterable[Term]) -> bool:
    """Whether equations of a core give constants the only values they can have, and another part is false.

    Our evaluator then knows, as a solver does, that the core contradicts itself.
    """
    parts = tuple(core)
    definitions: dict[str, Definition] = {}
    for part in parts:
        if part.name == "=" and len(part.args) == 2:
            for constant, value in (part.args, part.args[::-1]):
                if constant.shape is Shape.SYMBOL and not constant.args and _is_ground(value):
                    definitions.setdefault(constant.name, Definition((), value))
    return any(value is False for value in evaluate(parts, Model(definitions), script.datatypes))


def _is_ground(term: Term) -> bool:
    return not any(part.shape in (Shape.SYMBOL, Shape.VARIABLE) for part in post_order([term]))


def plain_script(script: Script, assertions: Iterable[Term], logic: str) -> str:
    """A script that asserts these terms and asks once; in the order in which they were asserted."""
    wanted = set(assertions)
    seen = dict.fromkeys(term for check in script.checks for term in check.assertions if term in wanted)
    lines = [f"(set-logic {logic})", *script.declarations]
    lines += [f"(assert {print_term(term)})" for term in seen]
    return "\n".join([*lines, "(check-sat)\n"])


def evaluate_check(query: Query, place: int, model: str) -> Evaluation:
    """Evaluate what the check-sat at `place` can see under a model a solver printed."""
    script = read_script(query.text)
    return _evaluation(script, script.checks[place].assertions, model)


def read_evidence(evidence: str, script: Script) -> Model:
    """The model that is the evidence of a truth; a script that declares nothing needs none."""
    return read_model(evidence, script) if evidence else Model({})


def falsified_assertion(query: Query, place: int, model: str) -> str:
    """The first assertion that is false under the model, or "" if none surely is."""
    try:
        script = _LINES.read(query.text)
        failing = _evaluation(script, script.checks[place].assertions, model).failing
    except (ReadError, ModelError):
        return ""
    return print_term(failing[0]) if failing else ""


def _evaluation(script: Script, assertions: tuple[Term, ...], evidence: str) -> Evaluation:
    values = evaluate(assertions, read_evidence(evidence, script), script.datatypes)
    failing = tuple(term for term, value in zip(assertions, values, strict=True) if value is False)
    decided = Holds.YES if all(value is True for value in values) else Holds.UNDECIDED
    holds = Holds.NO if failing else decided
    return Evaluation(holds, script, assertions, failing)
