"""Which options of a target a finding needs."""

from __future__ import annotations

from collections.abc import Callable

Settings = tuple[tuple[str, str], ...]


def needed_settings(settings: Settings, is_wrong_under: Callable[[Settings], bool]) -> Settings:
    """Settings of which none can be left out, given that the target is wrong under all of them.

    Most wrong answers need no option at all, so that is tried first.
    """
    if not settings or is_wrong_under(()):
        return ()
    kept = settings
    for setting in settings:
        rest = tuple(each for each in kept if each != setting)
        if rest and is_wrong_under(rest):
            kept = rest
    return kept
