"""Sorts of SMT-LIB terms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort such as `Int`, `(_ BitVec 8)`, `(Array Int Bool)` or a declared one."""

    name: str
    indices: tuple[int, ...] = ()
    args: tuple[Sort, ...] = ()

    def __str__(self) -> str:
        head = f"(_ {self.name} {' '.join(map(str, self.indices))})" if self.indices else self.name
        return f"({head} {' '.join(map(str, self.args))})" if self.args else head

    @property
    def width(self) -> int:
        """The number of bits of a bit-vector sort."""
        if self.name != "BitVec":
            raise SortError(f"{self} is not a bit-vector sort")
        return self.indices[0]


class SortError(ValueError):
    """An operator was applied to arguments of the wrong sorts."""


MAX_WIDTH = 1 << 16  # bits: a wider vector takes us longer to write than a solver to decide

BOOL = Sort("Bool")
INT = Sort("Int")
REAL = Sort("Real")
STRING = Sort("String")
REGLAN = Sort("RegLan")
ROUNDING_MODE = Sort("RoundingMode")


@lru_cache(maxsize=4096)
def bitvec(width: int) -> Sort:
    if not 1 <= width <= MAX_WIDTH:
        raise SortError(f"a bit-vector has at least one bit and at most {MAX_WIDTH}, not {width}")
    return Sort("BitVec", (width,))


@lru_cache(maxsize=4096)
def array(index: Sort, element: Sort) -> Sort:
    return Sort("Array", (), (index, element))


@lru_cache(maxsize=256)
def floating(exponent: int, significand: int) -> Sort:
    if exponent < 2 or significand < 2 or exponent + significand > MAX_WIDTH:
        raise SortError(
            f"a floating-point format has at least 2 and 2 bits and at most {MAX_WIDTH}, "
            f"not {exponent} and {significand}"
        )
    return Sort("FloatingPoint", (exponent, significand))


NAMED_FLOATS = {
    "Float16": floating(5, 11),
    "Float32": floating(8, 24),
    "Float64": floating(11, 53),
    "Float128": floating(15, 113),
}
