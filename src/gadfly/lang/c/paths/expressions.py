"""Expressions: from Clang's tree to functions that compute them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from clang.cindex import Cursor, CursorKind

from gadfly.lang.c.paths.access import compared, load, part, single
from gadfly.lang.c.paths.clang import (
    binary_operator,
    children,
    constant_of,
    is_automatic,
    key_of,
    translated,
    type_of,
    unary_operator,
)
from gadfly.lang.c.paths.effects import EffectsOf
from gadfly.lang.c.paths.errors import BeyondError, EndError
from gadfly.lang.c.paths.frame import Code, Condition, Effect, Frame, ScalarCode, Variable
from gadfly.lang.c.paths.lazy import joined_choice, joined_logical, split_logical
from gadfly.lang.c.paths.memory import (
    NULL,
    Aggregate,
    FunctionPointer,
    Object,
    Scalar,
    Value,
    unset,
    whole,
)
from gadfly.lang.c.paths.operators import Operators
from gadfly.lang.c.paths.rules import Rules
from gadfly.lang.c.paths.types import Array, Function, Integer, PointerTo, Record, Type, Void
from gadfly.lang.smt.terms import Term

_CONSTANTS = {CursorKind.INTEGER_LITERAL, CursorKind.CHARACTER_LITERAL, CursorKind.CXX_UNARY_EXPR}
_RECORD_VALUES = {
    CursorKind.BINARY_OPERATOR,
    CursorKind.CALL_EXPR,
    CursorKind.CONDITIONAL_OPERATOR,
    CursorKind.UNEXPOSED_EXPR,
}


class Surroundings(Protocol):
    """What expressions need of the rest of the program."""

    def static_variable(self, declaration: Cursor) -> Variable: ...

    def static_object(self, frame: Frame, variable: Variable) -> Object: ...

    def call(self, frame: Frame, name: str, arguments: Sequence[Value]) -> Value | None: ...


class Expressions:
    """Compiles the expressions of a program under the rules of C, or under broken ones.

    `in_nested_if` is set while the condition of an `if` is compiled that is in another or has another in it.
    """

    def __init__(self, surroundings: Surroundings, rules: Rules, effects: EffectsOf) -> None:
        self._surroundings = surroundings
        self._rules = rules
        self._effects = effects
        self._operators = Operators(self, rules)
        self.in_nested_if = False

    def value(self, cursor: Cursor) -> Code:
        """The value of an expression; an array or a function becomes a pointer."""
        if cursor.kind in _CONSTANTS:
            return _number(constant_of(cursor), type_of(cursor))
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                return self.value(children(cursor)[0])
            case CursorKind.CSTYLE_CAST_EXPR:
                return self._cast(cursor)
            case CursorKind.CALL_EXPR:
                return self._used_call(cursor)
            case CursorKind.CONDITIONAL_OPERATOR:
                return self._choice(cursor)
            case CursorKind.BINARY_OPERATOR:
                return self._binary(cursor)
            case CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
                return self._compound_assignment(cursor)
            case CursorKind.UNARY_OPERATOR if unary_operator(cursor) != "*":
                return self._unary(cursor)
            case CursorKind.DECL_REF_EXPR if cursor.referenced.kind == CursorKind.ENUM_CONSTANT_DECL:
                return _number(cursor.referenced.enum_value, type_of(cursor))
        type_ = type_of(cursor)
        if isinstance(type_, Array):
            return self._decayed(cursor, type_)
        if isinstance(type_, Function):
            return self._function(cursor)
        if cursor.kind == CursorKind.UNEXPOSED_EXPR:
            return self._converted(_only_part(cursor), type_)
        place = self.place(cursor)
        return lambda frame: load(frame.path, place(frame), type_)

    def number(self, cursor: Cursor) -> Condition:
        """The value of an integer expression."""
        value = self.value(cursor)

        def number(frame: Frame) -> Term:
            found = value(frame)
            if not isinstance(found, Term):
                raise BeyondError("address as a number")
            return found

        return number

    def address(self, cursor: Cursor) -> ScalarCode:
        """The value of an expression that is a pointer."""
        value = self.value(cursor)

        def address(frame: Frame) -> Scalar:
            found = value(frame)
            if isinstance(found, Aggregate | Term):
                raise BeyondError("number as an address")
            return found

        return address

    def condition(self, cursor: Cursor) -> Condition:
        """Whether an expression is not zero."""
        if not isinstance(type_of(cursor), PointerTo | Array | Function):
            number = self.number(cursor)
            return lambda frame: frame.path.algebra.truth(number(frame))
        address = self.address(cursor)

        def is_set(frame: Frame) -> Term:
            path = frame.path
            found = compared(path, "!=", single(path, address(frame)), NULL)
            return path.algebra.true if found else path.algebra.false

        return is_set

    def effect(self, cursor: Cursor) -> Effect:
        """An expression of which the value is not used."""
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                return self.effect(children(cursor)[0])
            case CursorKind.CSTYLE_CAST_EXPR if isinstance(type_of(cursor), Void):
                return self.effect(children(cursor)[-1])
            case CursorKind.CALL_EXPR:
                return self._call(cursor)
        return self.value(cursor)

    def place(self, cursor: Cursor) -> ScalarCode:
        """Where the object is that an expression designates."""
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                return self.place(children(cursor)[0])
            case CursorKind.DECL_REF_EXPR:
                return self._variable(cursor.referenced)
            case CursorKind.MEMBER_REF_EXPR:
                return self._member(cursor)
            case CursorKind.ARRAY_SUBSCRIPT_EXPR:
                base, index = children(cursor)
                return self._operators.moved(base, index)
            case CursorKind.UNARY_OPERATOR if unary_operator(cursor) == "*":
                return self.address(children(cursor)[0])
        if isinstance(type_of(cursor), Record) and cursor.kind in _RECORD_VALUES:
            return _temporary(self.value(cursor))
        raise BeyondError(cursor.kind.name)

    def _variable(self, declaration: Cursor) -> ScalarCode:
        if declaration.kind not in (CursorKind.VAR_DECL, CursorKind.PARM_DECL):
            raise BeyondError(declaration.kind.name)
        if not is_automatic(declaration):
            variable, static = (
                self._surroundings.static_variable(declaration),
                self._surroundings.static_object,
            )
            return lambda frame: whole(static(frame, variable))
        key, type_ = key_of(declaration), type_of(declaration)

        def local(frame: Frame) -> Scalar:
            if key not in frame.variables:  # a jump went past its declaration
                frame.variables[key] = unset(type_)
            return whole(frame.variables[key])

        return local

    def _member(self, cursor: Cursor) -> ScalarCode:
        base = children(cursor)[0]
        if isinstance(type_of(base), PointerTo):
            record, place = translated(base.type.get_canonical().get_pointee()), self.address(base)
        else:
            record, place = type_of(base), self.place(base)
        if not isinstance(record, Record):
            raise BeyondError("member of what is no struct")
        name = cursor.referenced.spelling
        field = next(field for field in record.fields if field.name == name)
        return lambda frame: part(frame.path, place(frame), record, field.offset, field.type.cells)

    def _decayed(self, cursor: Cursor, type_: Array) -> Code:
        place = self.place(cursor)
        return lambda frame: part(frame.path, place(frame), type_, 0, type_.cells)

    def _function(self, cursor: Cursor) -> Code:
        match cursor.kind:
            case CursorKind.DECL_REF_EXPR:
                pointer = FunctionPointer(cursor.referenced.spelling)
                return lambda _frame: pointer
            case CursorKind.UNARY_OPERATOR:
                return self.value(children(cursor)[0])
        raise BeyondError(f"function by {cursor.kind.name}")

    def _cast(self, cursor: Cursor) -> Code:
        target, inner = type_of(cursor), children(cursor)[-1]
        if isinstance(target, Void):
            raise BeyondError("value of a cast to void")
        return self._converted(inner, target)

    def _converted(self, inner: Cursor, target: Type) -> Code:
        source = type_of(inner)
        match source, target:
            case Integer(), Integer():
                number, convert = self.number(inner), self._rules.convert
                return lambda frame: convert(frame.path, number(frame), source, target)
            case Integer(), PointerTo():
                if constant_of(inner) == 0:
                    return lambda _frame: NULL
            case PointerTo(), PointerTo() if _are_compatible(source, target):
                return self.value(inner)
            case ((Array() | Function()), PointerTo()):
                return self.value(inner)
            case PointerTo() | Array(), Integer(is_bool=True):
                return _as_number(self.condition(inner), target)
            case Record(), Record():
                return self.value(inner)
        raise BeyondError("conversion of an address")

    def _call(self, cursor: Cursor) -> Effect:
        callee, *rest = children(cursor)
        self._effects.refuse_unordered([callee, *rest])
        function, arguments = self.address(callee), [self.value(argument) for argument in rest]
        call = self._surroundings.call

        def made(frame: Frame) -> Value | None:
            called = single(frame.path, function(frame))
            if not isinstance(called, FunctionPointer):
                frame.path.undefined_if(frame.path.algebra.true)
                raise EndError
            return call(frame, called.name, [argument(frame) for argument in arguments])

        return made

    def _used_call(self, cursor: Cursor) -> Code:
        call = self._call(cursor)
        name = cursor.spelling

        def used(frame: Frame) -> Value:
            result = call(frame)
            if not isinstance(result, Value):
                raise BeyondError(f"{name} gives no value")
            return result

        return used

    def _unary(self, cursor: Cursor) -> Code:
        operator, inner = unary_operator(cursor), children(cursor)[0]
        match operator:
            case "&" if isinstance(type_of(inner), Function):
                return self.value(inner)
            case "&":
                return self.place(inner)
            case "!":
                condition, refuse = self.condition(inner), self._rules.refuse
                return _as_number(lambda frame: refuse(frame.path, condition(frame)), type_of(cursor))
            case "+" | "__extension__":
                return self.value(inner)
        return self._operators.unary(cursor)

    def _binary(self, cursor: Cursor) -> Code:
        operator = binary_operator(cursor)
        left, right = children(cursor)
        match operator:
            case ",":
                first, second = self.effect(left), self.value(right)
                return lambda frame: (first(frame), second(frame))[1]
            case "&&" | "||":
                return _as_number(self._logical(operator, left, right), type_of(cursor))
        if operator == "=":
            self._effects.refuse_unordered_assignment(left, right, reads_target=False)
            return self._operators.assignment(left, right)
        self._effects.refuse_unordered([left, right])
        return self._operators.binary(cursor, operator, left, right)

    def _compound_assignment(self, cursor: Cursor) -> Code:
        left, right = children(cursor)
        self._effects.refuse_unordered_assignment(left, right, reads_target=True)
        return self._operators.compound_assignment(binary_operator(cursor), left, right)

    def _logical(self, operator: str, left: Cursor, right: Cursor) -> Condition:
        first, second = self.condition(left), self.condition(right)
        if self._effects.expression(right).is_pure:
            return joined_logical(first, second, is_and=operator == "&&")
        return split_logical(first, second, is_and=operator == "&&")

    def _choice(self, cursor: Cursor) -> Code:
        tested, yes, no = children(cursor)
        condition, first, second = self.condition(tested), self.value(yes), self.value(no)
        is_pure = all(self._effects.expression(side).is_pure for side in (yes, no))
        if is_pure and not isinstance(type_of(cursor), Record):
            return joined_choice(condition, first, second)
        return lambda frame: first(frame) if frame.path.decide(condition(frame)) else second(frame)


def _number(value: int, type_: Type) -> Code:
    assert isinstance(type_, Integer)
    width = type_.width
    return lambda frame: frame.path.algebra.number(value, width)


def _as_number(condition: Condition, type_: Type) -> Code:
    assert isinstance(type_, Integer)
    width = type_.width
    return lambda frame: frame.path.algebra.indicator(condition(frame), width)


def _temporary(value: Code) -> ScalarCode:
    """A place for a struct that is no object."""

    def place(frame: Frame) -> Scalar:
        found = value(frame)
        assert isinstance(found, Aggregate)
        return whole(Object(found.cells))

    return place


def _are_compatible(source: PointerTo, target: PointerTo) -> bool:
    return source.pointee == target.pointee and (target.is_constant or not source.is_constant)


def _only_part(cursor: Cursor) -> Cursor:
    parts = children(cursor)
    if len(parts) != 1:
        raise BeyondError("expression that Clang does not name")
    return parts[0]
