"""z3: wheels on PyPI carry the executable."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gadfly.core.words import Feature, Kind, Outcome
from gadfly.lang.smt.dialect import OLD_STRING_NAMES, STANDARD
from gadfly.targets.solvers.options.listing import exclude
from gadfly.targets.solvers.options.z3 import list_parameters
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path
from gadfly.targets.tool import ExpectedError, KnownBug, PyPI, version_key

_PATCHES: dict[str, Iterable[int]] = {
    "4.8": range(5, 18),
    "4.9": range(2),
    "4.10": range(3),
    "4.11": range(3),
    "4.12": range(7),
    "4.13": range(5),
    "4.14": range(2),
    "4.15": (0, 1, 3, 4, 8),
    "4.16": (0,),
    "5.0": (0,),
    "5.1": (0,),
    "5.3": range(4),
    "5.4": (0,),
}
VERSIONS = (
    "4.5.1.0.post2",
    "4.8.0.0.post1",
    *(f"{minor}.{patch}.0" for minor, patches in _PATCHES.items() for patch in patches),
)

# Each first rewrites the goal and then decides it completely; all exist since 4.5.1.
TACTICS = (
    "(then simplify smt)",
    "(then propagate-values smt)",
    "(then simplify solve-eqs smt)",
    "(then simplify elim-uncnstr smt)",
    "(then ctx-simplify smt)",
    "(then nnf smt)",
    "(then elim-term-ite smt)",
    "(then tseitin-cnf smt)",
    "(then purify-arith smt)",
    "(then max-bv-sharing smt)",
    "(then reduce-args smt)",
    "(then symmetry-reduce smt)",
)

EXCLUDED_OPTIONS = (
    exclude(r"verbose|stats|warning|ctrl_c|debug_ref_count|suppress_platform_verbose", "about messages only"),
    exclude(r"pp\..*|.*(print|warnings|console|profile|trace|dbg_|rep_freq).*", "about messages only"),
    exclude(r".*(file|\blog\b|_log|log_|dump|drat|\.out\b).*", "writes or reads files"),
    exclude(r".*(timeout|rlimit|memory|max_steps).*", "a limit on time, memory or steps"),
    exclude(r".*(proof|unsat_core|core\.extend|validate|check_lemmas).*", "proofs, cores and self-checks"),
    exclude(r"(model|model_evaluator)(\..*)?", "how models are made and shown"),
    exclude(r"well_sorted_check|type_check|smtlib2_compliant|parser\..*", "how scripts are read"),
    exclude(r".*threads.*|parallel\..*", "several threads: no two runs are alike"),
    exclude(
        r"(fp|fixedpoint|interp|opt|tptp|rcf)\..*|sat\.(dimacs|lookahead_scores).*", "for other languages"
    ),
    exclude(r"smt\.(ff|finite_set)\..*", "for other languages"),
    exclude(r"smt\.logic|tactic\.default_tactic", "the script tells"),
    exclude(r"encoding", "changes the meaning: which characters there are"),
    exclude(r"rewriter\.hi_.*", "changes the meaning: values that the standard leaves open"),
    exclude(r"smt\.arith\.ignore_int", "changes the meaning: 'treat integer variables as real'"),
    exclude(r"smt\.array\.(extensional|weak)", "changes the meaning: arrays are not extensional"),
    exclude(r"smt\.bv\.enable_int2bv", "changes the meaning: no int2bv and bv2int"),
    exclude(r"smt\.arith\.solver=[0134]", "'no solver', or 'diff. logic only'"),
    exclude(r"smt\.string_solver=(none|empty)", "'no solver' for strings"),
    exclude(r"smt\.candidate_models", "models 'even when quantifier or theory reasoning is incomplete'"),
    exclude(r"smt\.arith\.nl\.transcendental.*", "approximates by design"),
    exclude(r"sat\.((local|prob|ddfw)_search|unit_walk)", "'instead of CDCL': never answers unsat"),
    exclude(r"sat\.binspr", "'eliminates models'"),
    exclude(r"sat\.lookahead\.delta_fraction=2", "'number between 0 and 1'"),
    exclude(r"sat\.rephase\.base=0", "never ends"),
    exclude(r"solver\.slice", "'filters assertions'"),
    exclude(r"sat\.override_incremental", "'override incremental safety gaps'"),
    exclude(r"nlsat\.inline_vars", "'not supported in incremental mode'"),
    exclude(r"algebraic\..*", "'Non-default parameter settings are not supported'"),
)


def _release(version: str) -> SolverRelease:
    return SolverRelease(
        version=version,
        source=PyPI("z3-solver", version, binary="z3"),
        program="z3",
        features=frozenset(Feature),
        tactics=TACTICS,
        dialect=OLD_STRING_NAMES if version_key(version) < (4, 8, 9) else STANDARD,
        session=("-in",),
        persistent=True,
        listing=list_parameters,
        excluded_options=EXCLUDED_OPTIONS,
    )


TOOL = Solver(
    name="z3",
    family="z3",
    summary="Z3 of Microsoft Research: every theory, quantifiers, tactics",
    url="https://github.com/Z3Prover/z3",
    executables=("z3",),
    option=("{name}={value}",),
    flag=("{name}=true",),
    expected_errors=(
        ExpectedError(re.compile("out of memory"), "memory limit", Outcome.OUT_OF_MEMORY),
        ExpectedError(re.compile("unknown tactic"), "this release lacks the tactic"),
        ExpectedError(re.compile("model is not available"), "models are switched off or were not computed"),
        ExpectedError(re.compile("operator is not supported|not supported"), "construct not supported"),
    ),
    known_bugs=(
        KnownBug(
            "incremental QF_LIA answers sat, then unsat to the same satisfiable stack",
            Kind.UNSOUND,
            first="4.8.5",
            last="4.8.7",
            logic=re.compile("QF_LIA"),
        ),
    ),
    releases=tuple(_release(version) for version in VERSIONS),
    by_path=by_path(_release(VERSIONS[-1])),
)
