"""Truths about SMT-LIB scripts, by our own evaluator."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gadfly.core.words import Query
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, ModelError, read_model
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import LineReader, read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.terms import Term

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
