"""Boolector: two executables in Debian, eleven years apart."""

from __future__ import annotations

import re

from gadfly.lang.smt.dialect import Dialect
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path, logics
from gadfly.targets.tool import Debian, ExpectedError

_BIT_VECTORS = logics(arrays=True, functions=True, other=("BV",)) - logics(arrays=True, functions=True)
_COMMAND = ("{home}/lib/ld.so", "--library-path", "{home}/lib", "{program}")

_OLD = SolverRelease(
    version="1.5.118",
    source=Debian("bookworm", ("boolector",)),
    program="bin/boolector",
    command=_COMMAND,
    logics=frozenset({"QF_BV", "QF_ABV"}),
    features=frozenset(),
    dialect=Dialect(dropped=frozenset({"set-option", "set-info"})),
    one_shot=("--smt2",),
)
_NEW = SolverRelease(
    version="3.2.4",
    source=Debian("sid", ("boolector", "libbtor2parser0", "minisat")),
    program="bin/boolector",
    command=_COMMAND,
    logics=_BIT_VECTORS | {"BV"},
    one_shot=("--smt2",),
    incremental=("--incremental",),
    option_sets={
        "rewrite-level0": (("rewrite-level", "0"),),
        "rewrite-level1": (("rewrite-level", "1"),),
        "keep-slices": (("eliminate-slices", "0"),),
        "keep-lambdas": (("merge-lambdas", "0"),),
        "beta-reduce-all": (("beta-reduce", "all"),),
    },
)

TOOL = Solver(
    name="boolector",
    family="boolector",
    summary="Boolector of JKU Linz: bit-vectors, arrays and functions",
    url="https://github.com/Boolector/boolector",
    executables=("boolector",),
    expected_errors=(
        ExpectedError(
            re.compile("unsupported (reserved word|command)|expected command"), "command not supported"
        ),
        ExpectedError(re.compile("incremental"), "not in incremental mode"),
        ExpectedError(re.compile("not supported|unsupported"), "construct not supported"),
    ),
    releases=(_OLD, _NEW),
    by_path=by_path(_NEW),
)
