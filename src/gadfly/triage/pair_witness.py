"""Whether the two programs of a contradiction still do what they did: they are executed again."""

from __future__ import annotations

from gadfly.core.interfaces import CheckCount, Reference
from gadfly.core.words import Question
from gadfly.lang.c.relation import read_relation

_NEVER = CheckCount(0, 0)


class PairWitness:
    """Executes smaller and smaller versions of one relative question.

    If both programs of the original come to the checks that are tied, so must they: that a check cannot fail
    because nothing comes there any more would be another question. Nothing is asked of what could not be
    executed in the first place.
    """

    def __init__(self, reference: Reference, original: Question) -> None:
        self._reference = reference
        self._was_reached = self._is_reached(original)

    def holds(self, question: Question) -> bool:
        if self._was_reached is None:
            return True
        is_reached = self._is_reached(question)
        return is_reached is not None and is_reached >= self._was_reached

    def _is_reached(self, question: Question) -> bool | None:
        """Whether all tied checks are reached; None if an execution is not defined."""
        relation = read_relation(question.truth.evidence)
        is_reached = True
        for program, labels in (
            (question.query.text, [tie.later for tie in relation.ties]),
            (relation.program, [tie.earlier for tie in relation.ties]),
        ):
            execution = self._reference.execute(program, *relation.inputs)
            if execution.problem or len(execution.checks) <= max(labels, default=-1):
                return None
            is_reached &= all(execution.checks[label] != _NEVER for label in labels)
        return is_reached
