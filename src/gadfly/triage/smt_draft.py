"""A script as the reducer sees it: a list of commands over shared terms.

Declarations are not commands: what is used is declared, in front, whatever else happens. So a pass that
drops or changes commands never has to think of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from gadfly.core.words import Answer, Question
from gadfly.lang.smt.dialect import Dialect, render
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import ScriptReader
from gadfly.lang.smt.sexpr import Sexpr, parse, to_text, tokens
from gadfly.lang.smt.terms import Term

CHECKS = frozenset({"check-sat", "check-sat-assuming", "check-sat-using"})
_KEPT_AS_TEXT = frozenset({"check-sat", "check-sat-using", "get-model", "reset-assertions", "set-option"})


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `terms` are what it asserts or assumes, `answer` is the truth of a check.

    `text` spells its arguments. For an assertion it is the spelling it was read from, as long as its term
    is unchanged: a bug may depend on it. Without one the term is printed.
    """

    name: str
    terms: tuple[Term, ...] = ()
    text: str = ""
    answer: Answer = Answer.SAT

    def with_terms(self, terms: tuple[Term, ...]) -> Command:
        return self if terms == self.terms else replace(self, terms=terms, text="")


@dataclass(frozen=True, slots=True)
class Draft:
    """A script: its logic ("" if it names none), everything it could declare, and its commands."""

    logic: str
    declarations: tuple[str, ...]
    commands: tuple[Command, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """The different terms that are asserted or assumed."""
        return tuple(dict.fromkeys(term for command in self.commands for term in command.terms))

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(command.answer for command in self.commands if command.name in CHECKS)

    def seen(self, answer: Answer) -> list[frozenset[Term]]:
        """What each check that has this answer can see: assertions in scope, and what it assumes."""
        levels: list[list[Term]] = [[]]
        found = []
        for command in self.commands:
            if command.name == "assert":
                levels[-1] += command.terms
            elif command.name == "push":
                levels.append([])
            elif command.name == "pop":
                levels.pop()
            elif command.name == "reset-assertions":
                levels = [[]]
            elif command.name in CHECKS and command.answer is answer:
                found.append(frozenset(chain(*levels, command.terms)))
        return found

    def with_commands(self, commands: Iterable[Command]) -> Draft:
        return replace(self, commands=_without_empty_pops(commands))


def read_draft(question: Question) -> tuple[Draft, Script]:
    """The draft of a question, and the script whose bank its terms are from; ReadError if it is unreadable.

    Commands that neither assert nor ask, such as `echo` or `get-value`, are left out.
    """
    reader = ScriptReader()
    answers = iter(question.truth.answers)
    logic = ""
    commands: list[Command] = []
    for sexpr in parse(question.query.text):
        reader.command(sexpr)
        match sexpr:
            case ["set-logic", str(name)]:
                logic = name
            case ["assert", formula]:
                # A spelling that uses definitions means nothing without them, and they are expanded.
                text = "" if reader.terms.macros else to_text(formula)
                commands.append(Command("assert", (reader.terms.term(formula),), text))
            case ["check-sat-assuming", list(literals)]:
                terms = tuple(map(reader.terms.term, literals))
                commands.append(Command("check-sat-assuming", terms, answer=next(answers)))
            case ["push" | "pop" as name, *count]:
                commands += [Command(name, text="1")] * _levels(count)
            case [str(name), *rest] if name in _KEPT_AS_TEXT:
                answer = next(answers) if name in CHECKS else Answer.SAT
                commands.append(Command(name, text=" ".join(map(to_text, rest)), answer=answer))
    script = reader.script()
    return Draft(logic, script.declarations, tuple(commands)), script


_REMEMBERED = 4096


class Printer:
    """Prints drafts, one command a line; remembers the text of many terms, as drafts differ little."""

    def __init__(self) -> None:
        self._term = lru_cache(_REMEMBERED)(lambda term: compact(print_term(term)))
        self._tokens = lru_cache(_REMEMBERED)(lambda line: frozenset(tokens(line)))

    def text(self, draft: Draft) -> str:
        options = [self._command(command) for command in draft.commands if command.name == "set-option"]
        body = [self._command(command) for command in draft.commands if command.name != "set-option"]
        logic = [f"(set-logic {draft.logic})"] if draft.logic else []
        lines = [*options, *logic, *self._needed(draft.declarations, body), *body]
        return "".join(f"{line}\n" for line in lines)

    def core(self, draft: Draft) -> tuple[str, ...]:
        """All that every check with the answer `unsat` can see, spelled as the script does."""
        seen = draft.seen(Answer.UNSAT)
        common = frozenset.intersection(*seen) if seen else frozenset()
        formulas = [
            (term, command.text or self._term(term))
            for command in draft.commands
            if command.name in ("assert", "check-sat-assuming")
            for term in command.terms
        ]
        return tuple(dict.fromkeys(text for term, text in formulas if term in common))

    def _command(self, command: Command) -> str:
        if command.name == "assert":
            arguments = command.text or self._term(command.terms[0])
        elif command.name == "check-sat-assuming":
            arguments = f"({' '.join(map(self._term, command.terms))})"
        else:
            arguments = command.text
        return f"({command.name} {arguments})" if arguments else f"({command.name})"

    def _needed(self, declarations: Sequence[str], body: Sequence[str]) -> list[str]:
        """The declarations of which the body, or a needed declaration after them, mentions a name."""
        mentioned = set().union(*map(self._tokens, body))
        needed = []
        for line in reversed(declarations):
            if not mentioned.isdisjoint(_declared_names(line)):
                mentioned |= self._tokens(line)
                needed.append(line)
        return needed[::-1]


def compact(text: str) -> str:
    """A printed term with every `let` expanded that costs more than it saves."""
    [body] = parse(text)
    bindings: list[tuple[str, str]] = []
    while isinstance(body, list) and body[0] == "let":
        match body:
            case ["let", [[str(name), value]], inner]:
                bindings.append((name, to_text(value)))
                body = inner
            case _:
                return text
    uses = Counter(tokens(text))
    expanded: dict[str, str] = {}
    kept: list[str] = []
    for name, original in bindings:
        value = render(original, Dialect(expanded))
        count = uses[name] - 1  # without the binding itself
        if (count - 1) * len(value) <= len("(let (( )) )") + (count + 1) * len(name):
            expanded[name] = value
        else:
            kept.append(f"(let (({name} {value})) ")
    return "".join(kept) + render(to_text(body), Dialect(expanded)) + ")" * len(kept)


def _declared_names(declaration: str) -> frozenset[str]:
    """The names a declaration introduces; for datatypes every word in it, which is enough."""
    words = list(tokens(declaration))
    return frozenset(words[1:] if words[1] == "declare-datatypes" else words[2:3]) - {"(", ")"}


def _without_empty_pops(commands: Iterable[Command]) -> tuple[Command, ...]:
    kept = []
    level = 0
    for command in commands:
        level += (command.name == "push") - (command.name == "pop")
        if level < 0:
            level = 0
        else:
            kept.append(command)
    return tuple(kept)


def _levels(count: list[Sexpr]) -> int:
    return int(str(count[0])) if count else 1
