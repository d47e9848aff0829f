"""Any SMT-LIB executable as a target, by its path: a few tiny questions tell what it can do."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, TargetName
from gadfly.targets.catalog import tools
from gadfly.targets.install import Installed, sha256_of
from gadfly.targets.solvers.solver import Solver, SolverRelease
from gadfly.targets.solvers.target import SolverTarget
from gadfly.targets.tool import UnusableTargetError, UserInstalled

_LIMITS = Limits(wall_seconds=5.0, cpu_seconds=2.0, output_bytes=1 << 20)
_SESSION_LIMITS = Limits(wall_seconds=2.0, cpu_seconds=2.0, output_bytes=1 << 20)
_LOGICS = ("QF_UF", "QF_BV", "ALL")
_SAT = "(declare-fun p () Bool)(assert p)(check-sat)\n"
_UNSAT = "(declare-fun p () Bool)(assert p)(assert (not p))(check-sat)\n"
_STACK = "(declare-fun p () Bool)(push 1)(assert false)(check-sat)(pop 1)(assert p)(check-sat)\n"
_ASSUMPTIONS = "(declare-fun p () Bool)(assert p)(check-sat-assuming ((not p)))(check-sat)\n"
_MODEL = "(declare-fun p () Bool)(assert p)(check-sat)(get-model)\n"


class _HangingTargetError(UnusableTargetError):
    """It does not even end, so there is no use in trying other ways to ask."""


def solver_by_path(path: Path, options: str = "") -> SolverTarget:
    """A target for the user's own build; `options` as in a target name, `[name=value,…]`.

    A build of a known tool is asked in that tool's way, any other one in the way it answers to.
    """
    if not path.is_file():
        raise UnusableTargetError(f"no such file: {path}")
    if not os.access(path, os.X_OK):
        raise UnusableTargetError(f"{path} is not executable: try `chmod +x`")
    path = path.absolute()
    installed = Installed(path.parent, path, sha256_of(path)[:16])
    plain_name = path.name.translate(str.maketrans("@[]", "___"))
    try:
        name = TargetName.parse(f"{plain_name}@path{options}")
    except ValueError as error:
        raise UnusableTargetError(str(error)) from error
    solvers = (tool for tool in tools() if isinstance(tool, Solver))
    tool = next((solver for solver in solvers if path.name in solver.executables), None)
    if tool is None:
        return _explored(name, installed)
    target = SolverTarget(name, tool, tool.by_path, installed)
    _working_logic(target)
    return target


def _explored(name: TargetName, installed: Installed) -> SolverTarget:
    """Find out how an unknown solver is asked, then what it can do."""
    release = SolverRelease(version=name.version, source=UserInstalled(), features=frozenset())
    tool = _unknown_tool(name.tool, release)
    target = SolverTarget(name, tool, release, installed)
    try:
        logic = _working_logic(target)
    except _HangingTargetError:
        raise
    except UnusableTargetError:
        release = replace(release, reads_stdin=True)
        target = SolverTarget(name, tool, release, installed)
        logic = _working_logic(target)
    release = replace(release, features=_features(target, logic))
    for session in ((), ("-in",)):
        live = SolverTarget(name, tool, replace(release, persistent=True, session=session), installed)
        if _keeps_answering(live, logic):
            return live
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


def _working_logic(target: SolverTarget) -> str:
    """A logic in which the solver answers two questions that every solver answers."""
    for logic in _LOGICS:
        verdict = target.answer_fresh(_query(_SAT, logic), _LIMITS)
        if verdict.answers == (Answer.SAT,) and _says(target, _UNSAT, logic, Answer.UNSAT):
            return logic
        if verdict.outcome is Outcome.TIMEOUT:
            raise _HangingTargetError(f"{target.identity.name} hangs on a trivial question: {verdict.detail}")
    said = ", ".join(verdict.answers) or verdict.detail
    raise UnusableTargetError(f"{target.identity.name} does not answer trivial questions rightly: {said}")


def _features(target: SolverTarget, logic: str) -> frozenset[Feature]:
    found = set()
    if _says(target, _STACK, logic, Answer.UNSAT, Answer.SAT):
        found.add(Feature.INCREMENTAL)
    if _says(target, _ASSUMPTIONS, logic, Answer.UNSAT, Answer.SAT):
        found.add(Feature.ASSUMPTIONS)
    if any(target.answer_fresh(_query(_MODEL, logic), _LIMITS).models):
        found.add(Feature.MODELS)
    return frozenset(found)


def _keeps_answering(target: SolverTarget, logic: str) -> bool:
    """Whether one process answers several scripts; whoever does is left running."""
    expected = ((_SAT, Answer.SAT), (_UNSAT, Answer.UNSAT), (_SAT, Answer.SAT))
    verdicts = (target.answer(_query(question, logic), _SESSION_LIMITS) for question, _ in expected)
    if all(verdict.answers == (answer,) for verdict, (_, answer) in zip(verdicts, expected, strict=True)):
        return True
    target.close()
    return False


def _says(target: SolverTarget, question: str, logic: str, *answers: Answer) -> bool:
    verdict = target.answer_fresh(_query(question, logic), _LIMITS)
    return verdict.outcome is Outcome.ANSWERED and verdict.answers == answers


def _query(question: str, logic: str) -> Query:
    option = "(set-option :produce-models true)\n" if question is _MODEL else ""
    return Query(Language.SMT, f"{option}(set-logic {logic})\n{question}", logic)
