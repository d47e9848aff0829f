"""The question C-Vise and C-Reduce ask about every candidate: is it still true, and still answered wrongly?

Run as `python -m gadfly.triage.cvise_predicate JOB.json PROGRAM.c`; exit code 0 means yes. They know nothing
of undefined behaviour, so without this they would happily run into it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from gadfly.core.interfaces import Execution, Reference
from gadfly.core.words import Answer, Basis, Kind, Language, Limits, Query, Question, Truth
from gadfly.lang.c.parse import CReadError, parse
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.targets.open import open_target
from gadfly.triage.c_definedness import doubts
from gadfly.triage.c_reducer import with_text
from gadfly.triage.c_witness import Witness
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import Executor
from gadfly.truth.judge import judge


@dataclass(frozen=True, slots=True)
class Job:
    """Whom to ask, what must be wrong, and the question that all candidates descend from."""

    target: str
    kind: Kind
    text: str
    answers: tuple[Answer, ...]
    evidence: str
    wall_seconds: float

    @classmethod
    def load(cls, path: Path) -> Job:
        data = json.loads(path.read_text(encoding="utf-8"))
        answers = tuple(map(Answer, data["answers"]))
        return cls(**{**data, "kind": Kind(data["kind"]), "answers": answers})

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @property
    def original(self) -> Question:
        return Question(Query(Language.C, self.text), Truth(self.answers, Basis.INPUTS, self.evidence))

    def question(self, text: str) -> Question | None:
        """What a candidate asks; None if that is nothing, no C, or may be undefined unlike the original."""
        try:
            question = with_text(self.original, text)
            new_doubts = doubts(parse(question.query.text)) - doubts(parse(self.text))
        except (CReadError, ValueError, IndexError):  # the last two for labels that are none of ours
            return None
        return question if question.truth.answers and not new_doubts else None


class _Executing(Reference):
    """Executes programs with the compilers that there are."""

    def __init__(self) -> None:
        compilers = installed_compilers(install=False)
        self._executor = Executor([Compiler(each.name, each.family, each.command) for each in compilers])

    def execute(self, program: str, *vectors: tuple[int, ...]) -> Execution:
        return self._executor.run_quick(program, *vectors)


def is_wrong(job: Job, text: str) -> bool:
    """Whether a fresh process of the target gets a program wrong whose truth holds when it is executed."""
    question = job.question(text)
    if question is None:
        return False
    target = open_target(job.target, install=False)
    try:
        limits = Limits(wall_seconds=job.wall_seconds, cpu_seconds=job.wall_seconds)
        complaint = judge(question, target.answer_fresh(question.query, limits))
    finally:
        target.close()
    if complaint is None or complaint.kind is not job.kind:
        return False
    return job.kind is Kind.CRASH or Witness(_Executing(), job.original).holds(question)


def main(arguments: list[str]) -> int:
    job, program = map(Path, arguments)
    return 0 if is_wrong(Job.load(job), program.read_text(encoding="utf-8", errors="surrogateescape")) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
