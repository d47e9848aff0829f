"""Reducing the text of an SMT-LIB question.

Shrinking text could turn a satisfiable script into an unsatisfiable one, and then a right answer would look
wrong. So every script that is kept was read back from its printed text and all it asserts was evaluated
under the model that is its evidence; what our evaluator cannot decide is left to the caller's certifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice

from gadfly.core.words import Answer, Basis, Question, Truth
from gadfly.lang.smt.dialect import Dialect, render
from gadfly.lang.smt.model import ModelError
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError, parse, to_text, tokens
from gadfly.triage.meter import Meter
from gadfly.triage.smt_bench import Bench
from gadfly.triage.smt_draft import Draft, Printer, read_draft
from gadfly.triage.smt_passes import PASSES, Pass
from gadfly.truth.smt import Holds, evaluate_checks, read_evidence

Predicate = Callable[[Question], bool]


def reduce_smt(question: Question, still_wrong: Predicate, certify: Predicate, meter: Meter) -> Question:
    """The smallest question found that the target still answers wrongly; the question itself if none is.

    `still_wrong` asks the target. `certify` vouches where our own evaluator is undecided.
    """
    try:
        draft, script = read_draft(question)
        model = read_evidence(_model_text(question.truth), script)
    except (ReadError, ModelError):
        return question
    reducer = _Reducer(question, Bench(draft, script, model), still_wrong, certify, meter)
    reducer.run()
    return reducer.best


def is_true(question: Question, certify: Predicate) -> bool:
    """Whether the truth of a question holds for its text as it is printed."""
    try:
        evaluation = evaluate_checks(question.query, _model_text(question.truth))
    except (ReadError, ModelError):
        return False
    answers = question.truth.answers
    if len(evaluation.script.checks) != len(answers):
        return False
    if set(answers) == {Answer.SAT} and evaluation.holds is not Holds.UNDECIDED:
        return evaluation.holds is Holds.YES
    return certify(question)


class _Reducer:
    def __init__(
        self, question: Question, bench: Bench, still_wrong: Predicate, certify: Predicate, meter: Meter
    ) -> None:
        self.best = self._start = question
        self._bench = bench
        self._still_wrong = still_wrong
        self._certify = certify
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
        if not self._bench.keeps_truth(draft):
            return False
        return _order(self._printer.text(draft)) < _order(self.best.query.text)

    def _accept(self, question: Question) -> bool:
        mark = question.query.digest
        if mark in self._tried or not self._meter.spend():
            return False
        self._tried.add(mark)
        if not self._still_wrong(question) or not is_true(question, self._certify):
            return False
        self.best = question
        return True

    def _question(self, draft: Draft) -> Question:
        query = replace(self._start.query, text=self._printer.text(draft))
        return Question(query, replace(self._start.truth, answers=draft.answers))

    def _trim_evidence(self) -> None:
        """Leave out of the model what the script no longer mentions."""
        query, truth = self.best.query, self.best.truth
        if truth.basis is Basis.MODEL:
            trimmed = Question(query, replace(truth, evidence=_mentioned(truth.evidence, query.text)))
            if is_true(trimmed, self._certify):
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


def _model_text(truth: Truth) -> str:
    """The model that is the evidence of a truth; the empty one if it rests on something else."""
    return truth.evidence if truth.basis is Basis.MODEL and truth.evidence else "()"


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
