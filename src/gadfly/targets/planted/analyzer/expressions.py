"""Expressions: from Clang's tree to functions that compute them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from clang.cindex import Cursor, CursorKind, LinkageKind, StorageClass

from gadfly.targets.planted.analyzer.clang import (
    children,
    constant_of,
    is_argument_list,
    key_of,
    string_of,
    translated,
    type_of,
    unary_operator,
)
from gadfly.targets.planted.analyzer.errors import UndefinedError, UnsupportedError
from gadfly.targets.planted.analyzer.memory import (
    Arguments,
    FunctionPointer,
    Object,
    Pointer,
    Value,
    read,
    write,
)
from gadfly.targets.planted.analyzer.operators import Operators
from gadfly.targets.planted.analyzer.places import Address, Lvalue, get, place_of, temporary
from gadfly.targets.planted.analyzer.rules import Rules, is_true
from gadfly.targets.planted.analyzer.run import Code, Frame, Initialise, Variable
from gadfly.targets.planted.analyzer.types import Array, Floating, Function, PointerTo, Record, Type, Void

_CONSTANTS = {
    CursorKind.INTEGER_LITERAL,
    CursorKind.CHARACTER_LITERAL,
    CursorKind.FLOATING_LITERAL,
    CursorKind.CXX_UNARY_EXPR,
}
_VALUES = {
    CursorKind.BINARY_OPERATOR,
    CursorKind.CALL_EXPR,
    CursorKind.CONDITIONAL_OPERATOR,
    CursorKind.UNEXPOSED_EXPR,
}
_REFERENCES = {CursorKind.TYPE_REF, CursorKind.MEMBER_REF}


class Surroundings(Protocol):
    """What expressions need of the rest of the program."""

    def static_variable(self, declaration: Cursor) -> Variable: ...

    def initialiser(self, cursor: Cursor, type_: Type) -> Initialise: ...

    def call(self, frame: Frame, name: str, arguments: Sequence[Value]) -> Value | None: ...


class Expressions:
    """Compiles the expressions of a program under the rules of C, or under broken ones."""

    def __init__(self, surroundings: Surroundings, rules: Rules) -> None:
        self._surroundings = surroundings
        self._rules = rules
        self._operators = Operators(self, rules)

    def value(self, cursor: Cursor) -> Code:
        """The value of an expression; an array or a function becomes a pointer."""
        if cursor.kind in _CONSTANTS:
            return self._constant(cursor)
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
                return self._operators.binary(cursor)
            case CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
                return self._operators.compound_assignment(cursor)
            case CursorKind.UNARY_OPERATOR if unary_operator(cursor) != "*":
                return self._operators.unary(cursor)
            case CursorKind.DECL_REF_EXPR if cursor.referenced.kind == CursorKind.ENUM_CONSTANT_DECL:
                return _always(cursor.referenced.enum_value)
        type_ = type_of(cursor)
        if isinstance(type_, Array):
            return self.lvalue(cursor).address
        if isinstance(type_, Function):
            return self._function(cursor)
        if cursor.kind == CursorKind.UNEXPOSED_EXPR:
            return self._implicit(cursor, type_)
        return self._load(self.lvalue(cursor))

    def converted(self, cursor: Cursor, target: Type) -> Code:
        value, convert = self.value(cursor), self._rules.convert
        return lambda frame: convert(value(frame), target)

    def condition(self, cursor: Cursor) -> Callable[[Frame], bool]:
        value = self.value(cursor)
        return lambda frame: is_true(value(frame))

    def effect(self, cursor: Cursor) -> Callable[[Frame], object]:
        """An expression of which the value is not used."""
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                return self.effect(children(cursor)[0])
            case CursorKind.CSTYLE_CAST_EXPR if isinstance(type_of(cursor), Void):
                return self.effect(children(cursor)[-1])
            case CursorKind.CALL_EXPR:
                return self._call(cursor)
        return self.value(cursor)

    def lvalue(self, cursor: Cursor) -> Lvalue:
        match cursor.kind:
            case CursorKind.PAREN_EXPR:
                return self.lvalue(children(cursor)[0])
            case CursorKind.MEMBER_REF_EXPR:
                return self._member(cursor)
            case CursorKind.UNARY_OPERATOR if unary_operator(cursor) == "__extension__":
                return self.lvalue(children(cursor)[0])
        type_ = type_of(cursor)
        return Lvalue(self._address(cursor, type_), type_)

    def _address(self, cursor: Cursor, type_: Type) -> Address:
        match cursor.kind:
            case CursorKind.DECL_REF_EXPR:
                return self._variable(cursor.referenced)
            case CursorKind.ARRAY_SUBSCRIPT_EXPR:
                return place_of(self._operators.moved(*children(cursor)))
            case CursorKind.UNARY_OPERATOR if unary_operator(cursor) == "*":
                return place_of(self.value(children(cursor)[0]))
            case CursorKind.COMPOUND_LITERAL_EXPR:
                return self._compound_literal(cursor, type_)
            case CursorKind.STRING_LITERAL:
                key, content = key_of(cursor), string_of(cursor)
                return lambda frame: Pointer(frame.run.literal(key, content), 0)
            case CursorKind.UNEXPOSED_EXPR if isinstance(type_, Array):  # __func__
                return self._address(_only_part(cursor), type_)
        if isinstance(type_, Record) and cursor.kind in _VALUES:
            value = self.value(cursor)
            return lambda frame: temporary(value(frame))
        raise UnsupportedError(cursor.kind.name)

    def _load(self, lvalue: Lvalue) -> Code:
        rules, address, type_, bits = self._rules, lvalue.address, lvalue.type, lvalue.bits
        return lambda frame: get(rules, address(frame), type_, bits)

    def _variable(self, declaration: Cursor) -> Address:
        if declaration.kind not in (CursorKind.VAR_DECL, CursorKind.PARM_DECL):
            raise UnsupportedError(declaration.kind.name)
        if not is_automatic(declaration):
            variable = self._surroundings.static_variable(declaration)
            return lambda frame: Pointer(frame.run.static(variable), 0)
        key, type_ = key_of(declaration), type_of(declaration)

        def local(frame: Frame) -> Pointer:
            if key not in frame.variables:  # a jump went past its declaration
                frame.variables[key] = Object.unset(type_.size)
            return Pointer(frame.variables[key], 0)

        return local

    def _member(self, cursor: Cursor) -> Lvalue:
        base = children(cursor)[0]
        if isinstance(type_of(base), PointerTo):
            record, address = translated(base.type.get_canonical().get_pointee()), place_of(self.value(base))
        else:
            record, address = type_of(base), self.lvalue(base).address
        if not isinstance(record, Record) or (field := record.field(key_of(cursor.referenced))) is None:
            raise UnsupportedError("member")
        if field.bits is not None:
            return Lvalue(address, field.type, field.bits)
        member = self._rules.member
        return Lvalue(lambda frame: member(address(frame), record, field), field.type)

    def _compound_literal(self, cursor: Cursor, type_: Type) -> Address:
        initialise, key = self._surroundings.initialiser(children(cursor)[-1], type_), key_of(cursor)

        def make(frame: Frame) -> Pointer:
            made = Object.zero(type_.size)
            initialise(frame, made)
            return Pointer(frame.renew(key, made), 0)

        return make

    def _function(self, cursor: Cursor) -> Code:
        match cursor.kind:
            case CursorKind.DECL_REF_EXPR:
                return _always(FunctionPointer(cursor.referenced.spelling))
            case CursorKind.UNARY_OPERATOR:
                return self.value(children(cursor)[0])
        raise UnsupportedError(f"function by {cursor.kind.name}")

    def _constant(self, cursor: Cursor) -> Code:
        return _always(self._rules.convert(constant_of(cursor), type_of(cursor)))

    def _implicit(self, cursor: Cursor, type_: Type) -> Code:
        """What Clang's interface does not name: implicit conversions, `va_arg`, `x ?: y`, `offsetof`."""
        parts = children(cursor)
        if parts and is_argument_list(parts[-1]) and not is_argument_list(cursor):
            return self._next_argument(parts[-1], type_)
        if parts and parts[0].kind in _REFERENCES:
            return self._constant(cursor)
        if len(parts) == 4 and parts[0] == parts[1]:
            return self._default(parts[0], parts[3], type_)
        inner = _only_part(cursor)
        if isinstance(type_of(inner), Function):
            return self.value(inner)
        return self.converted(inner, type_)

    def _default(self, first: Cursor, second: Cursor, type_: Type) -> Code:
        tested, other, convert = self.value(first), self.converted(second, type_), self._rules.convert

        def default(frame: Frame) -> Value:
            value = tested(frame)
            return convert(value, type_) if is_true(value) else other(frame)

        return default

    def _next_argument(self, cursor: Cursor, type_: Type) -> Code:
        place, convert = place_of(self.value(cursor)), self._rules.convert

        def take(frame: Frame) -> Value:
            where = place(frame)
            (held,) = read(where, 1)
            if not isinstance(held, Arguments) or not held.values:
                raise UndefinedError("va_arg without an argument")
            value, *rest = held.values
            if (isinstance(value, float), isinstance(value, tuple)) != (
                isinstance(type_, Floating),
                isinstance(type_, Record),
            ):
                raise UndefinedError("va_arg with another type")
            write(where, [Arguments(tuple(rest))])
            return convert(value, type_)

        return take

    def _cast(self, cursor: Cursor) -> Code:
        target, inner = type_of(cursor), children(cursor)[-1]
        if isinstance(target, Record):
            raise UnsupportedError("cast to a record")
        if isinstance(target, Void):
            return _without_value(self.effect(inner))
        value, cast = self.value(inner), self._rules.cast
        return lambda frame: cast(value(frame), target)

    def _call(self, cursor: Cursor) -> Callable[[Frame], Value | None]:
        callee, *rest = children(cursor)
        function, arguments = self.value(callee), [self.value(argument) for argument in rest]
        call = self._surroundings.call

        def made(frame: Frame) -> Value | None:
            called = function(frame)
            if not isinstance(called, FunctionPointer):
                raise UndefinedError("call of what is no function")
            if frame.run.backwards:
                values = [argument(frame) for argument in reversed(arguments)][::-1]
            else:
                values = [argument(frame) for argument in arguments]
            return call(frame, called.name, values)

        return made

    def _used_call(self, cursor: Cursor) -> Code:
        call, has_value = self._call(cursor), not isinstance(type_of(cursor), Void)

        def used(frame: Frame) -> Value:
            result = call(frame)
            if result is None and has_value:
                raise UnsupportedError(f"unknown result of {cursor.spelling}")
            return 0 if result is None else result

        return used

    def _choice(self, cursor: Cursor) -> Code:
        self._rules.choose(is_nested=_holds_another(cursor))
        tested, yes, no = children(cursor)
        condition, first, second = self.condition(tested), self.value(yes), self.value(no)
        return lambda frame: first(frame) if condition(frame) else second(frame)


def is_automatic(declaration: Cursor) -> bool:
    """Whether every call of its function has a variable of its own."""
    return bool(
        declaration.linkage == LinkageKind.NO_LINKAGE and declaration.storage_class != StorageClass.STATIC
    )


def _always(value: Value) -> Code:
    return lambda _frame: value


def _without_value(effect: Callable[[Frame], object]) -> Code:
    def run(frame: Frame) -> Value:
        effect(frame)
        return 0

    return run


def _only_part(cursor: Cursor) -> Cursor:
    parts = children(cursor)
    if len(parts) != 1:
        raise UnsupportedError("expression")
    return parts[0]


def _holds_another(cursor: Cursor) -> bool:
    return any(part.kind == cursor.kind and part != cursor for part in cursor.walk_preorder())
