"""Writing sub-terms: what all conditions of a program share, and what one condition needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.techniques.mazes.convert.arrays import ArrayWriter
from gadfly.techniques.mazes.convert.bodies import Body, Helpers
from gadfly.techniques.mazes.convert.c_types import Corners, UnconvertibleError
from gadfly.techniques.mazes.convert.carriers import Values
from gadfly.techniques.mazes.convert.constants import is_constant
from gadfly.techniques.mazes.convert.expressions import Expr, Grip, Notation, binary, call
from gadfly.techniques.mazes.convert.ground import Ground
from gadfly.techniques.mazes.convert.manner import Manner, Operators, Sharing
from gadfly.techniques.mazes.convert.obligations import (
    corner_obligations,
    divisor_obligations,
    index_obligations,
)
from gadfly.techniques.mazes.convert.operators import ARRAY_OPERATORS, COMPOSED, SCALAR_OPERATORS

_LONG = 300
"""Characters of an expression that is named lest the next become unreadable."""
_WORTH_NAMING = {Sharing.INLINE: 60, Sharing.VARIABLES: 8, Sharing.FUNCTIONS: 8}
"""Characters of a shared expression that is named."""
_MOST_NESTED = 4
"""Functions of shared sub-terms that call each other, as every call evaluates anew."""


@dataclass(frozen=True, slots=True)
class Written:
    """A sub-term in C: whether it mentions local variables, and how deep its shared functions nest."""

    expr: Expr
    is_local: bool = False
    nesting: int = 0


class Program:
    """What the conditions of a program share: its values, its functions, and the text of sub-terms."""

    def __init__(self, ground: Ground, manner: Manner) -> None:
        self.ground = ground
        self.manner = manner
        self.notation = Notation(manner)
        self.helpers = Helpers()
        self.arrays = ArrayWriter(ground.layouts, self.notation, self.helpers)
        self.values = Values(ground, self.notation, self.arrays)
        self.texts: dict[Term, Written] = {}
        self._bank = Bank()
        self._shared = 0

    def guards(self, term: Term) -> Iterator[Term]:
        """The restrictions that the text itself must check before it may go on with the term."""
        yield from index_obligations(self.ground, term, self._bank)
        if self.manner.corners is not Corners.UNCHECKED:
            yield from divisor_obligations(term, self._bank)
        if self.manner.corners is Corners.EXCLUDED:
            yield from corner_obligations(term, self._bank)

    def head(self, result: str, name: str, parameters: Sequence[str] = ()) -> str:
        """The head of a function that has the carrier's parameters after its own."""
        carried = self.values.carrier.parameters
        if carried != "void" or not parameters:
            parameters = (*parameters, carried)
        return f"{result} {name}({', '.join(parameters)})"

    def call(self, name: str, arguments: Sequence[str] = ()) -> Expr:
        """A call of such a function."""
        carried = self.values.carrier.arguments
        return call(name, (*arguments, carried) if carried else arguments)

    def symbol(self, term: Term, args: Sequence[Expr]) -> Expr:
        """A constant, or a look-up in the table of a function."""
        if term.name not in self.ground.symbols:
            raise UnconvertibleError(f"{term.name} is not on this ground")
        if not args:
            return self.values.value(term.name)
        name = self.helpers.need(self.values.function(term.name), lambda name: self._look_up(term, name))
        return self.call(name, [arg.text for arg in args])

    def operator(self, term: Term, args: Sequence[Expr]) -> Expr:
        """A call of a function that does what an operator with one or two arguments does."""
        parts = ["op", term.name]
        if term.args[0].sort.name == "BitVec":
            parts.append(str(term.args[0].sort.width))
        parts += map(str, term.indices)
        name = self.helpers.need("_".join(parts), lambda name: self._operator(term, name))
        return call(name, [arg.text for arg in args])

    def shared(self, term: Term, expr: Expr) -> Expr:
        """A call of a function that has the value of an expression without local variables."""
        self._shared += 1
        name = f"shared_{self._shared}"
        head = self.head(self._type(term), name)
        self.helpers.need(name, lambda _: Body(self.notation).function(head, expr))
        return self.call(name)

    def _type(self, term: Term) -> str:
        return "int" if term.sort == BOOL else self.notation.types.of(term.sort).name

    def _operator(self, term: Term, name: str) -> str:
        letters = "ab"[: len(term.args)]
        body = Body(self.notation)
        result = SCALAR_OPERATORS[term.name](body, term, [Expr(letter) for letter in letters])
        parameters = [f"{self._type(arg)} {letter}" for arg, letter in zip(term.args, letters, strict=True)]
        return body.function(f"{self._type(term)} {name}({', '.join(parameters)})", result)

    def _look_up(self, term: Term, name: str) -> str:
        body = Body(self.notation)
        places = range(len(term.args))
        for number in range(self.ground.tables[term.name]):
            tests = [
                binary("==", Expr(f"x{place}"), self.values.value(term.name, f"key{number}_{place}"))
                for place in places
            ]
            value = self.values.value(term.name, f"value{number}")
            body.add(f"if ({binary('&&', *tests).text})\n        return {value.text};")
        parameters = [f"{self._type(arg)} x{place}" for place, arg in zip(places, term.args, strict=True)]
        return body.function(
            self.head(self._type(term), name, parameters), self.values.value(term.name, "else")
        )


class ConditionWriter:
    """Writes the sub-terms of one condition into a body."""

    def __init__(self, program: Program, body: Body, order: Sequence[Term]) -> None:
        self._program = program
        self._body = body
        self._written: dict[Term, Written] = {}
        self._uses = Counter(arg for term in order for arg in term.args)
        for term in order:
            for guard in program.guards(term):
                self._write_all(post_order([guard], stop=self._written))
                body.require(self._written[guard].expr)
            self._write_all([term])
        self.result = self._written[order[-1]].expr

    def _write_all(self, order: Sequence[Term]) -> None:
        for term in order:
            if term not in self._written:
                self._written[term] = self._named(term, self._text(term))

    def _text(self, term: Term) -> Written:
        """The term in terms of its written arguments."""
        texts = self._program.texts
        args = [self._written[arg] for arg in term.args]
        has_local = any(arg.is_local for arg in args)
        if not has_local and term in texts:
            return texts[term]
        before = self._body.length
        expr = self._expression(term, [arg.expr for arg in args])
        is_local = has_local or self._body.length > before
        written = Written(expr, is_local, max((arg.nesting for arg in args), default=0))
        if not is_local:
            texts[term] = written
        return written

    def _expression(self, term: Term, args: Sequence[Expr]) -> Expr:
        program = self._program
        if term.shape is Shape.LITERAL:
            return program.notation.literal(int(term.value), term.sort)
        if term.shape is Shape.SYMBOL:
            return program.symbol(term, args)
        is_about_arrays = term.name in ("=", "distinct") and term.args[0].sort.name == "Array"
        if is_about_arrays or term.name in ARRAY_OPERATORS:
            return program.arrays.write(self._body, term, args)
        if program.manner.operators is Operators.CALLED and _is_worth_calling(term):
            return program.operator(term, args)
        return SCALAR_OPERATORS[term.name](self._body, term, args)

    def _named(self, term: Term, written: Written) -> Written:
        """The same by a name, if it is used more than once or very long."""
        length = len(written.expr.text)
        if length <= _LONG and (written.expr.grip is Grip.ATOM or not self._is_worth_naming(term, length)):
            return written
        if term.sort.name == "Array":
            copy = self._program.arrays.copied(self._body, term.sort, written.expr)
            return Written(copy, is_local=True)
        is_variable = self._program.manner.sharing is not Sharing.FUNCTIONS
        if is_variable or written.is_local or written.nesting >= _MOST_NESTED:
            return Written(self._body.bind(written.expr, term.sort), is_local=True)
        shared = Written(self._program.shared(term, written.expr), nesting=written.nesting + 1)
        self._program.texts[term] = shared
        return shared

    def _is_worth_naming(self, term: Term, length: int) -> bool:
        return self._uses[term] > 1 and length > _WORTH_NAMING[self._program.manner.sharing]


def _is_worth_calling(term: Term) -> bool:
    """With a constant the text in place is shorter."""
    return term.name in COMPOSED and len(term.args) <= 2 and not any(map(is_constant, term.args))
