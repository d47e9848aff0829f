"""ddSMT as a back end: a foreign reducer under our predicate (extra `gadfly[reduce]`).

It knows rewritings that we do not have, and is slow because every candidate costs a process. Whatever goes
wrong with it, the question stays as it was.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import gadfly
from gadfly.core.words import Basis, Kind, Limits, Question
from gadfly.lang.smt.sexpr import ReadError
from gadfly.run.command import run
from gadfly.run.scratch import scratch_folder
from gadfly.targets.install import cache_root
from gadfly.triage.ddsmt_predicate import Job, is_wrong


def ddsmt_command() -> str:
    """The ddSMT of this environment, or on the path; "" if there is none."""
    here = str(Path(sys.executable).parent)
    return shutil.which("ddsmt", path=os.pathsep.join([here, os.environ.get("PATH", os.defpath)])) or ""


def reduce_with_ddsmt(
    question: Question, target: str, kind: Kind, *, seconds: float, wall_seconds: float = 10.0
) -> Question:
    """The question as ddSMT leaves it after at most `seconds`, or as it is.

    `target` is as `open_target` takes it, and installed; each of its answers may take `wall_seconds`.
    """
    ddsmt = ddsmt_command()
    if not ddsmt or question.truth.basis is not Basis.MODEL:
        return question
    job = Job(target, kind, question.query.logic, question.truth.evidence, wall_seconds)
    if not is_wrong(job, question.query.text):
        return question
    text = _run_ddsmt(ddsmt, job, question.query.text, seconds)
    try:
        reduced = job.question(text)
    except ReadError:
        return question
    return reduced if len(text) < len(question.query.text) and is_wrong(job, text) else question


def _run_ddsmt(ddsmt: str, job: Job, text: str, seconds: float) -> str:
    """What ddSMT has written by its end, or until its time is up: it writes every improvement."""
    with scratch_folder() as folder:
        job_file, script, result = (folder / name for name in ("job.json", "in.smt2", "out.smt2"))
        job.save(job_file)
        script.write_text(text, encoding="utf-8")
        predicate = [sys.executable, "-m", "gadfly.triage.ddsmt_predicate", str(job_file)]
        # A candidate may need longer than the original, but never longer than the target's own limit.
        patience = str(job.wall_seconds + 10)
        run(
            [ddsmt, "--timeout", patience, str(script), str(result), *predicate],
            Limits(wall_seconds=seconds, cpu_seconds=seconds),
            environment={
                "GADFLY_CACHE": str(cache_root()),
                # ddSMT runs a copy of Python, which does not know where our packages are.
                "PYTHONPATH": os.pathsep.join(
                    [str(Path(gadfly.__file__).parent.parent), *filter(None, sys.path)]
                ),
            },
        )
        return result.read_text(encoding="utf-8", errors="replace") if result.exists() else ""
