"""Edits: what meets at one place, and what must not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.lang.c.edits import Change, Edit, Wrap, apply


def test_edits_count_bytes_not_characters() -> None:
    assert apply("/* é */ x", [Edit(9, 10, "y")]) == "/* é */ y"


def test_a_text_that_is_no_utf8_keeps_its_bytes() -> None:
    odd = b'"\xe9" x'.decode("utf-8", "surrogateescape")
    assert apply(odd, [Edit(4, 5, "y")]) == odd[:-1] + "y"


def test_insertions_at_one_place_keep_their_order() -> None:
    assert apply("ab", [Edit(1, 1, "1"), Edit(1, 1, "2"), Edit(0, 0, "0")]) == "0a12b"


def test_insertions_go_before_a_replacement_that_starts_there_and_after_one_that_ends_there() -> None:
    changes = [Edit(1, 2, "B"), Edit(2, 2, ">"), Edit(1, 1, "<")]
    assert apply("abc", changes) == "a<B>c"


@pytest.mark.parametrize("reverse", [False, True])
def test_wraps_nest_by_their_length_in_any_order(reverse: bool) -> None:
    changes = [Wrap(0, 3, "(", ")"), Wrap(0, 1, "[", "]"), Wrap(2, 3, "{", "}")]
    assert apply("a+b", changes[::-1] if reverse else changes) == "([a]+{b})"


def test_of_two_wraps_of_one_range_the_first_is_outside() -> None:
    assert apply("a", [Wrap(0, 1, "(", ")"), Wrap(0, 1, "[", "]")]) == "([a])"


def test_neighbours_close_before_they_open() -> None:
    assert apply("ab", [Wrap(1, 2, "(", ")"), Wrap(0, 1, "[", "]"), Edit(1, 1, ";")]) == "[a];(b)"


def test_a_wrap_may_hold_a_replacement() -> None:
    assert apply("abc", [Wrap(1, 2, "(", ")"), Edit(1, 2, "x")]) == "a(x)c"


@pytest.mark.parametrize(
    "changes",
    [
        [Edit(0, 2, "x"), Edit(1, 3, "y")],
        [Edit(0, 3, "x"), Edit(1, 1, "y")],
        [Edit(0, 2, "x"), Edit(0, 2, "x")],
        [Edit(0, 3, "x"), Wrap(1, 3, "(", ")")],
        [Wrap(0, 2, "(", ")"), Wrap(1, 3, "[", "]")],
        [Wrap(1, 1, "(", ")")],
        [Edit(2, 4, "x")],
        [Edit(2, 1, "x")],
    ],
)
def test_changes_that_disagree_are_refused(changes: list[Change]) -> None:
    with pytest.raises(ValueError, match=r"byte|range"):
        apply("abc", changes)


@settings(derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=8))
def test_wraps_are_balanced_or_refused(ranges: list[tuple[int, int]]) -> None:
    wraps = [Wrap(start, end, f"<{number}>", f"</{number}>") for number, (start, end) in enumerate(ranges)]
    try:
        text = apply("abcdefgh", wraps)
    except ValueError:
        crossing = any(a < c < b < d for a, b in ranges for c, d in ranges)
        assert crossing or any(a >= b for a, b in ranges)
        return
    for number, (start, end) in enumerate(ranges):
        inside = text.split(f"<{number}>")[1].split(f"</{number}>")[0]
        assert "".join(letter for letter in inside if letter.isalpha()) == "abcdefgh"[start:end]
