"""What each check-sat of an instance can see."""

from __future__ import annotations

from gadfly.techniques.formulas.instance import Instance

_ASSERT = "(assert "
_DECLARE = "(declare-fun "
_ASSUME = "(check-sat-assuming ("

View = frozenset[str]
"""The formulas that one check-sat asks to be true together."""


def views(instance: Instance) -> list[View]:
    """The view of every check-sat, in order.

    An activator is true only where it is assumed, so what it switches on is seen by that check-sat alone.
    """
    levels: list[list[str]] = [[]]
    switched: dict[str, str] = {}
    found: list[View] = []
    lines = iter(instance.lines)
    for line in lines:
        if line.startswith(_ASSERT):
            levels[-1].append(line[len(_ASSERT) : -1])
        elif line.startswith("(push"):
            levels.append([])
        elif line.startswith("(pop"):
            levels.pop()
        elif line.startswith(_DECLARE):
            name = line[len(_DECLARE) :].partition(" ")[0]
            implication = next(lines)
            switched[name] = implication[len(f"{_ASSERT}(=> {name} ") : -2]
        else:
            view = {formula for level in levels for formula in level}
            if line.startswith(_ASSUME):
                view.add(switched[line[len(_ASSUME) : -2]])
            found.append(frozenset(view))
    return found
