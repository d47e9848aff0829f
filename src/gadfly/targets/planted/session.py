"""A session of the planted solver: commands in, answers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gadfly.core.words import Answer
from gadfly.lang.smt.printer import print_literal
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.script_reader import ScriptReader
from gadfly.lang.smt.sexpr import ReadError, Sexpr, parse, to_text
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.term_reader import Macro, SortReader, TermReader
from gadfly.lang.smt.terms import Term
from gadfly.targets.planted.circuits import OPERATIONS
from gadfly.targets.planted.defect import Defect, History, Situation
from gadfly.targets.planted.memory import Memory
from gadfly.targets.planted.settings import Settings
from gadfly.targets.planted.truth_table import MOST_INPUT_BITS, UnsupportedError, width_of

_WAYS_OUT = ("(reset)", "(echo", "(exit")


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known below a push, to come back to with its pop."""

    symbols: Mapping[str, Signature]
    macros: Mapping[str, Macro]
    definitions: tuple[str, ...]
    asserted: int


class Session:
    """Executes commands; `is_over` after an exit."""

    def __init__(self, defects: Sequence[Defect] = (), settings: Settings | None = None) -> None:
        self._defects = defects
        self._settings = settings or Settings()
        operations = dict(OPERATIONS)
        for defect in defects:
            operations |= defect.circuits
        self._memory = Memory(self._settings, operations)
        self.is_over = False
        self._begin()

    def _begin(self) -> None:
        self._memory.tidy()
        self._reader = ScriptReader(TermReader(self._memory.bank, SortReader()))
        self._definitions: tuple[str, ...] = ()
        self._asserted: list[Term] = []
        self._texts: list[str] = []
        self._scopes: list[Scope] = []
        self._history = History()
        self._model = ""
        self._is_beyond_us = False

    def respond(self, text: str) -> str:
        """What to print in answer to some commands."""
        if self._is_beyond_us and not text.startswith(_WAYS_OUT):
            return ""
        known = self._memory.recall(text, self._definitions, self._reader.terms.symbols)
        if known is not None:
            self._assert(known, text)
            return ""
        try:
            parsed = _parsed(text)
        except ReadError as error:
            return _error(str(error))
        if len(parsed) == 1:
            return self._answer(parsed[0], text)
        return "".join(self._answer(command, to_text(command)) for command in parsed)

    def _answer(self, command: Sexpr, text: str) -> str:
        try:
            return self._execute(command, text)
        except UnsupportedError as error:
            return _error(f"unsupported: {error}")
        except ValueError as error:  # unreadable, ill-sorted, or a number too long to convert
            return _error(str(error))

    def _execute(self, command: Sexpr, text: str) -> str:
        match command:
            case ["get-model"]:
                return self._model or _error("model is not available")
            case ["echo", str(said)]:
                return f"{said}\n"
            case ["set-logic" | "set-option" | "set-info", *_]:
                return ""
        self._model = ""
        match command:
            case ["declare-const", _, sort] | ["declare-fun", _, [], sort]:
                self._declare(command, sort)
            case ["assert", formula] if any(defect.drops(formula) for defect in self._defects):
                return _error("planted: cannot handle this assertion")
            case ["assert", formula]:
                term = self._formula(formula)
                self._memory.keep(text, self._definitions, term)
                self._assert(term, text)
            case ["define-fun" | "define-const" | "define-sort", *_]:
                self._reader.command(command)
                self._definitions += (text,)
            case ["check-sat"]:
                return self._check([])
            case ["check-sat-assuming", list(literals)]:
                return self._check([self._formula(literal) for literal in literals])
            case ["push" | "pop", *_]:
                self._move(command)
            case ["reset-assertions"]:
                self._reader.command(command)
                self._asserted.clear()
                self._texts.clear()
                if self._scopes:
                    self._return_to(0)
            case ["reset"]:
                self._begin()
            case ["exit"]:
                self.is_over = True
            case _:
                raise UnsupportedError(f"command {to_text(command)[:60]}")
        return ""

    def _declare(self, command: Sexpr, sort: Sexpr) -> None:
        """Declare a constant. One too many says all there is to say until the script is over."""
        width_of(self._reader.sorts.sort(sort))
        self._reader.command(command)
        declared = sum(width_of(signature.result) for signature in self._reader.terms.symbols.values())
        if declared > MOST_INPUT_BITS:
            self._is_beyond_us = True
            raise UnsupportedError(f"more than {MOST_INPUT_BITS} bits")

    def _formula(self, sexpr: Sexpr) -> Term:
        term = self._reader.terms.term(sexpr)
        if term.sort != BOOL:
            raise ReadError(f"asserts a {term.sort}")
        return term

    def _assert(self, term: Term, text: str) -> None:
        self._model = ""
        self._asserted.append(term)
        self._texts.append(text)

    def _move(self, command: list[Sexpr]) -> None:
        self._reader.command(command)
        levels = int(to_text(command[1])) if len(command) > 1 else 1
        if command[0] == "push":
            self._scopes += [self._scope()] * levels
        elif levels:
            self._return_to(len(self._scopes) - levels)
            self._history = replace(self._history, has_popped=True, has_popped_since=True)

    def _scope(self) -> Scope:
        terms = self._reader.terms
        return Scope(dict(terms.symbols), dict(terms.macros), self._definitions, len(self._asserted))

    def _return_to(self, level: int) -> None:
        scope = self._scopes[level]
        self._reader.terms.symbols = dict(scope.symbols)
        self._reader.terms.macros = dict(scope.macros)
        self._definitions = scope.definitions
        del self._asserted[scope.asserted :]
        del self._texts[scope.asserted :]
        del self._scopes[level:]

    def _check(self, assumed: list[Term]) -> str:
        situation = Situation(
            assertions=(*self._asserted, *assumed),
            assumed=len(assumed),
            texts=tuple(self._texts),
            definitions=tuple(self._reader.terms.macros),
            history=self._history,
            settings=self._settings,
            contradict=lambda terms: not self._memory.decider.decide(terms).is_satisfiable,
        )
        answer = self._decide(situation)
        self._history = History(situation.assertions, answer, self._history.has_popped)
        return f"{answer}\n"

    def _decide(self, situation: Situation) -> Answer:
        for defect in self._defects:
            defect.disturb(situation)
        decision = self._memory.decider.decide(situation.assertions)
        answer = Answer.SAT if decision.is_satisfiable else Answer.UNSAT
        values = decision.values
        for defect in self._defects:
            answer = defect.answer(situation, answer)
            values = defect.model(situation, values)
        if answer is Answer.SAT:
            self._model = self._model_text(values)
        return answer

    def _model_text(self, values: Mapping[str, int]) -> str:
        """Every constant; one that does not occur in the question may be anything."""
        lines = []
        for name, signature in self._reader.terms.symbols.items():
            value = values.get(name, 0)
            literal = print_literal(bool(value) if signature.result == BOOL else value, signature.result)
            lines.append(f"  (define-fun {name} () {signature.result} {literal})\n")
        return "(\n" + "".join(lines) + ")\n"


@lru_cache(maxsize=1 << 10)
def _parsed(text: str) -> tuple[Sexpr, ...]:
    return tuple(parse(text))


def _error(message: str) -> str:
    quoted = message.replace('"', '""')
    return f'(error "{quoted}")\n'
