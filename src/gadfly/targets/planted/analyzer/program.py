"""A program: its functions and static variables, compiled when they are first needed."""

from __future__ import annotations

from collections.abc import Sequence

from clang.cindex import Cursor, CursorKind, StorageClass, TypeKind

from gadfly.targets.planted.analyzer.builtins import BUILTINS, builtin
from gadfly.targets.planted.analyzer.clang import children, initialiser_of, key_of, type_of
from gadfly.targets.planted.analyzer.errors import UnsupportedError
from gadfly.targets.planted.analyzer.expressions import Expressions
from gadfly.targets.planted.analyzer.initialisers import Initialisers
from gadfly.targets.planted.analyzer.memory import Object, Value
from gadfly.targets.planted.analyzer.rules import Rules
from gadfly.targets.planted.analyzer.run import CompiledFunction, Frame, Initialise, Parameter, Run, Variable
from gadfly.targets.planted.analyzer.statements import Statements
from gadfly.targets.planted.analyzer.types import DeclarationKey, Type

_ENTRY = "main"


class Program:
    """What a translation unit says, under the rules of C or under broken ones."""

    def __init__(self, unit: Cursor, rules: Rules) -> None:
        self._rules = rules
        self._expressions = Expressions(self, rules)
        self._initialisers = Initialisers(self._expressions.value, rules)
        self._definitions: dict[str, Cursor] = {}
        self._globals: dict[DeclarationKey, Cursor] = {}
        self._compiled: dict[str, CompiledFunction] = {}
        self._variables: dict[DeclarationKey, Variable] = {}
        for declaration in children(unit):
            self._note(declaration)
        if own := BUILTINS.keys() & self._definitions.keys():
            raise UnsupportedError(f"own {min(own)}, for which compilers may take theirs")

    def start(self, run: Run) -> None:
        """Execute it; what `main` is given is not known."""
        if _ENTRY not in self._definitions:
            raise UnsupportedError("no main")
        entry = self._function(_ENTRY)
        run.call(CompiledFunction((), entry.is_variadic, entry.steps), ())

    def call(self, frame: Frame, name: str, arguments: Sequence[Value]) -> Value | None:
        if name in self._definitions:
            return frame.run.call(self._function(name), arguments)
        return builtin(name)(frame, arguments)

    def initialiser(self, cursor: Cursor, type_: Type) -> Initialise:
        return self._initialisers.compiled(cursor, type_)

    def static_variable(self, declaration: Cursor) -> Variable:
        key = key_of(declaration)
        if key not in self._variables:
            definition = self._globals.get(key, declaration)
            if not _defines(definition):
                raise UnsupportedError(f"variable {declaration.spelling} without a definition")
            self._variables[key] = self._variable(definition)
        return self._variables[key]

    def _variable(self, definition: Cursor) -> Variable:
        written, type_ = initialiser_of(definition), type_of(definition)
        if written is None:
            return Variable(key_of(definition), type_, _leave_zero)
        return Variable(key_of(definition), type_, self.initialiser(written, type_))

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
            parts = children(definition)
            body = next(part for part in parts if part.kind == CursorKind.COMPOUND_STMT)
            parameters = [Parameter(key_of(part), type_of(part)) for part in definition.get_arguments()]
            steps = Statements(self._expressions, self, self._rules).compiled(body)
            self._compiled[name] = CompiledFunction(tuple(parameters), _is_variadic(definition), steps)
        return self._compiled[name]


def _defines(variable: Cursor) -> bool:
    return variable.storage_class != StorageClass.EXTERN or initialiser_of(variable) is not None


def _is_variadic(function: Cursor) -> bool:
    return bool(function.type.kind == TypeKind.FUNCTIONPROTO and function.type.is_function_variadic())


def _leave_zero(_frame: Frame, _made: Object) -> None:
    """A static object without an initialiser is zero."""
