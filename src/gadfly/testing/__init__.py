"""For authors of abstract domains in Python: every law as a pytest test.

from gadfly.testing import law_tests
from mydomain import Intervals

test_laws = law_tests(Intervals())

Only the tests need pytest and hypothesis. A domain is hunted, or used, without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from gadfly.core.words import Shape
from gadfly.lang.domain.domain import BaseDomain, Domain
from gadfly.lang.domain.law import Law, LawClass, Preparation
from gadfly.lang.domain.program import Constraint, Relation, Sum
from gadfly.lang.domain.sweep import Values

if TYPE_CHECKING:
    from gadfly.testing.laws import LawViolation, law_tests

__all__ = [
    "BaseDomain",
    "Constraint",
    "Domain",
    "Law",
    "LawClass",
    "LawViolation",
    "Preparation",
    "Relation",
    "Shape",
    "Sum",
    "Values",
    "law_tests",
]


def __getattr__(name: str) -> object:
    if name in {"LawViolation", "law_tests"}:
        return getattr(import_module("gadfly.testing.laws"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
