"""The judge: does a verdict contradict a truth? One place for all techniques."""

from __future__ import annotations

from gadfly.core.words import Answer, Complaint, Kind, Language, Outcome, Question, Verdict
from gadfly.truth.smt import falsified_assertion, must_decide

_OPPOSITE = {
    Answer.SAT: Answer.UNSAT,
    Answer.UNSAT: Answer.SAT,
    Answer.SAFE: Answer.UNSAFE,
    Answer.UNSAFE: Answer.SAFE,
}
_WORDS = {Language.SMT: "check-sat", Language.C: "check", Language.DOMAIN: "law"}


def judge(question: Question, verdict: Verdict) -> Complaint | None:
    """The worst thing that is wrong with a verdict, or None.

    Timeouts, exhausted memory and unsupported input are no findings: they say nothing wrong.
    """
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


def _wrong_answers(question: Question, verdict: Verdict) -> list[Complaint]:
    """Unsound ones first. An alarm about a program that is safe is only imprecise."""
    answers = question.truth.answers
    word = _WORDS[question.query.language]
    wrong = [
        Complaint(
            Kind.IMPRECISE if right is Answer.SAFE else Kind.UNSOUND,
            place,
            f"answers {said} to {word} {place + 1} of {len(answers)}, which is {right}",
        )
        for place, (right, said) in enumerate(zip(answers, verdict.answers, strict=False))
        if said is _OPPOSITE.get(right)
    ]
    return sorted(wrong, key=lambda complaint: complaint.kind is not Kind.UNSOUND)


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
