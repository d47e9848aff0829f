"""Princess: a jar on Maven Central, with Scala beside it."""

from __future__ import annotations

import re

from gadfly.core.words import Feature, Outcome
from gadfly.targets.solvers.options.listing import ListedOption, written_down
from gadfly.targets.solvers.solver import Solver, SolverRelease, by_path, logics
from gadfly.targets.tool import ExpectedError, Maven

_VERSIONS = ("2021-05-10", "2022-11-03", "2023-06-19", "2024-11-08", "2025-11-17", "2026-05-20")
_LOGICS = logics(arrays=True, functions=True, arithmetic=("IDL", "LIA", "NIA")) | {
    *("QF_BV", "QF_UFBV", "QF_DT", "LIA", "UF", "UFLIA", "AUFLIA"),
}


def _release(version: str) -> SolverRelease:
    return SolverRelease(
        version=version,
        source=Maven(f"io.github.uuverifiers:princess_2.13:{version}"),
        program="princess_2.13-*.jar",
        command=(
            *("java", "-Xss64m", "-XX:+UseSerialGC", "-cp", "{home}/*", "ap.CmdlMain"),
            *("-inputFormat=smtlib", "+incremental", "+quiet", "-logo"),
        ),
        limits_address_space=False,
        logics=_LOGICS,
        features=frozenset({Feature.MODELS, Feature.INCREMENTAL}),
        session=("+stdin",),
        persistent=True,
        listing=written_down(
            ListedOption("clausifier", ("simple",)), ListedOption("reverseFunctionalityPropagation", ("",))
        ),
    )


_RELEASES = tuple(_release(version) for version in _VERSIONS)

TOOL = Solver(
    name="princess",
    family="princess",
    summary="Princess of Uppsala and Regensburg: integer arithmetic with quantifiers, arrays (Java)",
    url="https://github.com/uuverifiers/princess",
    executables=("princess",),
    option=("-{name}={value}",),
    flag=("+{name}",),
    expected_errors=(
        ExpectedError(re.compile("StackOverflowError"), "stack limit"),
        ExpectedError(re.compile("OutOfMemoryError"), "memory limit", Outcome.OUT_OF_MEMORY),
        ExpectedError(re.compile("not supported|unsupported|cannot handle"), "construct not supported"),
    ),
    releases=_RELEASES,
    by_path=by_path(_RELEASES[-1]),
)
