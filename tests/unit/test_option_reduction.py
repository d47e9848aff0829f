"""Which options a finding needs: none can be left out, and none is kept for nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.campaign.variants import address_of, free_options
from gadfly.core.words import Option
from gadfly.triage.options import Settings, needed_settings

ALL: Settings = (("a", "1"), ("b", "2"), ("c", "3"), ("d", "4"))


@settings(derandomize=True)
@given(st.sets(st.sampled_from(ALL)), st.sets(st.sampled_from(ALL)))
def test_what_is_kept_is_wrong_and_minimal(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> None:
    """A target that is wrong as soon as it has all of one set, or all of the other."""

    def is_wrong(some: Settings) -> bool:
        return one <= set(some) or other <= set(some)

    kept = needed_settings(ALL, is_wrong)
    assert is_wrong(kept)
    assert not any(is_wrong(tuple(each for each in kept if each != left_out)) for left_out in kept)


def test_a_target_that_is_wrong_by_default_is_asked_once() -> None:
    asked: list[Settings] = []

    def is_wrong(some: Settings) -> bool:
        asked.append(some)
        return True

    assert needed_settings(ALL, is_wrong) == ()
    assert asked == [()]


def test_without_options_there_is_nothing_to_ask() -> None:
    assert needed_settings((), lambda _: False) == ()


def test_an_address_has_the_options_of_its_user_and_the_drawn_ones() -> None:
    assert address_of("z3@4.8.7", ()) == "z3@4.8.7"
    assert address_of("z3@4.8.7", (("b", "1"), ("flag", ""))) == "z3@4.8.7[b=1,flag=]"
    assert address_of("./build/z3[a=x]", (("b", "1"),)) == "./build/z3[a=x,b=1]"


def test_options_the_user_set_are_not_free() -> None:
    options = (Option("a", ("1",)), Option("b", ("1",)))
    assert free_options("z3@4.8.7", options) == options
    assert free_options("./build/z3[a=x]", options) == options[1:]
