"""Whether the truth of a C question still holds: its program is executed again."""

from __future__ import annotations

from gadfly.core.interfaces import CheckCount, Reference
from gadfly.core.words import Answer, Question
from gadfly.lang.c.vectors import input_vectors


class Witness:
    """Executes smaller and smaller versions of one question, and remembers those whose truth holds.

    If the original reached all checks that are safe, so must they: a check that is safe because nothing
    comes there any more would be another question.
    """

    def __init__(self, reference: Reference, original: Question) -> None:
        self._reference = reference
        counts = self._executed(original)
        self._must_reach = bool(counts) and all(
            count.passed > 0
            for count, answer in zip(counts, original.truth.answers, strict=True)
            if answer is Answer.SAFE
        )
        self.held: list[Question] = []

    def holds(self, question: Question) -> bool:
        counts = self._executed(question)
        answers = question.truth.answers
        if len(counts) != len(answers) or not all(map(self._agrees, counts, answers)):
            return False
        self.held.append(question)
        return True

    def _agrees(self, count: CheckCount, answer: Answer) -> bool:
        match answer:
            case Answer.SAFE:
                return count.failed == 0 and (count.passed > 0 or not self._must_reach)
            case Answer.UNSAFE:
                return count.failed > 0
            case _:
                return True

    def _executed(self, question: Question) -> tuple[CheckCount, ...]:
        """How often each check was true and false in all executions together; none if one is not defined."""
        vectors = input_vectors(question.truth.evidence)
        execution = self._reference.execute(question.query.text, *vectors)
        is_usable = not execution.problem and len(execution.checks) == len(question.truth.answers)
        return execution.checks if is_usable else ()
