"""Statements: a function becomes a list of steps with labels, in which every jump of C is the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from clang.cindex import Cursor, CursorKind, StorageClass

from gadfly.lang.c.paths.clang import (
    Key,
    children,
    constant_of,
    for_parts,
    initialiser_of,
    is_automatic,
    key_of,
    type_of,
)
from gadfly.lang.c.paths.effects import EffectsOf
from gadfly.lang.c.paths.errors import BeyondError, EndError
from gadfly.lang.c.paths.expressions import Expressions
from gadfly.lang.c.paths.frame import Condition, Effect, Frame, Label, Step
from gadfly.lang.c.paths.initialisers import Initialisers
from gadfly.lang.c.paths.memory import unset, zero
from gadfly.lang.c.paths.types import Integer
from gadfly.lang.smt.terms import Term


@dataclass(frozen=True, slots=True)
class _Case:
    """The values from `least` to `greatest` of a `switch`, and where they lead to."""

    least: int
    greatest: int
    label: Label


@dataclass(slots=True)
class _Switch:
    """The cases of a `switch`, found while its body is read."""

    type: Integer
    default: Label
    cases: list[_Case] = field(default_factory=list)


class Statements:
    """Compiles the body of one function."""

    def __init__(
        self, expressions: Expressions, initialisers: Initialisers, effects: EffectsOf, own: frozenset[Key]
    ) -> None:
        self._expressions = expressions
        self._effects = effects
        self._initialisers = initialisers
        self._scope = own
        self._steps: list[Step] = []
        self._end = Label()
        self._labels: dict[str, Label] = {}
        self._breaks: list[Label] = []
        self._continues: list[Label] = []
        self._switches: list[_Switch] = []
        self._ifs = 0

    def compiled(self, body: Cursor) -> list[Step]:
        self._add(body)
        self._here(self._end)
        return self._steps

    def _add(self, cursor: Cursor) -> None:
        match cursor.kind:
            case CursorKind.COMPOUND_STMT:
                with self._block():
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
                condition, body = children(cursor)
                self._loop(condition, body, None)
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
                raise BeyondError(kind.name)

    def _here(self, label: Label) -> None:
        label.position = len(self._steps)
        label.scope = self._scope

    def _jump(self, label: Label) -> None:
        self._steps.append(lambda _frame: label)

    def _jump_unless(self, condition: Condition, label: Label) -> None:
        self._steps.append(lambda frame: None if frame.path.decide(condition(frame)) else label)

    def _do_effect(self, effect: Effect) -> None:
        def step(frame: Frame) -> None:
            effect(frame)

        self._steps.append(step)

    @contextmanager
    def _block(self) -> Iterator[None]:
        """What is declared in it ends with it."""
        outer = self._scope
        yield
        if self._scope != outer:
            self._do_effect(lambda frame: frame.keep(outer))
        self._scope = outer

    def _declare(self, declaration: Cursor) -> None:
        if declaration.kind != CursorKind.VAR_DECL or declaration.storage_class == StorageClass.EXTERN:
            return
        if not is_automatic(declaration):
            return
        key, type_ = key_of(declaration), type_of(declaration)
        self._scope |= {key}
        written = initialiser_of(declaration)
        if written is None:
            self._do_effect(lambda frame: frame.renew(key, unset(type_).cells))
            return
        initialise = self._initialisers.compiled(written, type_)
        self._do_effect(
            lambda frame: initialise(frame, frame.renew(key, zero(type_, frame.path.algebra).cells))
        )

    def _if(self, cursor: Cursor) -> None:
        tested, yes, *no = children(cursor)
        otherwise, end = Label(), Label()
        if all(map(self._is_simple, (yes, *no))):
            self._do_effect(self._joined_if(cursor))
            return
        self._jump_unless(self._if_condition(tested, (yes, *no)), otherwise)
        self._ifs += 1
        self._add(yes)
        self._jump(end)
        self._here(otherwise)
        if no:
            self._add(no[0])
        self._ifs -= 1
        self._here(end)

    def _if_condition(self, tested: Cursor, branches: Iterable[Cursor]) -> Condition:
        self._expressions.in_nested_if = self._ifs > 0 or any(map(_has_if, branches))
        condition = self._expressions.condition(tested)
        self._expressions.in_nested_if = False
        return condition

    def _is_simple(self, cursor: Cursor) -> bool:
        """Whether a statement only assigns, so that it may be executed for some inputs only."""
        match cursor.kind:
            case CursorKind.COMPOUND_STMT:
                return all(map(self._is_simple, children(cursor)))
            case CursorKind.IF_STMT:
                tested, *branches = children(cursor)
                return self._effects.expression(tested).is_pure and all(map(self._is_simple, branches))
            case CursorKind.NULL_STMT:
                return True
        return bool(cursor.kind.is_expression()) and self._effects.expression(cursor).only_assigns

    def _joined_if(self, cursor: Cursor) -> Effect:
        """Both branches on one path."""
        tested, *branches = children(cursor)
        condition = self._if_condition(tested, branches)
        self._ifs += 1
        effects = [self._simple(branch) for branch in branches]
        self._ifs -= 1

        def execute_both(frame: Frame) -> None:
            path, holds = frame.path, condition(frame)
            for side, effect in zip((holds, path.algebra.negated(holds)), effects, strict=False):
                if side is path.algebra.true:
                    effect(frame)
                elif side is not path.algebra.false:
                    with path.branch(side), suppress(EndError):
                        effect(frame)

        return execute_both

    def _simple(self, cursor: Cursor) -> Effect:
        match cursor.kind:
            case CursorKind.COMPOUND_STMT:
                return _sequence([self._simple(part) for part in children(cursor)])
            case CursorKind.IF_STMT:
                return self._joined_if(cursor)
            case CursorKind.NULL_STMT:
                return _sequence([])
        return self._expressions.effect(cursor)

    def _for(self, cursor: Cursor) -> None:
        parts = for_parts(cursor)
        with self._block():
            if parts.first is not None:
                self._add(parts.first)
            self._loop(parts.condition, parts.body, parts.step)

    def _loop(self, condition: Cursor | None, body: Cursor, step: Cursor | None) -> None:
        again, advance, end = Label(), Label(), Label()
        self._here(again)
        if condition is not None:
            self._jump_unless(self._expressions.condition(condition), end)
        self._body(body, advance, end)
        self._here(advance)
        if step is not None:
            self._do_effect(self._expressions.effect(step))
        self._jump(again)
        self._here(end)

    def _do(self, cursor: Cursor) -> None:
        body, condition = children(cursor)
        again, advance, end = Label(), Label(), Label()
        self._here(again)
        self._body(body, advance, end)
        self._here(advance)
        self._jump_unless(self._expressions.condition(condition), end)
        self._jump(again)
        self._here(end)

    def _body(self, body: Cursor, advance: Label, end: Label) -> None:
        self._breaks.append(end)
        self._continues.append(advance)
        self._add(body)
        self._breaks.pop()
        self._continues.pop()

    def _switch(self, cursor: Cursor) -> None:
        subject, body = children(cursor)
        type_ = type_of(subject)
        if not isinstance(type_, Integer):
            raise BeyondError("switch")
        end = Label()
        switch = _Switch(type_, default=end)
        number = self._expressions.number(subject)
        self._steps.append(lambda frame: _target(frame, number(frame), switch))
        self._switches.append(switch)
        self._breaks.append(end)
        self._add(body)
        self._breaks.pop()
        self._switches.pop()
        self._here(end)

    def _case(self, cursor: Cursor) -> None:
        switch, label = self._switches[-1], Label()
        *values, body = children(cursor)
        self._here(label)
        if cursor.kind == CursorKind.DEFAULT_STMT:
            switch.default = label
        else:
            constants = [constant_of(value) for value in values]
            switch.cases.append(_Case(constants[0], constants[-1], label))
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


def _target(frame: Frame, subject: Term, switch: _Switch) -> Label:
    """Where a value of the subject leads to."""
    algebra, type_ = frame.path.algebra, switch.type
    for case in switch.cases:
        least, greatest = algebra.number(case.least, type_.width), algebra.number(case.greatest, type_.width)
        if case.least == case.greatest:
            holds = algebra.compare("==", subject, least, is_signed=type_.is_signed)
        else:
            holds = algebra.both(
                algebra.compare("<=", least, subject, is_signed=type_.is_signed),
                algebra.compare("<=", subject, greatest, is_signed=type_.is_signed),
            )
        if frame.path.decide(holds):
            return case.label
    return switch.default


def _sequence(effects: Sequence[Effect]) -> Effect:
    def execute_all(frame: Frame) -> None:
        for effect in effects:
            effect(frame)

    return execute_all


def _has_if(cursor: Cursor) -> bool:
    return any(part.kind == CursorKind.IF_STMT for part in cursor.walk_preorder())
