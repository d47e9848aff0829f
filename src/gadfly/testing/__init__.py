"""For authors of abstract domains in Python: every law as a pytest test.

from gadfly.testing import law_tests
from mydomain import Intervals

test_laws = law_tests(Intervals())
"""

from gadfly.core.words import Shape
from gadfly.lang.domain.domain import BaseDomain, Domain
from gadfly.lang.domain.law import Law, LawClass, Preparation
from gadfly.lang.domain.program import Constraint, Relation, Sum
from gadfly.lang.domain.sweep import Values
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
