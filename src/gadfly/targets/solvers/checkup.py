"""A quick look at one target: a few tiny questions with known answers, and how fast it is asked."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, Verdict
from gadfly.targets.solvers.target import SolverTarget

_LIMITS = Limits(wall_seconds=20.0, cpu_seconds=20.0)
_MEASURED_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class TinyQuestion:
    """A script with its answers; asked only of targets with the logic and the feature it needs."""

    about: str
    script: str
    answers: tuple[Answer, ...]
    logic: str = ""
    needs: frozenset[Feature] = frozenset()
    vital: bool = False


_SAT = TinyQuestion("sat", "(declare-fun p () Bool)(assert p)(check-sat)", (Answer.SAT,), vital=True)
_QUESTIONS = (
    _SAT,
    TinyQuestion(
        "unsat", "(declare-fun p () Bool)(assert (and p (not p)))(check-sat)", (Answer.UNSAT,), vital=True
    ),
    TinyQuestion(
        "model",
        "(declare-fun p () Bool)(assert p)(check-sat)(get-model)",
        (Answer.SAT,),
        needs=frozenset({Feature.MODELS}),
    ),
    TinyQuestion(
        "push and pop",
        "(declare-fun p () Bool)(push 1)(assert false)(check-sat)(pop 1)(assert p)(check-sat)",
        (Answer.UNSAT, Answer.SAT),
        needs=frozenset({Feature.INCREMENTAL}),
    ),
    TinyQuestion(
        "assumptions",
        "(declare-fun p () Bool)(assert p)(check-sat-assuming ((not p)))",
        (Answer.UNSAT,),
        needs=frozenset({Feature.ASSUMPTIONS}),
    ),
    TinyQuestion(
        "integers", "(declare-fun x () Int)(assert (= (* 2 x) 3))(check-sat)", (Answer.UNSAT,), "QF_LIA"
    ),
    TinyQuestion(
        "reals", "(declare-fun x () Real)(assert (= (* 2.0 x) 3.0))(check-sat)", (Answer.SAT,), "QF_LRA"
    ),
    TinyQuestion(
        "bit-vectors",
        "(declare-fun x () (_ BitVec 8))(assert (bvult x #x00))(check-sat)",
        (Answer.UNSAT,),
        "QF_BV",
    ),
    TinyQuestion(
        "arrays",
        "(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8)))"
        "(assert (distinct (select (store a #x00 #x07) #x00) #x07))(check-sat)",
        (Answer.UNSAT,),
        "QF_ABV",
    ),
    TinyQuestion(
        "functions",
        "(declare-sort S 0)(declare-fun f (S) S)(declare-fun x () S)(declare-fun y () S)"
        "(assert (= x y))(assert (distinct (f x) (f y)))(check-sat)",
        (Answer.UNSAT,),
        "QF_UF",
    ),
    TinyQuestion(
        "floating point",
        "(declare-fun x () (_ FloatingPoint 5 11))(assert (fp.lt x x))(check-sat)",
        (Answer.UNSAT,),
        "QF_FP",
    ),
    TinyQuestion(
        "strings",
        "(declare-fun s () String)"
        '(assert (str.in_re s (re.+ (str.to_re "ab"))))(assert (= (str.len s) 3))(check-sat)',
        (Answer.UNSAT,),
        "QF_SLIA",
    ),
    TinyQuestion(
        "datatypes",
        "(declare-datatypes ((L 0)) (((nil) (cons (head Bool) (tail L)))))(declare-fun x () L)"
        "(assert (= x (cons true x)))(check-sat)",
        (Answer.UNSAT,),
        "QF_DT",
    ),
)


@dataclass(frozen=True, slots=True)
class Observation:
    """What was expected, what was seen."""

    about: str
    expected: str
    seen: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Checkup:
    """All observations, and questions per second in a new process each and in the fastest way."""

    target: str
    family: str
    digest: str
    is_usable: bool
    observations: tuple[Observation, ...]
    fresh_per_second: float
    live_per_second: float


def check(target: SolverTarget) -> Checkup:
    """Ask everything the target claims to understand."""
    asked = [question for question in _QUESTIONS if _is_claimed(target, question)]
    observations = tuple(_observe(target, question) for question in asked)
    vital = [seen.is_right for question, seen in zip(asked, observations, strict=True) if question.vital]
    return Checkup(
        target=str(target.identity.name),
        family=target.identity.family,
        digest=target.identity.digest,
        is_usable=all(vital),
        observations=observations,
        fresh_per_second=rate(lambda: target.answer_fresh(_query(target, _SAT), _LIMITS)),
        live_per_second=rate(lambda: target.answer(_query(target, _SAT), _LIMITS)),
    )


def _is_claimed(target: SolverTarget, question: TinyQuestion) -> bool:
    claims = target.capabilities
    return question.needs <= claims.features and (
        not question.logic or question.logic in claims.logics or "ALL" in claims.logics
    )


def _query(target: SolverTarget, question: TinyQuestion) -> Query:
    logics = target.capabilities.logics
    simplest = "ALL" if "ALL" in logics else min(logics, key=lambda logic: (len(logic), logic))
    logic = question.logic or simplest
    models = "(set-option :produce-models true)\n" if Feature.MODELS in question.needs else ""
    return Query(Language.SMT, f"{models}(set-logic {logic})\n{question.script}\n", logic)


def _observe(target: SolverTarget, question: TinyQuestion) -> Observation:
    verdict = target.answer(_query(target, question), _LIMITS)
    expected = ", ".join(question.answers)
    is_right = verdict.outcome is Outcome.ANSWERED and verdict.answers == question.answers
    if Feature.MODELS in question.needs:
        expected += " and a model"
        is_right = is_right and verdict.models[0] != ""
    return Observation(question.about, expected, _seen(verdict), is_right)


def _seen(verdict: Verdict) -> str:
    if verdict.outcome is not Outcome.ANSWERED:
        return f"{verdict.outcome}: {verdict.detail}"
    return ", ".join(verdict.answers) + (" and a model" if any(verdict.models) else "")


def rate(ask: Callable[[], Verdict]) -> float:
    """Questions per second; the first one is not counted, it may start a process."""
    ask()
    start = time.perf_counter()
    count = 0
    while (elapsed := time.perf_counter() - start) < _MEASURED_SECONDS:
        ask()
        count += 1
    return round(count / elapsed, 1)
