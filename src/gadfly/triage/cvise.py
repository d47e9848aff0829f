"""C-Vise or C-Reduce as a back end: a foreign reducer under our predicate.

They know the language better than we do, and are slow because every candidate costs a process. Whatever goes
wrong with them, the question stays as it was.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import gadfly
from gadfly.core.words import Basis, Kind, Limits, Question
from gadfly.lang.c.dialect import FILE
from gadfly.run.command import run
from gadfly.run.scratch import scratch_folder
from gadfly.targets.install import cache_root
from gadfly.triage.c_layout import laid_out
from gadfly.triage.cvise_predicate import Job, is_wrong

PROGRAMS = ("cvise", "creduce")


def cvise_command() -> str:
    """The first of the programs that is on the path; "" if there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), "")


def reduce_with_cvise(
    question: Question, target: str, kind: Kind, *, seconds: float, wall_seconds: float = 10.0
) -> Question:
    """The question as C-Vise or C-Reduce leaves it after at most `seconds`, or as it is.

    Of two programs that contradict each other they reduce what both share, and probes are protected.

    `target` is as `open_target` takes it, and installed; each of its answers may take `wall_seconds`.
    """
    command = cvise_command()
    truth = question.truth
    if not command or truth.basis not in (Basis.INPUTS, Basis.CONTRADICTION):
        return question
    job = Job(target, kind, question.query.text, truth.answers, truth.basis, truth.evidence, wall_seconds)
    start = job.start
    if not is_wrong(job, start):
        return question
    text = laid_out(_run(command, job, seconds))
    reduced = job.question(text)
    return reduced if reduced and len(text) < len(start) and is_wrong(job, text) else question


def _run(command: str, job: Job, seconds: float) -> str:
    """What the program has made of its file by its end, or until its time is up: it changes it in place."""
    with scratch_folder() as folder:
        job_file, test, program = (folder / name for name in ("job.json", "test", FILE))
        job.save(job_file)
        program.write_text(job.start, encoding="utf-8", errors="surrogateescape")
        test.write_text(_test_script(job_file), encoding="utf-8")
        test.chmod(0o700)
        run(
            # Both insist on a program in their working folder, and `run` would clear its own away.
            ["env", f"--chdir={folder}", command, "--n", "1", str(test), FILE],
            Limits(wall_seconds=seconds, cpu_seconds=seconds),
            environment={"GADFLY_CACHE": str(cache_root())},
            address_space=False,
        )
        return program.read_text(encoding="utf-8", errors="surrogateescape")


def _test_script(job_file: Path) -> str:
    """A program without arguments, as both want it; candidates are in its working folder."""
    package_folder = str(Path(gadfly.__file__).parent.parent)
    return (
        f"#!{sys.executable}\n"
        "import sys\n"
        f"sys.path.insert(0, {package_folder!r})\n"
        "from gadfly.triage.cvise_predicate import main\n"
        f"sys.exit(main([{str(job_file)!r}, {FILE!r}]))\n"
    )
