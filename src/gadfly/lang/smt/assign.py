"""Random assignments: values for every declared constant and function of a script.

Values are small, on a boundary of their sort, or near a constant the script itself mentions: that is where
atoms change their truth, and where solvers err.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

from gadfly.core.choices import Choices
from gadfly.lang.smt.model import Definition, Model, default_value, value_term
from gadfly.lang.smt.script import Datatype, Script, Signature
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.sorts import BOOL, INT, REAL, ROUNDING_MODE, STRING, Sort
from gadfly.lang.smt.term_reader import instantiate
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.lang.smt.values import (
    ROUNDING_MODES,
    Constructed,
    Element,
    FloatValue,
    Undecided,
    Value,
    array_value,
)

_INT_BOUNDS = (1 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 63, 1 << 64)
_ELEMENTS = 4  # of a declared sort
_MAX_CASES = 4  # of a function, entries of an array
_DEEPEST = 3  # nesting of datatype values; below it there are base cases only


def random_model(script: Script, choices: Choices) -> Model:
    """An assignment to everything the script declares."""
    maker = _DefinitionMaker(script, choices)
    return Model({name: maker.make(signature) for name, signature in script.symbols.items()})


class _DefinitionMaker:
    """Builds definitions in a bank of its own, so that a kept script does not grow with every assignment."""

    def __init__(self, script: Script, choices: Choices) -> None:
        self._bank = Bank()
        self._datatypes = script.datatypes
        self._values = RandomValues(script)
        self._choices = choices

    def make(self, signature: Signature) -> Definition:
        """A constant, or a function by a few cases and a default."""
        bank = self._bank
        parameters = tuple(bank.variable(f"x{place}", sort) for place, sort in enumerate(signature.arguments))
        body = self._value(signature.result)
        if parameters:
            for _ in self._choices.repeat(0, _MAX_CASES):
                tests = [
                    bank.operator("=", BOOL, [variable, self._value(variable.sort)])
                    for variable in parameters
                ]
                test = tests[0] if len(tests) == 1 else bank.operator("and", BOOL, tests)
                body = bank.operator("ite", signature.result, [test, self._value(signature.result), body])
        return Definition(parameters, body)

    def _value(self, sort: Sort) -> Term:
        return value_term(self._values.draw(sort, self._choices), sort, self._bank, self._datatypes)


class RandomValues:
    """Draws values of any sort of a script."""

    def __init__(self, script: Script) -> None:
        self._datatypes: Mapping[str, Datatype] = script.datatypes
        self._constants = _constants(script.assertions)

    def draw(self, sort: Sort, choices: Choices, depth: int = 0) -> Value:
        if sort == BOOL:
            return choices.below(2) == 1
        if sort == INT:
            return self._int(choices)
        if sort == REAL:
            return Fraction(self._int(choices, REAL), choices.weighted((1, 2, 3, 10), (5, 2, 1, 1)))
        if sort.name == "BitVec":
            return self._bits(sort, choices)
        if sort == STRING:
            return self._string(choices)
        if sort == ROUNDING_MODE:
            return choices.pick(ROUNDING_MODES)
        if sort.name == "FloatingPoint":
            return _float(sort, choices)
        if sort.name == "Array":
            return self._array(sort, choices, depth)
        if sort.name in self._datatypes:
            return self._constructed(sort, choices, depth)
        if sort.name == "RegLan":
            raise ReadError("a regular expression has no random value")
        return Element(sort, f"{sort.name.strip('|')}!{choices.below(_ELEMENTS)}")

    def _int(self, choices: Choices, sort: Sort = INT) -> int:
        known = self._constants.get(sort, ())
        style = choices.weighted(("small", "known", "bound"), (6, 5 if known else 0, 1))
        if style == "small":
            value = choices.integer(0, 8)
        elif style == "known":
            value = int(Fraction(choices.pick(known))) + choices.pick((0, 1, -1))
        else:
            value = choices.pick(_INT_BOUNDS) - choices.below(2)
        return -value if choices.coin() else value

    def _bits(self, sort: Sort, choices: Choices) -> int:
        size = 1 << sort.width
        known = self._constants.get(sort, ())
        style = choices.weighted(("small", "known", "bound", "any"), (3, 3 if known else 0, 3, 3))
        if style == "small":
            return choices.below(min(size, 8))
        if style == "known":
            return (int(choices.pick(known)) + choices.pick((0, 1, -1))) % size
        if style == "bound":
            return (choices.pick((0, size // 2)) - choices.below(2)) % size
        return choices.below(size)

    def _string(self, choices: Choices) -> str:
        known = self._constants.get(STRING, ())
        if known and choices.coin():
            text = str(choices.pick(known))
            start = choices.below(len(text) + 1)
            return text if choices.coin() else text[start:]
        alphabet = sorted({character for text in known for character in str(text)} | set("ab0"))
        return "".join(choices.pick(alphabet) for _ in choices.repeat(0, 5))

    def _array(self, sort: Sort, choices: Choices, depth: int) -> Value:
        index, element = sort.args
        default = self.draw(element, choices, depth + 1)
        if element in (INT, REAL):
            default = abs(cast("Fraction", default))  # cvc5 takes no `(- 5)` for a value in a constant array
        entries = {}
        for _ in choices.repeat(0, _MAX_CASES):
            entries[self.draw(index, choices, depth + 1)] = self.draw(element, choices, depth + 1)
        return array_value(sort, default, entries)

    def _constructed(self, sort: Sort, choices: Choices, depth: int) -> Value:
        datatype = self._datatypes[sort.name]
        parameters = dict(zip(datatype.parameters, sort.args, strict=True))
        if depth > _DEEPEST:
            base = default_value(sort, self._datatypes)
            if isinstance(base, Undecided):
                raise ReadError(f"no value of {sort} is known")
            return base
        constructor = choices.pick(datatype.constructors)
        fields = [
            self.draw(instantiate(selector.sort, parameters), choices, depth + 1)
            for selector in constructor.selectors
        ]
        return Constructed(constructor.name, tuple(fields), sort)


def _float(sort: Sort, choices: Choices) -> FloatValue:
    exponent_bits, significand_bits = sort.indices
    top = (1 << exponent_bits) - 1
    fraction_size = 1 << (significand_bits - 1)
    exponent = choices.pick((top // 2, 0, top, top - 1, 1, choices.below(top + 1)))
    fraction = choices.pick((0, 1, fraction_size - 1, choices.below(fraction_size))) % fraction_size
    if exponent == top and fraction:
        return FloatValue(sort, 0, is_nan=True)
    sign = choices.below(2)
    return FloatValue(sort, ((sign << exponent_bits) | exponent) * fraction_size | fraction)


def _constants(assertions: Sequence[Term]) -> dict[Sort, tuple[bool | int | Fraction | str, ...]]:
    found: dict[Sort, dict[bool | int | Fraction | str, None]] = {}
    for term in post_order(assertions):
        if term.shape is Shape.LITERAL:
            found.setdefault(term.sort, {})[term.value] = None
    return {sort: tuple(values) for sort, values in found.items()}
