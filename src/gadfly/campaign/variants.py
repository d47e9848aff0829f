"""Variants of a target: the same release under options that must not change a right answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gadfly.core.choices import Choices
from gadfly.core.words import Option

Setting = tuple[str, str]
Settings = tuple[Setting, ...]
"""Names of options with their values, as in the name of a target."""

# A finding is asked again with fewer options until it needs all: several are tried for the price of one.
_COUNTS = (1, 2, 4, 8, 16)
_COUNT_WEIGHTS = (3, 2, 2, 2, 1)


def address_of(base: str, settings: Settings) -> str:
    """The address of a target, as a user would write it, with more options."""
    if not settings:
        return base
    place, _, fixed = base.partition("[")
    written = [*filter(None, fixed.removesuffix("]").split(","))]
    written += [f"{name}={value}" for name, value in settings]
    return f"{place}[{','.join(sorted(written))}]"


def free_options(base: str, options: Sequence[Option]) -> tuple[Option, ...]:
    """The options of a target that its user did not set."""
    fixed = {part.partition("=")[0].strip() for part in base.partition("[")[2].removesuffix("]").split(",")}
    return tuple(option for option in options if option.name not in fixed)


def draw_settings(
    options: Sequence[Option],
    is_usable: Callable[[Setting], bool],
    favourite: Setting | None,
    choices: Choices,
) -> Settings:
    """One option or several, the favourite first if there is one."""
    drawn: dict[str, str] = dict([favourite] if favourite else [])
    for _ in range(len(drawn), choices.weighted(_COUNTS, _COUNT_WEIGHTS)):
        setting = draw_setting(options, is_usable, choices)
        if setting is not None:
            drawn.setdefault(*setting)
    return tuple(sorted(drawn.items()))


def draw_setting(
    options: Sequence[Option], is_usable: Callable[[Setting], bool], choices: Choices
) -> Setting | None:
    """Any usable setting of any option; None if what was drawn is of no use."""
    if not options:
        return None
    option = choices.pick(options)
    setting = (option.name, choices.pick(option.values))
    return setting if is_usable(setting) else None
