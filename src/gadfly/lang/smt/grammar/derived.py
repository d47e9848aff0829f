"""The logic of a script somebody else wrote: by its name, or else by what it contains."""

from __future__ import annotations

from collections.abc import Iterable

from gadfly.lang.smt.grammar.floats import float_conversions, floats
from gadfly.lang.smt.grammar.literals import INTEGERS, LENGTHS, SMALL_INTEGERS
from gadfly.lang.smt.grammar.logics import LOGICS, Logic, logic_named
from gadfly.lang.smt.grammar.rules import Theory
from gadfly.lang.smt.grammar.strings import regular_expressions, strings
from gadfly.lang.smt.grammar.theories import (
    arrays,
    bitvectors,
    core,
    datatypes,
    declared_sorts,
    linear_ints,
    linear_reals,
    mixed_numbers,
    nonlinear_ints,
    nonlinear_reals,
    string_ints,
)
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import INT, REGLAN, ROUNDING_MODE, Sort
from gadfly.lang.smt.terms import Shape, Term, post_order

_PRODUCTS = frozenset({"*", "/", "div", "mod"})


def logic_of(script: Script) -> Logic:
    """What new terms for a script may be made of; the quantifiers of its logic, if any, do not count."""
    name = f"QF_{script.logic.removeprefix('QF_')}"
    return logic_named(name) if name in LOGICS else _derived(script)


def is_constant(term: Term) -> bool:
    """Whether a term mentions no symbol and no variable."""
    return not any(part.shape in (Shape.SYMBOL, Shape.VARIABLE) for part in post_order([term]))


def _derived(script: Script) -> Logic:
    terms = post_order(script.assertions)
    sorts = _sorts(script, terms)
    names = {sort.name for sort in sorts}
    theories: list[Theory] = [core, declared_sorts, datatypes]
    if "BitVec" in names:
        theories.append(bitvectors)
    if "FloatingPoint" in names:
        theories.append(floats)
    if {"BitVec", "FloatingPoint"} <= names:
        theories.append(float_conversions)
    if "Array" in names:
        theories.append(arrays)
    if "String" in names:
        theories += [strings, regular_expressions, string_ints]
        return Logic(script.logic, tuple(theories), sorts=(INT, REGLAN), integers=LENGTHS, depth=2)
    is_linear = not any(map(_is_product_of_unknowns, terms))
    theories += _numbers({"Int", "Real"} & names, is_linear)
    return Logic(
        script.logic,
        tuple(theories),
        sorts=(ROUNDING_MODE,) if "FloatingPoint" in names else (),
        integers=INTEGERS if is_linear else SMALL_INTEGERS,
    )


def _numbers(names: set[str], is_linear: bool) -> Iterable[Theory]:
    if len(names) == 2:
        yield mixed_numbers
    if "Int" in names:
        yield linear_ints if is_linear else nonlinear_ints
    if "Real" in names:
        yield linear_reals if is_linear else nonlinear_reals


def _sorts(script: Script, terms: Iterable[Term]) -> set[Sort]:
    """The sorts of what a script declares and binds, and of their parts."""
    stack = [term.sort for term in terms if term.shape in (Shape.SYMBOL, Shape.VARIABLE)]
    for signature in script.symbols.values():
        stack += [*signature.arguments, signature.result]
    found: set[Sort] = set()
    while stack:
        sort = stack.pop()
        if sort not in found:
            found.add(sort)
            stack += sort.args
    return found


def _is_product_of_unknowns(term: Term) -> bool:
    if term.shape is not Shape.OPERATOR or term.name not in _PRODUCTS:
        return False
    unknown = [not is_constant(arg) for arg in term.args]
    return sum(unknown) > 1 or (term.name != "*" and any(unknown[1:]))
