"""The theories of SMT-LIB, one module each; every operator is a record."""

from __future__ import annotations

from gadfly.lang.smt.theories import arrays, bitvec, core, floats, ints, reals, strings
from gadfly.lang.smt.theories.operator import Operator
from gadfly.lang.smt.theories.strings import OLD_NAMES

__all__ = ["OLD_NAMES", "lookup"]

_MODULES = (core, ints, reals, bitvec, arrays, floats, strings)
_BY_NAME: dict[str, Operator] = {
    operator.name: operator for module in _MODULES for operator in module.OPERATORS
}


def lookup(name: str) -> Operator | None:
    """The operator of that name in any theory."""
    return _BY_NAME.get(name)
