"""The question ddSMT asks about every candidate: is it still certainly true, and still answered wrongly?

Run as `python -m gadfly.triage.ddsmt_predicate JOB.json SCRIPT.smt2`; exit code 0 means yes. ddSMT knows
nothing of models, so without this it would happily turn a wrong `unsat` into `(assert false)`.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from gadfly.core.words import Answer, Basis, Kind, Language, Limits, Query, Question, Truth
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.targets.open import open_target
from gadfly.triage.smt_reducer import is_true
from gadfly.truth.judge import judge


@dataclass(frozen=True, slots=True)
class Job:
    """Whom to ask, what must be wrong, and the model that vouches for the truth."""

    target: str
    kind: Kind
    logic: str
    evidence: str
    wall_seconds: float

    @classmethod
    def load(cls, path: Path) -> Job:
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(**{**data, "kind": Kind(data["kind"])})

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    def question(self, text: str) -> Question:
        """What a script asks, every check-sat being satisfiable; raises ReadError."""
        checks = len(read_script(text).checks)
        truth = Truth((Answer.SAT,) * checks, Basis.MODEL, self.evidence)
        return Question(Query(Language.SMT, text, self.logic), truth)


def is_wrong(job: Job, text: str) -> bool:
    """Whether a script is true under the model and a fresh process of the target gets it wrong."""
    try:
        question = job.question(text)
    except ReadError:
        return False
    if not is_true(question, certify=lambda _question: False):
        return False
    target = open_target(job.target, install=False)
    try:
        limits = Limits(wall_seconds=job.wall_seconds, cpu_seconds=job.wall_seconds)
        complaint = judge(question, target.answer_fresh(question.query, limits))
    finally:
        target.close()
    return complaint is not None and complaint.kind is job.kind


def main(arguments: list[str]) -> int:
    job, script = map(Path, arguments)
    return 0 if is_wrong(Job.load(job), script.read_text(encoding="utf-8")) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
