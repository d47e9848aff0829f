"""Laws of datatypes, which only a script's declarations know."""

from __future__ import annotations

from collections.abc import Mapping

from gadfly.lang.smt.script import Constructor, Datatype
from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.term_reader import instantiate
from gadfly.lang.smt.terms import Bank, Term
from gadfly.techniques.formulas.transformations.equivalences.rules import Desk, Rule


def _test(bank: Bank, term: Term, constructor: Constructor) -> Term:
    return bank.operator("is", BOOL, [term], [constructor.name])


def _parameters(datatype: Datatype, sort: Sort) -> Mapping[str, Sort]:
    return dict(zip(datatype.parameters, sort.args, strict=True))


def _rebuilt(term: Term, desk: Desk) -> Term | None:
    """A value is its constructor applied to its own fields."""
    datatype = desk.datatypes.get(term.sort.name)
    if datatype is None:
        return None
    constructor = desk.choices.pick(datatype.constructors)
    if datatype.parameters and not constructor.selectors:
        return None  # solvers differ in how they want such a constant to be qualified
    fields = [
        desk.bank.operator(
            selector.name, instantiate(selector.sort, _parameters(datatype, term.sort)), [term]
        )
        for selector in constructor.selectors
    ]
    copy = desk.bank.operator(constructor.name, term.sort, fields)
    if len(datatype.constructors) == 1:
        return copy
    return desk.bank.operator("ite", term.sort, [_test(desk.bank, term, constructor), copy, term])


def _no_other(term: Term, desk: Desk) -> Term | None:
    """A value has the one constructor if it has none of the others."""
    (inner,) = term.args
    datatype = desk.datatypes.get(inner.sort.name)
    if datatype is None or len(datatype.constructors) == 1:
        return None
    others = [
        _test(desk.bank, inner, constructor)
        for constructor in datatype.constructors
        if constructor.name != term.indices[0]
    ]
    some = others[0] if len(others) == 1 else desk.bank.operator("or", BOOL, others)
    return desk.bank.operator("not", BOOL, [some])


def _selected(term: Term, desk: Desk) -> Term | None:
    """A field of what was just constructed."""
    if len(term.args) != 1:
        return None
    (inner,) = term.args
    datatype = desk.datatypes.get(inner.sort.name)
    for constructor in datatype.constructors if datatype else ():
        names = [selector.name for selector in constructor.selectors]
        if inner.name == constructor.name and term.name in names:
            return inner.args[names.index(term.name)]
    return None


RULES: tuple[Rule, ...] = (
    Rule("a -> (ite ((_ is C) a) (C (f a)) a)", "", "Any", _rebuilt),
    Rule("((_ is C) a) -> (not (or ((_ is D) a)))", "is", "", _no_other),
    Rule("(f (C a)) -> a", "", "Any", _selected),
)
