"""Models: what a solver, or we, say the declared symbols mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Constructor, Datatype, Script
from gadfly.lang.smt.sexpr import symbol
from gadfly.lang.smt.sorts import Sort, bitvec
from gadfly.lang.smt.term_reader import instantiate
from gadfly.lang.smt.terms import Bank, Term
from gadfly.lang.smt.values import (
    UNDECIDED,
    ArrayValue,
    Constructed,
    Element,
    FloatValue,
    MaybeValue,
    Undecided,
    Value,
    array_value,
)


@dataclass(frozen=True, slots=True)
class Definition:
    """What a constant or a function means: parameters are VARIABLE terms, free in the body."""

    parameters: tuple[Term, ...]
    body: Term


@dataclass(frozen=True, slots=True)
class Model:
    """Definitions by symbol.

    `elements` are the names that stand for elements of uninterpreted sorts, all different. `unread` are the
    symbols whose definitions we could not read: they have a meaning, but we do not know it.
    """

    definitions: Mapping[str, Definition]
    elements: Mapping[str, Sort] = field(default_factory=dict)
    unread: tuple[str, ...] = ()

    def completed(self, script: Script) -> Model:
        """With a default for every symbol of the script that a solver left out because any value does."""
        bank = Bank()
        definitions = dict(self.definitions)
        elements = dict(self.elements)
        for name, signature in script.symbols.items():
            if name in definitions or name in self.unread:
                continue
            value = default_value(signature.result, script.datatypes)
            if isinstance(value, Undecided):
                continue
            needed = {element.name: element.sort for element in elements_of(value)}
            if needed.keys() & script.symbols.keys():
                continue
            body = value_term(value, signature.result, bank, script.datatypes)
            parameters = tuple(bank.variable("x", sort) for sort in signature.arguments)
            definitions[name] = Definition(parameters, body)
            elements |= needed
        return Model(definitions, elements, self.unread)


def print_model(model: Model) -> str:
    """The model as commands: elements are declared, everything else defined, one per line and by name."""
    lines = [f"(declare-fun {name} () {sort})" for name, sort in sorted(model.elements.items())]
    for name, definition in sorted(model.definitions.items()):
        parameters = " ".join(f"({variable.name} {variable.sort})" for variable in definition.parameters)
        body = definition.body
        lines.append(f"(define-fun {name} ({parameters}) {body.sort} {print_term(body)})")
    return "".join(f"{line}\n" for line in lines)


def default_value(sort: Sort, datatypes: Mapping[str, Datatype]) -> MaybeValue:
    """Some value of the sort; UNDECIDED for the few sorts of which we cannot name one."""
    return _default(sort, datatypes, frozenset())


_SIMPLE_DEFAULTS: Mapping[str, Value] = {
    "Bool": False,
    "Int": 0,
    "Real": Fraction(0),
    "BitVec": 0,
    "String": "",
    "RoundingMode": "RNE",
}


def _default(sort: Sort, datatypes: Mapping[str, Datatype], pending: frozenset[Sort]) -> MaybeValue:
    """`pending` are the datatypes a value of which is being built: using them again would never end."""
    if sort.name in _SIMPLE_DEFAULTS:
        return _SIMPLE_DEFAULTS[sort.name]
    if sort.name == "FloatingPoint":
        return FloatValue(sort, 0)
    if sort.name == "RegLan" or sort in pending:
        return UNDECIDED
    if sort.name == "Array":
        element = _default(sort.args[1], datatypes, pending)
        return UNDECIDED if isinstance(element, Undecided) else array_value(sort, element, {})
    datatype = datatypes.get(sort.name)
    if datatype is None:
        return Element(sort, element_name(sort, "default"))
    for constructor in datatype.constructors:
        fields: list[Value] = []
        for field_sort in _field_sorts(constructor, datatype, sort):
            value = _default(field_sort, datatypes, pending | {sort})
            if isinstance(value, Undecided):
                break
            fields.append(value)
        else:
            return Constructed(constructor.name, tuple(fields), sort)
    return UNDECIDED


def element_name(sort: Sort, label: str) -> str:
    """A name for an element of a sort, as SMT-LIB spells it."""
    return symbol("|" + f"{sort}!{label}".replace("|", "") + "|")


def _field_sorts(constructor: Constructor, datatype: Datatype, sort: Sort) -> list[Sort]:
    parameters = dict(zip(datatype.parameters, sort.args, strict=True))
    return [instantiate(selector.sort, parameters) for selector in constructor.selectors]


def elements_of(value: Value) -> Iterator[Element]:
    """Every element of an uninterpreted sort inside a value."""
    if isinstance(value, Element):
        yield value
    elif isinstance(value, Constructed):
        for part in value.fields:
            yield from elements_of(part)
    elif isinstance(value, ArrayValue):
        yield from elements_of(value.default)
        for index, stored in value.entries.items():
            yield from elements_of(index)
            yield from elements_of(stored)


def value_term(value: Value, sort: Sort, bank: Bank, datatypes: Mapping[str, Datatype] | None = None) -> Term:
    """A term that denotes the value in every model, given that its elements denote themselves."""
    if isinstance(value, Element):
        return bank.symbol(value.name, sort)
    if isinstance(value, FloatValue):
        return _float_term(value, sort, bank)
    if isinstance(value, Constructed):
        datatype = (datatypes or {})[sort.name]
        (constructor,) = (one for one in datatype.constructors if one.name == value.constructor)
        sorts = _field_sorts(constructor, datatype, sort)
        fields = [value_term(part, of, bank, datatypes) for part, of in zip(value.fields, sorts, strict=True)]
        return bank.operator(value.constructor, sort, fields)
    if isinstance(value, ArrayValue):
        index_sort, element_sort = sort.args
        term = bank.operator("const-array", sort, [value_term(value.default, element_sort, bank, datatypes)])
        for index, stored in value.entries.items():
            key = value_term(index, index_sort, bank, datatypes)
            term = bank.operator(
                "store", sort, [term, key, value_term(stored, element_sort, bank, datatypes)]
            )
        return term
    if not isinstance(value, bool | int | Fraction | str):
        raise TypeError(f"a {sort} cannot be written as a term")
    if sort.name == "RoundingMode":
        return bank.operator(str(value), sort)
    return bank.literal(value, sort)


def _float_term(value: FloatValue, sort: Sort, bank: Bank) -> Term:
    exponent, significand = sort.indices
    if value.is_nan:
        return bank.operator("NaN", sort, [], sort.indices)
    widths = (1, exponent, significand - 1)
    starts = (exponent + significand - 1, significand - 1, 0)
    parts = [
        bank.literal(value.bits >> start & (1 << width) - 1, bitvec(width))
        for start, width in zip(starts, widths, strict=True)
    ]
    return bank.operator("fp", sort, parts)
