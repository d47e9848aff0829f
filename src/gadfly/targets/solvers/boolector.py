"""Boolector: two executables in Debian, eleven years apart."""

from __future__ import annotations

import re

from gadfly.lang.smt.dialect import Dialect
from gadfly.targets.solvers.options.listing import ListedOption, exclude, written_down
from gadfly.targets.solvers.options.usage import list_boolector_options
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path, logics
from gadfly.targets.tool import Debian, ExpectedError

_BIT_VECTORS = logics(arrays=True, functions=True, other=("BV",)) - logics(arrays=True, functions=True)
_COMMAND = ("{home}/lib/ld.so", "--library-path", "{home}/lib", "{program}")

EXCLUDED_OPTIONS = (
    exclude(r"output.*|dump-.*", "writes files, or the formula instead of an answer"),
    exclude(r"time|auto-cleanup", "a limit, or about the end of the process"),
    exclude(r"verbosity|loglevel|pretty-print|exit-codes|hex|dec|bin", "about messages only"),
    exclude(r"help|copyright|version", "about messages only"),
    exclude(r"model-gen|incremental.*", "how it is asked"),
    exclude(r"btor2?|smt[12]|input-format", "how scripts are read"),
    exclude(r"rewrite-level=(10|1000)", "the highest level is 3"),
    exclude(r"engine=(aigprop|prop|sls)|fun-pre(prop|sls)", "local search that never answers unsat"),
)

_OLD = SolverRelease(
    version="1.5.118",
    source=Debian("bookworm", ("boolector",)),
    program="bin/boolector",
    command=_COMMAND,
    logics=frozenset({"QF_BV", "QF_ABV"}),
    features=frozenset(),
    dialect=Dialect(dropped=frozenset({"set-option", "set-info"})),
    one_shot=("--smt2",),
    listing=written_down(*(ListedOption(f"rewrite-level{level}", ("",)) for level in range(3))),
)
_NEW = SolverRelease(
    version="3.2.4",
    source=Debian("sid", ("boolector", "libbtor2parser0", "minisat")),
    program="bin/boolector",
    command=_COMMAND,
    logics=_BIT_VECTORS | {"BV"},
    one_shot=("--smt2",),
    incremental=("--incremental",),
    listing=list_boolector_options,
    excluded_options=EXCLUDED_OPTIONS,
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
