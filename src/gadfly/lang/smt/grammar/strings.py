"""The rules of strings and regular expressions."""

from __future__ import annotations

from collections.abc import Iterator

from gadfly.lang.smt.grammar.rules import ATOM, Role, Rule, Scope, Slot, common
from gadfly.lang.smt.sorts import INT, REGLAN, STRING

_STRING, _INT, _REGLAN = Slot(STRING), Slot(INT), Slot(REGLAN)
_VARIABLE = Slot(STRING, Role.ATOMIC)


def strings(_scope: Scope) -> Iterator[Rule]:
    yield from common(STRING)
    yield Rule(ATOM, "=", (_VARIABLE, _STRING), weight=8)
    yield Rule(ATOM, "str.in_re", (_VARIABLE, _REGLAN), weight=8)
    yield Rule(ATOM, "str.in_re", (_STRING, _REGLAN), weight=3)
    for name in ("str.prefixof", "str.suffixof", "str.contains"):
        yield Rule(ATOM, name, (_STRING, _STRING), weight=3)
    for name in ("str.<", "str.<="):
        yield Rule(ATOM, name, (_STRING, _STRING), weight=2)
    yield Rule(ATOM, "str.is_digit", (_STRING,), weight=1)
    yield Rule(_STRING, "str.++", (_STRING, _STRING), weight=12)
    yield Rule(_STRING, "str.at", (_STRING, _INT))
    yield Rule(_STRING, "str.substr", (_STRING, _INT, _INT), weight=6)
    for name in ("str.replace", "str.replace_all"):
        yield Rule(_STRING, name, (_STRING, _STRING, _STRING), weight=2)
    for name in ("str.from_int", "str.from_code"):
        yield Rule(_STRING, name, (_INT,), weight=1)
    yield Rule(_INT, "str.len", (_STRING,), weight=12)
    yield Rule(_INT, "str.indexof", (_STRING, _STRING, _INT))
    for name in ("str.to_int", "str.to_code"):
        yield Rule(_INT, name, (_STRING,), weight=2)


def regular_expressions(_scope: Scope) -> Iterator[Rule]:
    """Regular expressions over literals only, as solvers want them."""
    character = Slot(STRING, Role.CHARACTER)
    yield Rule(_REGLAN, "str.to_re", (Slot(STRING, Role.LITERAL),), weight=8)
    yield Rule(_REGLAN, "re.range", (character, character))
    yield Rule(_REGLAN, "re.allchar", (), weight=3)
    yield Rule(_REGLAN, "re.all", (), weight=3)
    yield Rule(_REGLAN, "re.none", (), weight=1)
    for name in ("re.*", "re.+", "re.opt"):
        yield Rule(_REGLAN, name, (_REGLAN,), weight=3)
    yield Rule(_REGLAN, "re.comp", (_REGLAN,), weight=1)
    for name in ("re.++", "re.union"):
        yield Rule(_REGLAN, name, (_REGLAN, _REGLAN), weight=6)
    for name in ("re.inter", "re.diff"):
        yield Rule(_REGLAN, name, (_REGLAN, _REGLAN), weight=1)
    yield Rule(_REGLAN, "re.^", (_REGLAN,), (2,), weight=1)
    yield Rule(_REGLAN, "re.loop", (_REGLAN,), (1, 3), weight=1)
