"""A program: its functions and static variables, compiled when they are first needed."""

from __future__ import annotations

from collections.abc import Sequence

from clang.cindex import Cursor, CursorKind, StorageClass

from gadfly.lang.c.paths.access import store
from gadfly.lang.c.paths.algebra import is_literal
from gadfly.lang.c.paths.clang import Key, children, initialiser_of, key_of, translated, type_of
from gadfly.lang.c.paths.effects import EffectsOf
from gadfly.lang.c.paths.errors import BeyondError, EndError
from gadfly.lang.c.paths.expressions import Expressions
from gadfly.lang.c.paths.frame import CompiledFunction, Frame, Initialise, Parameter, Variable, execute
from gadfly.lang.c.paths.initialisers import Initialisers
from gadfly.lang.c.paths.memory import Aggregate, Object, Value, unset, whole, zero
from gadfly.lang.c.paths.path import Path
from gadfly.lang.c.paths.rules import Rules
from gadfly.lang.c.paths.statements import Statements
from gadfly.lang.c.paths.types import BOOL, INT, UNSIGNED, Integer, Record, Void
from gadfly.lang.smt.terms import Term

_ENTRY = "main"
_ENDS = {"abort", "exit", "_Exit"}
_INPUT = "__VERIFIER_nondet_"


class Program:
    """What a translation unit says, under the rules of C or under broken ones."""

    def __init__(self, unit: Cursor, rules: Rules) -> None:
        self._definitions: dict[str, Cursor] = {}
        self._globals: dict[Key, Cursor] = {}
        self._compiled: dict[str, CompiledFunction] = {}
        self._variables: dict[Key, Variable] = {}
        for declaration in children(unit):
            self._note(declaration)
        self._effects = EffectsOf(self._definitions)
        self._expressions = Expressions(self, rules, self._effects)
        self._initialisers = Initialisers(self._expressions.value)

    def run(self, path: Path) -> None:
        """Execute it along one path."""
        entry = self._definitions.get(_ENTRY)
        if entry is None or list(entry.get_arguments()):
            raise BeyondError("no main without parameters")
        execute(self._function(_ENTRY).steps, Frame(path))

    def call(self, frame: Frame, name: str, arguments: Sequence[Value]) -> Value | None:
        if name not in self._definitions:
            return _builtin(frame.path, name, arguments)
        function = self._function(name)
        with frame.path.called():
            if not function.is_joined:
                return _run(function, frame.path, arguments)
            return frame.path.joined(lambda: _result(function, frame.path, arguments))

    def static_variable(self, declaration: Cursor) -> Variable:
        key = key_of(declaration)
        if key not in self._variables:
            definition = self._globals.get(key, declaration)
            if not _defines(definition):
                raise BeyondError(f"variable {declaration.spelling} without a definition")
            written, type_ = initialiser_of(definition), type_of(definition)
            initialise: Initialise = _leave_zero
            if written is not None:
                initialise = self._initialisers.compiled(written, type_)
            self._variables[key] = Variable(key, type_, initialise)
        return self._variables[key]

    def static_object(self, frame: Frame, variable: Variable) -> Object:
        """Its initialiser is constant, so it does not matter when it is made."""
        statics = frame.path.statics
        if variable.key not in statics:
            statics[variable.key] = zero(variable.type, frame.path.algebra)
            variable.initialise(frame, statics[variable.key])
        return statics[variable.key]

    def _note(self, declaration: Cursor) -> None:
        if declaration.kind == CursorKind.FUNCTION_DECL and declaration.is_definition():
            self._definitions[declaration.spelling] = declaration
        if declaration.kind == CursorKind.VAR_DECL and _defines(declaration):
            known = self._globals.get(key_of(declaration))
            if known is None or initialiser_of(known) is None:
                self._globals[key_of(declaration)] = declaration

    def _function(self, name: str) -> CompiledFunction:
        if name not in self._compiled:
            definition = self._definitions[name]
            result = translated(definition.result_type)
            parameters = tuple(Parameter(key_of(part), type_of(part)) for part in definition.get_arguments())
            body = next(part for part in children(definition) if part.kind == CursorKind.COMPOUND_STMT)
            own = frozenset(parameter.key for parameter in parameters)
            steps = Statements(self._expressions, self._initialisers, self._effects, own).compiled(body)
            is_joined = isinstance(result, Integer | Void) and self._effects.function(name).is_pure
            self._compiled[name] = CompiledFunction(parameters, result, is_joined, steps)
        return self._compiled[name]


def _run(function: CompiledFunction, path: Path, arguments: Sequence[Value]) -> Value | None:
    if len(arguments) != len(function.parameters):
        raise BeyondError("call with another number of arguments")
    frame = Frame(path)
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        if not _fits(argument, parameter):
            raise BeyondError("call with an argument of another type")
        frame.variables[parameter.key] = unset(parameter.type)
        store(path, whole(frame.variables[parameter.key]), parameter.type, argument)
    execute(function.steps, frame)
    frame.keep(frozenset())
    return frame.result


def _result(function: CompiledFunction, path: Path, arguments: Sequence[Value]) -> Term:
    """The result of a function that changes nothing; what is no value is never looked at."""
    result = _run(function, path, arguments)
    if isinstance(function.result, Void):
        return path.algebra.false
    if not isinstance(result, Term):
        raise BeyondError("a function that does not return a value")
    return result


def _fits(argument: Value, parameter: Parameter) -> bool:
    """Functions without a prototype convert nothing."""
    if isinstance(argument, Term):
        return isinstance(parameter.type, Integer) and parameter.type.width == argument.sort.width
    return isinstance(argument, Aggregate) == isinstance(parameter.type, Record)


def _builtin(path: Path, name: str, arguments: Sequence[Value]) -> Value | None:
    if name in _ENDS:
        raise EndError
    if name.startswith(_INPUT):
        return _input(path, name.removeprefix(_INPUT))
    numbers = [argument for argument in arguments if isinstance(argument, Term)]
    if name == "__VERIFIER_assume":
        path.assume(path.algebra.truth(numbers[0]))
    elif name == "__gadfly_check" and is_literal(numbers[0]):
        path.check(int(numbers[0].value), path.algebra.truth(numbers[1]))
    else:
        raise BeyondError(f"function {name}")
    return None


def _input(path: Path, kind: str) -> Term:
    type_ = _INPUTS.get(kind)
    if type_ is None:
        raise BeyondError(f"input of kind {kind}")
    return path.read(type_)


def _defines(variable: Cursor) -> bool:
    return variable.storage_class != StorageClass.EXTERN or initialiser_of(variable) is not None


def _leave_zero(_frame: Frame, _made: Object) -> None:
    """A static object without an initialiser is zero."""


_INPUTS = {
    "bool": BOOL,
    "char": Integer(8, is_signed=True),
    "uchar": Integer(8, is_signed=False),
    "short": Integer(16, is_signed=True),
    "ushort": Integer(16, is_signed=False),
    "int": INT,
    "uint": UNSIGNED,
    "long": Integer(64, is_signed=True),
    "ulong": Integer(64, is_signed=False),
    "longlong": Integer(64, is_signed=True),
    "ulonglong": Integer(64, is_signed=False),
}
