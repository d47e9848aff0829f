"""The planted solver: small, complete and correct, unless a defect is switched on.

    python -m gadfly.targets.planted.solver [--defect NAME]… [FILE]

It reads SMT-LIB from FILE or as it comes on standard input. It proves that Gadfly finds bugs (with a
defect) and that it raises no false alarm (without).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from gadfly.core.words import Answer
from gadfly.lang.smt.printer import print_literal
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.script_reader import ScriptReader
from gadfly.lang.smt.sexpr import ReadError, Sexpr, parse, to_text
from gadfly.lang.smt.sorts import BOOL, SortError
from gadfly.lang.smt.term_reader import Macro
from gadfly.lang.smt.terms import Term
from gadfly.targets.planted.defects import DEFECTS, Defect, Situation, help_lines
from gadfly.targets.planted.stream import commands
from gadfly.targets.planted.truth_table import UnsupportedError, decide, width_of


@dataclass(frozen=True, slots=True)
class Scope:
    """The symbols that are known below a push, to come back to with its pop."""

    symbols: Mapping[str, Signature]
    macros: Mapping[str, Macro]

    @classmethod
    def of(cls, reader: ScriptReader) -> Scope:
        return cls(dict(reader.terms.symbols), dict(reader.terms.macros))

    def restore(self, reader: ScriptReader) -> None:
        reader.terms.symbols = dict(self.symbols)
        reader.terms.macros = dict(self.macros)


class Session:
    """Executes commands; `is_over` after an exit."""

    def __init__(self, defects: Sequence[Defect]) -> None:
        self._defects = defects
        self.is_over = False
        self._begin()

    def _begin(self) -> None:
        self._reader = ScriptReader()
        self._scopes: list[Scope] = []
        self._previous: tuple[Term, ...] = ()
        self._has_popped = False
        self._model = ""

    def respond(self, text: str) -> str:
        """What to print in answer to some commands."""
        try:
            parsed = parse(text)
        except ReadError as error:
            return _error(str(error))
        return "".join(map(self._answer, parsed))

    def _answer(self, command: Sexpr) -> str:
        try:
            return self._execute(command)
        except UnsupportedError as error:
            return _error(f"unsupported: {error}")
        except (ReadError, SortError) as error:
            return _error(str(error))

    def _execute(self, command: Sexpr) -> str:
        match command:
            case ["get-model"]:
                return self._model or _error("model is not available")
            case ["echo", str(text)]:
                return f"{text}\n"
            case ["set-logic" | "set-option" | "set-info", *_]:
                return ""
        self._model = ""
        match command:
            case ["declare-const", _, sort] | ["declare-fun", _, [], sort]:
                width_of(self._reader.sorts.sort(sort))
                self._reader.command(command)
            case ["assert", formula] if any(defect.drops(formula) for defect in self._defects):
                return _error("planted: cannot handle this assertion")
            case ["assert" | "define-fun" | "define-const" | "define-sort", *_]:
                self._reader.command(command)
            case ["check-sat"] | ["check-sat-assuming", _]:
                return self._check(command)
            case ["push" | "pop", *_]:
                self._move(command)
            case ["reset-assertions"]:
                self._reader.command(command)
                for scope in self._scopes[:1]:
                    scope.restore(self._reader)
                self._scopes.clear()
            case ["reset"]:
                self._begin()
            case ["exit"]:
                self.is_over = True
            case _:
                raise UnsupportedError(f"command {to_text(command)[:60]}")
        return ""

    def _move(self, command: list[Sexpr]) -> None:
        self._reader.command(command)
        levels = int(to_text(command[1])) if len(command) > 1 else 1
        if command[0] == "push":
            self._scopes += [Scope.of(self._reader)] * levels
        elif levels:
            self._scopes[-levels].restore(self._reader)
            del self._scopes[-levels:]
            self._has_popped = True

    def _check(self, command: list[Sexpr]) -> str:
        self._reader.command(command)
        asserted = self._reader.script().checks[-1].assertions
        situation = Situation(asserted, self._previous, self._has_popped)
        self._previous = asserted
        for defect in self._defects:
            defect.disturb(situation)
        decision = decide(asserted)
        answer = Answer.SAT if decision.is_satisfiable else Answer.UNSAT
        values = decision.values
        for defect in self._defects:
            answer = defect.answer(situation, answer)
            values = defect.model(situation, values)
        if answer is Answer.SAT:
            self._model = self._model_text(values)
        return f"{answer}\n"

    def _model_text(self, values: Mapping[str, int]) -> str:
        """Every constant; one that does not occur in the question may be anything."""
        lines = []
        for name, signature in self._reader.terms.symbols.items():
            value = values.get(name, 0)
            literal = print_literal(bool(value) if signature.result == BOOL else value, signature.result)
            lines.append(f"  (define-fun {name} () {signature.result} {literal})\n")
        return "(\n" + "".join(lines) + ")\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="planted", description="A tiny SMT solver with switchable defects.")
    parser.add_argument("file", nargs="?", type=Path, help="a script; without it, standard input")
    parser.add_argument(
        "--defect",
        action="append",
        default=[],
        metavar="NAME",
        choices=[*DEFECTS, "list"],
        help="switch a defect on; `list` shows them all",
    )
    chosen = parser.parse_args(arguments)
    if "list" in chosen.defect:
        print("\n".join(help_lines(DEFECTS)))
        return 0
    session = Session([DEFECTS[name] for name in chosen.defect])
    try:
        stream = _opened(chosen.file)
    except OSError as error:
        parser.error(f"cannot read {chosen.file}: {error.strerror}")
    with stream:
        for text in commands(stream):
            sys.stdout.write(session.respond(text))
            sys.stdout.flush()
            if session.is_over:
                break
    return 0


def _opened(file: Path | None) -> TextIO:
    if file is None:
        return os.fdopen(sys.stdin.fileno(), encoding="utf-8", errors="replace")
    return file.open(encoding="utf-8", errors="replace")


def _error(message: str) -> str:
    quoted = message.replace('"', '""')
    return f'(error "{quoted}")\n'


if __name__ == "__main__":
    sys.exit(main())
