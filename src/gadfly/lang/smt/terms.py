"""Terms as a shared, immutable graph.

A `Bank` builds terms and gives the same object for the same structure, so that shared sub-terms cost
nothing, equality is identity, and every walk can remember what it has seen. Walks use explicit stacks:
real scripts nest deeper than Python recurses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction

from gadfly.lang.smt.sorts import BOOL, Sort


class Shape(Enum):
    """What a term is."""

    LITERAL = "literal"  # `value` holds it
    VARIABLE = "variable"  # bound by a quantifier, or a parameter of a definition
    SYMBOL = "symbol"  # a declared constant or function applied to `args`
    OPERATOR = "operator"  # a theory operator, constructor, selector or tester applied to `args`
    QUANTIFIER = "quantifier"  # `name` is forall or exists, `variables` bound in `args[0]`


LiteralValue = bool | int | Fraction | str


class Term:
    """One node; compare with `is`. Build terms only through a Bank."""

    __slots__ = ("args", "depth", "indices", "is_open", "name", "shape", "sort", "value", "variables")

    def __init__(
        self,
        shape: Shape,
        name: str,
        sort: Sort,
        args: tuple[Term, ...] = (),
        indices: tuple[int | str, ...] = (),
        value: LiteralValue = False,
        variables: tuple[Term, ...] = (),
    ) -> None:
        self.shape = shape
        self.name = name
        self.sort = sort
        self.args = args
        self.indices = indices
        self.value = value
        self.variables = variables
        self.depth: int = 1 + max((arg.depth for arg in args), default=0)
        # A term that may mention a bound variable; a quantifier is judged by its free ones in `Bank`.
        self.is_open: bool = shape is Shape.VARIABLE or any(arg.is_open for arg in args)

    def __repr__(self) -> str:
        return f"<Term {self.name} {self.sort} depth={self.depth}>"


class Bank:
    """Builds terms; structurally equal terms are one object.

    A bank on top of a `base` has the base's terms and keeps new ones to itself: thrown away, it leaves no
    trace in a base that is kept.
    """

    def __init__(self, base: Bank | None = None) -> None:
        self._base = base
        self._terms: dict[object, Term] = {}
        self._names: dict[str, int] = {} if base is None else dict(base._names)
        self.true = self.literal(True, BOOL)
        self.false = self.literal(False, BOOL)

    def __len__(self) -> int:
        """How many terms were built in it."""
        return len(self._terms)

    def literal(self, value: LiteralValue, sort: Sort) -> Term:
        return self._intern((value, type(value), sort), Shape.LITERAL, "", sort, value=value)

    def reserve(self, name: str) -> None:
        """Keep bound variables from taking the name of a declared symbol."""
        self._names.setdefault(name, 1)

    def variable(self, name: str, sort: Sort) -> Term:
        """A bound variable with a name nothing else in this bank has."""
        unique = name
        while unique in self._names:
            unique = _renamed(name, self._names[name])
            self._names[name] += 1
        self._names[unique] = 1
        return Term(Shape.VARIABLE, unique, sort)

    def symbol(self, name: str, sort: Sort, args: Sequence[Term] = ()) -> Term:
        return self._intern((name, sort, _ids(args)), Shape.SYMBOL, name, sort, tuple(args))

    def operator(
        self, name: str, sort: Sort, args: Sequence[Term] = (), indices: Sequence[int | str] = ()
    ) -> Term:
        key = ("op", name, sort, tuple(indices), _ids(args))
        return self._intern(key, Shape.OPERATOR, name, sort, tuple(args), tuple(indices))

    def quantifier(self, name: str, variables: Sequence[Term], body: Term) -> Term:
        key = (name, _ids(variables), id(body))
        term = self._intern(key, Shape.QUANTIFIER, name, BOOL, (body,), variables=tuple(variables))
        term.is_open = bool(_free_variables(body) - set(variables))
        return term

    def substitute(self, root: Term, mapping: Mapping[Term, Term]) -> Term:
        """`root` with terms replaced (bound variables of a bank are unique, so nothing is captured)."""
        (changed,) = self.substitute_all([root], mapping)
        return changed

    def substitute_all(self, roots: Sequence[Term], mapping: Mapping[Term, Term]) -> list[Term]:
        """The same for many roots in one walk, because they may share most of their sub-terms."""
        new: dict[Term, Term] = dict(mapping)
        for term in post_order(roots, stop=mapping):
            if term in new:
                continue
            args = tuple(new[arg] for arg in term.args)
            same = all(a is b for a, b in zip(args, term.args, strict=True))
            new[term] = term if same else self._with_arguments(term, args)
        return [new[root] for root in roots]

    def with_argument(self, term: Term, place: int, arg: Term) -> Term:
        """The term with another argument of the same sort."""
        return self._with_arguments(term, (*term.args[:place], arg, *term.args[place + 1 :]))

    def _with_arguments(self, term: Term, args: tuple[Term, ...]) -> Term:
        if term.shape is Shape.SYMBOL:
            return self.symbol(term.name, term.sort, args)
        if term.shape is Shape.QUANTIFIER:
            return self.quantifier(term.name, term.variables, args[0])
        return self.operator(term.name, term.sort, args, term.indices)

    def _intern(
        self,
        key: object,
        shape: Shape,
        name: str,
        sort: Sort,
        args: tuple[Term, ...] = (),
        indices: tuple[int | str, ...] = (),
        value: LiteralValue = False,
        variables: tuple[Term, ...] = (),
    ) -> Term:
        term = self._terms.get(key)
        if term is None and self._base is not None:
            term = self._base._find(key)
        if term is None:
            term = Term(shape, name, sort, args, indices, value, variables)
            self._terms[key] = term
        return term

    def _find(self, key: object) -> Term | None:
        term = self._terms.get(key)
        if term is None and self._base is not None:
            return self._base._find(key)
        return term


def post_order(roots: Iterable[Term], stop: Mapping[Term, object] | None = None) -> list[Term]:
    """Every distinct sub-term once, arguments before what uses them; `stop` terms are not entered."""
    done: set[Term] = set()
    order: list[Term] = []
    stack = [(root, False) for root in reversed(list(roots))]
    while stack:
        term, ready = stack.pop()
        if term in done:
            continue
        if ready or not term.args or (stop is not None and term in stop):
            done.add(term)
            order.append(term)
            continue
        stack.append((term, True))
        stack.extend((arg, False) for arg in reversed(term.args) if arg not in done)
    return order


def _free_variables(root: Term) -> set[Term]:
    """The variables of a quantifier's body that occur outside every inner binder of them.

    Names are unique in a bank, so an inner binder's variables occur nowhere else.
    """
    found: set[Term] = set()
    bound: set[Term] = set()
    for term in post_order([root]):
        if term.shape is Shape.VARIABLE:
            found.add(term)
        elif term.shape is Shape.QUANTIFIER:
            bound.update(term.variables)
    return found - bound


def free_variables(root: Term) -> set[Term]:
    """The bound variables that occur free in a sub-term."""
    return _free_variables(root) if root.is_open else set()


def _ids(terms: Sequence[Term]) -> tuple[int, ...]:
    return tuple(map(id, terms))


def _renamed(name: str, count: int) -> str:
    return f"|{name[1:-1]}!{count}|" if name.startswith("|") else f"{name}!{count}"
