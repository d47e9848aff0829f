"""Any SMT-LIB executable as a target, by its path: a few tiny questions tell what it can do."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, TargetName, Verdict
from gadfly.targets.catalog import tools
from gadfly.targets.install import Installed, sha256_of
from gadfly.targets.solvers.solver import Solver, SolverRelease
from gadfly.targets.solvers.target import SolverTarget
from gadfly.targets.tool import UnusableTargetError, UserInstalled

_LIMITS = Limits(wall_seconds=2.0, cpu_seconds=2.0, output_bytes=1 << 20)
_LOGICS = ("QF_UF", "QF_BV", "ALL")
_SAT = "(declare-fun p () Bool)(assert p)(check-sat)\n"
_UNSAT = "(declare-fun p () Bool)(assert p)(assert (not p))(check-sat)\n"
_STACK = "(declare-fun p () Bool)(push 1)(assert false)(check-sat)(pop 1)(assert p)(check-sat)\n"
_ASSUMPTIONS = "(declare-fun p () Bool)(assert p)(check-sat-assuming ((not p)))(check-sat)\n"
_MODEL = "(declare-fun p () Bool)(assert p)(check-sat)(get-model)\n"


def solver_by_path(path: Path, options: str = "") -> SolverTarget:
    """A target for the user's own build; `options` as in a target name, `[name=value,…]`.

    A build of a known tool is asked in that tool's way, any other one in the way it answers to.
    """
    if not path.is_file():
        raise UnusableTargetError(f"no such file: {path}")
    if not os.access(path, os.X_OK):
        raise UnusableTargetError(f"{path} is not executable: try `chmod +x`")
    path = path.resolve()
    installed = Installed(path.parent, path, sha256_of(path)[:16])
    plain_name = path.name.translate(str.maketrans("@[]", "___"))
    try:
        name = TargetName.parse(f"{plain_name}@path{options}")
    except ValueError as error:
        raise UnusableTargetError(str(error)) from error
    tool = next((tool for tool in tools() if path.name in tool.executables), None)
    if tool is not None:
        return _checked(SolverTarget(name, tool, tool.by_path, installed))
    return _explored(name, installed)


def _explored(name: TargetName, installed: Installed) -> SolverTarget:
    """Find out how an unknown solver is asked, then what it can do."""
    release = SolverRelease(version=name.version, source=UserInstalled(), features=frozenset())
    tool = _unknown_tool(name.tool, release)
    try:
        _checked(SolverTarget(name, tool, release, installed))
    except UnusableTargetError:
        release = replace(release, reads_stdin=True)
        _checked(SolverTarget(name, tool, release, installed))
    target = SolverTarget(name, tool, release, installed)
    release = replace(release, features=_features(target))
    for session in ((), ("-in",)):
        live = SolverTarget(name, tool, replace(release, persistent=True, session=session), installed)
        try:
            if _says(live, _SAT, Answer.SAT) and _says(live, _UNSAT, Answer.UNSAT):
                return live
        finally:
            live.close()
    return SolverTarget(name, tool, release, installed)


def _unknown_tool(name: str, release: SolverRelease) -> Solver:
    return Solver(
        name=name,
        family=name,
        summary="an SMT-LIB executable of the user",
        url="",
        executables=(),
        by_path=release,
    )


def _features(target: SolverTarget) -> frozenset[Feature]:
    found = set()
    if _says(target, _STACK, Answer.UNSAT, Answer.SAT):
        found.add(Feature.INCREMENTAL)
    if _says(target, _ASSUMPTIONS, Answer.UNSAT, Answer.SAT):
        found.add(Feature.ASSUMPTIONS)
    if any(_ask(target, _MODEL, logic).models[-1:] not in ((), ("",)) for logic in _LOGICS):
        found.add(Feature.MODELS)
    return frozenset(found)


def _checked(target: SolverTarget) -> SolverTarget:
    """The target, if it answers two questions that every SMT-LIB solver answers."""
    for question, answer in ((_SAT, Answer.SAT), (_UNSAT, Answer.UNSAT)):
        if not _says(target, question, answer, fresh=True):
            verdict = _ask(target, question, _LOGICS[0])
            said = ", ".join(verdict.answers) or verdict.detail or verdict.outcome
            raise UnusableTargetError(
                f"{target.identity.name} does not answer {answer} to a trivial question: {said}"
            )
    return target


def _says(target: SolverTarget, question: str, *answers: Answer, fresh: bool = False) -> bool:
    for logic in _LOGICS:
        verdict = _ask(target, question, logic, fresh=fresh)
        if verdict.outcome is Outcome.ANSWERED and verdict.answers == answers:
            return True
    return False


def _ask(target: SolverTarget, question: str, logic: str, *, fresh: bool = False) -> Verdict:
    script = f"(set-option :produce-models true)\n(set-logic {logic})\n{question}"
    ask = target.answer_fresh if fresh else target.answer
    return ask(Query(Language.SMT, script, logic), _LIMITS)
