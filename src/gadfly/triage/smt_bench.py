"""The workbench of the SMT reducer: the best script so far and what its terms are worth under the model."""

from __future__ import annotations

from collections.abc import Iterator

from gadfly.core.words import Answer
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, default_value, is_element, value_term
from gadfly.lang.smt.regex import Regex
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.lang.smt.values import UNDECIDED, MaybeValue, Undecided
from gadfly.triage.smt_draft import Draft


class Bench:
    """Passes read from it; only the reducer moves it on to the next draft."""

    def __init__(self, draft: Draft, script: Script, model: Model) -> None:
        self.bank = script.bank
        self._datatypes = script.datatypes
        self._model = model
        self._sizes: dict[Term, int] = {}
        self._values: dict[Term, MaybeValue] = {}
        self.move_to(draft)
        self._opaque = frozenset(term for term in draft.terms if self._values[term] is UNDECIDED)

    def move_to(self, draft: Draft) -> None:
        self.draft = draft
        self._places: dict[Term, list[int]] = {}
        for place, command in enumerate(draft.commands):
            for term in post_order(command.terms):
                self._places.setdefault(term, []).append(place)
        self._parents: dict[Term, list[Term]] = {}
        for term in self._places:
            for arg in dict.fromkeys(term.args):
                self._parents.setdefault(arg, []).append(term)
        closed = self.subterms()
        self._evaluate(closed)
        self._smallest: dict[tuple[Sort, MaybeValue], Term] = {}
        for term in sorted(closed, key=self.size):
            if term.shape is not Shape.LITERAL:
                self._smallest.setdefault((term.sort, self._values[term]), term)

    def keeps_truth(self, draft: Draft) -> bool:
        """Whether all that must be satisfiable is true under the model, or was undecided at the beginning."""
        terms = tuple(frozenset().union(*draft.seen(Answer.SAT)))
        self._evaluate(terms)
        return all(self._values[term] is True or term in self._opaque for term in terms)

    def subterms(self) -> list[Term]:
        """The closed sub-terms of the script, arguments first."""
        return [term for term in self._places if not term.is_open]

    def subterms_largest_first(self) -> Iterator[Term]:
        """Every closed sub-term once, also those that appear on the way."""
        done: set[Term] = set()
        draft = None
        todo: list[Term] = []
        while True:
            if draft is not self.draft:
                draft = self.draft
                todo = sorted((term for term in self.subterms() if term not in done), key=self.size)
            if not todo:
                return
            done.add(todo[-1])
            yield todo.pop()

    def size(self, root: Term) -> int:
        """The number of nodes of a term, shared ones counted as often as they are used."""
        for term in post_order([root], stop=self._sizes):
            if term not in self._sizes:
                self._sizes[term] = 1 + sum(self._sizes[arg] for arg in term.args)
        return self._sizes[root]

    def literals(self, term: Term) -> Iterator[Term]:
        """The literal of a term's value, if it has one and that is smaller."""
        value = self._value(term)
        if isinstance(value, Undecided | Regex):
            return
        literal = value_term(value, term.sort, self.bank, self._datatypes)
        smaller = term.shape is Shape.SYMBOL or self.size(literal) < self.size(term)
        # Elements of a declared sort have names in the model only, not in the script.
        if smaller and not any(map(is_element, post_order([literal]))):
            yield literal

    def simplest(self, sort: Sort) -> Iterator[Term]:
        """The literals that stand for the simplest values of a sort, if it has any."""
        if sort == BOOL:
            yield self.bank.true
        if sort.name in ("Bool", "Int", "Real", "BitVec", "String"):
            value = default_value(sort, self._datatypes)
            assert not isinstance(value, Undecided)
            yield value_term(value, sort, self.bank)

    def smaller_equals(self, term: Term) -> Iterator[Term]:
        """Smaller terms of the script with the same value: a few of its own parts, and any one."""
        value = self._value(term)
        if value is UNDECIDED:
            return
        size = self.size(term)
        parts = [part for part in post_order([term]) if part.sort == term.sort and not part.is_open]
        equals = [part for part in parts if self._value(part) == value]
        if term.sort == BOOL:
            opposites = [part for part in parts if self._value(part) is (not value)]
            equals += [self.bank.operator("not", BOOL, [part]) for part in opposites]
        equals.append(self._smallest.get((term.sort, value), term))
        yield from _spread(sorted((part for part in equals if self.size(part) < size), key=self.size))

    def replaced(self, old: Term, new: Term, only: int | None = None) -> Draft:
        """The script with a term replaced, in one command if so told; true assumptions vanish."""
        commands = list(self.draft.commands)
        for place in self._places.get(old, ()) if only is None else (only,):
            command = commands[place]
            terms = tuple(self.bank.substitute(term, {old: new}) for term in command.terms)
            if command.name == "check-sat-assuming":
                terms = tuple(term for term in terms if term is not self.bank.true)
            commands[place] = command.with_terms(terms)
        return self.draft.with_commands(commands)

    def commands_with(self, term: Term) -> list[int]:
        """The places of the commands in which a term occurs."""
        return self._places.get(term, [])

    def parents(self, term: Term) -> list[Term]:
        """The terms that have a term as an argument."""
        return self._parents.get(term, [])

    def _value(self, term: Term) -> MaybeValue:
        self._evaluate((term,))
        return self._values[term]

    def _evaluate(self, terms: list[Term] | tuple[Term, ...]) -> None:
        new = [term for term in post_order(terms, stop=self._values) if term not in self._values]
        if new:
            self._values.update(zip(new, evaluate(new, self._model, self._datatypes), strict=True))


def _spread(terms: list[Term]) -> Iterator[Term]:
    """The first, second, fourth, eighth … of many terms: the smallest are the likeliest to be wanted."""
    place = 1
    while place <= len(terms):
        yield terms[place - 1]
        place *= 2
