"""Reading the models that solvers print.

They agree on `define-fun` and on little else: how elements of uninterpreted sorts are called, whether
arrays are stores, functions or lambdas, whether auxiliary functions occur. A definition that we do not
understand is recorded as unread, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gadfly.lang.smt.model import Definition, Model, element_name
from gadfly.lang.smt.script import Script, Signature
from gadfly.lang.smt.sexpr import ReadError, Sexpr, parse, to_text
from gadfly.lang.smt.sorts import Sort
from gadfly.lang.smt.term_reader import SortReader, TermReader
from gadfly.lang.smt.terms import Bank


class ModelError(ValueError):
    """Text that is no model at all."""


def read_model(text: str, script: Script) -> Model:
    """The model a solver printed for a script, or ModelError.

    Its terms are in a bank of their own, so that a script does not grow with every model read for it.
    """
    try:
        commands = _commands(parse(text))
    except ReadError as error:
        raise ModelError(str(error)) from error
    return _ModelReader(script).read(commands)


def _commands(top: list[Sexpr]) -> list[list[Sexpr]]:
    """What the model consists of, with or without the parentheses and the word `model` around it."""
    commands: list[list[Sexpr]] = []
    for item in top:
        match item:
            case ["model", *inner]:
                commands += [command for command in inner if isinstance(command, list)]
            case [[*_], *_]:
                commands += [command for command in item if isinstance(command, list)]
            case [str(name), *_] if name.startswith(("define-", "declare-", "forall")):
                commands.append(item)
            case []:
                pass
            case _:
                raise ModelError(f"not a model: {to_text(item)[:60]}")
    if not top:
        raise ModelError("no model")
    return commands


@dataclass(frozen=True, slots=True)
class _Function:
    """A define-fun that is not yet read."""

    name: str
    parameters: tuple[tuple[str, Sort], ...]
    result: Sort
    body: Sexpr

    @property
    def signature(self) -> Signature:
        return Signature(tuple(sort for _, sort in self.parameters), self.result)


class _ModelReader:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._sorts = SortReader()
        self._sorts.arities |= script.declared_sorts
        self._bank = Bank()
        self._terms = TermReader(self._bank, self._sorts)
        for datatype in script.datatypes.values():
            self._sorts.arities[datatype.name] = len(datatype.parameters)
            self._terms.add_datatype(datatype)
        self._terms.symbols |= script.symbols
        self._elements: dict[str, Sort] = {}
        self._functions: dict[str, _Function] = {}

    def read(self, commands: list[list[Sexpr]]) -> Model:
        self._name_elements(commands)
        unread: list[str] = []
        for command in commands:
            match command:
                case ["define-fun" | "define-fun-rec", str(name), list(parameters), sort, body]:
                    self._collect(name, parameters, sort, body, unread)
                case ["define-const", str(name), sort, body]:
                    self._collect(name, [], sort, body, unread)
        definitions: dict[str, Definition] = {}
        for function in self._functions.values():
            try:
                definitions[function.name] = self._definition(function)
            except ValueError:  # ReadError, SortError, or a number too long to convert
                unread.append(function.name)
        return Model(definitions, self._elements, tuple(unread))

    def _collect(
        self, name: str, parameters: list[Sexpr], sort: Sexpr, body: Sexpr, unread: list[str]
    ) -> None:
        """Note a function, and its signature because other definitions may use it."""
        try:
            function = _Function(name, tuple(map(self._parameter, parameters)), self._sorts.sort(sort), body)
        except ValueError:
            unread.append(name)
            return
        self._functions[name] = function
        self._terms.symbols.setdefault(name, function.signature)

    def _parameter(self, parameter: Sexpr) -> tuple[str, Sort]:
        match parameter:
            case [str(name), sort]:
                return name, self._sorts.sort(sort)
        raise ReadError(f"not a parameter: {to_text(parameter)[:60]}")

    def _definition(self, function: _Function) -> Definition:
        wanted = self._script.symbols.get(function.name, function.signature)
        if not wanted.arguments and wanted.result.name == "Array" and len(function.parameters) == 1:
            # Boolector before version 3 prints an array as the function from index to element.
            function = _Function(function.name, (), wanted.result, _as_lambda(function))
        if wanted != function.signature:
            raise ReadError(f"{function.name} is defined with other sorts than declared")
        variables = {name: self._bank.variable(name, sort) for name, sort in function.parameters}
        body = self._terms.term(self._with_stores(function.body, function.result), variables)
        [body] = self._terms.coerced([body], [function.result], function.name)
        return Definition(tuple(variables.values()), body)

    # Elements of uninterpreted sorts

    def _name_elements(self, commands: list[list[Sexpr]]) -> None:
        """Find the elements and give those with a solver's private name one that any solver accepts."""
        for command in commands:
            match command:
                case ["declare-fun", str(name), [], str(sort)] if name not in self._script.symbols:
                    if sort in self._script.declared_sorts:
                        self._add_element(name, Sort(sort))
        stack: list[list[Sexpr]] = list(commands)
        while stack:
            items = stack.pop()
            for place, item in enumerate(items):
                match item:
                    case ["as", str(token), sort_text] if token.startswith("@"):
                        items[place] = self._private_element(token, sort_text)
                    case list():
                        stack.append(item)
                    case str() if item.startswith("@"):
                        items[place] = self._private_element(item, _sort_in_name(item))

    def _private_element(self, token: str, sort_text: Sexpr) -> str:
        try:
            sort = self._sorts.sort(sort_text)
        except ValueError:
            return token  # what uses it will not be read
        name = element_name(sort, token[1:])
        if name in self._script.symbols:
            return token
        self._add_element(name, sort)
        return name

    def _add_element(self, name: str, sort: Sort) -> None:
        self._elements[name] = sort
        self._terms.symbols[name] = Signature((), sort)

    # Arrays

    def _with_stores(self, body: Sexpr, sort: Sort) -> Sexpr:
        """An array written with `lambda` or `as-array` as stores into a constant array."""
        if sort.name != "Array":
            return body
        entries: list[tuple[Sexpr, Sexpr]] = []  # the first of two with the same index counts
        while True:
            match body:
                case ["store", inner, index, value]:
                    entries.append((index, value))
                    body = inner
                case ["_", "as-array", str(name)] if name in self._functions:
                    body = _as_lambda(self._functions[name])
                case ["lambda", [[str(variable), _]], inner]:
                    default = _take_cases(variable, inner, entries)
                    body = [["as", "const", _sexpr(sort)], self._with_stores(default, sort.args[1])]
                    break
                case _:
                    break
        for index, value in reversed(entries):
            body = ["store", body, index, self._with_stores(value, sort.args[1])]
        return body


def _as_lambda(function: _Function) -> Sexpr:
    parameters: list[Sexpr] = [[name, _sexpr(sort)] for name, sort in function.parameters]
    return ["lambda", parameters, function.body]


def _take_cases(variable: str, body: Sexpr, entries: list[tuple[Sexpr, Sexpr]]) -> Sexpr:
    """Add the cases of `(ite (= variable index) value …)` to the entries and return what is left."""
    while True:
        match body:
            case ["ite", condition, value, rest]:
                entries += [(index, value) for index in _indices(condition, variable)]
                body = rest
            case _:
                break
    if _mentions(variable, [body, *(part for entry in entries for part in entry)]):
        raise ReadError("an array that is computed from its index is not read")
    return body


def _indices(condition: Sexpr, variable: str) -> Iterable[Sexpr]:
    """The values of the variable for which the condition holds."""
    match condition:
        case ["=", str(name), index] if name == variable:
            return [index]
        case ["=", index, str(name)] if name == variable:
            return [index]
        case ["or", *alternatives]:
            return [index for one in alternatives for index in _indices(one, variable)]
    raise ReadError("an array that is computed from its index is not read")


def _mentions(name: str, sexprs: list[Sexpr]) -> bool:
    stack = list(sexprs)
    while stack:
        item = stack.pop()
        if item == name:
            return True
        if isinstance(item, list):
            stack += item
    return False


def _sexpr(sort: Sort) -> Sexpr:
    (sexpr,) = parse(str(sort))
    return sexpr


def _sort_in_name(token: str) -> str:
    """The sort in an element's name such as `@uc_U_0` or `@U_0`."""
    found = re.fullmatch(r"@(?:uc_)?(.+)_\d+", token)
    return found[1] if found else ""
