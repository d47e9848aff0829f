"""What the catalog knows about an SMT solver beyond a tool: what it understands and how it is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product

from gadfly.core.words import Feature
from gadfly.lang.smt.dialect import STANDARD, Dialect
from gadfly.targets.solvers.options.listing import Exclusion, Listing, nothing_listed
from gadfly.targets.tool import Release, Tool, UserInstalled

ANY_LOGIC = frozenset({"ALL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverRelease(Release):
    """One version of a solver.

    A script in a file is asked by `command + one_shot + file`, or through the standard input of a program
    that only `reads_stdin`. If the script has more than one question or a push, `incremental` is added:
    many solvers prepare less then, so it is not the default.
    A `persistent` solver, started by `command + session`, answers scripts from its standard input one
    after another, separated by `(reset)`.
    `listing` asks it for its options; `excluded_options` are those that change the meaning of a script, or
    are of no use.
    """

    logics: frozenset[str] = ANY_LOGIC
    features: frozenset[Feature] = frozenset({Feature.MODELS, Feature.INCREMENTAL, Feature.ASSUMPTIONS})
    tactics: tuple[str, ...] = ()
    dialect: Dialect = STANDARD
    reads_stdin: bool = False
    one_shot: tuple[str, ...] = ()
    incremental: tuple[str, ...] = ()
    session: tuple[str, ...] = ()
    persistent: bool = False
    listing: Listing = nothing_listed
    excluded_options: tuple[Exclusion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Solver(Tool):
    """An SMT solver and its releases, oldest first; `by_path` is how a user's own build is asked.

    `inexact` is how it writes a value that only approximates the one it means; such a model is not checked.
    """

    inexact: re.Pattern[str] | None = None
    releases: tuple[SolverRelease, ...] = ()
    by_path: SolverRelease


def by_path(like: SolverRelease) -> SolverRelease:
    """A user's own build, asked like a given release."""
    return replace(like, version="path", source=UserInstalled(), program="", command=("{program}",))


def logics(
    *,
    arrays: bool = False,
    functions: bool = False,
    other: Iterable[str] = (),
    arithmetic: Iterable[str] = (),
) -> frozenset[str]:
    """The quantifier-free logics that combine the given theories.

    `other` holds theories between functions and arithmetic in a logic's name, such as `BV` or `FP`.
    """
    parts = product(
        ("", "A") if arrays else ("",),
        ("", "UF") if functions else ("",),
        ("", *other),
        ("", *arithmetic),
    )
    names = {"QF_" + "".join(part) for part in parts} - {"QF_", "QF_A"}
    return frozenset(names | ({"QF_AX"} if arrays else set()))
