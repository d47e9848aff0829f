"""Statements: a function becomes a list of steps with labels, in which every jump of C is the same thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from clang.cindex import Cursor, CursorKind, StorageClass

from gadfly.targets.planted.analyzer.clang import (
    children,
    constant_of,
    for_parts,
    initialiser_of,
    key_of,
    type_of,
)
from gadfly.targets.planted.analyzer.errors import PathEndError, UnsupportedError
from gadfly.targets.planted.analyzer.expressions import Expressions, Surroundings, is_automatic
from gadfly.targets.planted.analyzer.memory import Object, Value
from gadfly.targets.planted.analyzer.rules import Rules
from gadfly.targets.planted.analyzer.run import Frame, Label, Step
from gadfly.targets.planted.analyzer.types import Integer


@dataclass(frozen=True, slots=True)
class Case:
    """The values from `least` to `greatest` of a `switch`, and where they lead to."""

    least: int
    greatest: int
    label: Label


@dataclass(slots=True)
class Switch:
    """The cases of a `switch`, found while its body is read."""

    end: Label
    type: Integer
    default: Label
    cases: list[Case] = field(default_factory=list)

    def target(self, value: Value) -> Label:
        if not isinstance(value, int):
            raise UnsupportedError("switch over an address")
        found = (case.label for case in self.cases if case.least <= value <= case.greatest)
        return next(found, self.default)


class Statements:
    """Compiles the body of one function under the rules of C, or under broken ones."""

    def __init__(self, expressions: Expressions, surroundings: Surroundings, rules: Rules) -> None:
        self._expressions = expressions
        self._surroundings = surroundings
        self._rules = rules
        self._steps: list[Step] = []
        self._end = Label()
        self._labels: dict[str, Label] = {}
        self._breaks: list[Label] = []
        self._continues: list[Label] = []
        self._switches: list[Switch] = []
        self._loops = 0

    def compiled(self, body: Cursor) -> list[Step]:
        self._add(body)
        self._here(self._end)
        lost = [name for name, label in self._labels.items() if label.position < 0]
        if lost:
            raise UnsupportedError(f"jump to {lost[0]}")
        return self._steps

    def _add(self, cursor: Cursor) -> None:
        match cursor.kind:
            case CursorKind.COMPOUND_STMT:
                for part in children(cursor):
                    self._add(part)
            case CursorKind.DECL_STMT:
                for part in children(cursor):
                    self._declare(part)
            case CursorKind.NULL_STMT:
                pass
            case CursorKind.IF_STMT:
                self._if(cursor)
            case CursorKind.WHILE_STMT:
                self._while(cursor)
            case CursorKind.DO_STMT:
                self._do(cursor)
            case CursorKind.FOR_STMT:
                self._for(cursor)
            case CursorKind.SWITCH_STMT:
                self._switch(cursor)
            case CursorKind.CASE_STMT | CursorKind.DEFAULT_STMT:
                self._case(cursor)
            case CursorKind.LABEL_STMT:
                self._here(self._labels.setdefault(cursor.spelling, Label()))
                self._add(children(cursor)[-1])
            case CursorKind.GOTO_STMT:
                self._jump(self._labels.setdefault(children(cursor)[0].spelling, Label()))
            case CursorKind.BREAK_STMT:
                self._jump(self._breaks[-1])
            case CursorKind.CONTINUE_STMT:
                self._jump(self._continues[-1])
            case CursorKind.RETURN_STMT:
                self._return(cursor)
            case kind if kind.is_expression():
                self._do_effect(self._expressions.effect(cursor))
            case kind:
                raise UnsupportedError(kind.name)

    def _here(self, label: Label) -> None:
        label.position = len(self._steps)

    def _jump(self, label: Label) -> None:
        self._steps.append(lambda _frame: label)

    def _jump_unless(self, condition: Callable[[Frame], bool], label: Label) -> None:
        self._steps.append(lambda frame: None if condition(frame) else label)

    def _do_effect(self, effect: Callable[[Frame], object]) -> None:
        def step(frame: Frame) -> None:
            effect(frame)

        self._steps.append(step)

    def _declare(self, declaration: Cursor) -> None:
        if declaration.kind != CursorKind.VAR_DECL or declaration.storage_class == StorageClass.EXTERN:
            return
        key, type_ = key_of(declaration), type_of(declaration)
        if not is_automatic(declaration):
            if not self._rules.keeps_statics:
                self._do_effect(lambda frame: frame.run.forget_static(key))
            return
        written = initialiser_of(declaration)
        if written is None:
            self._do_effect(lambda frame: frame.renew(key, Object.unset(type_.size)))
            return
        initialise = self._surroundings.initialiser(written, type_)

        def declare(frame: Frame) -> None:
            initialise(frame, frame.renew(key, Object.zero(type_.size)))

        self._do_effect(declare)

    def _if(self, cursor: Cursor) -> None:
        condition, yes, *no = children(cursor)
        otherwise, end = Label(), Label()
        self._jump_unless(self._expressions.condition(condition), otherwise)
        self._add(yes)
        self._jump(end)
        self._here(otherwise)
        if no and self._rules.takes_else:
            self._add(no[0])
        self._here(end)

    def _while(self, cursor: Cursor) -> None:
        condition, body = children(cursor)
        self._loop(condition, body, None)

    def _for(self, cursor: Cursor) -> None:
        first, condition, step, body = for_parts(cursor)
        if first is not None:
            self._add(first)
        self._loop(condition, body, step)

    def _loop(self, condition: Cursor | None, body: Cursor, step: Cursor | None) -> None:
        again, advance, end = Label(), Label(), Label()
        count = self._counter()
        self._here(again)
        if condition is not None:
            self._jump_unless(self._expressions.condition(condition), end)
        count()
        self._body(body, advance, end)
        self._here(advance)
        if step is not None:
            self._do_effect(self._expressions.effect(step))
        self._jump(again)
        self._here(end)

    def _do(self, cursor: Cursor) -> None:
        body, condition = children(cursor)
        again, advance, end = Label(), Label(), Label()
        count = self._counter()
        self._here(again)
        count()
        self._body(body, advance, end)
        self._here(advance)
        self._jump_unless(self._expressions.condition(condition), end)
        self._jump(again)
        self._here(end)

    def _body(self, body: Cursor, advance: Label, end: Label) -> None:
        self._breaks.append(end)
        self._continues.append(advance if self._rules.continues else end)
        self._add(body)
        self._breaks.pop()
        self._continues.pop()

    def _counter(self) -> Callable[[], None]:
        """Begin to count the rounds of a loop; the result is to be called where a round begins."""
        most, self._loops = self._rules.most_iterations, self._loops + 1
        loop = self._loops
        if not most:
            return lambda: None
        self._do_effect(lambda frame: frame.iterations.__setitem__(loop, 0))

        def step(frame: Frame) -> None:
            frame.iterations[loop] = frame.iterations.get(loop, 0) + 1
            if frame.iterations[loop] > most:
                raise PathEndError

        return lambda: self._steps.append(step)

    def _switch(self, cursor: Cursor) -> None:
        subject, body = children(cursor)
        type_ = type_of(subject)
        if not isinstance(type_, Integer):
            raise UnsupportedError("switch")
        end = Label()
        switch = Switch(end, type_, default=end)
        value = self._expressions.value(subject)
        self._steps.append(lambda frame: switch.target(value(frame)))
        self._switches.append(switch)
        self._breaks.append(end)
        self._add(body)
        self._breaks.pop()
        self._switches.pop()
        self._here(end)

    def _case(self, cursor: Cursor) -> None:
        switch, label = self._switches[-1], Label()
        *values, body = children(cursor)
        if not self._rules.falls_through and switch.cases:
            self._jump(switch.end)
        self._here(label)
        if cursor.kind == CursorKind.DEFAULT_STMT:
            switch.default = label
        else:
            constants = [switch.type.wrapped(int(constant_of(value))) for value in values]
            switch.cases.append(Case(constants[0], constants[-1], label))
        self._add(body)

    def _return(self, cursor: Cursor) -> None:
        values = children(cursor)
        if not values:
            self._jump(self._end)
            return
        value, end = self._expressions.value(values[0]), self._end

        def step(frame: Frame) -> Label:
            frame.result = value(frame)
            return end

        self._steps.append(step)
