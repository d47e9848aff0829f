"""Functions in the making: their statements, and the helpers that come before them."""

from __future__ import annotations

from collections.abc import Callable

from gadfly.lang.smt.sorts import Sort
from gadfly.techniques.mazes.convert.expressions import Expr, Grip, Notation, binary

_SHORT = 16
"""Characters of an expression that is repeated rather than named."""


class Body:
    """Statements before a result: variables, and requirements without which the result is 0."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self._statements: list[str] = []
        self._requirements: list[Expr] = []
        self._names = 0

    @property
    def length(self) -> int:
        """How many statements that are no requirements there are so far."""
        return len(self._statements) - len(self._requirements)

    def require(self, condition: Expr) -> None:
        """Nothing that is added later is evaluated unless the condition holds."""
        self._requirements.append(condition)
        self._statements.append(f"if (!{condition.held(Grip.ATOM)})\n        return 0;")

    def add(self, statement: str) -> None:
        self._statements.append(statement)

    def fresh_name(self) -> str:
        self._names += 1
        return f"t_{self._names}"

    def bind(self, value: Expr, sort: Sort) -> Expr:
        """A new variable with the value."""
        name = self.fresh_name()
        self.add(f"{self.notation.types.of(sort).name} {name} = {value.text};")
        return Expr(name)

    def reusable(self, value: Expr, sort: Sort) -> Expr:
        """The value as something that may be written several times."""
        return value if len(value.text) <= _SHORT else self.bind(value, sort)

    def expression(self, result: Expr) -> Expr:
        """The requirements and the result in one expression, if there are no other statements."""
        return binary("&&", *self._requirements, result)

    def function(self, head: str, result: Expr) -> str:
        """The whole function."""
        statements = "".join(f"    {statement}\n" for statement in self._statements)
        return f"static {head}\n{{\n{statements}    return {result.text};\n}}\n"


class Helpers:
    """Functions by name, in an order in which each comes after those it calls."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def need(self, name: str, write: Callable[[str], str]) -> str:
        """The name of a function that is written when it is first needed."""
        if name not in self._texts:
            text = write(name)
            self._texts[name] = text
        return name

    @property
    def text(self) -> str:
        return "\n".join(self._texts.values())
