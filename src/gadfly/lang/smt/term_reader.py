"""Reading terms: from S-expressions to typed, shared terms.

`let` becomes sharing, definitions are expanded, annotations are dropped, integers are coerced to reals
where SMT-LIB's real logics write them so. What we do not understand is a ReadError, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from gadfly.lang.smt.script import Constructor, Datatype, Selector, Signature
from gadfly.lang.smt.sexpr import ReadError, Sexpr, to_text
from gadfly.lang.smt.sorts import (
    BOOL,
    INT,
    NAMED_FLOATS,
    REAL,
    REGLAN,
    ROUNDING_MODE,
    STRING,
    Sort,
    SortError,
    array,
    bitvec,
    floating,
)
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.lang.smt.theories import lookup
from gadfly.lang.smt.theories.strings import OLD_NAMES, character, unescape

_PLAIN_SORTS = {sort.name: sort for sort in (BOOL, INT, REAL, STRING, REGLAN, ROUNDING_MODE)} | NAMED_FLOATS
_NUMERAL = re.compile(r"0|[1-9][0-9]*")
_DECIMAL = re.compile(r"[0-9]+\.[0-9]+")
_MIXES_NUMBERS = frozenset({"+", "-", "*", "<", "<=", ">", ">=", "=", "distinct", "ite"})
_UNREAD_BINDERS = frozenset({"match", "lambda", "choice", "witness"})


@dataclass(frozen=True, slots=True)
class Macro:
    """A definition: parameters and body."""

    parameters: tuple[Term, ...]
    body: Term


class SortReader:
    """Knows declared sorts and datatypes and reads sort expressions."""

    def __init__(self) -> None:
        self.arities: dict[str, int] = {}
        self.abbreviations: dict[str, tuple[tuple[str, ...], Sexpr]] = {}
        self.datatypes: dict[str, Datatype] = {}

    def sort(self, sexpr: Sexpr, parameters: Mapping[str, Sort] | None = None) -> Sort:
        match sexpr:
            case str(name):
                if parameters and name in parameters:
                    return parameters[name]
                if name in _PLAIN_SORTS:
                    return _PLAIN_SORTS[name]
                return self._applied(name, [], parameters)
            case ["_", "BitVec", str(width)]:
                return bitvec(_index(width))
            case ["_", "FloatingPoint", str(exponent), str(significand)]:
                return floating(_index(exponent), _index(significand))
            case ["Array", index, element]:
                return array(self.sort(index, parameters), self.sort(element, parameters))
            case [str(name), *arguments] if name != "_":
                return self._applied(name, arguments, parameters)
        raise ReadError(f"unknown sort {_short(sexpr)}")

    def _applied(self, name: str, arguments: list[Sexpr], parameters: Mapping[str, Sort] | None) -> Sort:
        sorts = tuple(self.sort(argument, parameters) for argument in arguments)
        if name in self.abbreviations:
            names, body = self.abbreviations[name]
            if len(names) == len(sorts):
                return self.sort(body, dict(zip(names, sorts, strict=True)))
        elif self.arities.get(name) == len(sorts):
            return Sort(name, (), sorts)
        raise ReadError(f"unknown sort {_short([name, *arguments])}")


class TermReader:
    """Reads terms over declared symbols; extend `symbols`, `macros` and `sorts` as declarations come."""

    def __init__(self, bank: Bank, sorts: SortReader) -> None:
        self.bank = bank
        self.sorts = sorts
        self.symbols: dict[str, Signature] = {}
        self.macros: dict[str, Macro] = {}
        self.constructors: dict[str, tuple[Datatype, Constructor]] = {}
        self.selectors: dict[str, tuple[Datatype, Selector]] = {}
        self._bound: dict[str, list[Term]] = {}

    def add_datatype(self, datatype: Datatype) -> None:
        self.sorts.datatypes[datatype.name] = datatype
        for constructor in datatype.constructors:
            self.constructors[constructor.name] = (datatype, constructor)
            for selector in constructor.selectors:
                self.selectors[selector.name] = (datatype, selector)

    def term(self, root: Sexpr, bound: Mapping[str, Term] | None = None) -> Term:
        """The term an S-expression stands for; `bound` maps parameter names to variables."""
        self._bound = {name: [term] for name, term in (bound or {}).items()}
        try:
            return self._convert(root)
        except SortError as error:
            raise ReadError(str(error)) from error

    def _convert(self, root: Sexpr) -> Term:
        # A machine with two stacks: steps still to do, and finished terms.
        todo: list[tuple[str, object]] = [("read", root)]
        done: list[Term] = []
        while todo:
            step, data = todo.pop()
            if step == "read":
                if isinstance(data, str):
                    done.append(self._atom(data))
                else:
                    self._open_list(cast("list[Sexpr]", data), todo, done)
            elif step == "build":
                head, count = cast("tuple[Sexpr, int]", data)
                args = done[len(done) - count :]
                del done[len(done) - count :]
                done.append(self._build(head, args))
            elif step == "bind":
                names = cast("list[str]", data)
                values = done[len(done) - len(names) :]
                del done[len(done) - len(names) :]
                for name, value in zip(names, values, strict=True):
                    self._bound.setdefault(name, []).append(value)
            elif step == "unbind":
                for name in cast("list[str]", data):
                    self._bound[name].pop()
            elif step == "name":
                self.macros[cast("str", data)] = Macro((), done[-1])
            else:
                quantifier, variables = cast("tuple[str, list[Term]]", data)
                body = done.pop()
                if body.sort != BOOL:
                    raise ReadError(f"the body of {quantifier} is not Boolean")
                done.append(self.bank.quantifier(quantifier, variables, body))
        return done[0]

    def _open_list(self, sexpr: list[Sexpr], todo: list[tuple[str, object]], done: list[Term]) -> None:
        match sexpr:
            case ["let", list(bindings), body]:
                names = []
                values = []
                for binding in bindings:
                    match binding:
                        case [str(name), value]:
                            names.append(name)
                            values.append(value)
                        case _:
                            raise ReadError(f"not a let binding: {_short(binding)}")
                todo += [("unbind", names), ("read", body), ("bind", names)]
                todo += [("read", value) for value in reversed(values)]
            case ["forall" | "exists" as quantifier, list(declared), body]:
                names = []
                variables = []
                for declaration in declared:
                    match declaration:
                        case [str(name), sort]:
                            names.append(name)
                            variables.append(self.bank.variable(name, self.sorts.sort(sort)))
                        case _:
                            raise ReadError(f"not a bound variable: {_short(declaration)}")
                todo += [("quantify", (quantifier, variables)), ("unbind", names), ("read", body)]
                for name, variable in zip(names, variables, strict=True):
                    self._bound.setdefault(name, []).append(variable)
            case ["!", inner, *attributes]:
                for key, value in zip(attributes[::2], attributes[1::2], strict=False):
                    if key == ":named" and isinstance(value, str):
                        todo.append(("name", value))
                todo.append(("read", inner))
            case ["_", str(name), *indices]:
                done.append(self._indexed(name, indices))
            case ["as", str(name), sort]:
                done.append(self._qualified(name, self.sorts.sort(sort)))
            case [str(name), *_] if name in _UNREAD_BINDERS:
                raise ReadError(f"{name} is not read")
            case [head, *arguments] if arguments:
                todo.append(("build", (head, len(arguments))))
                todo += [("read", argument) for argument in reversed(arguments)]
            case _:
                raise ReadError(f"not a term: {_short(sexpr)}")

    def _atom(self, token: str) -> Term:
        bound = self._bound.get(token)
        if bound:
            return bound[-1]
        first = token[0]
        if first.isdigit():
            if _NUMERAL.fullmatch(token):
                return self.bank.literal(int(token), INT)
            if _DECIMAL.fullmatch(token):
                return self.bank.literal(Fraction(token), REAL)
            raise ReadError(f"not a number: {token[:40]}")
        if first == "#":
            return self._bits(token)
        if first == '"':
            return self.bank.literal(unescape(token), STRING)
        if token == "true":
            return self.bank.true
        if token == "false":
            return self.bank.false
        return self._build(token, [])

    def _bits(self, token: str) -> Term:
        digits, base, width = token[2:], {"b": 2, "x": 16}.get(token[1:2], 0), len(token) - 2
        try:
            return self.bank.literal(int(digits, base), bitvec(width if base == 2 else 4 * width))
        except ValueError as error:
            raise ReadError(f"not a bit-vector: {token[:40]}") from error

    def _indexed(self, name: str, indices: list[Sexpr]) -> Term:
        if name.startswith("bv") and name[2:].isdigit() and len(indices) == 1:
            sort = bitvec(_index(indices[0]))
            return self.bank.literal(int(name[2:]) % (1 << sort.width), sort)
        if name == "char" and len(indices) == 1 and isinstance(indices[0], str):
            return self.bank.literal(character(indices[0]), STRING)
        return self._operator(name, [], tuple(map(_index, indices)))

    def _qualified(self, name: str, sort: Sort) -> Term:
        if name in self.constructors:
            return self._construct(name, [], sort)
        term = self._atom(name)
        if term.sort != sort:
            raise ReadError(f"{name} has sort {term.sort}, not {sort}")
        return term

    def _build(self, head: Sexpr, args: list[Term]) -> Term:
        match head:
            case str(name):
                return self._apply(name, args)
            case ["_", "is", str(constructor)]:
                return self._test(constructor, args)
            case ["_", str(name), *indices]:
                return self._operator(name, args, tuple(map(_index, indices)))
            case ["as", "const", sort]:
                array_sort = self.sorts.sort(sort)
                if array_sort.name != "Array" or len(args) != 1:
                    raise ReadError(f"not a constant array: {_short(head)}")
                args = self.coerced(args, [array_sort.args[1]])
                return self.bank.operator("const-array", array_sort, args)
            case ["as", str(name), sort]:
                if name in self.constructors:
                    return self._construct(name, args, self.sorts.sort(sort))
                return self._apply(name, args)
        raise ReadError(f"not a function: {_short(head)}")

    def _apply(self, name: str, args: list[Term]) -> Term:
        macro = self.macros.get(name)
        if macro is not None:
            args = self.coerced(args, [parameter.sort for parameter in macro.parameters], name)
            if not args:
                return macro.body
            return self.bank.substitute(macro.body, dict(zip(macro.parameters, args, strict=True)))
        signature = self.symbols.get(name)
        if signature is not None:
            return self.bank.symbol(name, signature.result, self.coerced(args, signature.arguments, name))
        if name in self.constructors:
            return self._construct(name, args, None)
        if name in self.selectors:
            return self._select(name, args)
        if name.startswith("is-") and name[3:] in self.constructors:
            return self._test(name[3:], args)
        return self._operator(name, args, ())

    def _operator(self, name: str, args: list[Term], indices: tuple[int | str, ...]) -> Term:
        name = OLD_NAMES.get(name, name)
        operator = lookup(name)
        if operator is None:
            raise ReadError(f"unknown symbol {name}")
        if (name in _MIXES_NUMBERS and any(arg.sort == REAL for arg in args)) or name in ("/", "to_fp"):
            args = [self._as_real(arg) for arg in args]
        sort = operator.result(indices, tuple(arg.sort for arg in args))
        return self.bank.operator(name, sort, args, indices)

    def _as_real(self, term: Term) -> Term:
        if term.sort != INT:
            return term
        if term.shape is Shape.LITERAL and isinstance(term.value, int):
            return self.bank.literal(Fraction(term.value), REAL)
        if term.name == "-" and len(term.args) == 1 and term.args[0].shape is Shape.LITERAL:
            return self.bank.operator("-", REAL, [self._as_real(term.args[0])])  # a negative number
        return self.bank.operator("to_real", REAL, [term])

    def coerced(self, args: list[Term], sorts: Sequence[Sort], name: str = "const") -> list[Term]:
        """The arguments, integers made reals where a real is wanted; ReadError if they do not fit."""
        if len(args) != len(sorts):
            raise ReadError(f"{name} takes {len(sorts)} arguments, not {len(args)}")
        coerced = [self._as_real(arg) if sort == REAL else arg for arg, sort in zip(args, sorts, strict=True)]
        for arg, sort in zip(coerced, sorts, strict=True):
            if arg.sort != sort:
                raise ReadError(f"{name} wants {sort}, not {arg.sort}")
        return coerced

    def _construct(self, name: str, args: list[Term], expected: Sort | None) -> Term:
        datatype, constructor = self.constructors[name]
        if expected is not None:
            parameters = dict(zip(datatype.parameters, expected.args, strict=False))
        else:
            parameters = {}
            for selector, arg in zip(constructor.selectors, args, strict=False):
                _unify(selector.sort, arg.sort, datatype.parameters, parameters)
        if len(parameters) != len(datatype.parameters):
            raise ReadError(f"the sort of {name} is not determined: write (as {name} …)")
        sorts = [instantiate(selector.sort, parameters) for selector in constructor.selectors]
        sort = Sort(datatype.name, (), tuple(parameters[name] for name in datatype.parameters))
        return self.bank.operator(name, sort, self.coerced(args, sorts, name))

    def _select(self, name: str, args: list[Term]) -> Term:
        datatype, selector = self.selectors[name]
        if len(args) != 1 or args[0].sort.name != datatype.name:
            raise ReadError(f"{name} takes one {datatype.name}")
        parameters = dict(zip(datatype.parameters, args[0].sort.args, strict=True))
        return self.bank.operator(name, instantiate(selector.sort, parameters), args)

    def _test(self, constructor: str, args: list[Term]) -> Term:
        if constructor not in self.constructors or len(args) != 1:
            raise ReadError(f"not a test for a constructor: {constructor}")
        if args[0].sort.name != self.constructors[constructor][0].name:
            raise ReadError(f"is-{constructor} takes one {self.constructors[constructor][0].name}")
        return self.bank.operator("is", BOOL, args, (constructor,))


def instantiate(sort: Sort, parameters: Mapping[str, Sort]) -> Sort:
    """A sort of a parametric datatype with its parameters filled in."""
    if not parameters:
        return sort
    if sort.name in parameters and not sort.args:
        return parameters[sort.name]
    return Sort(sort.name, sort.indices, tuple(instantiate(arg, parameters) for arg in sort.args))


def _unify(pattern: Sort, sort: Sort, names: Sequence[str], found: dict[str, Sort]) -> None:
    if pattern.name in names and not pattern.args:
        found.setdefault(pattern.name, sort)
    for inner, actual in zip(pattern.args, sort.args, strict=False):
        _unify(inner, actual, names, found)


def _index(sexpr: Sexpr) -> int:
    if isinstance(sexpr, str) and _NUMERAL.fullmatch(sexpr) and len(sexpr) < 10:
        return int(sexpr)
    raise ReadError(f"not an index: {_short(sexpr)}")


def _short(sexpr: Sexpr) -> str:
    text = to_text(sexpr)
    return text if len(text) <= 60 else text[:57] + "..."
