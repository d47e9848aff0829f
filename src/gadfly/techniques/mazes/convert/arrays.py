"""The ArraysEx theory: arrays are never changed, so a write makes a copy first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from gadfly.lang.smt.sorts import INT, Sort
from gadfly.lang.smt.terms import Term
from gadfly.techniques.mazes.convert.bodies import Body, Helpers
from gadfly.techniques.mazes.convert.c_types import UnconvertibleError
from gadfly.techniques.mazes.convert.expressions import Expr, Notation, binary, call, cast, element, unary
from gadfly.techniques.mazes.convert.layouts import Layout


class ArrayWriter:
    """Writes what is done with arrays of any layout, and the loops that it takes as functions."""

    def __init__(self, layouts: Mapping[Sort, Layout], notation: Notation, helpers: Helpers) -> None:
        self._layouts = layouts
        self._notation = notation
        self._helpers = helpers
        self._numbers = {sort: number for number, sort in enumerate(layouts, 1)}

    def declarator(self, sort: Sort, name: str) -> str:
        """The declaration of a variable, which need not be an array."""
        dimensions = ""
        inner = sort
        while inner.name == "Array":
            dimensions += f"[{self._layouts[inner].size}]"
            inner = inner.args[1]
        return f"{self._notation.types.of(inner).name} {name}{dimensions}"

    def write(self, body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        """An application of an operator of arrays, or of `=` or `distinct` to them."""
        match term.name:
            case "select":
                return element(args[0], self._index(term, args[1]))
            case "store":
                return self._store(body, term, args)
            case "const-array":
                return self._filled(body, term.sort, args[0])
            case "=":
                return binary("&&", *(self._equal(term, args[0], arg) for arg in args[1:]))
        return binary("&&", *(unary("!", self._equal(term, *pair)) for pair in combinations(args, 2)))

    def _index(self, term: Term, index: Expr) -> Expr:
        """No more bits than an address has."""
        sort = term.args[1].sort
        is_wide = sort != INT and sort.width > 64
        return cast(self._notation.types.unsigned_word, index) if is_wide else index

    def copied(self, body: Body, sort: Sort, array: Expr) -> Expr:
        """A new variable with the same cells."""
        copy = self._variable(body, sort)
        body.add(self._assignment(sort, copy, array))
        return copy

    def _store(self, body: Body, term: Term, args: Sequence[Expr]) -> Expr:
        copy = self.copied(body, term.sort, args[0])
        cell = element(copy, self._index(term, args[1]))
        body.add(self._assignment(term.sort.args[1], cell, args[2]))
        return copy

    def _filled(self, body: Body, sort: Sort, value: Expr) -> Expr:
        array = self._variable(body, sort)
        body.add(f"{call(self._filler(sort), (array.text, value.text)).text};")
        return array

    def _variable(self, body: Body, sort: Sort) -> Expr:
        name = body.fresh_name()
        body.add(f"{self.declarator(sort, name)};")
        return Expr(name)

    def _equal(self, term: Term, left: Expr, right: Expr) -> Expr:
        return call(self._comparer(term.args[0].sort), (left.text, right.text))

    # Functions with loops

    def _copier(self, sort: Sort) -> str:
        def write(name: str) -> str:
            assignment = self._assignment(sort.args[1], Expr("to[k]"), Expr("from[k]"))
            parameters = f"{self.declarator(sort, 'to')}, {self.declarator(sort, 'from')}"
            return f"static void {name}({parameters})\n{{\n{self._loop(sort)}        {assignment}\n}}\n"

        return self._helpers.need(f"array_copy_{self._numbers[sort]}", write)

    def _filler(self, sort: Sort) -> str:
        def write(name: str) -> str:
            assignment = self._assignment(sort.args[1], Expr("to[k]"), Expr("value"))
            parameters = f"{self.declarator(sort, 'to')}, {self.declarator(sort.args[1], 'value')}"
            return f"static void {name}({parameters})\n{{\n{self._loop(sort)}        {assignment}\n}}\n"

        return self._helpers.need(f"array_fill_{self._numbers[sort]}", write)

    def _comparer(self, sort: Sort) -> str:
        layout = self._layouts[sort]
        if not layout.elsewhere and not layout.is_complete:
            raise UnconvertibleError(f"arrays of sort {sort} are not compared on this ground")

        def write(name: str) -> str:
            differ = binary("!=", Expr("a[k]"), Expr("b[k]"))
            if sort.args[1].name == "Array":
                differ = unary("!", call(self._comparer(sort.args[1]), ("a[k]", "b[k]")))
            parameters = f"{self.declarator(sort, 'a')}, {self.declarator(sort, 'b')}"
            return (
                f"static int {name}({parameters})\n{{\n{self._loop(sort)}"
                f"        if ({differ.text})\n            return 0;\n    return 1;\n}}\n"
            )

        return self._helpers.need(f"array_equal_{self._numbers[sort]}", write)

    def _loop(self, sort: Sort) -> str:
        return f"    for (int k = 0; k < {self._layouts[sort].size}; k++)\n"

    def _assignment(self, sort: Sort, to: Expr, value: Expr) -> str:
        if sort.name == "Array":
            return f"{call(self._copier(sort), (to.text, value.text)).text};"
        return f"{to.text} = {value.text};"
