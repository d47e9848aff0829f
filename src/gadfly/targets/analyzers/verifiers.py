"""The verifiers of SV-COMP that Gadfly knows, each as it comes in the archive of a competition.

The claims are what the authors stand by: symbolic executors and bounded model checkers for a bug that they
found, abstract interpreters for a program that they proved, the others for both.
"""

from __future__ import annotations

import re

from gadfly.core.words import Answer
from gadfly.lang.c.dialect import failures
from gadfly.targets.analyzers.analyzer import Analyzer
from gadfly.targets.analyzers.benchexec import verifier
from gadfly.targets.tool import ExpectedError

_BUGS = frozenset({Answer.UNSAFE})
_PROOFS = frozenset({Answer.SAFE})
_ASSERTIONS = failures(
    "extern void __assert_fail(const char *, const char *, unsigned int, const char *); "
    '__assert_fail("gadfly {label}", "query.c", 1, "check");'
)
_ERROR_CALLS = failures("extern void __VERIFIER_error(void); __VERIFIER_error();")


def _ultimate(name: str, toolchain: str, method: str) -> Analyzer:
    """One of the tools that start by `Ultimate.py`; its toolchain in `config` tells it from the others."""
    return Analyzer(
        name=name,
        family="ultimate",
        summary=f"Ultimate {toolchain}: {method}",
        url="https://github.com/ultimate-pa/ultimate",
        executables=("Ultimate.py",),
        beside=f"config/{toolchain}Reach*.xml",
        option=("--{name}", "{value}"),
        by_path=verifier(name),
    )


VERIFIERS = (
    Analyzer(
        name="2ls",
        family="cprover",
        summary="2LS: template-based invariants, k-induction and bounded model checking",
        url="https://github.com/diffblue/2ls",
        executables=("2ls",),
        option=("--{name}", "{value}"),
        # the module takes any run that exits with 0 for a proof
        by_path=verifier("two_ls", certain=r"^(TRUE|FALSE\b.*|VERIFICATION (SUCCESSFUL|FAILED))$"),
    ),
    Analyzer(
        name="cpachecker",
        family="cpachecker",
        summary="CPAchecker: configurable program analysis, predicate abstraction by default",
        url="https://cpachecker.sosy-lab.org",
        executables=("cpachecker", "cpa.sh"),
        option=("-setprop", "{name}={value}"),
        flag=("-{name}",),
        by_path=verifier("cpachecker", "-default"),
    ),
    Analyzer(
        name="esbmc",
        family="esbmc",
        summary="ESBMC: bounded model checking and k-induction",
        url="https://github.com/esbmc/esbmc",
        executables=("esbmc-wrapper.py",),
        option=("--{name}", "{value}"),
        # the module takes TRUE and FALSE anywhere, also in a line of the program that a warning quotes
        by_path=verifier("esbmc", "-s", "kinduction", certain=r"^(TRUE|FALSE_REACH)$"),
    ),
    Analyzer(
        name="goblint",
        family="goblint",
        summary="Goblint: thread-modular abstract interpretation",
        url="https://github.com/goblint/analyzer",
        executables=("goblint_runner.py", "goblint"),
        option=("--set", "{name}", "{value}"),
        flag=("--enable", "{name}"),
        disclaimers=(
            ExpectedError(
                re.compile(r"\[Unsound\].*"),
                "it says that it may be unsound here",
                url="https://github.com/goblint/analyzer/issues/771",
            ),
        ),
        by_path=verifier(
            "goblint",
            *("--enable", "ana.sv-comp.enabled", "--enable", "ana.sv-comp.functions"),
            *("--enable", "ana.int.interval"),
            claims=_PROOFS,
        ),
    ),
    Analyzer(
        name="klee",
        family="klee",
        summary="KLEE: symbolic execution, in the wrapper of the competitions that compiles first",
        url="https://klee-se.org",
        executables=("klee",),
        by_path=verifier("klee", claims=_BUGS, dialect=_ASSERTIONS),
    ),
    Analyzer(
        name="mopsa",
        family="mopsa",
        summary="Mopsa: abstract interpretation",
        url="https://gitlab.com/mopsa/mopsa-analyzer",
        executables=("mopsa-sv-comp",),
        by_path=verifier("mopsa", claims=_PROOFS),
    ),
    Analyzer(
        name="seahorn",
        family="seahorn",
        summary="SeaHorn: bit-precise bounded model checking; its unbounded engine has no machine integers",
        url="https://github.com/seahorn/seahorn",
        executables=("sea",),
        by_path=verifier(
            "seahorn",
            *("bpf", "-m64", "--inline", "--bmc=mono"),
            claims=_BUGS,
            dialect=_ERROR_CALLS,
        ),
    ),
    Analyzer(
        name="symbiotic",
        family="symbiotic",
        summary="Symbiotic: slicing and symbolic execution",
        url="https://github.com/staticafi/symbiotic",
        executables=("symbiotic",),
        by_path=verifier("symbiotic"),
    ),
    _ultimate("ultimateautomizer", "Automizer", "trace abstraction"),
    _ultimate("ultimategemcutter", "GemCutter", "trace abstraction of concurrent programs"),
    _ultimate("ultimatekojak", "Kojak", "interpolation on graphs"),
    _ultimate("ultimatetaipan", "Taipan", "trace abstraction and abstract interpretation"),
)
