"""`mazes`: C programs whose error can be reached if and only if a constraint is satisfiable (Minotaur)."""

from gadfly.techniques.mazes.modes import (
    FuzzleMazes,
    MixedMazes,
    RawMazes,
    SatMazes,
    SmtMazes,
    UnsatMazes,
)

__all__ = ["FuzzleMazes", "MixedMazes", "RawMazes", "SatMazes", "SmtMazes", "UnsatMazes"]
