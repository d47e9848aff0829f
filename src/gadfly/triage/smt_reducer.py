"""Reducing the text of an SMT-LIB question.

Shrinking text could turn a satisfiable script into an unsatisfiable one, and then a right answer would look
wrong. So every script that is kept was read back from its printed text and all that must be satisfiable was
evaluated under the model that is its evidence. What our evaluator cannot decide, and all that must be
unsatisfiable, is left to the caller's certifier: it costs solver runs, so the target is asked first, and
the certifier is asked a limited number of times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice

from gadfly.core.words import Answer, Basis, Question
from gadfly.lang.smt.dialect import Dialect, render
from gadfly.lang.smt.model import ModelError
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError, parse, to_text, tokens
from gadfly.triage.meter import Meter
from gadfly.triage.smt_bench import Bench
from gadfly.triage.smt_draft import Draft, Printer, read_draft
from gadfly.triage.smt_passes import PASSES, Pass
from gadfly.truth.smt import Evidence, Holds, evaluate_truth, read_evidence

Predicate = Callable[[Question], bool]

CERTIFICATIONS = 300  # that one reduction may ask for


def reduce_smt(question: Question, still_wrong: Predicate, certify: Predicate, meter: Meter) -> Question:
    """The smallest question found that the target still answers wrongly; the question itself if none is.

    `still_wrong` asks the target. `certify` vouches where our own evaluator is undecided.
    """
    try:
        draft, script = read_draft(question)
        model = read_evidence(Evidence.of(question.truth).model or "()", script)
    except (ReadError, ModelError):
        return question
    reducer = _Reducer(question, Bench(draft, script, model), still_wrong, certify, meter)
    reducer.run()
    return reducer.best


def is_true(question: Question, certify: Predicate) -> bool:
    """Whether the truth of a question holds for its text as it is printed."""
    try:
        evaluation = evaluate_truth(question.query, question.truth)
    except (ReadError, ModelError):
        return False
    if set(question.truth.answers) == {Answer.SAT} and evaluation.holds is Holds.YES:
        return True
    return evaluation.holds is not Holds.NO and certify(question)


class _Reducer:
    def __init__(
        self, question: Question, bench: Bench, still_wrong: Predicate, certify: Predicate, meter: Meter
    ) -> None:
        self.best = self._start = question
        self._bench = bench
        self._still_wrong = still_wrong
        self._certify = certify
        self._certifications = Meter(CERTIFICATIONS)
        # Without a model the certifier alone knows what is true.
        self._model = Evidence.of(question.truth).model
        self._has_model = bool(self._model) or question.truth.basis is Basis.MODEL
        self._meter = meter
        self._printer = Printer()
        self._tried: set[str] = set()

    def run(self) -> None:
        """Try the script in our layout first: it is what all passes start from."""
        if not self._accept(self._question(self._bench.draft)):
            return
        before = None
        while self.best is not before:
            before = self.best
            for reduction in PASSES:
                self._run_pass(reduction)
        self._trim_evidence()
        self._accept(renamed(self.best))

    def _run_pass(self, reduction: Pass) -> None:
        for draft in reduction(self._bench):
            if self._meter.is_empty:
                return
            if self._is_candidate(draft) and self._accept(self._question(draft)):
                self._bench.move_to(draft)

    def _is_candidate(self, draft: Draft) -> bool:
        """Whether a draft is worth asking about: true under the model and smaller than the best."""
        if self._has_model and not self._bench.keeps_truth(draft):
            return False
        return _order(self._printer.text(draft)) < _order(self.best.query.text)

    def _accept(self, question: Question) -> bool:
        mark = question.query.digest
        if mark in self._tried or not self._meter.spend():
            return False
        self._tried.add(mark)
        if not self._still_wrong(question) or not is_true(question, self._certifies):
            return False
        self.best = question
        return True

    def _certifies(self, question: Question) -> bool:
        return self._certifications.spend() and self._certify(question)

    def _question(self, draft: Draft) -> Question:
        """What a draft asks. A core grows to all that the checks in question see, and shrinks with that."""
        query = replace(self._start.query, text=self._printer.text(draft))
        truth = replace(self._start.truth, answers=draft.answers)
        if truth.basis is Basis.CORE:
            truth = replace(truth, evidence=Evidence(self._model, self._printer.core(draft)).text)
        return Question(query, truth)

    def _trim_evidence(self) -> None:
        """Leave out of the model what the script no longer mentions."""
        query, truth = self.best.query, self.best.truth
        evidence = Evidence.of(truth)
        if evidence.model:
            model = _mentioned(evidence.model, query.text) if Answer.SAT in truth.answers else ""
            trimmed = Question(query, replace(truth, evidence=replace(evidence, model=model).text))
            if is_true(trimmed, self._certifies):
                self.best = trimmed


def renamed(question: Question) -> Question:
    """The question with short names for its symbols, chosen by sort."""
    text, truth = question.query.text, question.truth
    script = read_script(text)
    taken = {*tokens(text), *tokens(truth.evidence)}
    names: dict[str, str] = {}
    for name, signature in script.symbols.items():
        if len(name) > 1:
            names[name] = next(new for new in _short_names(signature) if new not in taken)
            taken.add(names[name])
    short = Dialect(names)
    query = replace(question.query, text=render(text, short))
    return Question(query, replace(truth, evidence=render(truth.evidence, short)))


_LETTERS = {
    "Bool": "pqrs",
    "Int": "xyzuvw",
    "Real": "xyzuvw",
    "BitVec": "abcd",
    "Array": "mn",
    "String": "st",
}


def _short_names(signature: Signature) -> Iterator[str]:
    letters = "fgh" if signature.arguments else _LETTERS.get(signature.result.name, "cde")
    yield from letters
    for number in count(1):
        yield f"{letters[0]}{number}"


def _mentioned(evidence: str, text: str) -> str:
    """The commands of a model that define what a script, or such a command, mentions.

    All of them if that is none, because a truth without evidence would mean something else.
    """
    lines = [to_text(command) for command in parse(evidence)]
    mentioned = set(tokens(text))
    kept: set[str] = set()
    while found := {line for line in lines if _defined_name(line) in mentioned} - kept:
        kept |= found
        mentioned.update(token for line in found for token in tokens(line))
    return "".join(f"{line}\n" for line in lines if line in kept) or evidence


def _defined_name(line: str) -> str:
    """The third token of `(define-fun name …)`; "" of what is no such command."""
    return next(islice(tokens(line), 2, None), "")


def _order(text: str) -> tuple[int, int, str]:
    """Fewer lines are simpler, then fewer characters; the text itself makes the order total."""
    return text.count("\n"), len(text), text
