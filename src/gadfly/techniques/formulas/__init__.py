"""`formulas`: questions for SMT solvers whose truth is known by construction. One module per mode."""

from gadfly.techniques.formulas.fresh import FreshFormulas
from gadfly.techniques.formulas.mixed import MixedFormulas
from gadfly.techniques.formulas.parameters import Parameters
from gadfly.techniques.formulas.sat import SatFormulas
from gadfly.techniques.formulas.unsat import UnsatFormulas

__all__ = ["FreshFormulas", "MixedFormulas", "Parameters", "SatFormulas", "UnsatFormulas"]
