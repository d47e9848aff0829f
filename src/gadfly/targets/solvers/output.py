"""Reads what SMT solvers print.

Only exact tokens are answers (`sat` is a substring of `unsat`), and nothing that follows an error counts:
a solver may drop the assertion it did not understand and go on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gadfly.core.words import Answer

_ANSWERS = {answer.value: answer for answer in (Answer.SAT, Answer.UNSAT, Answer.UNKNOWN)}
_SILENT = re.compile(r"success|unsupported|(\[\w+\] )?WARNING\b.*")

_ITEM = re.compile(r"\s*(?:;[^\n]*|([^\s(;][^\n]*)|(\())")
_TOKEN = re.compile(r'"(?:[^"]|"")*"|\|[^|]*\||;[^\n]*|[()]')
_MODEL = re.compile(r"\(\s*(?:;[^\n]*\s*)*(?:model\b|\)|\(\s*(?:define-|declare-|forall\b))")
_ERROR = re.compile(r'\(\s*error\b\s*"?(.*?)"?\s*\)', re.DOTALL)
_OPINION = "check annotation that says"  # z3 answered, and then remarks that `:status` says otherwise
_TIMEOUT = re.compile(r"\Atimeout\b|interrupted by timeout")

_CRASH = re.compile(
    r"ASSERTION VIOLATION|UNEXPECTED CODE WAS REACHED|UNREACHABLE|Unreachable code|Unhandled case"
    r"|Fatal failure|Internal error detected|Check failure|Assertion [`'].*failed|assertion failed"
    r"|suffered a segfault|Segmentation fault|AddressSanitizer|terminate called after throwing"
    r"|java\.lang\.(?:NullPointerException|AssertionError|ClassCastException|IllegalStateException"
    r"|InternalError|(?:Array|String)?IndexOutOfBoundsException)|scala\.MatchError"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a solver said: answers in order and the model after each, "" where there is none.

    A model is a list of commands in parentheses, as the standard has it: the word `model` that many
    solvers put in front is taken away. `error` is the message of the first error, `noise` the output
    from the first line on that belongs to no language of solvers; reading ends with either.
    """

    answers: tuple[Answer, ...]
    models: tuple[str, ...]
    error: str = ""
    noise: str = ""

    @property
    def is_whole(self) -> bool:
        return not self.error and not self.noise


def read(text: str) -> Reading:
    """The answers in a solver's output; almost every output is nothing but answers, so try that first."""
    try:
        answers = tuple([_ANSWERS[token] for token in text.split()])
    except KeyError:
        return _read_items(text)
    return Reading(answers, ("",) * len(answers))


def crash_message(text: str) -> str:
    """The line in which a program says that it broke an assumption of its own, or ""."""
    match = _CRASH.search(text)
    return _line_at(text, match.start()) if match else ""


def says_timeout(text: str) -> bool:
    return _TIMEOUT.search(text) is not None


def first_line(text: str) -> str:
    """The first line with something in it, for people."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _read_items(text: str) -> Reading:
    answers: list[Answer] = []
    models: list[str] = []
    at = 0
    while item := _ITEM.match(text, at):
        at = item.end()
        if item[2]:
            at = _after_expression(text, item.start(2))
            expression = text[item.start(2) : at]
            if not expression:
                return Reading(tuple(answers), tuple(models), noise=text[item.start(2) :])
            if (error := _ERROR.fullmatch(expression)) and _OPINION not in expression:
                return Reading(tuple(answers), tuple(models), error=_one_line(error[1]) or "error")
            if models and not models[-1] and _MODEL.match(expression):
                models[-1] = re.sub(r"\A\(\s*model\b", "(", expression)
        elif line := item[1]:
            word = line.split(maxsplit=1)[0]
            if line.rstrip() in _ANSWERS or word == Answer.UNKNOWN:
                answers.append(_ANSWERS[word])
                models.append("")
            elif line.startswith('"'):
                at = _after_string(text, item.start(1))
            elif not _SILENT.fullmatch(line.rstrip()):
                return Reading(tuple(answers), tuple(models), noise=text[item.start(1) :])
    return Reading(tuple(answers), tuple(models))


def _one_line(message: str) -> str:
    return " ".join(message.replace('""', '"').split())


def _after_expression(text: str, start: int) -> int:
    """Where the expression that opens at `start` ends; `start` itself if it never does."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] == "(":
            depth += 1
        elif token[0] == ")":
            depth -= 1
            if depth == 0:
                return token.end()
    return start


def _after_string(text: str, start: int) -> int:
    token = _TOKEN.match(text, start)
    return token.end() if token else len(text)


def _line_at(text: str, place: int) -> str:
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    return text[start : end if end >= 0 else len(text)].strip()
