"""Feedback: what is new is credited once, and what gave something is preferred without taking all."""

from __future__ import annotations

from gadfly.campaign.feedback import LEAST, MOST, SCALE, Arm, ArmKind, Feedback, Seen

GOOD, BAD, NEW = (Arm(ArmKind.OPTION, name) for name in ("good", "bad", "new"))


def seen(*traits: str, signatures: tuple[str, ...] = ()) -> Seen:
    return Seen(20, frozenset(traits), frozenset(signatures))


def test_what_was_never_tried_has_the_weight_of_uniform_choice() -> None:
    assert Feedback().weight(NEW) == SCALE


def test_an_arm_with_news_is_preferred_to_an_unknown_one_and_that_to_one_without() -> None:
    feedback = Feedback()
    for number in range(5):
        feedback.learn([GOOD], seen(f"trait {number}", signatures=(f"finding {number}",)))
        feedback.learn([BAD], seen())
    assert MOST >= feedback.weight(GOOD) > feedback.weight(NEW) > feedback.weight(BAD) >= LEAST


def test_only_the_first_time_is_news() -> None:
    feedback = Feedback()
    feedback.learn([GOOD], seen("unknown", signatures=("bug",)))
    feedback.learn([BAD], seen("unknown", signatures=("bug",)))
    rows = {row.name: (row.trials, row.traits, row.findings) for row in feedback.table()}
    assert rows == {"good": (20, 1, 1), "bad": (20, 0, 0)}
    assert [row.name for row in feedback.table()] == ["good", "bad"]


def test_old_news_fade() -> None:
    feedback = Feedback()
    feedback.learn([GOOD], seen(signatures=("bug",)))
    before = feedback.weight(GOOD)
    for _ in range(30):
        feedback.learn([GOOD], seen())
    assert feedback.weight(GOOD) < before
