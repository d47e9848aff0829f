"""Variants of a target: the same release under options that must not change a right answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gadfly.core.choices import Choices
from gadfly.core.words import Option

Setting = tuple[str, str]
Settings = tuple[Setting, ...]
"""Names of options with their values, as in the name of a target."""

MOST_OPTIONS = 4
_COUNT_WEIGHTS = (9, 1, 1, 1)


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
    options: Sequence[Option], weight: Callable[[Setting], int], choices: Choices, *, most: int
) -> Settings:
    """Mostly one option, sometimes up to `most`; a setting of weight 0 is never drawn."""
    drawn: dict[str, str] = {}
    counts = range(1, most + 1)
    for _ in range(choices.weighted(counts, _COUNT_WEIGHTS[:most])):
        weights = {
            option: [weight((option.name, value)) for value in option.values]
            for option in options
            if option.name not in drawn
        }
        usable = [option for option in weights if any(weights[option])]
        if not usable:
            break
        option = choices.weighted(usable, [max(weights[option]) for option in usable])
        drawn[option.name] = choices.weighted(option.values, weights[option])
    return tuple(sorted(drawn.items()))
