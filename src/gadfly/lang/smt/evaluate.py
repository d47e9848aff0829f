"""Our own evaluator: the values of terms under a model, by the text of the standard.

Terms are compiled once to a flat program: one step per distinct sub-term, arguments first. Evaluation is
three-valued: what the model or the standard leaves open is UNDECIDED, and stays so unless the decided
arguments of a connective suffice. So an answer of true or false never rests on a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import Any

from gadfly.lang.smt.model import Model, is_element
from gadfly.lang.smt.script import Datatype
from gadfly.lang.smt.terms import Shape, Term
from gadfly.lang.smt.theories import lookup
from gadfly.lang.smt.theories.datatypes import datatype_operators
from gadfly.lang.smt.theories.operator import Apply
from gadfly.lang.smt.values import UNDECIDED, Element, MaybeValue, cardinality, domain

_DEEPEST_NESTING = 50
"""Of quantifiers in quantifiers and of definitions that use definitions; what is deeper is UNDECIDED."""

_Step = tuple[Apply, Apply, Term, Callable[[list[MaybeValue]], Sequence[Any]]]
"""Apply with all arguments decided, apply with some undecided, the term, and what fetches its arguments."""


def evaluate(
    terms: Sequence[Term],
    model: Model,
    datatypes: Mapping[str, Datatype] | None = None,
    *,
    quantifier_limit: int = 256,
) -> list[MaybeValue]:
    """The value of each term; for many models of the same terms, keep an Evaluator."""
    return Evaluator(terms, datatypes, quantifier_limit=quantifier_limit).values(model)


@dataclass(frozen=True, slots=True)
class _Program:
    """The slots of a run are its inputs, the constants, the values of the symbols, one value per step."""

    constants: tuple[MaybeValue, ...]
    symbols: tuple[Term, ...]
    steps: tuple[_Step, ...]
    outputs: tuple[int, ...]


class Evaluator:
    """Evaluates the same terms under one model after the other; not for several threads at once.

    Quantifiers over finite sorts are expanded as long as that takes at most `quantifier_limit` instances.
    """

    def __init__(
        self,
        terms: Sequence[Term],
        datatypes: Mapping[str, Datatype] | None = None,
        *,
        quantifier_limit: int = 256,
    ) -> None:
        self._datatype_operators = datatype_operators(datatypes or {})
        self._quantifier_limit = quantifier_limit
        self._use(Model({}))
        self._program = self._compile(terms, (), quantifier_limit, 0)

    def values(self, model: Model) -> list[MaybeValue]:
        """The value of each term under the model."""
        self._use(model)
        try:
            return self._run(self._program, ())
        except RecursionError:
            # Values of datatypes are compared recursively, and a list of a thousand cells is nested as deep.
            return [UNDECIDED] * len(self._program.outputs)

    def _use(self, model: Model) -> None:
        self._model = model
        self._definitions: dict[str, _Program] = {}
        self._results: dict[tuple[str, tuple[MaybeValue, ...]], MaybeValue] = {}
        self._active: set[str] = set()

    # Running

    def _run(self, program: _Program, inputs: Sequence[MaybeValue]) -> list[MaybeValue]:
        values: list[MaybeValue] = [*inputs, *program.constants]
        values += [self._call(symbol, ()) for symbol in program.symbols]
        append = values.append
        steps = iter(program.steps)
        if not any(value is UNDECIDED for value in values):
            # Most formulas never leave this loop, which need not look at the arguments.
            for apply, _, term, arguments in steps:
                value = apply(term, arguments(values))
                append(value)
                if value is UNDECIDED:
                    break
        for apply, partial, term, arguments in steps:
            fetched = arguments(values)
            for argument in fetched:
                if argument is UNDECIDED:
                    append(partial(term, fetched))
                    break
            else:
                append(apply(term, fetched))
        return [values[slot] for slot in program.outputs]

    def _call(self, term: Term, arguments: Sequence[MaybeValue]) -> MaybeValue:
        """The value of a symbol, from its definition in the model."""
        name = term.name
        definition = self._model.definitions.get(name)
        if definition is None or name in self._active or len(self._active) > _DEEPEST_NESTING:
            return UNDECIDED
        key = (name, tuple(arguments))
        result = self._results.get(key)
        if result is None:
            self._active.add(name)
            program = self._definitions.get(name)
            if program is None:
                program = self._compile([definition.body], definition.parameters, self._quantifier_limit, 0)
                self._definitions[name] = program
            (result,) = self._run(program, key[1])
            self._active.remove(name)
            self._results[key] = result
        return result

    # Compiling

    def _compile(self, roots: Sequence[Term], inputs: Sequence[Term], limit: int, nesting: int) -> _Program:
        """A program for the roots, given the values of `inputs`; quantifiers get `limit` instances."""
        leaves, inner = _ordered(roots, inputs)
        constants = [term for term in leaves if term.shape is not Shape.SYMBOL]
        symbols = [term for term in leaves if term.shape is Shape.SYMBOL]
        slots: dict[Term, int] = {}
        for term in (*inputs, *constants, *symbols, *inner):
            slots[term] = len(slots)
        steps = []
        for term in inner:
            apply, partial = self._appliers(term, limit, nesting)
            steps.append((apply, partial, term, _fetcher([slots[arg] for arg in _operands(term)])))
        return _Program(
            tuple(map(self._constant, constants)),
            tuple(symbols),
            tuple(steps),
            tuple(slots[root] for root in roots),
        )

    def _constant(self, term: Term) -> MaybeValue:
        if is_element(term):
            return Element(term.sort, str(term.value))
        if term.shape is Shape.LITERAL:
            return term.value
        if term.shape is Shape.VARIABLE:
            return UNDECIDED
        return self._operator(term)[0](term, ())

    def _appliers(self, term: Term, limit: int, nesting: int) -> tuple[Apply, Apply]:
        if term.shape is Shape.SYMBOL:
            return self._call, self._call
        if term.shape is Shape.QUANTIFIER:
            quantify = self._quantification(term, limit, nesting)
            return quantify, quantify
        return self._operator(term)

    def _operator(self, term: Term) -> tuple[Apply, Apply]:
        apply = self._datatype_operators.get(term.name)
        if apply is not None:
            return apply, _undecided
        operator = lookup(term.name)
        if operator is None:
            raise ValueError(f"no operator is called {term.name}")
        return operator.apply, operator.partial or _undecided

    def _quantification(self, term: Term, limit: int, nesting: int) -> Apply:
        """Evaluates the body for every value of the small variables, the others being UNDECIDED."""
        if nesting > _DEEPEST_NESTING:
            return _undecided
        choices: list[Sequence[MaybeValue]] = []
        for variable in term.variables:
            size = cardinality(variable.sort)
            if size is None or size > limit:
                choices.append((UNDECIDED,))
            else:
                choices.append(tuple(domain(variable.sort)))
                limit //= size
        body = self._compile(term.args, (*_captured(term), *term.variables), limit, nesting + 1)
        decisive = term.name == "exists"

        def quantify(_term: Term, captured: Sequence[Any]) -> MaybeValue:
            result: MaybeValue = not decisive
            for chosen in product(*choices):
                (value,) = self._run(body, (*captured, *chosen))
                if value is decisive:
                    return decisive
                if value is UNDECIDED:
                    result = UNDECIDED
            return result

        return quantify


def _undecided(_term: Term, _values: Sequence[Any]) -> MaybeValue:
    return UNDECIDED


def _fetcher(slots: Sequence[int]) -> Callable[[list[MaybeValue]], Sequence[Any]]:
    """What picks the arguments out of all values: a C function, because it runs at every step."""
    if not slots:
        return lambda _values: ()
    if len(slots) == 1:
        return itemgetter(slice(slots[0], slots[0] + 1))
    return itemgetter(*slots)


def _ordered(roots: Sequence[Term], inputs: Sequence[Term]) -> tuple[list[Term], list[Term]]:
    """The leaves and the other sub-terms of the roots, arguments first; inputs are not entered."""
    seen = set(inputs)
    leaves: list[Term] = []
    inner: list[Term] = []
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        term, ready = stack.pop()
        if ready:
            inner.append(term)
            continue
        if term in seen:
            continue
        seen.add(term)
        if not term.args:
            leaves.append(term)
            continue
        stack.append((term, True))
        stack += [(arg, False) for arg in reversed(_operands(term)) if arg not in seen]
    return leaves, inner


def _operands(term: Term) -> tuple[Term, ...]:
    return _captured(term) if term.shape is Shape.QUANTIFIER else term.args


def _captured(quantifier: Term) -> tuple[Term, ...]:
    """What the body of a quantifier takes from outside: other variables, and every closed sub-term."""
    bound = set(quantifier.variables)
    captured: list[Term] = []
    seen: set[Term] = set()
    stack = list(quantifier.args)
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.shape is Shape.VARIABLE or not term.is_open:
            if term.shape is not Shape.LITERAL:
                captured.append(term)
            continue
        bound.update(term.variables)
        stack += term.args
    return tuple(term for term in captured if term not in bound)
