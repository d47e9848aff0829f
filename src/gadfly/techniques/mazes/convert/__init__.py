"""SMT-LIB formulas as C expressions.

Outside raw text an expression means exactly what the formula means, for all values that the program lets
through, and is defined for all that it may read. Values of SMT-LIB that C cannot have are excluded by
restrictions, which are conjuncts: what is unsatisfiable stays so, and a model is checked against them.
"""

from gadfly.techniques.mazes.convert.c_types import Corners, UnconvertibleError
from gadfly.techniques.mazes.convert.converter import Converter
from gadfly.techniques.mazes.convert.ground import Ground, make_ground
from gadfly.techniques.mazes.convert.manner import Manner, draw_manner
from gadfly.techniques.mazes.convert.obligations import obligations, restrictions

__all__ = [
    "Converter",
    "Corners",
    "Ground",
    "Manner",
    "UnconvertibleError",
    "draw_manner",
    "make_ground",
    "obligations",
    "restrictions",
]
