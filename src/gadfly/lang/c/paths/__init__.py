"""All executions of a small C program as SMT-LIB formulas, found by exploring its paths symbolically."""

from __future__ import annotations

from gadfly.lang.c.paths.errors import BeyondError
from gadfly.lang.c.paths.explore import Executions, explore
from gadfly.lang.c.paths.rules import Rules

__all__ = ["BeyondError", "Executions", "Rules", "explore"]
