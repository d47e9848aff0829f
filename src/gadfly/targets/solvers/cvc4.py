"""cvc4: the last release before cvc5, an executable in Debian."""

from __future__ import annotations

import re

from gadfly.targets.solvers.options.cvc import EXCLUDED_OPTIONS, list_cvc_options
from gadfly.targets.solvers.options.listing import exclude
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path, logics
from gadfly.targets.tool import Debian, ExpectedError

_ARITHMETIC = ("IDL", "RDL", "LIA", "LRA", "LIRA", "NIA", "NRA", "NIRA")
_QUANTIFIED = ("UF", "LIA", "LRA", "NIA", "NRA", "BV", "UFLIA", "UFNIA", "UFLRA", "AUFLIA", "AUFLIRA", "UFBV")
_REFUSED_OPTIONS = (
    exclude(r"bool-to-bv", "not together with strings-exp, which is always on"),
    exclude(r"bitblast-aig", "not compiled in"),
    exclude(r"inst-when=pre-full", "refused"),
)

_RELEASE = SolverRelease(
    version="1.8",
    source=Debian(
        "bookworm",
        (
            *("cvc4", "libcvc4-7", "libcvc4parser7", "libreadline8", "libtinfo6"),
            *("libcln6", "libgmp10", "libantlr3c-antlrdbg-3.4-0"),
        ),
    ),
    program="bin/cvc4",
    command=("{home}/lib/ld.so", "--library-path", "{home}/lib", "{program}"),
    logics=logics(arrays=True, functions=True, other=("BV", "DT", "S"), arithmetic=_ARITHMETIC)
    | frozenset(_QUANTIFIED),
    one_shot=("--quiet", "--lang=smt2.6", "--strings-exp"),
    incremental=("--incremental",),
    listing=list_cvc_options,
    excluded_options=(*EXCLUDED_OPTIONS, *_REFUSED_OPTIONS),
)

TOOL = Solver(
    name="cvc4",
    family="cvc",
    summary="CVC4, cvc5's predecessor: no floating point",
    url="https://github.com/CVC4/CVC4-archived",
    executables=("cvc4",),
    expected_errors=(
        ExpectedError(re.compile("not supported|unsupported|not implemented"), "construct not supported"),
        ExpectedError(
            re.compile("in a linear logic|non-linear", re.IGNORECASE), "not in the fragment of the logic"
        ),
    ),
    releases=(_RELEASE,),
    by_path=by_path(_RELEASE),
)
