"""cvc5: wheels on PyPI carry the library only; Debian has one old executable.

The wheels 1.0.7 and 1.0.8 have no parser: our own reader serves them (`workers/cvc5_terms.py`).
"""

from __future__ import annotations

import re

from gadfly.targets.solvers.options.cvc import EXCLUDED_OPTIONS, list_cvc_options
from gadfly.targets.solvers.options.library import list_library_options
from gadfly.targets.solvers.options.listing import exclude
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path
from gadfly.targets.tool import Debian, ExpectedError, PyPI

VERSIONS = (
    *("1.0.7", "1.0.8", "1.0.9", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "1.2.1"),
    *("1.3.0", "1.3.1", "1.3.2", "1.3.3", "1.3.4", "1.4.0", "1.4.1", "1.4.2"),
)
_REFUSED_OPTIONS = (
    exclude(r"ackermann|bitblast|bool-to-bv|nl-rlv", "not together with strings-exp, which is always on"),
    exclude(r"nl-cov", "not compiled in"),
)

_EXECUTABLE = SolverRelease(
    version="1.0.3",
    source=Debian(
        "bookworm",
        (
            *("cvc5", "libcvc5-1", "libcvc5parser1", "libcln6", "libgmp10"),
            *("libantlr3c-antlrdbg-3.4-0", "libcryptominisat5-5.11"),
        ),
    ),
    program="bin/cvc5",
    command=("{home}/lib/ld.so", "--library-path", "{home}/lib", "{program}"),
    one_shot=("--quiet", "--strings-exp", "--arrays-exp", "--fp-exp"),
    incremental=("--incremental",),
    listing=list_cvc_options,
    excluded_options=(*EXCLUDED_OPTIONS, *_REFUSED_OPTIONS),
)


def _release(version: str) -> SolverRelease:
    return SolverRelease(
        version=version,
        source=PyPI("cvc5", version),
        program="cvc5.libs/libcvc5-*.so*",
        command=("{python}", "-E", "-s", "-S", "{workers}/library_worker.py", "cvc5", "{home}"),
        persistent=True,
        listing=list_library_options,
        excluded_options=EXCLUDED_OPTIONS,
    )


TOOL = Solver(
    name="cvc5",
    family="cvc",
    summary="cvc5 of Stanford and Iowa: every theory, quantifiers",
    url="https://github.com/cvc5/cvc5",
    executables=("cvc5", "cvc5-Linux", "cvc5-Linux-x86_64-static"),
    expected_errors=(
        ExpectedError(
            re.compile("to_fp|FLOATINGPOINT_TO_FP"), "refuses some constant expressions inside to_fp"
        ),
        ExpectedError(
            re.compile("store chains|constant array|STORE_ALL", re.IGNORECASE),
            "refuses store chains over different constant arrays",
        ),
        ExpectedError(re.compile("not supported|unsupported", re.IGNORECASE), "construct not supported"),
    ),
    releases=(_EXECUTABLE, *(_release(version) for version in VERSIONS)),
    by_path=by_path(_EXECUTABLE),
)
