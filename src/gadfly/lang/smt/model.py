"""Models: what a solver, or we, say the declared symbols mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gadfly.lang.smt.model_syntax import (
    Function,
    model_commands,
    refuse_old_escapes,
    replace_private_names,
    with_stores,
)
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Constructor, Datatype, Script, Signature
from gadfly.lang.smt.sexpr import ReadError, Sexpr, symbol, to_text
from gadfly.lang.smt.sorts import STRING, Sort, bitvec
from gadfly.lang.smt.term_reader import Macro, SortReader, TermReader, instantiate
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
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


class ModelError(ValueError):
    """Text that is no model at all."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What a constant or a function means: parameters are VARIABLE terms, free in the body."""

    parameters: tuple[Term, ...]
    body: Term


@dataclass(frozen=True, slots=True)
class Model:
    """Definitions by symbol.

    `unread` are the symbols whose definitions we could not read: they have a meaning, but we do not know it.
    """

    definitions: Mapping[str, Definition]
    unread: tuple[str, ...] = ()

    def completed(self, script: Script) -> Model:
        """With a default for every symbol of the script that a solver left out because any value does."""
        bank = Bank()
        definitions = dict(self.definitions)
        for name, signature in script.symbols.items():
            if name in definitions or name in self.unread:
                continue
            value = default_value(signature.result, script.datatypes)
            if isinstance(value, Undecided):
                continue
            body = value_term(value, signature.result, bank, script.datatypes)
            parameters = tuple(bank.variable("x", sort) for sort in signature.arguments)
            definitions[name] = Definition(parameters, body)
        return Model(definitions, self.unread)


def print_model(model: Model) -> str:
    """The model as commands: elements are declared, everything else defined, one per line and by name."""
    bank = Bank()
    declared: set[str] = set()
    defined: list[str] = []
    for name, definition in sorted(model.definitions.items()):
        elements = {
            term: bank.symbol(symbol(f"|{term.value}|"), term.sort)
            for term in post_order([definition.body])
            if is_element(term)
        }
        declared.update(f"(declare-fun {term.name} () {term.sort})\n" for term in elements.values())
        body = bank.substitute(definition.body, elements)
        parameters = " ".join(f"({variable.name} {variable.sort})" for variable in definition.parameters)
        defined.append(f"(define-fun {name} ({parameters}) {body.sort} {print_term(body)})\n")
    return "".join([*sorted(declared), *defined])


def is_element(term: Term) -> bool:
    """Whether a term stands for an element of an uninterpreted sort: a literal with the element's name."""
    return term.shape is Shape.LITERAL and isinstance(term.value, str) and term.sort != STRING


def read_model(text: str, script: Script) -> Model:
    """The model a solver printed for a script, or ModelError.

    Its terms are in a bank of their own, so that a script does not grow with every model read for it.
    """
    try:
        commands = model_commands(text)
    except ReadError as error:
        raise ModelError(str(error)) from error
    return _ModelReader(script).read(commands)


_UNREADABLE = (ValueError, RecursionError)
"""What strange definitions end in: ReadError, SortError, a number too long to convert, too deep a sort."""


class _ModelReader:
    """Reads definitions one by one; one that we do not understand is noted as unread, never guessed."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._bank = Bank()
        self._sorts = SortReader()
        self._sorts.arities |= script.declared_sorts
        self._terms = TermReader(self._bank, self._sorts)
        for datatype in script.datatypes.values():
            self._sorts.arities[datatype.name] = len(datatype.parameters)
            self._terms.add_datatype(datatype)
        self._terms.symbols |= script.symbols
        self._functions: dict[str, Function] = {}
        self._unread: list[str] = []

    def read(self, commands: list[list[Sexpr]]) -> Model:
        replace_private_names(commands, self._private_element)
        for command in commands:
            match command:
                case ["declare-fun", str(name), [], str(sort)] if name not in self._script.symbols:
                    self._declare_element(name, sort)
                case ["define-fun" | "define-fun-rec", str(name), list(parameters), sort, body]:
                    self._collect(name, parameters, sort, body)
                case ["define-const", str(name), sort, body]:
                    self._collect(name, [], sort, body)
        definitions: dict[str, Definition] = {}
        # A solver that answers many scripts in one process may print the same model in another order.
        for _, function in sorted(self._functions.items()):
            try:
                definitions[function.name] = self._definition(function)
            except _UNREADABLE:
                self._unread.append(function.name)
        return Model(definitions, tuple(self._unread))

    def _private_element(self, name: str, sort_text: Sexpr) -> str:
        """Make an element of the name and sort, and return an atom that is read as it.

        No script can declare the atom's name: a leading @ is reserved for solvers.
        """
        try:
            sort = self._sorts.sort(sort_text)
        except _UNREADABLE:
            return name  # what uses it will not be read
        atom = f"@{sort}{name}"
        self._terms.macros[atom] = Macro((), self._bank.literal(f"{sort}!{name[1:]}".replace("|", ""), sort))
        return atom

    def _declare_element(self, name: str, sort: str) -> None:
        if sort in self._script.declared_sorts:
            self._terms.macros[name] = Macro((), self._bank.literal(name.strip("|"), Sort(sort)))

    def _collect(self, name: str, parameters: list[Sexpr], sort: Sexpr, body: Sexpr) -> None:
        """Note a function, and its signature because other definitions may use it."""
        try:
            function = Function(name, tuple(map(self._parameter, parameters)), self._sorts.sort(sort), body)
        except _UNREADABLE:
            self._unread.append(name)
            return
        self._functions[name] = function
        self._terms.symbols.setdefault(name, _signature(function))

    def _parameter(self, parameter: Sexpr) -> tuple[str, Sort]:
        match parameter:
            case [str(name), sort]:
                return name, self._sorts.sort(sort)
        raise ReadError(f"not a parameter: {to_text(parameter)[:60]}")

    def _definition(self, function: Function) -> Definition:
        wanted = self._script.symbols.get(function.name, _signature(function))
        if not wanted.arguments and wanted.result.name == "Array" and len(function.parameters) == 1:
            # Boolector before version 3 prints an array as the function from index to element.
            function = Function(function.name, (), wanted.result, function.as_lambda())
        if wanted != _signature(function):
            raise ReadError(f"{function.name} is defined with other sorts than declared")
        refuse_old_escapes(function.body)
        # A solver's private parameter names would not be accepted when we print the model.
        variables = {
            name: self._bank.variable(name.lstrip("@.") or "x", sort) for name, sort in function.parameters
        }
        text = with_stores(function.body, function.result, self._functions)
        [body] = self._terms.coerced([self._terms.term(text, variables)], [function.result], function.name)
        return Definition(tuple(variables.values()), body)


def _signature(function: Function) -> Signature:
    return Signature(tuple(sort for _, sort in function.parameters), function.result)


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
        return Element(sort, f"{sort}!default".replace("|", ""))
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


def _field_sorts(constructor: Constructor, datatype: Datatype, sort: Sort) -> list[Sort]:
    parameters = dict(zip(datatype.parameters, sort.args, strict=True))
    return [instantiate(selector.sort, parameters) for selector in constructor.selectors]


def value_term(value: Value, sort: Sort, bank: Bank, datatypes: Mapping[str, Datatype] | None = None) -> Term:
    """A term that denotes the value in every model; `datatypes` tells the sorts of the fields of theirs."""
    if isinstance(value, Element):
        return bank.literal(value.name, sort)
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
