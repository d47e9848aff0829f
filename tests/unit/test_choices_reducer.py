"""The choice reducer on pure generators, where the simplest failing record is known or can be checked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.core.choices import Choices
from gadfly.core.words import Recipe, Seed
from gadfly.triage.choices_reducer import Attempt, Record, Trace, order, reduce_recipe, reduce_record
from gadfly.triage.meter import Meter

MANY = 100_000


def numbers(choices: Choices) -> list[int]:
    return [choices.below(5000) for _ in choices.repeat(0, 60)]


def table(choices: Choices) -> list[list[int]]:
    return [[choices.below(100) for _ in choices.repeat(1, 8)] for _ in choices.repeat(0, 8)]


def nested(choices: Choices) -> list[object]:
    """Lists within lists, without any repeat at the ends of the recursion."""
    items: list[object] = []
    while choices.coin(0.6):
        items.append(nested(choices) if choices.coin(0.3) else choices.below(10))
    return items


def trace_of(build: Callable[[Choices], object], record: Record) -> Trace:
    choices = Choices.replay(record)
    build(choices)
    return Trace.of(choices)


def keeper(
    build: Callable[[Choices], object], is_wrong: Callable[[object], bool]
) -> Callable[[Record], Trace | None]:
    def attempt(record: Record) -> Trace | None:
        choices = Choices.replay(record)
        return Trace.of(choices) if is_wrong(build(choices)) else None

    return attempt


def drawn(build: Callable[[Choices], object], is_wrong: Callable[[object], bool], label: str) -> Trace:
    """The first random trace that is wrong."""
    for index in range(MANY):
        choices = Choices.of(label, index)
        if is_wrong(build(choices)):
            return Trace.of(choices)
    raise AssertionError("no wrong example")


def test_a_sum_becomes_one_number() -> None:
    def is_wrong(items: object) -> bool:
        return isinstance(items, list) and sum(items) >= 1000

    start = drawn(numbers, is_wrong, "sum")
    assert len(start.record) > 10
    assert reduce_record(start, keeper(numbers, is_wrong), Meter(MANY)).record == (1, 1000)


def test_two_equal_numbers_are_lowered_together() -> None:
    def is_wrong(items: object) -> bool:
        return isinstance(items, list) and len(items) != len(set(items)) and max(items) >= 7

    start = Trace((3, 900, 40, 900), trace_of(numbers, (3, 900, 40, 900)).repeats)
    reduced = reduce_record(start, keeper(numbers, is_wrong), Meter(MANY))
    assert reduced.record == (2, 7, 7)


def test_elements_of_inner_repeats_go_without_their_neighbours() -> None:
    def is_wrong(rows: object) -> bool:
        return isinstance(rows, list) and any(row.count(42) >= 2 for row in rows)

    record = (4, 2, 1, 2, 3, 4, 7, 42, 8, 42, 9, 0, 5, 0, 6)
    start = trace_of(table, record)
    assert is_wrong(table(Choices.replay(start.record)))
    assert reduce_record(start, keeper(table, is_wrong), Meter(MANY)).record == (1, 1, 42, 42)


def test_what_no_repeat_knows_of_goes_too() -> None:
    def is_wrong(items: object) -> bool:
        return "9, [" in str(items)

    start = drawn(nested, is_wrong, "nested")
    reduced = reduce_record(start, keeper(nested, is_wrong), Meter(MANY))
    assert str(nested(Choices.replay(reduced.record))) == "[9, []]"


@settings(derandomize=True, max_examples=60)
@given(
    st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=8), max_size=8),
    st.integers(1, 250),
    st.integers(0, 4),
)
def test_results_fail_still_are_simpler_and_cannot_lose_an_element(
    rows: list[list[int]], least: int, crowd: int
) -> None:
    def is_wrong(value: object) -> bool:
        assert isinstance(value, list)
        odd = [item for row in value for item in row if item % 2]
        return sum(odd) >= least and len(odd) >= crowd

    record = (len(rows), *(number for row in rows for number in (len(row) - 1, *row)))
    start = trace_of(table, record)
    attempt = keeper(table, is_wrong)
    if attempt(record) is None:
        return
    reduced = reduce_record(start, attempt, Meter(MANY))
    assert attempt(reduced.record) == reduced
    assert order(reduced.record) <= order(start.record)
    for shorter in without_one_element(reduced):
        assert attempt(shorter) is None


def without_one_element(trace: Trace) -> list[Record]:
    record = trace.record
    return [
        (*record[:at], record[at] - 1, *record[at + 1 : start], *record[stop:])
        for at, spans in ((repeat.count_at, repeat.spans) for repeat in trace.repeats)
        for start, stop in spans
        if record[at] > 0
    ]


@pytest.mark.parametrize("attempts", [0, 1, 10, 100])
def test_an_empty_meter_leaves_a_wrong_record(attempts: int) -> None:
    def is_wrong(items: object) -> bool:
        return isinstance(items, list) and sum(items) >= 1000

    start = drawn(numbers, is_wrong, "meter")
    attempt = keeper(numbers, is_wrong)
    asked = 0

    def counting(record: Record) -> Trace | None:
        nonlocal asked
        asked += 1
        return attempt(record)

    reduced = reduce_record(start, counting, Meter(attempts))
    assert asked <= attempts
    assert attempt(reduced.record) is not None


def test_the_deadline_stops_it() -> None:
    looks = iter([False] * 5 + [True] * MANY)
    meter = Meter(MANY, lambda: next(looks))
    start = trace_of(numbers, (3, 900, 800, 700))
    reduce_record(start, lambda record: None, meter)
    assert meter.spent == 5


def test_nothing_is_tried_twice() -> None:
    tried: list[Record] = []

    def attempt(record: Record) -> Trace | None:
        tried.append(record)
        return None

    reduce_record(trace_of(table, (4, 2, 1, 2, 3, 4, 7, 42, 8, 42, 9, 0, 5, 0, 6)), attempt, Meter(MANY))
    assert len(tried) == len(set(tried)) > 20


def recipe_attempt(recipe: Recipe) -> Attempt | None:
    """The opening draws a pool, asking picks from it: wrong if 77 is picked twice and 500 once."""
    opening = Choices.replay(recipe.opening)
    pool = [0, *(opening.below(1000) for _ in opening.repeat(0, 40))]
    asking = Choices.replay(recipe.asking)
    picked = [asking.pick(pool) for _ in asking.repeat(1, 40)]
    if picked.count(77) < 2 or 500 not in picked:
        return None
    return Attempt(Trace.of(opening), Trace.of(asking))


def test_a_recipe_is_reduced_in_both_parts() -> None:
    opening = (6, 77, 500, 3, 12, 8, 9)
    asking = (9, 0, 1, 4, 1, 2, 2, 3, 1, 5, 6)
    recipe = Recipe("none", Seed("none", ""), opening, asking)
    assert recipe_attempt(recipe) is not None
    reduced = reduce_recipe(recipe, recipe_attempt, Meter(MANY))
    assert recipe_attempt(reduced) is not None
    assert (reduced.opening, reduced.asking) == ((2, 77, 500), (2, 1, 1, 2))


def test_a_recipe_that_is_not_wrong_stays() -> None:
    recipe = Recipe("none", Seed("none", ""), (1, 2), (3,))
    assert reduce_recipe(recipe, recipe_attempt, Meter(MANY)) == recipe
