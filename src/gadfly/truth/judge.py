"""The judge: does a verdict contradict a truth? One place for all techniques."""

from __future__ import annotations

from gadfly.core.words import Answer, Basis, Complaint, Kind, Language, Outcome, Question, Verdict
from gadfly.lang.c.relation import Relation, heard, read_relation
from gadfly.lang.domain.law import LawClass
from gadfly.lang.domain.text import is_sweep
from gadfly.truth.smt import falsified_assertion, must_decide

_OPPOSITE = {
    Answer.SAT: Answer.UNSAT,
    Answer.UNSAT: Answer.SAT,
    Answer.SAFE: Answer.UNSAFE,
    Answer.UNSAFE: Answer.SAFE,
}
_WORST_FIRST = tuple(Kind)
_WORDS = {Language.SMT: "check-sat", Language.C: "check"}
_LAW_KINDS: dict[str, Kind] = {
    LawClass.SOUNDNESS: Kind.UNSOUND,
    LawClass.PRECISION: Kind.IMPRECISE,
    LawClass.CONVERGENCE: Kind.DIVERGES,
}


def judge(question: Question, verdict: Verdict) -> Complaint | None:
    """The worst thing that is wrong with a verdict, or None.

    Timeouts, exhausted memory and unsupported input are no findings: they say nothing wrong. But a domain
    whose few operations do not end keeps an analysis from ending. A relative truth must be resolved, or it
    says little.
    """
    if question.query.language is Language.DOMAIN:
        return _broken_law(question, verdict)
    wrong = _wrong_answers(question, verdict)
    if wrong and wrong[0].kind is Kind.UNSOUND:
        return wrong[0]
    if verdict.outcome is Outcome.CRASH:
        return Complaint(Kind.CRASH, len(verdict.answers), verdict.detail)
    if wrong:
        return wrong[0]
    if verdict.outcome is Outcome.ANSWERED and question.query.language is Language.SMT:
        return _wrong_model(question, verdict) or _gave_up(question, verdict)
    return None


def may_be(language: Language, suspected: Kind, kind: Kind) -> bool:
    """Whether a suspicion of one kind may turn out to be of another: a broken law does not tell why it is."""
    is_broken_law = language is Language.DOMAIN and {suspected, kind} == {Kind.UNSOUND, Kind.IMPRECISE}
    return suspected is kind or is_broken_law


def _broken_law(question: Question, verdict: Verdict) -> Complaint | None:
    """What a verdict on a program, or on a sweep that names no test, is guilty of."""
    law = question.query.logic
    match verdict.outcome:
        case Outcome.CRASH:
            return Complaint(Kind.CRASH, 0, verdict.detail)
        case Outcome.TIMEOUT if not is_sweep(question.query.text):
            return Complaint(Kind.DIVERGES, 0, f"does not end when it is asked about law {law}")
        case Outcome.ANSWERED if verdict.answers == (Answer.UNSAFE,):
            return Complaint(_LAW_KINDS[question.truth.evidence], 0, f"breaks law {law}")
    return None


def _wrong_answers(question: Question, verdict: Verdict) -> list[Complaint]:
    """The worst first. An alarm about a program that is safe is only imprecise."""
    relation = _relation(question)
    answers = heard(relation, verdict.answers) if relation else verdict.answers
    places = [
        place
        for place, (right, said) in enumerate(zip(question.truth.answers, answers, strict=False))
        if said is _OPPOSITE.get(right)
    ]
    relative = relation.dependent if relation else frozenset[int]()
    wrong = [
        (_contradiction if place in relative else _wrong_answer)(question, verdict, place) for place in places
    ]
    return sorted(wrong, key=lambda complaint: _WORST_FIRST.index(complaint.kind))


def _relation(question: Question) -> Relation | None:
    """What a relative truth rests on."""
    truth = question.truth
    return read_relation(truth.evidence) if truth.basis is Basis.CONTRADICTION else None


def _wrong_answer(question: Question, verdict: Verdict, place: int) -> Complaint:
    right = question.truth.answers[place]
    message = f"{_answers(question, verdict, place)}, which is {right}"
    return Complaint(Kind.IMPRECISE if right is Answer.SAFE else Kind.UNSOUND, place, message)


def _contradiction(question: Question, verdict: Verdict, place: int) -> Complaint:
    implied = question.truth.answers[place]
    message = (
        f"{_answers(question, verdict, place)}, but what it says about another program makes it {implied}"
    )
    return Complaint(Kind.CONTRADICTION, place, message)


def _answers(question: Question, verdict: Verdict, place: int) -> str:
    word = _WORDS[question.query.language]
    return f"answers {verdict.answers[place]} to {word} {place + 1} of {len(question.truth.answers)}"


def _wrong_model(question: Question, verdict: Verdict) -> Complaint | None:
    for place, model in enumerate(verdict.models):
        if model and verdict.answers[place] is Answer.SAT:
            assertion = falsified_assertion(question.query, place, model)
            if assertion:
                message = f"says sat, but its model makes this false: {assertion[:200]}"
                return Complaint(Kind.INVALID_MODEL, place, message)
    return None


def _gave_up(question: Question, verdict: Verdict) -> Complaint | None:
    if Answer.UNKNOWN not in verdict.answers or not must_decide(question.query):
        return None
    answers = zip(verdict.answers, question.truth.answers, strict=False)
    # What the reference could not decide either is hard, whatever its logic.
    places = [place for place, (said, right) in enumerate(answers) if said is Answer.UNKNOWN is not right]
    if not places:
        return None
    place = places[0]
    message = f"answers unknown to check-sat {place + 1} in the decidable logic {question.query.logic}"
    return Complaint(Kind.INCOMPLETE, place, message)
