"""Laws written as text: `(and p q) <-> (not (or (not p) (not q)))`.

A pattern is a term over letters. A letter stands for any term of its role: a sort's name, `Number` for Int
or Real, `Any`, or `Index` and `Element` for what an Array of the same law has. `0@a` is zero of the sort of
`a`, `-1@a` is minus one or all bits set, `min@a` the least signed number; `w` is the width of `a`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from gadfly.lang.smt.sexpr import Sexpr, parse
from gadfly.lang.smt.sorts import BOOL, INT, REAL, REGLAN, STRING, Sort, bitvec
from gadfly.lang.smt.terms import Bank, LiteralValue, Shape, Term
from gadfly.lang.smt.theories import lookup
from gadfly.lang.smt.theories.strings import unescape


@dataclass(frozen=True, slots=True)
class Letter:
    """Stands for any term of its role."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal: of a sort, or of the sort that the letter `like` has."""

    text: str
    sort: Sort
    like: str = ""


@dataclass(frozen=True, slots=True)
class Application:
    """An operator applied to patterns; an index is a number, the letter of one, or `w`."""

    name: str
    indices: tuple[str, ...]
    args: tuple[Pattern, ...]


Pattern = Letter | Constant | Application


@dataclass(slots=True)
class Match:
    """What the letters of a pattern stand for."""

    terms: dict[str, Term] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)


def read_pattern(text: str, letters: Mapping[str, str]) -> Pattern:
    [sexpr] = parse(text)
    return _pattern(sexpr, letters)


def _pattern(sexpr: Sexpr, letters: Mapping[str, str]) -> Pattern:
    match sexpr:
        case str(word):
            return Letter(word, letters[word]) if word in letters else _word(word)
        case [["_", str(name), *indices], *args]:
            return Application(name, tuple(map(str, indices)), tuple(_pattern(arg, letters) for arg in args))
        case [str(name), *args]:
            return Application(name, (), tuple(_pattern(arg, letters) for arg in args))
    raise ValueError(f"not a pattern: {sexpr}")


def _word(word: str) -> Pattern:
    if word in ("true", "false"):
        return Constant(word, BOOL)
    if word.startswith('"'):
        return Constant(word, STRING)
    if word in ("#b0", "#b1"):
        return Constant("1" if word == "#b1" else "0", bitvec(1))
    if "@" in word:
        number, _, like = word.partition("@")
        return Constant(number, INT, like)
    if word.isdigit():
        return Constant(word, INT)
    return Application(word, (), ())


def fits(role: str, sort: Sort) -> bool:
    """Whether a letter of the role may stand for terms of the sort."""
    if role in ("Any", "Index", "Element"):
        return sort != REGLAN
    return sort in (INT, REAL) if role == "Number" else sort.name == role


def matches(pattern: Pattern, term: Term, found: Match) -> bool:
    """Whether the pattern fits the term; `found` gets what its letters stand for."""
    match pattern:
        case Letter(name, role):
            return fits(role, term.sort) and found.terms.setdefault(name, term) is term
        case Constant(text, sort, like):
            sort = term.sort if like else sort
            return term.shape is Shape.LITERAL and term.sort == sort and term.value == _value(text, sort)
        case Application(name, indices, args):
            return (
                term.name == name
                and term.shape is Shape.OPERATOR
                and len(term.args) == len(args)
                and len(term.indices) == len(indices)
                and all(
                    (int(letter) if letter.isdigit() else found.numbers.setdefault(letter, int(index)))
                    == index
                    for letter, index in zip(indices, term.indices, strict=True)
                )
                and all(matches(part, arg, found) for part, arg in zip(args, term.args, strict=True))
            )


def _index_matches(letter: str, index: int, found: Match) -> bool:
    if letter == "w":
        raise ValueError("a width is only known on the right side of a law")
    known = int(letter) if letter.isdigit() else found.numbers.setdefault(letter, index)
    return known == index


def build(pattern: Pattern, found: Match, bank: Bank) -> Term:
    """The term a pattern stands for once all its letters do."""
    match pattern:
        case Letter(name):
            return found.terms[name]
        case Constant(text, sort, like):
            sort = found.terms[like].sort if like else sort
            return bank.literal(_value(text, sort), sort)
        case Application(name, indices, args):
            terms = [build(arg, found, bank) for arg in args]
            return operation(bank, name, terms, *(_number(index, found) for index in indices))


def operation(bank: Bank, name: str, args: list[Term], *indices: int) -> Term:
    """A theory's operator applied to terms."""
    operator = lookup(name)
    if operator is None:
        raise ValueError(f"no operator is called {name}")
    return bank.operator(name, operator.result(indices, tuple(arg.sort for arg in args)), args, indices)


def letters_of(pattern: Pattern) -> set[str]:
    """The letters that stand for terms."""
    match pattern:
        case Letter(name):
            return {name}
        case Constant(like=like):
            return {like} - {""}
        case Application(args=args):
            return set[str]().union(*map(letters_of, args))


def _number(index: str, found: Match) -> int:
    if index == "w":
        return found.terms["a"].sort.width
    return int(index) if index.isdigit() else found.numbers[index]


def _value(text: str, sort: Sort) -> LiteralValue:
    if sort == BOOL:
        return text == "true"
    if sort == STRING:
        return unescape(text)
    if sort.name == "BitVec":
        size = 1 << sort.width
        return (size >> 1 if text == "min" else int(text)) % size
    return Fraction(text) if sort == REAL else int(text)
