"""Datatypes: constructors, selectors and testers of what a script declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gadfly.lang.smt.script import Datatype
from gadfly.lang.smt.terms import Term
from gadfly.lang.smt.theories.operator import Apply
from gadfly.lang.smt.values import UNDECIDED, Constructed, MaybeValue, Value


def datatype_operators(datatypes: Mapping[str, Datatype]) -> dict[str, Apply]:
    """How to apply every constructor and selector, and the tester `is`, by name."""
    operators: dict[str, Apply] = {"is": _is}
    for datatype in datatypes.values():
        for constructor in datatype.constructors:
            operators[constructor.name] = _construct
            for position, selector in enumerate(constructor.selectors):
                operators[selector.name] = _selection(constructor.name, position)
    return operators


def _construct(term: Term, values: Sequence[Any]) -> Constructed:
    return Constructed(term.name, tuple(values), term.sort)


def _is(term: Term, values: Sequence[Any]) -> bool:
    return bool(values[0].constructor == term.indices[0])


def _selection(constructor: str, position: int) -> Apply:
    def apply(_term: Term, values: Sequence[Any]) -> MaybeValue:
        if values[0].constructor != constructor:
            return UNDECIDED
        field: Value = values[0].fields[position]
        return field

    return apply
