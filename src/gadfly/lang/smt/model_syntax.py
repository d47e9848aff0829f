"""What solvers write in models, respelled as standard SMT-LIB.

They agree on `define-fun` and on little else: how elements of uninterpreted sorts are called, and whether
arrays are stores, functions or lambdas. All this works on S-expressions, before any term is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from gadfly.lang.smt.sexpr import ReadError, Sexpr, parse, to_text
from gadfly.lang.smt.sorts import Sort

_NOT_AN_ESCAPE = re.compile(r"\\(?!u\{[0-9a-fA-F]{1,5}\}|u[0-9a-fA-F]{4})")


def model_commands(text: str) -> list[list[Sexpr]]:
    """What a model consists of, with or without the parentheses and the word `model` around it."""
    top = parse(text)
    if not top:
        raise ReadError("no model")
    commands: list[list[Sexpr]] = []
    for item in top:
        match item:
            case ["model", *inner]:
                commands += [command for command in inner if isinstance(command, list)]
            case [] | [[*_], *_]:
                commands += [command for command in item if isinstance(command, list)]
            case [str(name), *_] if name.startswith(("define-", "declare-", "forall")):
                commands.append(item)
            case _:
                raise ReadError(f"not a model: {to_text(item)[:60]}")
    return commands


def replace_private_names(commands: list[list[Sexpr]], rename: Callable[[str, Sexpr], str]) -> None:
    """Put `rename(name, sort)` wherever an element is written `(as @0 U)`, `@U_0` or `@uc_U_0`."""
    stack = list(commands)
    while stack:
        items = stack.pop()
        for place, item in enumerate(items):
            match item:
                case ["as", str(name), sort] if name.startswith("@"):
                    items[place] = rename(name, sort)
                case list():
                    stack.append(item)
                case str() if item.startswith("@"):
                    found = re.fullmatch(r"@(?:uc_)?(.+)_\d+", item)
                    if found:
                        items[place] = rename(item, found[1])


def refuse_old_escapes(body: Sexpr) -> None:
    """Raise ReadError at an escape such as `\\x00` in a string: only to old releases is it a character."""
    for token in _atoms([body]):
        if token[0] == '"' and _NOT_AN_ESCAPE.search(token):
            raise ReadError(f"a string in an old syntax: {token[:40]}")


@dataclass(frozen=True, slots=True)
class Function:
    """A definition whose body is not read yet."""

    name: str
    parameters: tuple[tuple[str, Sort], ...]
    result: Sort
    body: Sexpr

    def as_lambda(self) -> Sexpr:
        parameters: list[Sexpr] = [[name, _sexpr(sort)] for name, sort in self.parameters]
        return ["lambda", parameters, self.body]


def with_stores(body: Sexpr, sort: Sort, functions: Mapping[str, Function]) -> Sexpr:
    """An array written with `lambda` or `as-array` as stores into a constant array."""
    if sort.name != "Array":
        return body
    entries: list[tuple[Sexpr, Sexpr]] = []  # the first of two with the same index counts
    while True:
        match body:
            case ["store", inner, index, value]:
                entries.append((index, value))
                body = inner
            case ["_", "as-array", str(name)] if name in functions:
                body = functions[name].as_lambda()
            case ["lambda", [[str(variable), _]], inner]:
                cases, default = _cases(variable, inner)
                entries += cases
                body = [["as", "const", _sexpr(sort)], with_stores(default, sort.args[1], functions)]
                break
            case _:
                break
    for index, value in reversed(entries):
        body = ["store", body, index, with_stores(value, sort.args[1], functions)]
    return body


def _cases(variable: str, body: Sexpr) -> tuple[list[tuple[Sexpr, Sexpr]], Sexpr]:
    """The cases (index, value) of `(ite (= variable index) value …)`, and what is left."""
    cases: list[tuple[Sexpr, Sexpr]] = []
    while True:
        match body:
            case ["ite", condition, value, rest]:
                cases += [(index, value) for index in _indices(condition, variable)]
                body = rest
            case _:
                break
    if variable in _atoms([body, *(part for case in cases for part in case)]):
        raise ReadError("an array that is computed from its index is not read")
    return cases, body


def _indices(condition: Sexpr, variable: str) -> list[Sexpr]:
    """The values of the variable for which the condition holds."""
    match condition:
        case ["=", str(name), index] if name == variable:
            return [index]
        case ["=", index, str(name)] if name == variable:
            return [index]
        case ["or", *alternatives]:
            return [index for one in alternatives for index in _indices(one, variable)]
    raise ReadError("an array that is computed from its index is not read")


def _atoms(sexprs: list[Sexpr]) -> Iterator[str]:
    """Every atom of the S-expressions."""
    stack = list(sexprs)
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        else:
            stack += item


def _sexpr(sort: Sort) -> Sexpr:
    (sexpr,) = parse(str(sort))
    return sexpr
