"""`formulas`: questions for SMT solvers whose truth is known by construction."""

from gadfly.techniques.formulas.technique import Formulas, Parameters

__all__ = ["Formulas", "Parameters"]
