"""The passes of the SMT reducer.

A pass is a generator of smaller candidates. It always starts from `bench.draft`, the best script so far,
which changes between two candidates if the first was accepted. Candidates need not keep the truth: the
bench evaluates every one before it asks, so a pass may propose whatever is likely to be smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from gadfly.lang.smt.sorts import BOOL, INT, REAL, SortError
from gadfly.lang.smt.terms import Shape, Term
from gadfly.lang.smt.theories import lookup
from gadfly.triage.smt_bench import Bench
from gadfly.triage.smt_draft import Command, Draft

Pass = Callable[[Bench], Iterator[Draft]]
Item = TypeVar("Item")

_FEW_COMMANDS = 16


def drop_commands(bench: Bench) -> Iterator[Draft]:
    """Drop halves, quarters, …, single commands, the last ones first."""
    size = len(bench.draft.commands) // 2
    while size > 0:
        end = len(bench.draft.commands)
        while end > 0:
            begin = max(0, end - size)
            commands = bench.draft.commands
            yield bench.draft.with_commands(commands[:begin] + commands[end:])
            end = min(begin, len(bench.draft.commands))
        size //= 2


def drop_pairs(bench: Bench) -> Iterator[Draft]:
    """Drop two commands at once, when there are few: a question and an assertion often go only together."""
    last = len(bench.draft.commands) - 1
    while 0 < last < _FEW_COMMANDS:
        commands = bench.draft.commands
        for first in reversed(range(last)):
            yield bench.draft.with_commands(
                commands[:first] + commands[first + 1 : last] + commands[last + 1 :]
            )
            if bench.draft.commands != commands:
                break
        last = min(last, len(bench.draft.commands)) - 1


def drop_scopes(bench: Bench) -> Iterator[Draft]:
    """Drop a push and its pop, with what is between them or without."""
    begin = 0
    while begin < len(bench.draft.commands):
        commands = bench.draft.commands
        if commands[begin].name == "push":
            end = _end_of_scope(commands, begin)
            yield bench.draft.with_commands(commands[:begin] + commands[end + 1 :])
            if bench.draft.commands == commands:
                inside = commands[begin + 1 : end]
                yield bench.draft.with_commands(commands[:begin] + inside + commands[end + 1 :])
        begin += 1


def plain_checks(bench: Bench) -> Iterator[Draft]:
    """Ask without assumptions and tactics, or with fewer assumptions."""
    for place in range(len(bench.draft.commands)):
        command = bench.draft.commands[place]
        if command.name in ("check-sat-using", "check-sat-assuming"):
            yield _at(bench.draft, place, Command("check-sat", answer=command.answer))
        for literals in _shorter(bench.draft.commands[place].terms):
            command = bench.draft.commands[place]
            if command.name == "check-sat-assuming":
                yield _at(bench.draft, place, command.with_terms(literals))


def print_anew(bench: Bench) -> Iterator[Draft]:
    """Print assertions in our own way: all of them, else one by one."""
    yield bench.draft.with_commands(map(_unspelled, bench.draft.commands))
    for place in range(len(bench.draft.commands)):
        yield _at(bench.draft, place, _unspelled(bench.draft.commands[place]))


def fewer_constants(bench: Bench) -> Iterator[Draft]:
    """Replace a constant everywhere by its value, or by another constant."""
    constants = [term for term in bench.subterms() if term.shape is Shape.SYMBOL and not term.args]
    for term in constants:
        others = [other for other in constants if other.sort == term.sort and other is not term]
        for new in (*bench.literals(term), *others):
            yield bench.replaced(term, new)


def terms_to_equals(bench: Bench) -> Iterator[Draft]:
    """Replace a term by a smaller one that has the same value, the largest terms first."""
    for term in bench.subterms_largest_first():
        for smaller in (*bench.literals(term), *bench.smaller_equals(term)):
            yield from _everywhere_or_once(bench, term, smaller)


def terms_to_arguments(bench: Bench) -> Iterator[Draft]:
    """Replace a term by the simplest value or an argument, or drop arguments, even if its value changes."""
    for term in bench.subterms_largest_first():
        if term.shape is not Shape.LITERAL:
            for simplest in bench.simplest(term.sort):
                yield from _everywhere_or_once(bench, term, simplest)
        for arg in dict.fromkeys(term.args):
            if arg.sort == term.sort and not arg.is_open:
                yield from _everywhere_or_once(bench, term, arg)
        if term.shape is Shape.OPERATOR:
            for args in _shorter(term.args):
                if _fits(term, args):
                    shorter = bench.bank.operator(term.name, term.sort, args, term.indices)
                    yield from _everywhere_or_once(bench, term, shorter)


def smaller_literals(bench: Bench) -> Iterator[Draft]:
    """Replace numbers by 0, by 1, by their half."""
    for term in bench.subterms_largest_first():
        if term.shape is Shape.LITERAL and (term.sort in (INT, REAL) or term.sort.name == "BitVec"):
            number = Fraction(term.value)
            for smaller in (Fraction(0), Fraction(1), -number, Fraction(int(number / 2))):
                value = smaller if term.sort == REAL else int(smaller)
                if abs(smaller) < abs(number) or smaller == -number > 0:
                    yield from _everywhere_or_once(bench, term, bench.bank.literal(value, term.sort))


PASSES: tuple[Pass, ...] = (
    drop_commands,
    drop_scopes,
    drop_pairs,
    plain_checks,
    print_anew,
    terms_to_equals,
    fewer_constants,
    terms_to_arguments,
    smaller_literals,
)


def _end_of_scope(commands: Sequence[Command], begin: int) -> int:
    """Where the pop of a push is; the end of the script if there is none."""
    level = 0
    for place in range(begin, len(commands)):
        level += (commands[place].name == "push") - (commands[place].name == "pop")
        if level == 0:
            return place
    return len(commands)


def _at(draft: Draft, place: int, command: Command) -> Draft:
    return draft.with_commands((*draft.commands[:place], command, *draft.commands[place + 1 :]))


def _unspelled(command: Command) -> Command:
    return replace(command, text="") if command.name == "assert" else command


def _everywhere_or_once(bench: Bench, term: Term, new: Term) -> Iterator[Draft]:
    """Replace a term in all commands, else in one command after the other, else below one parent each."""
    yield bench.replaced(term, new)
    places = bench.commands_with(term)
    if len(places) > 1:
        for place in places:
            yield bench.replaced(term, new, only=place)
    parents = bench.parents(term)
    if len(parents) > 1:
        for parent in parents:
            yield bench.replaced(parent, bench.bank.substitute(parent, {term: new}))


def _shorter(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """The items without a half, a quarter, …, a single one of them; never none of them."""
    size = len(items) // 2
    while size > 0:
        for begin in range(0, len(items), size):
            shorter = items[:begin] + items[begin + size :]
            if shorter:
                yield shorter
        size //= 2


def _fits(term: Term, args: tuple[Term, ...]) -> bool:
    """Whether an operator of a theory can be applied to these arguments and gives the same sort."""
    operator = lookup(term.name)
    if operator is None or len(args) < (1 if term.sort == BOOL and term.name == "not" else 2):
        return False
    try:
        return operator.result(term.indices, tuple(arg.sort for arg in args)) == term.sort
    except SortError:
        return False
