"""`branches`: programs that were executed, so that how often their branches are taken is known (MCFuzz)."""

from gadfly.techniques.branches.modes import (
    Branches,
    CountBranches,
    FusedBranches,
    ReachBranches,
    ValueBranches,
)

__all__ = ["Branches", "CountBranches", "FusedBranches", "ReachBranches", "ValueBranches"]
