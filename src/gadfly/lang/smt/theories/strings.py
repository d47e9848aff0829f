"""The theory of Unicode strings and regular expressions.

A string is a Python str of code points 0 to 0x2FFFF, surrogates included: SMT-LIB gives them no meaning.
The theory is total; UNDECIDED is only what would grow beyond any use or take too long to match.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from gadfly.lang.smt.regex import (
    ANY_CHARACTER,
    EMPTY_WORD,
    EVERYTHING,
    LAST_CHARACTER,
    NOTHING,
    Loop,
    Matching,
    Range,
    Regex,
    Word,
    complement,
    intersection,
    matches,
    sequence,
    star,
    union,
)
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.sorts import BOOL, INT, REGLAN, STRING, Sort
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.operator import (
    MANY,
    Apply,
    Indices,
    Operator,
    Result,
    alike,
    chainable,
    fixed,
    natural_indices,
    refusal,
)
from gadfly.lang.smt.values import UNDECIDED, MaybeValue, Undecided

LONGEST = 1 << 16  # characters of a result: replacing and appending can double a string again and again
LONGEST_MATCHED = 1 << 10  # characters of a text to match: the cost grows with their square
DEEPEST = 100  # levels of a regular expression: matching recurses

OLD_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "str.to.re": "str.to_re",
        "str.in.re": "str.in_re",
        "str.to.int": "str.to_int",
        "str.to-int": "str.to_int",
        "int.to.str": "str.from_int",
        "str.from-int": "str.from_int",
        "re.nostr": "re.none",
        "re.complement": "re.comp",
    }
)
"""Names from before the standard that always meant the same as the standard ones."""

_ESCAPE = re.compile(r"\\u(?:\{([0-2]?[0-9A-Fa-f]{1,4})\}|([0-9A-Fa-f]{4}))")
_DIGITS_AT_ONCE = 4000  # Python converts no longer numbers


def unescape(literal: str) -> str:
    """The string a literal token, quotes included, stands for."""
    inner = literal[1:-1].replace('""', '"')
    if not all(" " <= character <= "~" for character in inner):
        raise ReadError(f"a string literal holds characters that are not printable ASCII: {literal[:40]!a}")
    return _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), inner)


def escape(value: str) -> str:
    """The literal token of a string, with nothing in it that any reader takes for another escape."""
    return '"' + "".join(map(_escaped, value)) + '"'


def character(hexadecimal: str) -> str:
    """The string `(_ char hexadecimal)` stands for."""
    if re.fullmatch(r"#x[0-2]?[0-9A-Fa-f]{1,4}", hexadecimal) is None:
        raise ReadError(f"not a character: {hexadecimal[:40]}")
    return chr(int(f"0{hexadecimal[1:]}", 0))


def _escaped(one: str) -> str:
    if one == '"':
        return '""'
    return one if " " <= one <= "~" and one != "\\" else f"\\u{{{ord(one):x}}}"


def joined(*parts: str) -> str | Undecided:
    return "".join(parts) if sum(map(len, parts)) <= LONGEST else UNDECIDED


def substring(text: str, start: int, length: int) -> str:
    return text[start : start + length] if start >= 0 and length > 0 else ""


def index_of(text: str, part: str, start: int) -> int:
    return text.find(part, start) if start >= 0 else -1


def replace(text: str, old: str, new: str) -> str | Undecided:
    """The first occurrence replaced; the empty string occurs first at the start."""
    start = text.find(old)
    return text if start < 0 else joined(text[:start], new, text[start + len(old) :])


def replace_all(text: str, old: str, new: str) -> str | Undecided:
    if not old:
        return text
    grown = len(text) + text.count(old) * (len(new) - len(old))
    return text.replace(old, new) if grown <= LONGEST else UNDECIDED


def in_regex(text: str, regex: Regex) -> bool | Undecided:
    return matches(text, regex) if len(text) <= LONGEST_MATCHED else UNDECIDED


def replace_match(text: str, regex: Regex, new: str) -> str | Undecided:
    """The shortest of the leftmost matches replaced; an empty match counts."""
    if len(text) > LONGEST_MATCHED:
        return UNDECIDED
    matching = Matching(text)
    for start in range(len(text) + 1):
        ends = matching.ends(regex, start)
        if ends:
            return joined(text[:start], new, text[_lowest(ends) :])
    return text


def replace_matches(text: str, regex: Regex, new: str) -> str | Undecided:
    """From left to right, the shortest non-empty match at the first place that has one replaced."""
    if len(text) > LONGEST_MATCHED:
        return UNDECIDED
    matching = Matching(text)
    pieces: list[str] = []
    start = 0
    while start < len(text):
        ends = matching.ends(regex, start) & ~(1 << start)
        pieces.append(new if ends else text[start])
        start = _lowest(ends) if ends else start + 1
    return joined(*pieces)


def is_digit(text: str) -> bool:
    return len(text) == 1 and "0" <= text <= "9"


def to_code(text: str) -> int:
    return ord(text) if len(text) == 1 else -1


def from_code(code: int) -> str:
    return chr(code) if 0 <= code <= LAST_CHARACTER else ""


def to_int(text: str) -> int:
    if not text or not all(map(is_digit, text)):
        return -1
    number = 0
    for start in range(0, len(text), _DIGITS_AT_ONCE):
        digits = text[start : start + _DIGITS_AT_ONCE]
        number = number * 10 ** len(digits) + int(digits)
    return number


def from_int(number: int) -> str:
    if number < 0:
        return ""
    pieces: list[str] = []
    while number >= 10**_DIGITS_AT_ONCE:
        number, low = divmod(number, 10**_DIGITS_AT_ONCE)
        pieces.append(f"{low:0{_DIGITS_AT_ONCE}}")
    return str(number) + "".join(reversed(pieces))


def character_range(low: str, high: str) -> Regex:
    return Range(ord(low), ord(high)) if len(low) == len(high) == 1 else NOTHING


def difference(first: Regex, *others: Regex) -> Regex:
    return intersection((first, *map(complement, others)))


def _lowest(positions: int) -> int:
    return (positions & -positions).bit_length() - 1


def _text(
    name: str, parameters: tuple[Sort, ...], sort: Sort, compute: Callable[..., MaybeValue]
) -> Operator:
    return Operator(name, fixed(name, parameters, sort), lambda _term, values: compute(*values))


def _regex_constant(name: str, value: Regex) -> Operator:
    return Operator(name, fixed(name, (), REGLAN), lambda _term, _values: value)


def _regex(name: str, arity: int, build: Callable[..., Regex]) -> Operator:
    return Operator(name, fixed(name, (REGLAN,) * arity, REGLAN), _shallow(lambda _, values: build(*values)))


def _regex_chain(name: str, build: Callable[[tuple[Regex, ...]], Regex]) -> Operator:
    combine = _shallow(lambda _, values: build(tuple(values)))
    return Operator(name, alike(name, lambda sort: sort == REGLAN, REGLAN, 2, MANY), combine)


def _shallow(build: Callable[[Term, Sequence[Any]], Regex]) -> Apply:
    def apply(term: Term, values: Sequence[Any]) -> MaybeValue:
        regex = build(term, values)
        return regex if regex.depth <= DEEPEST else UNDECIDED

    return apply


def _repetition(name: str, count: int) -> Result:
    def result(indices: Indices, sorts: tuple[Sort, ...]) -> Sort:
        natural_indices(name, indices, count)
        if sorts != (REGLAN,):
            raise refusal(name, sorts, indices)
        return REGLAN

    return result


def _loop(term: Term, values: Sequence[Any]) -> Regex:
    """`(_ re.^ n)` and `(_ re.loop low high)`."""
    low, high = natural_indices(term.name, (term.indices[0], term.indices[-1]), 2)
    return Loop((values[0],), low, high)


def _is_string(sort: Sort) -> bool:
    return sort == STRING


OPERATORS: tuple[Operator, ...] = (
    Operator("str.++", alike("str.++", _is_string, STRING, 2, MANY), lambda _term, values: joined(*values)),
    Operator("str.<", alike("str.<", _is_string, BOOL, 2, MANY), chainable(operator.lt)),
    Operator("str.<=", alike("str.<=", _is_string, BOOL, 2, MANY), chainable(operator.le)),
    _text("str.len", (STRING,), INT, len),
    _text("str.at", (STRING, INT), STRING, lambda text, index: substring(text, index, 1)),
    _text("str.substr", (STRING, INT, INT), STRING, substring),
    _text("str.prefixof", (STRING, STRING), BOOL, lambda prefix, text: text.startswith(prefix)),
    _text("str.suffixof", (STRING, STRING), BOOL, lambda suffix, text: text.endswith(suffix)),
    _text("str.contains", (STRING, STRING), BOOL, lambda text, part: part in text),
    _text("str.indexof", (STRING, STRING, INT), INT, index_of),
    _text("str.replace", (STRING,) * 3, STRING, replace),
    _text("str.replace_all", (STRING,) * 3, STRING, replace_all),
    _text("str.replace_re", (STRING, REGLAN, STRING), STRING, replace_match),
    _text("str.replace_re_all", (STRING, REGLAN, STRING), STRING, replace_matches),
    _text("str.is_digit", (STRING,), BOOL, is_digit),
    _text("str.to_code", (STRING,), INT, to_code),
    _text("str.from_code", (INT,), STRING, from_code),
    _text("str.to_int", (STRING,), INT, to_int),
    _text("str.from_int", (INT,), STRING, from_int),
    _text("str.in_re", (STRING, REGLAN), BOOL, in_regex),
    _text("str.to_re", (STRING,), REGLAN, Word),
    _text("re.range", (STRING, STRING), REGLAN, character_range),
    _regex_constant("re.none", NOTHING),
    _regex_constant("re.all", EVERYTHING),
    _regex_constant("re.allchar", ANY_CHARACTER),
    _regex_chain("re.++", sequence),
    _regex_chain("re.union", union),
    _regex_chain("re.inter", intersection),
    _regex_chain("re.diff", lambda parts: difference(*parts)),
    _regex("re.*", 1, star),
    _regex("re.+", 1, lambda body: sequence((body, star(body)))),
    _regex("re.opt", 1, lambda body: union((EMPTY_WORD, body))),
    _regex("re.comp", 1, complement),
    Operator("re.^", _repetition("re.^", 1), _shallow(_loop)),
    Operator("re.loop", _repetition("re.loop", 2), _shallow(_loop)),
)
