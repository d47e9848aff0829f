"""A finding as a Markdown draft for a bug tracker: all that the tool's developers need to act on it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from gadfly.core.choices import dump_record
from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Finding,
    Kind,
    Language,
    Outcome,
    Pair,
    Query,
    Question,
    TargetIdentity,
)
from gadfly.lang.c.relation import heard, implied, read_relation
from gadfly.report.difference import difference
from gadfly.report.domain import law_of, standalone_file, values_of

_LONGEST_BLOCK = 60

_TITLES = {
    Kind.UNSOUND: "wrong answer",
    Kind.INVALID_MODEL: "invalid model",
    Kind.CRASH: "crash",
    Kind.IMPRECISE: "imprecise answer",
    Kind.CONTRADICTION: "contradicts itself",
    Kind.DIVERGES: "does not end",
    Kind.INCOMPLETE: "gives up on a decidable question",
}

_REASONS = {
    Basis.MODEL: "Every assertion is true under this assignment",
    Basis.CORE: "These assertions cannot all be true; values, if there are any, satisfy the other checks",
    Basis.OPINION: "Other solvers agree on the right answer",
    Basis.INPUTS: "Executed with these inputs, the program does what the right answer says",
    Basis.LAW: "The law holds in every such domain, whatever its elements are",
    Basis.CONTRADICTION: "These answers of the same tool cannot all be right",
}

_FALSE_ALARM = "There is no reason to warn of one program if there is none in the other, and there is none"

_RULES = {
    Answer.SAFE: "no execution has been added, and its condition demands no more",
    Answer.UNSAFE: "no execution has been taken away, and its condition demands no less",
}

_FILES = {Language.SMT: "reduced.smt2", Language.C: "reduced.c", Language.DOMAIN: "reduced.txt"}
_FENCES = {Language.SMT: "smt2", Language.C: "c", Language.DOMAIN: "text"}


def bug_report(finding: Finding, *, replay: str) -> str:
    """The draft; `replay` is the one command that shows the fault with Gadfly."""
    name = finding.target.name
    query = finding.reduced.query
    sections = (
        f"# {name}: {_TITLES[finding.kind]} ({_subject(query)})",
        _escaped(finding.message),
        _law(finding) if query.language is Language.DOMAIN else _answers(finding),
        _script(finding),
        _difference(finding),
        _printed(finding),
        _reason(finding),
        _betrayal(finding),
        _target(finding.target),
        _reproduction(finding, replay),
        _origin(finding),
    )
    report = "\n\n".join(filter(None, sections)) + "\n"
    return report.encode("utf-8", "backslashreplace").decode()


def _subject(query: Query) -> str:
    match query.language:
        case Language.SMT:
            return query.logic
        case Language.C:
            return "C"
        case Language.DOMAIN:
            return f"law {query.logic}"


def _law(finding: Finding) -> str:
    """The law that was put to the elements; a crash of a sweep need not have come to that."""
    law = law_of(finding.reduced.query)
    return f"Law {_code(law.name)}, one of {law.law_class}: {_code(law.formula)}" if law else ""


def _answers(finding: Finding) -> str:
    verdict = finding.reduced_verdict
    right_is = "its own words make it" if _is_relative(finding) else "right is"
    lines = [f"| question | it says | {right_is} |", "|---|---|---|"]
    pairs = zip_longest(verdict.answers, finding.reduced.truth.answers)
    for number, (said, right) in enumerate(pairs, 1):
        lines.append(f"| {number} | {_cell(said)} | {_cell(right)} |")
    if verdict.outcome is not Outcome.ANSWERED:
        detail = f": {_code(verdict.detail)}" if verdict.detail else ""
        lines += ["", f"Asking ended with {verdict.outcome}{detail}."]
    return "\n".join(lines)


def _cell(answer: Answer | None) -> str:
    return answer or "(none)"


def _script(finding: Finding) -> str:
    query = finding.reduced.query
    before, after = (len(text.splitlines()) for text in (finding.question.query.text, query.text))
    heading = f"## What was asked ({after} lines, reduced from {before})"
    asked = finding.reduced_verdict.asked or query.text
    return f"{heading}\n\n{_cut_block(asked, _FENCES[query.language])}"


def _difference(finding: Finding) -> str:
    """The other program of a contradiction and what the target says about it."""
    if not _is_relative(finding):
        return ""
    parts = (
        "## What it says about another program",
        _said(read_relation(finding.reduced.truth.evidence).said),
        "This is how what was asked above differs from the other program:",
        _diff(finding.reduced, _FILES[Language.C]),
    )
    return "\n\n".join(parts)


def _betrayal(finding: Finding) -> str:
    """The contradiction that a wrong answer was found by."""
    pair = finding.pair
    if pair is None:
        return ""
    parts = (
        "## How it gave itself away",
        "It contradicts itself about two other programs, which differ in this:",
        _diff(pair.question, "later.c"),
        "What it says about the one that comes first here:",
        _said(read_relation(pair.question.truth.evidence).said),
        "What it says about the one that was made of it:",
        _said(pair.answers),
        *_implications(pair, "of the second"),
    )
    return "\n\n".join(parts)


def _said(answers: Iterable[Answer]) -> str:
    rows = (f"| {number} | {answer} |" for number, answer in enumerate(answers, 1))
    return "\n".join(["| question | it says |", "|---|---|", *rows])


def _diff(question: Question, name: str) -> str:
    return _block("\n".join(difference(question, name)), "diff")


def _is_relative(finding: Finding) -> bool:
    return finding.reduced.truth.basis is Basis.CONTRADICTION


def _printed(finding: Finding) -> str:
    verdict = finding.reduced_verdict
    if finding.reduced.query.language is Language.DOMAIN:
        values = values_of(finding.reduced.query, verdict)
        return f"## What it makes of the law\n\n{_cut_block(values)}" if values else ""
    return f"## What it printed\n\n{_cut_block(verdict.output)}" if verdict.output.strip() else ""


def _reason(finding: Finding) -> str:
    """Why the target is wrong, whoever generated the question."""
    truth = finding.reduced.truth
    checked = f"checked by {_vouchers(finding.certificate)}"
    if finding.kind is Kind.CRASH:
        parts = ["A crash is no answer, whatever the right one is."]
    elif finding.kind is Kind.INVALID_MODEL:
        models = "\n".join(filter(None, finding.reduced_verdict.models))
        parts = [f"An assertion is false under the model that it gives, {checked}:", _block(models)]
    elif truth.basis is Basis.LAW:
        parts = [f"{_REASONS[truth.basis]}; what is wrong here was {checked}."]
    elif _is_relative(finding):
        pair = Pair(finding.reduced, finding.reduced_verdict.answers)
        is_false_alarm = finding.kind is Kind.IMPRECISE
        reason = _FALSE_ALARM if is_false_alarm else _REASONS[truth.basis]
        parts = [f"{reason}, {checked}.", *_implications(pair, "above")]
    elif truth.evidence:
        parts = [f"{_REASONS[truth.basis]}, {checked}:", _block(truth.evidence)]
    else:
        parts = [f"The right answers above were {checked}."]
    if finding.certificate.detail:
        parts.append(_escaped(finding.certificate.detail))
    return "\n\n".join(["## Why this is a fault", *parts])


def _implications(pair: Pair, where: str) -> Iterator[str]:
    """Which answers about the other program contradict those about the later one, and why."""
    relation = read_relation(pair.question.truth.evidence)
    answers, truth = heard(relation, pair.answers), pair.question.truth
    nothing = (Answer.UNKNOWN,) * len(truth.answers)
    for tie in relation.ties:
        right = implied(replace(relation, ties=(tie,)), relation.said, nothing)[tie.later]
        if {right, *answers[tie.later : tie.later + 1]} == {Answer.SAFE, Answer.UNSAFE}:
            is_warning = relation.said[tie.earlier] is Answer.UNKNOWN
            says = "may be unsafe, it warns" if is_warning else f"is {right}, it says"
            then = "may be" if is_warning else "is"
            yield (
                f"Question {tie.earlier + 1} about the other program {says}. "
                f"Then so {then} question {tie.later + 1} {where}: {_RULES[right]}."
            )
    if relation.assumed:
        assumed = ", ".join(str(label + 1) for label in relation.assumed)
        yield f"What it calls safe in the other program is assumed {where}: question {assumed}."


def _vouchers(certificate: Certificate) -> str:
    names = ", ".join(map(_code, certificate.vouchers))
    return f"{names} ({_escaped(certificate.method)})" if names else _escaped(certificate.method)


def _target(target: TargetIdentity) -> str:
    options = ", ".join(_code(f"{name}={value}") for name, value in target.name.options)
    return (
        "## Which program\n\n"
        f"- release: {_code(f'{target.name.tool} {target.name.version}')}\n"
        f"- options: {options or 'none beyond those that make it read this input'}\n"
        f"- digest of what was executed: {_code(target.digest)}"
    )


def _reproduction(finding: Finding, replay: str) -> str:
    if finding.reduced.query.language is Language.DOMAIN:
        return _reproduction_of_law(finding, replay)
    file = _FILES[finding.reduced.query.language]
    command = f"{finding.target.command} {shlex.quote(file)}"
    return (
        "## How to see it\n\n"
        f"Without Gadfly: save what was asked as {_code(file)}, give it to this release:\n\n"
        f"{_block(command, 'sh')}\n\n"
        f"With Gadfly:\n\n{_block(replay, 'sh')}"
    )


def _reproduction_of_law(finding: Finding, replay: str) -> str:
    """A file against the domain itself, if others have it as well."""
    parts = ["## How to see it", f"With Gadfly:\n\n{_block(replay, 'sh')}"]
    file = standalone_file(finding)
    if file is not None:
        parts += [
            f"Without Gadfly: save this as {_code(file.name)} where it finds the domain, and start it with",
            _block(file.command, "sh"),
            _block(file.text, file.language),
        ]
    return "\n\n".join(parts)


def _origin(finding: Finding) -> str:
    recipe = finding.recipe
    choices = f"opening {dump_record(recipe.opening)}\nasking  {dump_record(recipe.asking)}"
    return (
        "## Where it comes from\n\n"
        f"Gadfly finding {_code(finding.id)}, technique {_code(recipe.technique)}, "
        f"seed {_code(recipe.seed.name)} (digest {_code(recipe.seed.digest)}), random choices:\n\n"
        f"{_block(choices)}"
    )


def _cut_block(text: str, language: str = "text") -> str:
    """A block of bearable length; what is missing is said below it."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= _LONGEST_BLOCK:
        return _block(text, language)
    shown = "\n".join(lines[:_LONGEST_BLOCK])
    return (
        f"{_block(shown, language)}\n\n(the first {_LONGEST_BLOCK} lines; please attach the rest as a file)"
    )


def _block(text: str, language: str = "text") -> str:
    """A fenced block that its own content cannot end."""
    content = text.rstrip("\n")
    fence = _ticks(content, 3)
    return f"{fence}{language}\n{content}\n{fence}"


def _code(text: str) -> str:
    """Inline code on one line; the spaces keep backticks at its ends apart from the delimiters."""
    line = " ".join(text.split())
    ticks = _ticks(line, 1)
    return f"{ticks}{line}{ticks}" if len(ticks) == 1 else f"{ticks} {line} {ticks}"


def _ticks(text: str, least: int) -> str:
    """Backticks, at least so many and more than any run of them in the text."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    return "`" * max(least, longest + 1)


def _escaped(text: str) -> str:
    """Prose on one line that Markdown shows as it is written."""
    return re.sub(r"([\\`*_<>\[\]|~&])", r"\\\1", " ".join(text.split()))
