"""The converter: formulas become conditions in C that are true of the same values."""

from __future__ import annotations

from gadfly.lang.smt.terms import Term, post_order
from gadfly.techniques.mazes.convert.bodies import Body
from gadfly.techniques.mazes.convert.c_types import Corners
from gadfly.techniques.mazes.convert.ground import Ground
from gadfly.techniques.mazes.convert.manner import Manner
from gadfly.techniques.mazes.convert.operators import check_terms
from gadfly.techniques.mazes.convert.ranges import Ranges
from gadfly.techniques.mazes.convert.writer import ConditionWriter, Program


class Converter:
    """Writes conditions on the values of one program, in one manner.

    What it has written it does not write again. It serves one program only: how a term is written depends on
    what was written before, and a question must not depend on other questions.
    """

    def __init__(self, ground: Ground, manner: Manner) -> None:
        if ground.corners is not manner.corners:
            raise ValueError("ground and text must treat corner cases alike")
        self._program = Program(ground, manner)
        self._ranges = Ranges(ground.bound)
        self._conditions: dict[Term, str] = {}
        self._functions = 0
        self.carrier = self._program.values.carrier

    def condition(self, term: Term) -> str:
        """An expression of type int that is true iff the term and its restrictions hold.

        It may be used in main and in every function that has the carrier's parameters; as part of another
        expression it needs parentheses. UnconvertibleError if the ground is not made for the term.
        """
        text = self._conditions.get(term)
        if text is None:
            text = self._write(term)
            self._conditions[term] = text
        return text

    def definitions(self) -> str:
        """The functions that the conditions made so far need, each after those that it calls."""
        return self._program.helpers.text

    def _write(self, term: Term) -> str:
        program = self._program
        order = post_order([term])
        check_terms(order)
        if program.manner.corners is not Corners.UNCHECKED:
            self._ranges.admit(order)
        body = Body(program.notation)
        result = ConditionWriter(program, body, order).result
        if not body.length:
            return body.expression(result).text
        head = program.head("int", f"condition_{self._functions}")
        name = program.helpers.need(f"condition_{self._functions}", lambda _: body.function(head, result))
        self._functions += 1
        return program.call(name).text
