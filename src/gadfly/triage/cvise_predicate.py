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
from gadfly.triage.pair_frame import Frame
from gadfly.triage.pair_witness import PairWitness
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import Executor
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask, earlier, is_relative, suspected


@dataclass(frozen=True, slots=True)
class Job:
    """Whom to ask, what must be wrong, and the question that all candidates descend from.

    If its truth is relative, candidates are frames of its two programs.
    """

    target: str
    kind: Kind
    text: str
    answers: tuple[Answer, ...]
    basis: Basis
    evidence: str
    wall_seconds: float

    @classmethod
    def load(cls, path: Path) -> Job:
        data = json.loads(path.read_text(encoding="utf-8"))
        answers = tuple(map(Answer, data["answers"]))
        kind, basis = Kind(data["kind"]), Basis(data["basis"])
        return cls(**{**data, "kind": kind, "answers": answers, "basis": basis})

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @property
    def original(self) -> Question:
        return Question(Query(Language.C, self.text), Truth(self.answers, self.basis, self.evidence))

    @property
    def start(self) -> str:
        """The first candidate; "" if the two programs have no frame."""
        if not is_relative(self.original):
            return self.text
        frame = Frame.of(self.original)
        return frame.text if frame else ""

    def question(self, text: str) -> Question | None:
        """What a candidate asks; None if that is nothing, no C, or may be undefined unlike the original."""
        original = self.original
        try:
            if is_relative(original):
                frame = Frame.of(original)
                question = frame.filled(original, text) if frame else None
            else:
                question = with_text(original, text)
            if question is None or not question.truth.answers:
                return None
            programs = zip(_programs(question), _programs(original), strict=True)
            is_doubtful = any(doubts(parse(new)) - doubts(parse(old)) for new, old in programs)
        except (CReadError, ValueError, IndexError):  # the last two for labels that are none of ours
            return None
        return None if is_doubtful else question


def _programs(question: Question) -> tuple[str, ...]:
    return (question.query.text, *((earlier(question).text,) if is_relative(question) else ()))


class _Executing(Reference):
    """Executes programs with the compilers that there are."""

    def __init__(self) -> None:
        compilers = installed_compilers(install=False)
        self._executor = Executor([Compiler(each.name, each.family, each.command) for each in compilers])

    def execute(self, program: str, *vectors: tuple[int, ...]) -> Execution:
        return self._executor.run_quick(program, *vectors)


def is_wrong(job: Job, text: str) -> bool:
    """Whether a fresh process of the target gets a program wrong whose truth holds when it is executed.

    Of two programs that contradict each other it is enough that both come to the check that matters.
    """
    question = job.question(text)
    if question is None:
        return False
    target = open_target(job.target, install=False)
    try:
        limits = Limits(wall_seconds=job.wall_seconds, cpu_seconds=job.wall_seconds)
        heard = ask(question, lambda query: target.answer_fresh(query, limits))
    finally:
        target.close()
    complaint = judge(heard.question, heard.verdict)
    if complaint is None or complaint.kind is not suspected(question, job.kind):
        return False
    if is_relative(question):
        return PairWitness(_Executing(), job.original).holds(question)
    return job.kind is Kind.CRASH or Witness(_Executing(), job.original).holds(question)


def main(arguments: list[str]) -> int:
    job, program = map(Path, arguments)
    return 0 if is_wrong(Job.load(job), program.read_text(encoding="utf-8", errors="surrogateescape")) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
