"""The theory of strings and regular expressions, corner by corner."""

from __future__ import annotations

from typing import Any

import pytest

from gadfly.lang.smt.regex import EVERYTHING, NOTHING, Loop, Regex, Star, Word, complement, matches, sequence
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.sorts import BOOL, INT, REGLAN, STRING, Sort, SortError
from gadfly.lang.smt.terms import Bank
from gadfly.lang.smt.theories.strings import (
    DEEPEST,
    LONGEST,
    LONGEST_MATCHED,
    OLD_NAMES,
    OPERATORS,
    character,
    escape,
    unescape,
)
from gadfly.lang.smt.values import UNDECIDED, MaybeValue, equal

BY_NAME = {operator.name: operator for operator in OPERATORS}


def apply(name: str, *args: Any, indices: tuple[int, ...] = ()) -> MaybeValue:
    operator = BY_NAME[name]
    bank = Bank()
    sorts = tuple(_sort(arg) for arg in args)
    term = bank.operator(
        name, operator.result(indices, sorts), [bank.symbol("x", sort) for sort in sorts], indices
    )
    return operator.apply(term, args)


def _sort(value: object) -> Sort:
    return INT if isinstance(value, int) else REGLAN if isinstance(value, Regex) else STRING


def regex(name: str, *args: Any, indices: tuple[int, ...] = ()) -> Regex:
    made = apply(name, *args, indices=indices)
    assert isinstance(made, Regex)
    return made


A = Word("a")
B = Word("b")
A_OR_B = regex("re.union", A, B)


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("str.++", ("a", "", "bc"), "abc"),
        ("str.len", ("",), 0),
        ("str.len", ("\U0002ffff\ud800\udc00",), 3),
        ("str.<", ("", "a"), True),
        ("str.<", ("a", "a"), False),
        ("str.<", ("a", "ab", "b"), True),
        ("str.<", ("Z", "a"), True),
        ("str.<=", ("a", "a", "b"), True),
        ("str.<=", ("b", "ab"), False),
        ("str.<", ("\uffff", "\U00010000"), True),
        ("str.at", ("abc", 1), "b"),
        ("str.at", ("abc", 3), ""),
        ("str.at", ("abc", -1), ""),
        ("str.substr", ("abc", 1, 5), "bc"),
        ("str.substr", ("abc", -1, 2), ""),
        ("str.substr", ("abc", 1, 0), ""),
        ("str.substr", ("abc", 1, -1), ""),
        ("str.substr", ("abc", 3, 1), ""),
        ("str.substr", ("", 0, 1), ""),
        ("str.prefixof", ("", ""), True),
        ("str.prefixof", ("ab", "abc"), True),
        ("str.prefixof", ("abc", "ab"), False),
        ("str.suffixof", ("bc", "abc"), True),
        ("str.suffixof", ("ab", "abc"), False),
        ("str.contains", ("abc", ""), True),
        ("str.contains", ("", "a"), False),
        ("str.contains", ("abc", "bc"), True),
        ("str.indexof", ("abcabc", "b", 2), 4),
        ("str.indexof", ("abc", "", 3), 3),
        ("str.indexof", ("abc", "", 4), -1),
        ("str.indexof", ("abc", "", -1), -1),
        ("str.indexof", ("abc", "a", -1), -1),
        ("str.indexof", ("abc", "c", 3), -1),
        ("str.indexof", ("", "", 0), 0),
        ("str.replace", ("abab", "b", "x"), "axab"),
        ("str.replace", ("ab", "", "x"), "xab"),
        ("str.replace", ("", "", "x"), "x"),
        ("str.replace", ("ab", "c", "x"), "ab"),
        ("str.replace_all", ("aaa", "aa", "b"), "ba"),
        ("str.replace_all", ("ab", "", "x"), "ab"),
        ("str.replace_all", ("aba", "a", ""), "b"),
        ("str.replace_all", ("aa", "a", "aa"), "aaaa"),
        ("str.is_digit", ("7",), True),
        ("str.is_digit", ("77",), False),
        ("str.is_digit", ("",), False),
        ("str.is_digit", ("\u0663",), False),  # a digit elsewhere, not here
        ("str.to_code", ("a",), 97),
        ("str.to_code", ("",), -1),
        ("str.to_code", ("ab",), -1),
        ("str.from_code", (0,), "\x00"),
        ("str.from_code", (0x2FFFF,), "\U0002ffff"),
        ("str.from_code", (0x30000,), ""),
        ("str.from_code", (-1,), ""),
        ("str.to_int", ("007",), 7),
        ("str.to_int", ("",), -1),
        ("str.to_int", ("-7",), -1),
        ("str.to_int", (" 7",), -1),
        ("str.to_int", ("1_0",), -1),
        ("str.to_int", ("\u0663",), -1),
        ("str.from_int", (0,), "0"),
        ("str.from_int", (120,), "120"),
        ("str.from_int", (-1,), ""),
        # Leftmost first, then shortest; the empty match counts for one replacement, never for all.
        ("str.replace_re", ("xaab", regex("re.+", A), "_"), "x_ab"),
        ("str.replace_re", ("xaab", regex("re.*", A), "_"), "_xaab"),
        ("str.replace_re", ("", regex("re.*", A), "_"), "_"),
        ("str.replace_re", ("abc", NOTHING, "_"), "abc"),
        ("str.replace_re", ("cab", regex("re.union", Word("ab"), B), "_"), "c_"),
        ("str.replace_re_all", ("aab", regex("re.*", A), "_"), "__b"),
        ("str.replace_re_all", ("abab", regex("re.union", Word("ab"), B), "_"), "__"),
        ("str.replace_re_all", ("abc", EVERYTHING, "_"), "___"),
        ("str.replace_re_all", ("", EVERYTHING, "_"), ""),
        ("str.replace_re_all", ("abab", Word("ba"), "ab"), "aabb"),
    ],
)
def test_function(name: str, args: tuple[Any, ...], expected: object) -> None:
    value = apply(name, *args)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("expression", "inside", "outside"),
    [
        (regex("re.none"), [], ["", "a"]),
        (regex("re.all"), ["", "a", "\U0002ffff"], []),
        (regex("re.allchar"), ["a", "\x00", "\ud800", "\U0002ffff"], ["", "ab"]),
        (regex("str.to_re", ""), [""], ["a"]),
        (regex("re.++", A, A_OR_B, B), ["aab", "abb"], ["ab", "aabb"]),
        (
            regex("re.inter", regex("re.*", A_OR_B), regex("re.comp", regex("re.*", A))),
            ["b", "ab"],
            ["", "aa", "c"],
        ),
        (regex("re.diff", regex("re.*", A), A, Word("aa")), ["", "aaa"], ["a", "aa", "b"]),
        (regex("re.*", regex("re.opt", A)), ["", "aaa"], ["b"]),
        (regex("re.*", NOTHING), [""], ["a"]),
        (regex("re.+", A), ["a", "aa"], ["", "ab"]),
        (regex("re.opt", A), ["", "a"], ["aa"]),
        (regex("re.comp", EVERYTHING), [], ["", "a"]),
        (regex("re.comp", regex("re.++", EVERYTHING, A, EVERYTHING)), ["", "bb"], ["bab"]),
        (regex("re.range", "a", "c"), ["a", "b", "c"], ["d", "", "ab"]),
        (regex("re.range", "c", "a"), [], ["a", "b", "c"]),
        (regex("re.range", "", "c"), [], ["", "a", "c"]),
        (regex("re.range", "a", "bc"), [], ["a", "b"]),
        (regex("re.^", A, indices=(0,)), [""], ["a"]),
        (regex("re.^", A_OR_B, indices=(2,)), ["ab", "bb"], ["", "a", "aba"]),
        (regex("re.^", regex("re.opt", A), indices=(3,)), ["", "a", "aaa"], ["aaaa"]),
        (regex("re.loop", A, indices=(1, 3)), ["a", "aaa"], ["", "aaaa"]),
        (regex("re.loop", A, indices=(3, 1)), [], ["", "a", "aa", "aaa"]),
        (regex("re.loop", regex("re.*", A), indices=(3, 1)), [], ["", "a"]),
        (regex("re.loop", A, indices=(0, 0)), [""], ["a"]),
        (regex("re.loop", regex("re.opt", A), indices=(10**9, 10**9)), ["", "aa"], ["b"]),
        (regex("re.^", A, indices=(10**9,)), [], ["", "aa"]),
    ],
)
def test_membership(expression: Regex, inside: list[str], outside: list[str]) -> None:
    assert all(apply("str.in_re", text, expression) is True for text in inside)
    assert all(apply("str.in_re", text, expression) is False for text in outside)


def test_nested_stars_and_complements_stay_cheap() -> None:
    """Each of these doubles an automaton at every level; none may take more than a moment."""
    nested: Regex = A
    for _ in range(12):
        nested = complement(sequence((Star((nested,)), B)))
    assert matches("ab" * 100, nested) in {True, False}
    far_from_end = regex("re.++", regex("re.*", A_OR_B), A, regex("re.^", A_OR_B, indices=(200,)))
    assert matches("b" * 100 + "a" + "b" * 200, far_from_end)
    assert not matches("b" * 301, far_from_end)


def test_long_chains_are_flat() -> None:
    chain: Regex = A
    for _ in range(1000):
        chain = regex("re.++", chain, A)
    assert chain.depth == 2
    assert matches("a" * 1001, chain)


def test_what_grows_beyond_use_is_undecided() -> None:
    long = "a" * LONGEST
    assert apply("str.++", long, "a") is UNDECIDED
    assert apply("str.replace", long, "a", "aa") is UNDECIDED
    assert apply("str.replace_all", "a" * 1000, "a", "a" * 1000) is UNDECIDED
    assert apply("str.in_re", "a" * (LONGEST_MATCHED + 1), A) is UNDECIDED
    assert apply("str.replace_re", "a" * (LONGEST_MATCHED + 1), A, "") is UNDECIDED
    assert apply("str.replace_re_all", "a" * 1000, A, "a" * 1000) is UNDECIDED
    deep: MaybeValue = A
    for _ in range(DEEPEST - 1):
        deep = apply("re.comp", deep)
    assert apply("str.in_re", "a", deep) is False
    assert apply("re.comp", deep) is UNDECIDED


def test_long_numbers_convert_both_ways() -> None:
    digits = "1234567890" * 1000
    number = apply("str.to_int", digits)
    assert isinstance(number, int)
    assert number % 10**10 == 1234567890
    assert apply("str.from_int", number) == digits
    assert apply("str.from_int", 10**9000) == "1" + "0" * 9000


def test_languages_are_compared_by_their_looks_only() -> None:
    assert equal(regex("re.opt", A), regex("re.opt", A)) is True
    assert equal(A, Loop((A,), 1, 1)) is UNDECIDED
    assert equal(A, B) is UNDECIDED


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ('""', ""),
        ('"a""b"', 'a"b'),
        ('""""', '"'),
        (r'"\u003A"', ":"),
        (r'"\u{3a}\u{0}"', ":\x00"),
        (r'"\u{2FFFF}"', "\U0002ffff"),
        (r'"\ud800"', "\ud800"),
        (r'"\u02C1a\u{2C}1a"', "\u02c1a,1a"),
        (r'"\\u0041"', "\\A"),
        # These are no escapes.
        (r'"\u2CA"', "\\u2CA"),
        (r'"\u2CXA"', "\\u2CXA"),
        (r'"\u{ACG}A"', "\\u{ACG}A"),
        (r'"\u{}"', "\\u{}"),
        (r'"\u{30000}"', "\\u{30000}"),
        (r'"\u{000041}"', "\\u{000041}"),
        (r'"\x41\n"', "\\x41\\n"),
    ],
)
def test_literal(literal: str, value: str) -> None:
    assert unescape(literal) == value
    assert unescape(escape(value)) == value


def test_escape_prints_only_harmless_ascii() -> None:
    assert escape('a"\\u{41}~\x7f\n\U0002ffff') == r'"a""\u{5c}u{41}~\u{7f}\u{a}\u{2ffff}"'


@pytest.mark.parametrize("literal", ['"é"', '"\t"', '"\x7f"'])
def test_literal_of_other_characters_is_refused(literal: str) -> None:
    with pytest.raises(ReadError):
        unescape(literal)


def test_character_constants() -> None:
    assert character("#x41") == character("#x00041") == "A"
    assert character("#x2fFfF") == "\U0002ffff"
    for bad in ("#x30000", "#x", "41", "#b1", "#x000041", "#x_1"):
        with pytest.raises(ReadError):
            character(bad)


def test_old_names_stand_for_operators() -> None:
    assert set(OLD_NAMES.values()) <= BY_NAME.keys()
    assert not OLD_NAMES.keys() & BY_NAME.keys()


@pytest.mark.parametrize(
    ("name", "sorts", "indices"),
    [
        ("str.++", (STRING,), ()),
        ("str.++", (STRING, INT), ()),
        ("str.len", (REGLAN,), ()),
        ("str.substr", (STRING, INT), ()),
        ("str.in_re", (REGLAN, STRING), ()),
        ("re.*", (STRING,), ()),
        ("re.union", (REGLAN, BOOL), ()),
        ("re.^", (REGLAN,), ()),
        ("re.loop", (REGLAN,), (1,)),
        ("re.loop", (REGLAN, REGLAN), (1, 2)),
        ("re.all", (REGLAN,), ()),
    ],
)
def test_wrong_sorts(name: str, sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> None:
    with pytest.raises(SortError):
        BY_NAME[name].result(indices, sorts)
