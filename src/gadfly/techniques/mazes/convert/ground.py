"""The ground of a conversion: what stands for the symbols of a script in C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gadfly.lang.smt.evaluate import Evaluator, evaluate
from gadfly.lang.smt.model import Definition, Model, default_value, value_term
from gadfly.lang.smt.script import Script, Signature
from gadfly.lang.smt.sorts import INT, Sort
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.lang.smt.values import UNDECIDED, ArrayValue, MaybeValue, Undecided, Value, array_value
from gadfly.techniques.mazes.convert.c_types import MAX_NUMBER, Corners, UnconvertibleError
from gadfly.techniques.mazes.convert.layouts import Layout, make_layouts
from gadfly.techniques.mazes.convert.operators import check_terms
from gadfly.techniques.mazes.convert.ranges import Ranges
from gadfly.techniques.mazes.convert.tables import Entry, Scalar, Table, read_table, table_definition

_BOUNDS = (*((1 << bits) - 1 for bits in (62, 48, 40, 32, 31, 24, 20, 15)), 10000, 1000, 100, 10)
_MAX_ENTRIES = 8


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that is read: the value of a symbol, or a `part` of the table of a function.

    The keys of a table are not bounded: they are only compared.
    """

    symbol: str
    part: str
    sort: Sort
    is_bounded: bool = True


@dataclass(frozen=True)
class Ground:
    """What stands for the symbols of a script in C: the layouts of arrays, how large integers may be that are
    read, and how many entries the table of each function has.

    Where corners are unchecked nothing keeps integers from leaving `long long`.
    """

    script: Script
    terms: tuple[Term, ...]
    layouts: Mapping[Sort, Layout]
    bound: int
    tables: Mapping[str, int]
    corners: Corners = Corners.DEFINED

    def layout(self, sort: Sort) -> Layout:
        layout = self.layouts.get(sort)
        if layout is None:
            raise UnconvertibleError(f"no array of sort {sort} is on this ground")
        return layout

    @cached_property
    def symbols(self) -> Mapping[str, Signature]:
        """The declared symbols that occur, in the order of the script."""
        used = {term.name for term in post_order(self.terms) if term.shape is Shape.SYMBOL}
        return {name: signature for name, signature in self.script.symbols.items() if name in used}

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All that is read, in order."""
        slots: list[Slot] = []
        for name, signature in self.symbols.items():
            if not signature.arguments:
                slots.append(Slot(name, "", signature.result))
                continue
            for number in range(self.tables[name]):
                for place, sort in enumerate(signature.arguments):
                    slots.append(Slot(name, f"key{number}_{place}", sort, is_bounded=False))
                slots.append(Slot(name, f"value{number}", signature.result))
            slots.append(Slot(name, "else", signature.result))
        return tuple(slots)

    def grounded(self, model: Model) -> Model:
        """The nearest model that C can have: integers within the bound, arrays alike beyond their cells,
        functions by table. What a condition is in C is what its restrictions and its term are under it."""
        bank = Bank()
        model = self._with_constants(model, bank)
        definitions = dict(model.definitions)
        for name, table in self._occurring(model).items():
            signature = self.symbols[name]
            resized = table.resized(self.tables[name], len(signature.arguments))
            definitions[name] = table_definition(resized, signature, bank)
        return Model(definitions)

    def values(self, model: Model) -> tuple[int, ...]:
        """The inputs that make the program read this grounded model, in the order of the slots."""
        return tuple(value for inputs in self.inputs(model).values() for value in inputs)

    def inputs(self, model: Model) -> dict[str, tuple[int, ...]]:
        """The same by symbol, for programs that read only some of them."""
        return {
            name: tuple(self._inputs_of(model.definitions[name], signature, model))
            for name, signature in self.symbols.items()
        }

    def _inputs_of(self, definition: Definition, signature: Signature, model: Model) -> Iterator[int]:
        if not signature.arguments:
            (value,) = evaluate([definition.body], model)
            yield from self._scalars(value, signature.result)
            return
        table = read_table(definition)
        for entry in table.entries:
            for part, sort in zip(entry.key, signature.arguments, strict=True):
                yield from self._scalars(part, sort)
            yield from self._scalars(entry.value, signature.result)
        yield from self._scalars(table.otherwise, signature.result)

    def with_tables(self, model: Model) -> Ground:
        """With an entry for all arguments that functions have under the model."""
        sizes = {}
        for name, table in self._occurring(self._with_constants(model, Bank())).items():
            sizes[name] = len(table.entries)
            if sizes[name] > _MAX_ENTRIES:
                raise UnconvertibleError(f"a table for {name} would have {sizes[name]} entries")
        return replace(self, tables=sizes)

    def _with_constants(self, model: Model, bank: Bank) -> Model:
        """The model with constants as C can have them."""
        model = model.completed(self.script)
        sorts = {name: each.result for name, each in self.symbols.items() if not each.arguments}
        found = evaluate([bank.symbol(name, sort) for name, sort in sorts.items()], model)
        constants = {}
        for (name, sort), value in zip(sorts.items(), found, strict=True):
            fitted = self._fitted(value, sort)
            constants[name] = Definition((), value_term(fitted, sort, bank))
        return Model({**model.definitions, **constants})

    @cached_property
    def _applications(self) -> tuple[Term, ...]:
        return tuple(term for term in post_order(self.terms) if term.shape is Shape.SYMBOL and term.args)

    @cached_property
    def _evaluator(self) -> Evaluator:
        """Of the arguments and the value of every application, then of every function at the defaults."""
        terms = [term for application in self._applications for term in (*application.args, application)]
        bank = Bank()
        for name, signature in self._functions.items():
            arguments = [bank.literal(_as_scalar(UNDECIDED, sort), sort) for sort in signature.arguments]
            terms.append(bank.symbol(name, signature.result, arguments))
        return Evaluator(terms)

    @cached_property
    def _functions(self) -> Mapping[str, Signature]:
        return {name: signature for name, signature in self.symbols.items() if signature.arguments}

    def _occurring(self, model: Model) -> dict[str, Table]:
        """The functions by the arguments that the terms have for them under a model."""
        values = iter(self._evaluator.values(model))
        entries: dict[str, dict[tuple[Scalar, ...], Entry]] = {name: {} for name in self._functions}
        for application in self._applications:
            sorts = [arg.sort for arg in application.args]
            key = tuple(self._key_part(next(values), sort) for sort in sorts)
            value = self._scalar(next(values), application.sort)
            entries[application.name].setdefault(key, Entry(key, value))
        return {
            name: Table(tuple(entries[name].values()), self._scalar(next(values), signature.result))
            for name, signature in self._functions.items()
        }

    def _key_part(self, value: MaybeValue, sort: Sort) -> Scalar:
        """An argument; if C cannot have it, then some other, because it does not occur there."""
        return _clamped(_as_scalar(value, sort), sort, MAX_NUMBER)

    def _scalar(self, value: MaybeValue, sort: Sort) -> Scalar:
        return _clamped(_as_scalar(value, sort), sort, self.bound)

    def _fitted(self, value: MaybeValue, sort: Sort) -> Value:
        """The value nearest to it that can be read."""
        if sort.name != "Array":
            return self._scalar(value, sort)
        cells = self._cells(value, sort)
        layout = self.layout(sort)
        elsewhere = cells[-1] if layout.is_complete else self._fitted(_at(value, layout.cells), sort.args[1])
        return array_value(sort, elsewhere, dict(enumerate(cells[: layout.cells])))

    def _cells(self, value: MaybeValue, sort: Sort) -> list[Value]:
        """The value at every index that has a cell, then elsewhere."""
        return [self._fitted(_at(value, index), sort.args[1]) for index in range(self.layout(sort).size)]

    def _scalars(self, value: MaybeValue, sort: Sort) -> Iterator[int]:
        """What is read for a value."""
        if sort.name == "Array":
            for cell in self._cells(value, sort):
                yield from self._scalars(cell, sort.args[1])
            return
        scalar = int(_as_scalar(value, sort))
        if sort.name == "BitVec" and sort.width > 64:
            yield scalar >> 64
            scalar &= (1 << 64) - 1
        yield scalar


def make_ground(
    script: Script,
    terms: Sequence[Term],
    model: Model,
    length: int = 0,
    corners: Corners = Corners.DEFINED,
) -> Ground:
    """Ground for the terms that has the model if possible, with arrays of at least `length` cells.

    UnconvertibleError if C cannot have one of the terms. Whether it has the model shows in what the terms and
    their restrictions are under the grounded model.
    """
    order = post_order(terms)
    check_terms(order)
    layouts = make_layouts(order, model.completed(script), length)
    bound = MAX_NUMBER if corners is Corners.UNCHECKED else _bound(order)
    return Ground(script, tuple(terms), layouts, bound, {}, corners).with_tables(model)


def _bound(order: Sequence[Term]) -> int:
    """The largest bound with which no integer leaves `long long`."""
    for bound in _BOUNDS[:-1]:
        try:
            Ranges(bound).admit(order)
        except UnconvertibleError:
            continue
        return bound
    Ranges(_BOUNDS[-1]).admit(order)
    return _BOUNDS[-1]


def _as_scalar(value: MaybeValue, sort: Sort) -> Scalar:
    """The value of a scalar sort, or its default if the model leaves it open."""
    if isinstance(value, Undecided):
        value = default_value(sort, {})
    if not isinstance(value, int):
        raise TypeError(f"{sort} has other values than {value}")
    return value


def _clamped(value: Scalar, sort: Sort, bound: int) -> Scalar:
    return max(-bound, min(value, bound)) if sort == INT else value


def _at(array: MaybeValue, index: int) -> MaybeValue:
    if not isinstance(array, ArrayValue):
        return UNDECIDED
    return array.entries.get(index, array.default)
